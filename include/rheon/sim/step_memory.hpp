// What error control remembers of the steps behind, besides h and error of the State: see sim/step_recovery.hpp.
#pragma once

#include "rheon/model/state.hpp"

namespace rheon {

struct StepMemory {
  double length = 0.0;              ///< of the last long step; 0: none yet
  int since = 0;                    ///< steps since then
  double place = 0.0;               ///< up to where the recoveries from one collapse are counted
  int recoveries = 0;               ///< from there, so far
  bool insisting = false;           ///< the next step is to be taken beyond the tolerance
  int hopeless = 0;                 ///< steps in a row that will never arrive
  bool watching = false;            ///< steps are collapsed, and there is nothing left to try; then:
  double watch_start = 0.0;         ///< when that began
  double watch_length = 0.0;        ///< of the last long step then
  double watch_speed = 0.0;         ///< then, 0: not known yet; as BranchMonitor measures it
  double watch_acceleration = 0.0;  ///< then
  double watch_explained = 0.0;     ///< change of velocity since that has its reasons
  Vec watch_velocity;               ///< then
  State origin;                     ///< at which the last long step began; only if there is one

  static constexpr int most_recoveries = 4;

  /// All but the origin.
  static void fields(auto&& field, auto&... m) {
    constexpr Range count{.least = 0, .most = 1e6};
    field("length", not_negative, m.length...);
    field("since", count, m.since...);
    field("place", any_number, m.place...);
    field("recoveries", Range{.least = 0, .most = most_recoveries}, m.recoveries...);
    field("insisting", any_number, m.insisting...);
    field("hopeless", count, m.hopeless...);
    field("watching", any_number, m.watching...);
    field("watch_start", any_number, m.watch_start...);
    field("watch_length", any_number, m.watch_length...);
    field("watch_speed", any_number, m.watch_speed...);
    field("watch_acceleration", any_number, m.watch_acceleration...);
    field("watch_explained", any_number, m.watch_explained...);
    field("watch_velocity", any_number, m.watch_velocity...);
  }
};

}  // namespace rheon
