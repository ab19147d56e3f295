#include "constraints/nearby_states.hpp"

#include <algorithm>
#include <cmath>

#include "constraints/projector.hpp"
#include "constraints/row_rank.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// A position is off by this part of the largest coordinate, or by less where there is none so far off.
constexpr double farthest = 1e-2;
constexpr int halvings = 6;
/// Of a drive, in seconds, where nothing else can move.
constexpr double later_by = 1e-3;

/// On the constraints, along some motion that they allow.
bool move_a_little(const System& system, const State& s, double distance, unsigned seed, State& near) {
  Terms terms = system.make_terms();
  if (!system.evaluate(s, want_velocity_projection, terms)) return false;
  const Eigen::MatrixXd Z = free_motions(system, terms);
  near = s;
  if (Z.cols() > 0) {
    Vec mixture(Z.cols());
    for (Index k = 0; k < mixture.size(); ++k) mixture[k] = 1.0 + 0.5 * std::sin(seed + 2.0 * static_cast<double>(k));
    near.v = Z * mixture;
    if (!system.evaluate(near, Want::rates, terms)) return false;
    const double length = terms.q_dot.cwiseAbs().maxCoeff();
    if (!(length > 0.0)) return false;
    near.q += distance * std::max(s.q.cwiseAbs().maxCoeff(), distance) / length * terms.q_dot;
    near.v = s.v;
  } else {
    near.t += later_by * distance / farthest;
  }
  Projector projector(system);
  return projector.position(near) && system.evaluate(near, want_velocity_projection, terms);
}

}  // namespace

std::vector<State> nearby_states(const System& system, const State& s) {
  std::vector<State> found;
  State near = s;
  for (unsigned place = 0; place < 2; ++place) {
    double distance = farthest;
    for (int k = 0; k < halvings; ++k, distance *= 0.5) {
      if (!move_a_little(system, s, distance, place, near)) continue;
      found.push_back(near);
      break;
    }
  }
  return found;
}

}  // namespace rheon
