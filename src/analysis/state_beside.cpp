#include "analysis/state_beside.hpp"

#include <algorithm>
#include <cmath>

#include "core/index.hpp"

namespace rheon {

Eigen::VectorXd third_derivative(const System& system, const State& state, const LinearFlow& flow) {
  const Eigen::VectorXd q_dot = flow.q_dot.cast<double>(), q_ddot = flow.q_ddot.cast<double>(),
                        a = flow.a.cast<double>();
  // off the motion by even powers of h, which cancel
  const auto beside = [&](double h) {
    State s = state;
    s.t += h;
    s.q += h * q_dot + h * h / 2 * q_ddot;
    s.v += h * a;
    return Eigen::VectorXd(linear_flow(system, s, {}).a.cast<double>());
  };
  const double v = state.v.norm(), rate = v > 0.0 ? std::max(a.norm() / v, v / (1.0 + state.q.norm())) : 1.0;
  const double h = 1e-3 / rate;
  try {
    const Eigen::VectorXd near = (beside(h) - beside(-h)) / (2 * h), far = (beside(2 * h) - beside(-2 * h)) / (4 * h);
    return (4 * near - far) / 3;
  } catch (const ModelError&) {
    return Eigen::VectorXd::Zero(a.size());
  }
}

/// The gradient of such a row is the point minus the place, and changes as the point does: seen at a state beside.
std::vector<Tether> tethers(const System& system, const State& state, int axes) {
  const Layout& n = system.layout();
  Terms terms = system.make_terms();
  const auto rows = [&](const State& s) {
    const Status ok = system.evaluate(s, Want::rows, terms);
    return ok ? Eigen::MatrixXd(dense(system.jacobian_pattern(), terms.A).topRows(n.nphi).cast<double>())
              : Eigen::MatrixXd();
  };
  State beside = state;
  for (Eigen::Index i = 0; i < beside.q.size(); ++i) beside.q[i] += 0.01 * (1.0 + 0.37 * static_cast<double>(i % 5));
  const Eigen::MatrixXd here = rows(state), there = rows(beside);
  std::vector<Tether> found;
  if (here.size() == 0 || there.size() == 0) return found;
  for (const std::vector<int>& basis : system.model().triads)
    for (std::size_t k = 1; k < basis.size(); ++k) {
      const int p = basis[k];
      if (system.model().coordinates[at(p)].unit == "1") continue;
      const Eigen::VectorXd moved = beside.q.segment(p, axes) - state.q.segment(p, axes);
      for (Eigen::Index row = 0; row < n.nphi; ++row) {
        const Eigen::VectorXd d = here.row(row).segment(p, axes).transpose(),
                              d1 = there.row(row).segment(p, axes).transpose();
        const bool alone =
            d.norm() > 0.0 && std::abs(here.row(row).squaredNorm() - d.squaredNorm()) <= 1e-14 * d.squaredNorm();
        if (!alone || (d1 - d - moved).norm() > 1e-12 * (d.norm() + moved.norm())) continue;
        Tether t{p, Eigen::Vector3d::Zero()};
        t.place.head(axes) = state.q.segment(p, axes) - d;
        const auto same = [&](const Tether& o) {
          return o.point == p && (o.place - t.place).norm() <= 1e-12 * d.norm();
        };
        if (std::none_of(found.begin(), found.end(), same)) found.push_back(t);
      }
    }
  return found;
}

}  // namespace rheon
