// Whether a motion is smooth over a step, and a state of it out of a longer step.
//
// The branch that a motion is on passes a singular position smoothly, but a step that ends there may arrive with velocities,
// accelerations and multipliers that do not belong to it. Then the state comes from the polynomial of fifth degree through q, v,
// a of both ends of a step that ends beyond. Which steps are tried, and when, is decided in sim/singularity_crossing.cpp.
#pragma once

#include <optional>

#include "constraints/mass_metric.hpp"
#include "la/saddle_solver.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

/// No allocation after the first calls.
class SmoothMotion {
 public:
  explicit SmoothMotion(const System& system);
  /// Do velocities or accelerations at the end of a step not belong to the motion?
  bool jumps(const State& from, const State& to);
  /// `between` at from.t + h, inside of a step to `beyond`. False: the polynomial leaves the constraints. All three differ, and
  /// have the sizes of the system.
  bool interpolate(const State& from, const State& beyond, double h, State& between);
  /// Do two states that `interpolate` has found for the same time belong to one motion? The second one was found last.
  bool agree(const State& from, const State& first, const State& second, double h);
  /// Is it the constraints that make `to` differ from `between`, which `interpolate` has found last, and not the forces?
  bool is_of_constraints(const State& to, const State& between, double h);
  /// Multipliers and accelerations of `between` in balance with the forces there; unchanged where that is not possible.
  void balance(const State& beyond, State& between);

 private:
  Want with_forces(Want want) const;
  const Vec& forces();  ///< of the state evaluated last, with those of section `nonideal`
  bool rates_of_ends(const State& from, const State& beyond);
  void follow_polynomial(const State& from, const State& end, double h, State& s);
  bool keep_energy(const State& from, const State& beyond, State& between);
  bool holds(const State& from, const State& between, double h);

  const System* system_;
  Terms terms_;
  MassMetric metric_;
  std::optional<SaddleSolver> saddle_;  ///< made when it is asked for first
  Vec defect_, Q_end_, start_rate_, end_rate_, forces_;
};

}  // namespace rheon
