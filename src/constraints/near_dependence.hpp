// Constraint rows that nearly depend on each other: which, and by what angle.
#pragma once

#include <string>
#include <vector>

#include "constraints/row_rank.hpp"

namespace rheon {

struct NearDependence {
  std::vector<int> rows;  ///< ascending; one: a row that nearly has no gradient
  double value = 0.0;     ///< singular value of the rows that belongs to it
  double next = 0.0;      ///< the next larger one that does not
  double angle = 0.0;     ///< by which a row leaves the span of the others; rad
  bool counted = false;   ///< as dependent, though the rows are not to round-off
};

/// Those with singular values below `weak`, and ten times below the next: chains of many bodies have small ones by nature,
/// but no gap. Several that have nothing to do with each other come one by one.
std::vector<NearDependence> near_dependences(const WeakRows& rows, int rank, double weak);

/// The same of a system at its start, as lines for the notes of a run: angles below 1e-4, models of up to 300 rows.
std::vector<std::string> near_dependence_notes(const System& system, const State& state);

}  // namespace rheon
