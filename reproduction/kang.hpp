// What claims and figures of [Kang2003] share: runs of the chain, violations, the map of gains.
#pragma once

#include <string>
#include <vector>

#include "reproduction/claim.hpp"
#include "reproduction/measures.hpp"

namespace rheon::reproduction {

struct GridPoint {
  double alpha, beta;
};

/// The paper's set-up: 30 s, Runge-Kutta with a local tolerance of 1e-6, gains on the rows, nothing else.
RunSpec chain(int constraints, GridPoint gains);

/// Error 1 (position) and 2 (velocity) of (10), and the same of the second constraint.
struct Violations {
  Numbers t, phi1, phi1_dot, phi2, phi2_dot;
};
Violations violations(Lab& lab, const RunSpec& spec);

/// E1 .. E4 of (20), (21), (24), (25); which = 1 .. 4.
double violation_of(Lab& lab, int constraints, GridPoint gains, int which);
std::string sweep_column(int which);  ///< the same in the reference `s002_sweep`

/// No gains, then alpha = 2 .. 20 with beta = k alpha^2, k = 0.05 .. 0.5: over-, critically and underdamped.
std::vector<GridPoint> gain_grid();

/// A map of the paper and where its least value is stated to be.
struct Map {
  std::string figure, where;
  int constraints, which;
  GridPoint stated;
};
const std::vector<Map>& maps();

std::vector<Figure> kang_figures();

}  // namespace rheon::reproduction
