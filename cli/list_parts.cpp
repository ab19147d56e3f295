// Kinds of bodies, joints, drivers, forces and drawings, for `rheon list`.
#include <fmt/format.h>

#include <algorithm>

#include "cli/list_tables.hpp"

namespace rheon::cli {

std::string to_text(const PartKind& kind) {
  const char* where = kind.planar && kind.spatial ? "plane and space" : kind.planar ? "plane" : "space";
  std::string out = fmt::format("{}: {} ({}; under `{}:`)\n", kind.name, kind.title, where, kind.section);
  for (const PartField& field : kind.fields) {
    out += fmt::format("    {}{}   {}\n", field.name, field.required ? "" : " (optional)", field.type);
    out += fmt::format("        {}; `{}`\n", field.help, field.example);
  }
  return out;
}

Json to_json(const PartKind& kind) {
  Json fields = Json::array();
  for (const PartField& f : kind.fields)
    fields.push_back(
        {{"name", f.name}, {"type", f.type}, {"required", f.required}, {"help", f.help}, {"example", f.example}});
  return {{"section", kind.section}, {"name", kind.name},       {"title", kind.title},
          {"planar", kind.planar},   {"spatial", kind.spatial}, {"fields", fields}};
}

std::vector<PartKind> parts_of(const std::string& section) {
  std::vector<PartKind> found = part_kinds();
  std::erase_if(found, [&](const PartKind& kind) { return kind.section != section; });
  return found;
}

}  // namespace rheon::cli
