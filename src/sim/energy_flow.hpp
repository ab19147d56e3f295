// What energy went in and out of a run, and what was left unexplained, since it began or went on.
#pragma once

#include <cmath>

#include "rheon/model/state.hpp"

namespace rheon {

/// Gross: what goes in and comes out again counts twice. The works of a State are net.
struct EnergyFlow {
  double works = 0.0;   ///< integral of the sizes of the powers, by the trapezoidal rule
  double before = 0.0;  ///< unexplained when the run began: not zero where it goes on from a saved state

  void pass(const State& from, const State& to) {
    works += 0.5 * (to.t - from.t) * (size(from.power) + size(to.power));
  }
  static double size(const Works& p) { return std::abs(p.applied) + std::abs(p.friction) + std::abs(p.driving); }
};

}  // namespace rheon
