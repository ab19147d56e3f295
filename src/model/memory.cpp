#include "rheon/model/memory.hpp"

#include <cmath>

#include "core/number_text.hpp"

namespace rheon {

namespace memory_parts {

namespace {

using std::to_string;

const char* name_of(FieldKind kind) {
  switch (kind) {
    case FieldKind::numbers: return "numbers";
    case FieldKind::wholes: return "whole numbers";
    case FieldKind::marks: return "marks";
    case FieldKind::indices: return "indices";
  }
  return "";
}

std::string objection_to_value(const std::string& place, double x, FieldRange range) {
  if (!std::isfinite(x)) return place + " is " + brief_text(x);
  if (x >= range.least && x <= range.most) return {};
  const std::string above = range.least > any_number.least ? " at least " + brief_text(range.least) : "";
  const std::string below = range.most < any_number.most ? " at most " + brief_text(range.most) : "";
  return place + " is " + brief_text(x) + ", and it is" + above + (above.empty() || below.empty() ? "" : " and") +
         below;
}

std::string objection_to_values(const MemoryField& field, const FieldShape& shape) {
  FieldRange range = shape.range;
  if (shape.kind == FieldKind::marks) range = {0, 1};
  if (shape.kind == FieldKind::indices) range = {0, static_cast<double>(shape.of - 1)};
  const std::size_t length = std::max(field.numbers.size(), field.wholes.size());
  std::vector<bool> seen(shape.kind == FieldKind::indices ? static_cast<std::size_t>(shape.of) : 0, false);
  for (std::size_t k = 0; k < length; ++k) {
    const std::string place = field.name + "[" + to_string(k) + "]";
    const double x = shape.kind == FieldKind::numbers ? field.numbers[k] : field.wholes[k];
    if (std::string why = objection_to_value(place, x, range); !why.empty()) return why;
    if (shape.kind != FieldKind::indices) continue;
    const auto here = static_cast<std::size_t>(field.wholes[k]);
    if (seen[here]) return place + " is " + to_string(here) + " once more";
    seen[here] = true;
  }
  return {};
}

std::string objection_to(const MemoryField& field, const FieldShape& shape) {
  if (field.name != shape.name) return "it keeps \"" + field.name + "\" where this method keeps \"" + shape.name + "\"";
  if (field.kind != shape.kind)
    return field.name + " holds " + name_of(field.kind) + ", and this method keeps " + name_of(shape.kind) + " there";
  const bool plain = shape.kind == FieldKind::numbers;
  const std::size_t length = plain ? field.numbers.size() : field.wholes.size();
  if (!(plain ? field.wholes.empty() : field.numbers.empty())) return field.name + " is of two kinds";
  if (length < static_cast<std::size_t>(shape.least_length) || length > static_cast<std::size_t>(shape.most_length))
    return field.name + " has " + to_string(length) + " " + name_of(shape.kind) + ", and this method keeps " +
           (shape.least_length < shape.most_length ? "up to " : "") + to_string(shape.most_length) + " there";
  return objection_to_values(field, shape);
}

}  // namespace

std::string objection_to(const MemoryFields& fields, const std::vector<FieldShape>& shapes) {
  for (std::size_t k = 0; k < std::min(fields.size(), shapes.size()); ++k)
    if (std::string why = objection_to(fields[k], shapes[k]); !why.empty()) return why;
  if (fields.size() == shapes.size()) return {};
  return "it keeps " + counted(std::ssize(fields), "field") + " of its method, and this one keeps " +
         to_string(shapes.size());
}

}  // namespace memory_parts

using memory_parts::MemoryFields;

/// As they are, until a struct takes them over.
struct Memory::Loose final : Held {
  explicit Loose(MemoryFields f) : fields(std::move(f)) {}
  std::unique_ptr<Held> clone() const override { return std::make_unique<Loose>(fields); }
  void assign(const Held& other) override { fields = static_cast<const Loose&>(other).fields; }
  MemoryFields pack() const override { return fields; }
  std::string unpack(const MemoryFields& others) override {
    fields = others;
    return {};
  }
  void go_on_to(const Held& end, double) override { assign(end); }
  MemoryFields fields;
};

Memory::Memory(MemoryFields fields) {
  if (!fields.empty()) held_ = std::make_unique<Loose>(std::move(fields));
}

}  // namespace rheon
