#include "constraints/states_beside.hpp"

#include <algorithm>
#include <cmath>

#include "constraints/projector.hpp"
#include "constraints/row_rank.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// A place beside another is off by this part of the largest coordinate, or by less where there is none so far off.
constexpr double beside_by = 1e-2;
constexpr int halvings = 6;
/// Of a drive, in seconds, where nothing else can move.
constexpr double later_by = 1e-3;

/// On the constraints, along some motion that they allow.
bool move_beside(const System& system, const State& s, double distance, unsigned seed, State& beside) {
  Terms terms = system.make_terms();
  if (!system.evaluate(s, want_velocity_projection, terms)) return false;
  const Eigen::MatrixXd Z = free_motions(system, terms);
  beside = s;
  if (Z.cols() > 0) {
    Vec mixture(Z.cols());
    for (Index k = 0; k < mixture.size(); ++k) mixture[k] = 1.0 + 0.5 * std::sin(seed + 2.0 * static_cast<double>(k));
    beside.v = Z * mixture;
    if (!system.evaluate(beside, Want::rates, terms)) return false;
    const double length = terms.q_dot.cwiseAbs().maxCoeff();
    if (!(length > 0.0)) return false;
    beside.q += distance * std::max(s.q.cwiseAbs().maxCoeff(), distance) / length * terms.q_dot;
    beside.v = s.v;
  } else {
    beside.t += later_by * distance / beside_by;
  }
  Projector projector(system);
  return projector.position(beside) && system.evaluate(beside, want_velocity_projection, terms);
}

}  // namespace

std::vector<State> states_beside(const System& system, const State& s) {
  std::vector<State> found;
  State beside = s;
  for (unsigned place = 0; place < 2; ++place) {
    double distance = beside_by;
    for (int k = 0; k < halvings; ++k, distance *= 0.5) {
      if (!move_beside(system, s, distance, place, beside)) continue;
      found.push_back(beside);
      break;
    }
  }
  return found;
}

}  // namespace rheon
