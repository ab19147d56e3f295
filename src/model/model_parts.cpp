#include "model/model_parts.hpp"

#include "core/index.hpp"

namespace rheon {

std::vector<ModelPart> parts_of(const Model& m) {
  std::vector<ModelPart> parts;
  for (const std::vector<Force>* forces : {&m.forces, &m.nonideal})
    for (const Force& f : *forces)
      parts.push_back({"the load on " + (f.on_speed ? m.speeds[at(f.index)].name : m.coordinates[at(f.index)].name),
                       f.value, true, f.place});
  parts.push_back({"the potential energy", m.potential});
  for (const ConstraintRow& row : m.constraints)
    parts.push_back({"constraint \"" + row.name + "\"", row.residual, false, row.place});
  return parts;
}

std::string located(const ModelPart& part) {
  const Place& place = part.place;
  return part.name + (place.line > 0 ? " (" + place.file + ":" + std::to_string(place.line) + ")" : "");
}

}  // namespace rheon
