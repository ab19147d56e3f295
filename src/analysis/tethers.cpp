#include "analysis/tethers.hpp"

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "la/extended.hpp"

namespace rheon {

namespace {

/// Of the second state, in units of the coordinates: any distance well above round-off will do, since what is looked for is
/// linear in it. Uneven, so that points of a body do not move together.
constexpr double shift = 0.01, unevenness = 0.37;
/// Of gradients and their differences, and of sums of squares: some hundred roundings of a difference, each times 1/shift, and
/// of a single sum.
constexpr double tether_round_off = 1e-12, square_round_off = 1e-14;

}  // namespace

/// The gradient of such a row is the point minus the place, and changes as the point does: seen at a second state.
std::vector<Tether> tethers(const System& system, const State& state, int axes) {
  const Layout& n = system.layout();
  Terms terms = system.make_terms();
  const auto rows = [&](const State& s) {
    const Status ok = system.evaluate(s, Want::rows, terms);
    return ok ? Eigen::MatrixXd(dense(system.jacobian_pattern(), terms.A).topRows(n.nphi).cast<double>())
              : Eigen::MatrixXd();
  };
  State other = state;
  for (Eigen::Index i = 0; i < other.q.size(); ++i)
    other.q[i] += shift * (1.0 + unevenness * static_cast<double>(i % 5));
  const Eigen::MatrixXd here = rows(state), there = rows(other);
  std::vector<Tether> found;
  if (here.size() == 0 || there.size() == 0) return found;
  for (const std::vector<int>& basis : system.model().triads)
    for (std::size_t k = 1; k < basis.size(); ++k) {
      const int p = basis[k];
      if (system.model().coordinates[at(p)].unit == "1") continue;
      const Eigen::VectorXd moved = other.q.segment(p, axes) - state.q.segment(p, axes);
      for (Eigen::Index row = 0; row < n.nphi; ++row) {
        const Eigen::VectorXd d = here.row(row).segment(p, axes).transpose(),
                              d1 = there.row(row).segment(p, axes).transpose();
        const bool alone = d.norm() > 0.0 && std::abs(here.row(row).squaredNorm() - d.squaredNorm()) <=
                                                 square_round_off * d.squaredNorm();
        if (!alone || (d1 - d - moved).norm() > tether_round_off * (d.norm() + moved.norm())) continue;
        Tether t{p, Eigen::Vector3d::Zero()};
        t.place.head(axes) = state.q.segment(p, axes) - d;
        const auto same = [&](const Tether& o) {
          return o.point == p && (o.place - t.place).norm() <= tether_round_off * d.norm();
        };
        if (std::none_of(found.begin(), found.end(), same)) found.push_back(t);
      }
    }
  return found;
}

}  // namespace rheon
