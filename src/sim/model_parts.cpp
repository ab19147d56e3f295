#include "sim/model_parts.hpp"

#include "core/index.hpp"

namespace rheon {

namespace {

std::string at_place(const Place& place) {
  return place.line > 0 ? " (" + place.file + ":" + std::to_string(place.line) + ")" : "";
}

}  // namespace

std::vector<ModelPart> parts_of(const Model& m) {
  std::vector<ModelPart> parts;
  for (const std::vector<Force>* forces : {&m.forces, &m.nonideal})
    for (const Force& f : *forces)
      parts.push_back({"the load on " + (f.on_speed ? m.speeds[at(f.index)].name : m.coordinates[at(f.index)].name) +
                           at_place(f.place),
                       f.value, true});
  parts.push_back({"the potential energy", m.potential});
  for (const ConstraintRow& row : m.constraints)
    parts.push_back({"constraint \"" + row.name + "\"" + at_place(row.place), row.residual});
  return parts;
}

}  // namespace rheon
