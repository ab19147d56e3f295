#include "mechanism/reach.hpp"

#include <cmath>

#include "core/index.hpp"

namespace rheon::mechanism {

std::vector<OutOfReach> points_out_of_reach(const Geometry& geometry) {
  std::vector<OutOfReach> found;
  for (std::size_t b = 1; b < geometry.bodies.size(); ++b) {
    const Body& body = geometry.bodies[b];
    OutOfReach far{.body = static_cast<int>(b)};
    double second = 0.0;
    for (const int f : body.features) {
      if (geometry.features[at(f)].is_vector) continue;
      const double distance = (body.where(f, geometry.features) - body.centre).stableNorm();
      second = std::max(second, std::min(distance, far.distance));
      if (distance > far.distance) far.distance = distance, far.feature = f;
    }
    const double gyration = body.mass > 0.0 ? std::sqrt(body.inertia.trace() / body.mass) : 0.0;
    far.size = gyration > 0.0 ? gyration : second;
    if (far.size > 0.0 && !(far.distance <= farthest * far.size)) found.push_back(far);
  }
  return found;
}

}  // namespace rheon::mechanism
