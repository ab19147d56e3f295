#include "bodies/kind.hpp"
#include "drivers/kinds.hpp"
#include "forces/kinds.hpp"
#include "io/view_kinds.hpp"
#include "joints/kinds.hpp"
#include "rheon/mechanism/kinds.hpp"

namespace rheon {

namespace {

using mechanism::FieldType;

std::string in_words(const mechanism::FieldSpec& field) {
  const std::string unit = field.unit.empty() ? "" : " in " + std::string(field.unit);
  switch (field.type) {
    case FieldType::bodies: return "two bodies";
    case FieldType::body: return "a body";
    case FieldType::points: return "points";
    case FieldType::point: return "a point";
    case FieldType::place: return "a point, or coordinates";
    case FieldType::direction: return "a direction";
    case FieldType::directions: return "directions";
    case FieldType::number: return "a number" + unit;
    case FieldType::numbers: return "numbers" + unit;
    case FieldType::expression: return "an expression" + unit;
    case FieldType::expressions: return "expressions" + unit;
    case FieldType::equations: return "equations";
    case FieldType::joints: return "joints";
    case FieldType::turning: return "a body of the plane, or a joint";
    case FieldType::word: return "a word";
  }
  return "";
}

template <class Kind>
void add(std::vector<PartKind>& all, const char* section, std::span<const Kind> kinds) {
  for (const Kind& kind : kinds) {
    PartKind& part = all.emplace_back();
    part.section = section;
    part.name = kind.name;
    part.title = kind.title;
    part.planar = kind.planar;
    part.spatial = kind.spatial;
    for (const auto& f : kind.fields)
      part.fields.push_back(
          {std::string(f.name), in_words(f), f.required, std::string(f.help), std::string(f.example)});
  }
}

}  // namespace

std::vector<PartKind> part_kinds() {
  std::vector<PartKind> all;
  add(all, "bodies", bodies::kinds());
  add(all, "joints", joints::kinds());
  add(all, "drivers", drivers::kinds());
  add(all, "forces", forces::kinds());
  for (PartKind& kind : reader::drawing_kinds()) all.push_back(std::move(kind));
  return all;
}

}  // namespace rheon
