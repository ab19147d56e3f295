#include "rheon/io/model_variants.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>

#include "rheon/io/document.hpp"
#include "rheon/io/model_reader.hpp"

namespace rheon {

namespace {

/// What depends on the motion and not the other way round.
constexpr std::array<std::string_view, 3> left_aside = {"outputs", "view", "simulate"};
constexpr std::array<std::string_view, 3> without_mass = {"joints", "drivers", "constraints"};

Value* section_of(Value& document, const std::string& part) {
  for (const std::string_view name : {"joints", "drivers", "constraints", "bodies"})
    if (Value* section = document.find(name); section && section->is_map() && section->find(part)) return section;
  return nullptr;
}

/// Is a name a word of some text in the value: of an expression, `A.x`, or of a list?
bool mentions(const Value& value, const std::string& name) {
  if (!value.is_text())
    return std::any_of(value.items().begin(), value.items().end(), [&](const Value& v) { return mentions(v, name); });
  const std::string& text = value.text();
  const auto in_word = [&](std::size_t k) {
    const auto c = static_cast<unsigned char>(text[k]);
    return std::isalnum(c) || c == '_' || c >= 0x80;
  };
  for (auto k = text.find(name); k != std::string::npos; k = text.find(name, k + 1))
    if ((k == 0 || !in_word(k - 1)) && (k + name.size() == text.size() || !in_word(k + name.size()))) return true;
  return false;
}

/// A point that only the part had would be a mistake without it.
void drop_points_of(const Value& part, Value& document) {
  Value* points = document.find("points");
  for (const std::string& point : points ? std::vector<std::string>(points->keys()) : std::vector<std::string>{}) {
    const auto needed = [&](std::string_view section) {
      const Value* value = document.find(section);
      return value && mentions(*value, point);
    };
    if (mentions(part, point) && !needed("bodies") && !needed("joints") && !needed("drivers") && !needed("forces"))
      points->erase(point);
  }
}

/// A direction at right angles to `axis`, as text: of x, y, z the others in turn; of [a, b, c] the vectors [-b, a, 0],
/// [0, -c, b], [c, 0, -a], of which two at least are not zero.
std::optional<Value> direction_across(const Value& axis, int which) {
  if (axis.is_text() && !axis.text().empty()) {
    const std::string_view all = "xyz";
    const auto own = all.find(axis.text().back());
    if (own == std::string_view::npos || which > 1) return std::nullopt;
    return Value(std::string(1, all[(own + 1 + static_cast<std::size_t>(which)) % 3]));
  }
  if (!axis.is_list() || axis.items().size() != 3 || which > 2) return std::nullopt;
  const auto minus = [&](std::size_t k) { return Value("-(" + axis.items()[k].text() + ")"); };
  const auto& c = axis.items();
  if (which == 0) return Value::list({minus(1), c[0], Value(0)});
  if (which == 1) return Value::list({Value(0), minus(2), c[1]});
  return Value::list({c[2], Value(0), minus(0)});
}

/// A hinge as a joint with more freedom, at the same place.
std::optional<Value> replaced(const Value& hinge, const ModelChange& change) {
  const Value *bodies = hinge.find("revolute"), *at = hinge.find("at"), *axis = hinge.find("axis");
  if (!bodies || !at || bodies->items().size() != 2) return std::nullopt;
  Value joint = Value::map();
  joint.one_line = true;
  if (change.kind == "on_line") {  // a bearing that holds across its axis only
    if (!axis || !at->is_text()) return std::nullopt;
    joint.at("on_line") = *at;
    joint.at("along") = *axis;
    if (bodies->items()[0].text() != "ground") joint.at("of") = bodies->items()[0];
    return joint;
  }
  joint.at(change.kind) = *bodies;
  joint.at("at") = *at;
  if (change.kind == "spherical") return joint;
  if (!axis) return std::nullopt;
  if (change.kind == "cylindrical") {
    joint.at("axis") = *axis;
    return joint;
  }
  const auto second = direction_across(*axis, change.across);
  if (!second) return std::nullopt;
  joint.at("axes") = Value::list({*axis, *second});
  return joint;
}

bool apply(Value& document, const ModelChange& change) {
  Value* section = section_of(document, change.part);
  if (!section) return false;
  if (change.kind.empty()) {
    const Value part = *section->find(change.part);
    section->erase(change.part);
    drop_points_of(part, document);
    return true;
  }
  const auto joint = replaced(*section->find(change.part), change);
  if (joint) section->at(change.part).assign(*joint);
  return joint.has_value();
}

/// Says something about the motion of the body or of one of the points: a joint, driver, force, another body, an equation.
bool anything_mentions(const Value& document, const std::string& body, const std::vector<std::string>& names) {
  constexpr std::array<std::string_view, 8> silent = {"outputs", "view",   "simulate", "initial",
                                                      "guess",   "points", "ground",   "parameters"};
  const auto of_interest = [&](const Value& value, const std::string& key) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return mentions(value, name) || key.starts_with(name + ".");  // forces: {A.x: …}
    });
  };
  for (std::size_t k = 0; k < document.keys().size(); ++k) {
    const Value& section = document.items()[k];
    if (std::find(silent.begin(), silent.end(), document.keys()[k]) != silent.end()) continue;
    if (!section.is_map() && of_interest(section, "")) return true;
    for (std::size_t i = 0; i < section.keys().size(); ++i)
      if ((document.keys()[k] != "bodies" || section.keys()[i] != body) &&
          of_interest(section.items()[i], section.keys()[i]))
        return true;
  }
  return false;
}

