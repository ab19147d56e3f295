// Rows that follow from others wherever the mechanism goes, which a step then does without.
//
// Inside a step, positions and velocities are off the constraints by some part of its error, and there such rows are not quite
// dependent: they differ from what they follow from by a small angle, and contradict it a little. Held to round-off together
// with the others, they would answer with multipliers that grow as the step falls, and push along what should be free. (A
// lateral row of a second wheel follows from that of the first and from the hinges of their axle; where the hinges
// hold at position level alone, all of them together ask for more than there are velocities.) So the step holds rows that
// are independent, those at position level first, and reactions are shared at its end (Index1::solve_left_out).
#pragma once

#include <vector>

#include "la/reduced_saddle.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

/// What methods keep of them.
struct LeftOutMemory {
  bool known = false;         ///< have they been looked for?
  IndexList rows;             ///< in order; none where there are too many rows to find them
  double independence = 0.0;  ///< of the others when they were chosen, 0: not known yet
  static void fields(auto&& field, auto&... m) {
    field("left_out_known", any_number, m.known...);
    field("left_out_rows", any_number, m.rows...);
    field("independence_of_others", FieldRange{.least = 0, .most = 1}, m.independence...);
  }
};

class LeftOutRows {
 public:
  explicit LeftOutRows(const System& system);
  LeftOutMemory make_memory() const { return {.rows = IndexList(system_->layout().rows(), count_)}; }
  /// At the start: which rows follow at `s`, which meets the constraints, and near it. (Rows that depend on each
  /// other in one position alone are needed in the next.)
  void find(const State& s, LeftOutMemory& memory);
  /// For methods that give accelerations, at the start and after each accepted step: finds and reviews them. `memory` is that
  /// of `s`.
  Status update_memory(const State& s, LeftOutMemory& memory, Terms& terms, ReducedSaddle& rows);
  /// For what follows: the rows that the memory names.
  const std::vector<int>& read(const LeftOutMemory& memory);
  const std::vector<int>& rows() const { return rows_; }
  /// Are they met, with these phi and A? `review` will look at it.
  void watch(const Terms& terms);
  /// Their gradients and residuals in `terms` become zero, so that nobody downstream sees them; `watch` before.
  void drop(Terms& terms);
  void drop(Vec& of_rows) const;
  /// After a step, for the next one, with the terms of all rows at its end: chooses anew where the rows kept have come closer to
  /// each other (`independence` of their pivots), and takes all rows where one left out has shown not to follow.
  void review(const Terms& terms, double independence, LeftOutMemory& memory);

 private:
  const System* system_;
  Index count_;  ///< rows, 0 where there are too many to examine
  std::vector<int> rows_;
  /// Where they were watched last: largest position-level residual of these, and of the others, in parts of their terms.
  double worst_ = 0.0, worst_kept_ = 0.0;
};

}  // namespace rheon
