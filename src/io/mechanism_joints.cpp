// Joints as values of fields: `hinge`, or one of its numbers, `hinge.angle`.
#include <fmt/format.h>

#include <algorithm>

#include "core/index.hpp"
#include "io/mechanism_fields.hpp"
#include "rheon/core/names.hpp"

namespace rheon::reader {

using mechanism::Freedom;
using mechanism::Turning;

namespace {

struct Split {
  std::string name;
  Freedom freedom;
};

/// `c.angle` is the angle of c.
std::optional<Split> split(const Yaml& value) {
  if (!value.is_scalar()) return std::nullopt;
  const auto dot = value.text.rfind('.');
  if (dot == std::string::npos) return std::nullopt;
  for (const Freedom freedom : {Freedom::angle, Freedom::distance})
    if (value.text.substr(dot + 1) == to_text(freedom)) return Split{value.text.substr(0, dot), freedom};
  return std::nullopt;
}

}  // namespace

std::optional<Freedom> YamlFields::freedom_of(int joint, const std::string& name, std::string_view field,
                                              Freedom wanted) {
  const auto& item = mechanism_.items[at(joint)];
  const std::vector<Freedom> has = item.component->freedoms();
  if (has.empty()) {
    report(field, fmt::format("{} has no angle or distance", item.element()), "", "name a revolute joint or a slider");
    return std::nullopt;
  }
  if (wanted == Freedom::any) wanted = item.component->usual_freedom();
  if (wanted == Freedom::any) {
    report(field, fmt::format("{} has an angle and a distance", item.element()), "",
           fmt::format("write {0}.angle or {0}.distance", name));
    return std::nullopt;
  }
  if (std::find(has.begin(), has.end(), wanted) != has.end()) return wanted;
  report(field, fmt::format("{} has no {}", item.element(), to_text(wanted)),
         fmt::format("what it has is {} {}", has.front() == Freedom::angle ? "an" : "a", to_text(has.front())),
         wanted == Freedom::angle ? "name a joint that turns" : "name a joint that slides");
  return std::nullopt;
}

std::optional<Turning> YamlFields::joint_of(const Yaml& value, std::string_view field, Freedom wanted) {
  const auto part = split(value);
  Yaml whole = value;
  if (part) whole.text = part->name;
  const int k = named(whole, Symbol::Kind::joint);
  const Symbol* symbol = whole.is_scalar() ? context_.find(whole.text) : nullptr;
  if (!symbol || symbol->kind != Symbol::Kind::joint || symbol->failed) return std::nullopt;
  if (at(k) >= mechanism_.items.size()) {
    report(field, "names the joint itself", whole.text, "name another joint");
    return std::nullopt;
  }
  if (part && wanted != Freedom::any && part->freedom != wanted) {
    report(field, fmt::format("needs the {} of a joint", to_text(wanted)), value.text,
           fmt::format("write {}", whole.text));
    return std::nullopt;
  }
  const auto freedom = freedom_of(k, whole.text, field, part ? part->freedom : wanted);
  if (!freedom) return std::nullopt;
  return Turning{k, -1, *freedom};
}

std::vector<Turning> YamlFields::joints(std::string_view field, std::span<const Freedom> wanted) {
  const Yaml* value = find(field);
  if (!value) return {};
  std::vector<Turning> found;
  const std::vector<Yaml> one{*value};
  const auto& items = value->is_sequence() ? value->items : one;
  for (std::size_t k = 0; k < items.size(); ++k)
    found.push_back(joint_of(items[k], field, k < wanted.size() ? wanted[k] : Freedom::any).value_or(Turning{}));
  return found;
}

Turning YamlFields::turning(std::string_view field, Freedom wanted) {
  const Yaml* value = find(field);
  if (!value) return {};
  const auto part = split(*value);
  const std::string name = part ? part->name : value->is_scalar() ? value->text : "";
  const Symbol* symbol = context_.find(name);
  const bool planar = mechanism_.geometry.planar();
  if (symbol && symbol->kind == Symbol::Kind::body) {
    const bool distance = wanted == Freedom::distance || (part && part->freedom == Freedom::distance);
    if (planar && !distance) return {-1, symbol->index, Freedom::angle};
    if (planar)
      report(field, "a body has an angle and no distance", name, "name a joint that slides");
    else
      report(field, "a body in space has no single angle", name, "name a joint");
    return {};
  }
  if (value->is_scalar() && !symbol && !context_.incomplete()) {
    std::vector<std::string> names = context_.names_of(Symbol::Kind::joint);
    if (planar)
      for (std::string& body : context_.names_of(Symbol::Kind::body)) names.push_back(std::move(body));
    report(field, fmt::format("there is no {} \"{}\"", planar ? "body or joint" : "joint", name), "",
           did_you_mean(name, names));
    return {};
  }
  return joint_of(*value, field, wanted).value_or(Turning{});
}

}  // namespace rheon::reader
