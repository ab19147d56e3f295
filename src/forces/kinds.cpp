#include "forces/kinds.hpp"

namespace rheon::forces {

std::vector<int> two_points(Fields& fields, std::string_view field) {
  std::vector<int> points = fields.points(field);
  if (points.size() == 2) return points;
  fields.report(field, "needs two points", "", "write [A, B]");
  points.resize(2, points.empty() ? 0 : points[0]);
  return points;
}

Scalar smooth_step(const Scalar& x) {
  const Scalar y = min(max(x, 0.0), 1.0);
  return y * y * y * (y * (y * 6.0 - 15.0) + 10.0);
}

}  // namespace rheon::forces
