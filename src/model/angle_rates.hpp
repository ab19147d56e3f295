// Rates and accelerations of the tracked angles of a state, from differences of their sines and cosines.
//
// An angle is atan2(s, c) up to whole turns, and its rate (c s' - s c')/(s^2 + c^2); s' and c' are central differences over dt to
// either side along the motion, and accelerations are those of the rates. No allocation but in the constructor.
#pragma once

#include <vector>

#include "rheon/model/system.hpp"

namespace rheon {

class AngleRates {
 public:
  explicit AngleRates(const Model& model);
  /// Do sines and cosines depend on time besides the coordinates?
  bool depend_on_time() const { return timed_; }
  /// The state of all that follows.
  void gather(const State& s);
  void find_rates(double dt, std::vector<double>& rates) { rates_at(inputs_, dt, rates); }
  void find_accelerations(double dt, std::vector<double>& accelerations);
  /// Sine and cosine of each angle, to a common factor, and a time dt later. Then another state has to be gathered.
  void find_arms(double dt, std::vector<double>& arm, std::vector<double>& ahead);

 private:
  void find_coordinate_rates(const double* inputs);
  void move_along(double dt, bool velocities, const std::vector<double>& start, std::vector<double>& moved) const;
  void rates_at(const std::vector<double>& inputs, double dt, std::vector<double>& rates);

  InputMap map_;
  expr::Tape arms_;              ///< sine and cosine of each angle, to a common factor
  expr::Tape coordinate_rates_;  ///< q', only with general speeds
  bool timed_ = false;
  std::vector<double> inputs_, moved_, shifted_, q_dot_, work_;
  std::vector<double> arm_, arm_ahead_, arm_behind_, other_;
};

}  // namespace rheon
