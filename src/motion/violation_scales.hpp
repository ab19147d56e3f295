// Violations at the three levels against what the terms of each constraint row make up.
#pragma once

#include <string>
#include <vector>

#include "rheon/model/system.hpp"

namespace rheon {

class ViolationScales {
 public:
  explicit ViolationScales(const System& system);
  /// After measure_drift of the same state: `terms` are those that it left. No allocation.
  void see(const State& s, const Terms& terms);

  /// The row that is off by the largest part of its scale.
  struct Worst {
    int row = -1;
    double part = 0.0, violation = 0.0, scale = 0.0, time = 0.0;
  };
  /// Against the speeds, sum_j |A_ij v_j| + |phi_t|, at their largest.
  Worst velocity(double duration) const {
    return worst(at_least(velocity_, 1.0 / duration, rates_of(1, duration)), own_part);
  }
  /// Against the accelerations, sum_j |A_ij a_j|, at their largest in any row: a row with one coordinate has no others.
  Worst acceleration(double duration) const {
    return worst(at_least(acceleration_, 1.0 / (duration * duration), rates_of(2, duration)), 1.0);
  }
  /// Against what the coordinates of a row cover, sum_j |A_ij| range_j. Only where speeds are rates of coordinates. `springs`
  /// that stand for constraints give way.
  Worst position(bool springs) const;

 private:
  struct Level {
    Vec violation, scale, time;
    explicit Level(Index rows) : violation(Vec::Zero(rows)), scale(violation), time(violation) {}
    void see(int row, double value, double size, double t);
  };
  /// Part of the largest scale of all rows below which no row has one of its own: what rests is not held against itself. A
  /// choice, as least_part_of_unit.
  static constexpr double own_part = 1e-2;
  static Worst worst(const Level& level, double own);
  /// What rests has scales, too: a part of what coordinates are, times `rate`; and of `rates` of others, if there are any.
  Level at_least(Level level, double rate, const Vec& rates) const;
  /// A part of the largest velocity (order 1) or acceleration (2) of any coordinate with its unit, for each; or of what has that
  /// order by the time of the run. Empty where speeds are no rates of coordinates.
  Vec rates_of(int order, double duration) const;
  Vec covered(bool springs) const;
  double size_of(int column) const;

  const System* system_;
  Level position_, velocity_, acceleration_;
  std::vector<double> gradient_;  ///< largest sizes of the entries of A
  Vec least_, most_;              ///< of the coordinates
  Vec fastest_, hardest_;         ///< largest |v| and |a|
};

}  // namespace rheon
