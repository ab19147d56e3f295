#include "analysis/third_derivative.hpp"

#include <algorithm>
#include <cmath>

namespace rheon {

namespace {

/// Of the time in which the motion changes by its own size. With Richardson's extrapolation differences are off by the fourth
/// power of it, 1e-12, and by the round-off of accelerations over it, also about 1e-12.
constexpr double part_of_time = 1e-3;

}  // namespace

Eigen::VectorXd third_derivative(const System& system, const State& state, const LinearFlow& flow) {
  const Eigen::VectorXd q_dot = flow.q_dot.cast<double>(), q_ddot = flow.q_ddot.cast<double>(),
                        a = flow.a.cast<double>();
  // off the motion by even powers of h, which cancel
  const auto acceleration_after = [&](double h) {
    State s = state;
    s.t += h;
    s.q += h * q_dot + h * h / 2 * q_ddot;
    s.v += h * a;
    return Eigen::VectorXd(linear_flow(system, s, {}).a.cast<double>());
  };
  const double v = state.v.norm(), rate = v > 0.0 ? std::max(a.norm() / v, v / (1.0 + state.q.norm())) : 1.0;
  const double h = part_of_time / rate;
  try {
    const Eigen::VectorXd near = (acceleration_after(h) - acceleration_after(-h)) / (2 * h),
                          far = (acceleration_after(2 * h) - acceleration_after(-2 * h)) / (4 * h);
    return (4 * near - far) / 3;
  } catch (const ModelError&) {
    return Eigen::VectorXd::Zero(a.size());
  }
}

}  // namespace rheon