/// A body that is alone in the world is meant to be.
std::vector<std::string> unconnected_bodies(const Value& document) {
  std::vector<std::string> found;
  const Value* bodies = document.find("bodies");
  if (!bodies || !bodies->is_map() || bodies->keys().size() < 2) return found;
  for (std::size_t b = 0; b < bodies->keys().size(); ++b) {
    std::vector<std::string> names{bodies->keys()[b]};
    bool grounded = false;
    for (const std::string_view section : {"points", "ground"})
      if (const Value* places = document.find(section))
        for (const std::string& point : places->keys())
          if (mentions(bodies->items()[b], point)) names.push_back(point), grounded = grounded || section == "ground";
    if (!grounded && !anything_mentions(document, names.front(), names)) found.push_back(names.front());
  }
  return found;
}

std::string in_one_line(const Value& value) {
  if (!value.is_list()) return value.text();
  std::string text;
  for (const Value& item : value.items()) text += (text.empty() ? "" : ", ") + in_one_line(item);
  return "[" + text + "]";
}

/// Everything that a variant is made of.
struct Text {
  Value document;
  std::string file;
  std::vector<Setting> overrides;

  std::optional<Model> changed(const std::vector<ModelChange>& changes) const try {
    Value variant = document;
    for (const std::string_view section : left_aside) variant.erase(section);
    for (const ModelChange& change : changes)
      if (!apply(variant, change)) return std::nullopt;
    return read_model_text(to_yaml(variant), file, overrides, {.view = false});
  } catch (const Error&) {  // what the reader has to say about it is of no interest
    return std::nullopt;
  }

  std::string written(const ModelChange& change) const {
    Value copy = document;
    const Value* section = section_of(copy, change.part);
    const auto joint = section ? replaced(*section->find(change.part), change) : std::nullopt;
    if (!joint) return change.kind;
    if (change.kind == "universal") return "universal with axes: " + in_one_line(*joint->find("axes"));
    return change.kind == "on_line" ? "on_line along its axis" : change.kind;
  }
};

}  // namespace

ModelVariants variants_of(const Model& model, std::span<const Setting> overrides) {
  auto text = std::make_shared<Text>();
  try {
    text->document = read_document_text(model.text, model.file);
  } catch (const Error&) {
    return {};  // a model that was not read from a text
  }
  text->file = model.file;
  text->overrides.assign(overrides.begin(), overrides.end());
  ModelVariants variants;
  for (const std::string_view name : without_mass)
    if (const Value* section = text->document.find(name); section && section->is_map())
      variants.parts.insert(variants.parts.end(), section->keys().begin(), section->keys().end());
  if (const Value* drivers = text->document.find("drivers")) variants.drivers = drivers->keys();
  variants.unconnected = unconnected_bodies(text->document);
  variants.changed = [text](const std::vector<ModelChange>& changes) { return text->changed(changes); };
  variants.written = [text](const ModelChange& change) { return text->written(change); };
  return variants;
}

}  // namespace rheon
