// How far a state is off its constraints: by machine code and by the general solver (Projector::measure), against the formula.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "constraints/projector.hpp"
#include "kernels/distance_kernel.hpp"
#include "rheon/io/model_reader.hpp"

namespace rheon {
namespace {

constexpr double relative = 1e-3, absolute = 1e-2;

System circle() {
  return System(
      read_model_text("rheon: 1\nname: circle\ncoordinates: [x, y]\nmass: [1, 1]\n"
                      "constraints: {string: x^2 + y^2 = 1}\ninitial: {x: 1, y: 0, x': 0, y': 3}\n",
                      "circle.yaml"));
}

State beside(const System& system) {
  State s = system.make_state();
  s.q << 1.1, 0.2;
  s.v << 0.5, -2.0;
  return s;
}

/// |w| / sum_j |A_j| (absolute + relative |x_j|), with the gradient (2 x, 2 y)
double distance(const State& s, double w, const Vec& x) {
  double reach = 0.0;
  for (int j = 0; j < 2; ++j) reach += 2 * std::abs(s.q[j]) * (absolute + relative * std::abs(x[j]));
  return std::abs(w) / reach;
}

TEST(Distance, IsTheLeastChangeRelativeToTheTolerance) {
  const System system = circle();
  const State s = beside(system);
  const double position = distance(s, s.q.squaredNorm() - 1, s.q), velocity = distance(s, 2 * s.q.dot(s.v), s.v);
  ASSERT_NE(position, velocity);
  for (const bool positions : {true, false}) {
    const double expected = positions ? std::max(position, velocity) : velocity;
    double found = 0.0;
    ASSERT_TRUE(Projector(system).measure(s, positions, relative, absolute, found));
    EXPECT_NEAR(found, expected, 1e-14 * expected);  // a dozen roundings
    DistanceKernel kernel(system, positions);
    ASSERT_TRUE(kernel);
    double by_code = 0.0;
    ASSERT_TRUE(kernel.run(s, relative, absolute, by_code));
    EXPECT_NEAR(by_code, expected, 1e-14 * expected);
  }
}

// at the centre no change of coordinates moves the row: the kernel hands over, and the distance is infinite
TEST(Distance, RowsThatNothingMovesAreInfinitelyFar) {
  const System system = circle();
  State s = beside(system);
  s.q.setZero();
  double found = 0.0;
  ASSERT_TRUE(Projector(system).measure(s, true, relative, absolute, found));
  EXPECT_TRUE(std::isinf(found));
}

}  // namespace
}  // namespace rheon
