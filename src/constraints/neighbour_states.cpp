#include "constraints/neighbour_states.hpp"

#include <algorithm>
#include <cmath>

#include "constraints/projector.hpp"
#include "constraints/row_rank.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// A neighbour is off by this part of the largest coordinate: far enough for what depends at the state alone to show, near
/// enough to be on the same branch. Where none is so far off, by half of that, and so on, down to 1/32 of it. Choices.
constexpr double neighbour_distance = 1e-2;
constexpr int halvings = 6;
/// Of a drive, in seconds, where nothing else can move: a choice, short against what mechanisms are driven by.
constexpr double later_by = 1e-3;

/// On the constraints, along some motion that they allow.
bool find_neighbour(const System& system, const State& s, double distance, unsigned seed, State& neighbour) {
  Terms terms = system.make_terms();
  if (!system.evaluate(s, want_velocity_projection, terms)) return false;
  const Eigen::MatrixXd Z = free_motions(system, terms);
  neighbour = s;
  if (Z.cols() > 0) {
    Vec mixture(Z.cols());
    for (Index k = 0; k < mixture.size(); ++k) mixture[k] = 1.0 + 0.5 * std::sin(seed + 2.0 * static_cast<double>(k));
    neighbour.v = Z * mixture;
    if (!system.evaluate(neighbour, Want::rates, terms)) return false;
    const double length = terms.q_dot.cwiseAbs().maxCoeff();
    if (!(length > 0.0)) return false;
    neighbour.q += distance * std::max(s.q.cwiseAbs().maxCoeff(), distance) / length * terms.q_dot;
    neighbour.v = s.v;
  } else {
    neighbour.t += later_by * distance / neighbour_distance;
  }
  Projector projector(system);
  return projector.position(neighbour) && system.evaluate(neighbour, want_velocity_projection, terms);
}

}  // namespace

std::vector<State> neighbour_states(const System& system, const State& s) {
  std::vector<State> found;
  State neighbour = s;
  for (unsigned place = 0; place < 2; ++place) {
    double distance = neighbour_distance;
    for (int k = 0; k < halvings; ++k, distance *= 0.5) {
      if (!find_neighbour(system, s, distance, place, neighbour)) continue;
      found.push_back(neighbour);
      break;
    }
  }
  return found;
}

}  // namespace rheon
