// What error control remembers of the steps behind, besides h and error of the State.
//
// A part of SavedState (rheon/sim/run.hpp): a run that goes on from a saved state needs it to take the same steps. A Simulation
// owns its own; one that is handed to a caller is a copy. It is to be kept and handed back as it is: nothing here is to be set by
// hand. Steps collapse where a motion passes a singular position; the run then goes back to the last long step and begins again
// with another length. Lengths of steps and times are in s.
#pragma once

#include "rheon/model/state.hpp"

namespace rheon {

/// A value. Sizes are those of the System; reading a saved state refuses others.
struct StepMemory {
  /// Steps have collapsed and there is nothing left to try: what is compared with later velocities, to see whether the motion turns
  /// onto another branch. Numbers are those of the moment at which this began. Speeds are norms in the metric of the masses,
  /// sqrt(v^T D v) with D the diagonal of M: their squares are in J.
  struct Watch {
    bool on = false;            ///< if not, nothing else here means anything
    double start = 0.0;         ///< time
    double length = 0.0;        ///< of the last long step
    double speed = 0.0;         ///< norm of the velocities; 0: not measured yet
    double acceleration = 0.0;  ///< norm of the accelerations v'
    /// Change of velocity since then that forces and that acceleration can have made, as `speed`.
    double explained = 0.0;
    Vec velocity;  ///< v
  };

  double length = 0.0;                ///< of the last long step; 0: none yet
  int since = 0;                      ///< steps since then
  double counted_until = 0.0;         ///< time up to which recoveries count as those from one and the same collapse
  int recoveries = 0;                 ///< from it, so far
  bool may_exceed_tolerance = false;  ///< the next step is to be accepted although its error exceeds the tolerance
  int too_short = 0;                  ///< steps in a row so short that the run would never end
  int since_look = 0;                 ///< steps since a look at whether something keeps the motion where it switches
  double last_look = 0.0;             ///< time of that look
  /// For each switch of the model: in how many looks one after the other the motion stayed there. Empty before the first look.
  Eigen::VectorXi at_switch;
  Watch watch;
  State origin;  ///< at which the last long step began; only if there is one

  static constexpr int most_recoveries = 4;

  /// All but the origin, which a saved state has as a state: names are those of its text. See rheon/model/memory.hpp.
  static void fields(auto&& field, auto&... m) {
    constexpr FieldRange count{.least = 0, .most = 1e6};
    field("length", not_negative, m.length...);
    field("since", count, m.since...);
    field("counted_until", any_number, m.counted_until...);
    field("recoveries", FieldRange{.least = 0, .most = most_recoveries}, m.recoveries...);
    field("may_exceed_tolerance", any_number, m.may_exceed_tolerance...);
    field("too_short", count, m.too_short...);
    field("since_look", count, m.since_look...);
    field("last_look", any_number, m.last_look...);
    field("at_switch", count, m.at_switch...);
    field("watching", any_number, m.watch.on...);
    field("watch_start", any_number, m.watch.start...);
    field("watch_length", any_number, m.watch.length...);
    field("watch_speed", any_number, m.watch.speed...);
    field("watch_acceleration", any_number, m.watch.acceleration...);
    field("watch_explained", any_number, m.watch.explained...);
    field("watch_velocity", any_number, m.watch.velocity...);
  }
};

}  // namespace rheon
