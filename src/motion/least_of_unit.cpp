#include "motion/least_of_unit.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "core/index.hpp"

namespace rheon {

Vec least_of_unit(const Model& model, const Vec& values) {
  std::map<std::string_view, double> largest;
  const auto unit = [&](Index i) { return std::string_view(model.coordinates[at(i)].unit); };
  for (Index i = 0; i < values.size(); ++i) {
    double& most = largest[unit(i)];
    most = std::max(most, values[i]);
  }
  Vec least(values.size());
  for (Index i = 0; i < values.size(); ++i) least[i] = least_part_of_unit * largest[unit(i)];
  return least;
}

}  // namespace rheon
