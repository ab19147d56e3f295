// Steps that would end on a singular position, where rows of A become dependent for a moment.
//
// The branch that the motion is on passes such a position smoothly, but there the rows no longer distinguish the
// branches: off the branch by the round-off of phi, velocities and accelerations that satisfy them are anything, and
// multipliers grow without bound. A step that ends a little beyond has none of this. So the state at the singular
// position is taken from a longer step across it, by the polynomial of fifth degree through q, v, a of both ends
// (motion/smooth_motion.hpp). Here is decided which longer steps a run tries, and when it takes what they give.
#pragma once

#include <string>
#include <vector>

#include "motion/smooth_motion.hpp"
#include "rheon/sim/stepper.hpp"

namespace rheon {

class SingularityCrossing {
 public:
  explicit SingularityCrossing(const System& system);
  /// Takes care of a step that arrived: if the motion jumps in it and two longer steps agree that it need not, `to` is
  /// replaced by the state at the same time out of them.
  void smooth(Stepper& stepper, const State& from, State& to);
  /// For a step that failed: `to` at from.t + h out of a longer step that does not jump. False: there is none.
  bool cross(Stepper& stepper, const State& from, double h, State& to);
  /// All states of a run have the sizes of this one.
  void resize(const State& s) { beyond_ = between_ = other_ = s; }
  /// What happened, for the notes of a run.
  void add_notes(std::vector<std::string>& notes) const;

 private:
  bool look_across(Stepper& stepper, const State& from, double h, double reach);
  void adopt(State& to);

  SmoothMotion motion_;
  State beyond_, between_, other_;
  long long crossings_ = 0;
  double first_time_ = 0.0;  ///< of the first crossing
};

}  // namespace rheon
