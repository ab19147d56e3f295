#include "mechanism/rods.hpp"

#include "core/index.hpp"

namespace rheon::mechanism {

void keep_shares_of_length(Geometry& geometry) {
  for (Body& body : geometry.bodies) {
    if (body.own.empty()) continue;
    const int first = body.line[0], second = body.line[1];
    const Vec3 a = geometry.features[at(first)].reference, b = geometry.features[at(second)].reference;
    const Vec3 along = (b - a).normalized();
    const double longer = (body.own.at(second) - a).norm() / (b - a).norm() - 1.0;
    for (const int f : body.features) {
      const Feature& feature = geometry.features[at(f)];
      if (feature.is_vector || f == first || body.own.contains(f)) continue;
      body.own[f] = feature.reference + longer * along.dot(feature.reference - a) * along;
    }
  }
}

}  // namespace rheon::mechanism
