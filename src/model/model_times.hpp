// Times that a model itself has: when its loads switch, and where they vary.
#pragma once

#include <vector>

#include "expr/time_functions.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

class ModelTimes {
 public:
  explicit ModelTimes(const System& system);
  /// Times in [from, to] at which a load switches, sorted: those that the model names, and those at which functions of time
  /// alone that it compares meet, found by search. Throws ModelError if there are too many to be found.
  std::vector<double> switching(double from, double to) const;
  /// A time inside the smooth piece of the loads that begins at `start`, at most 1 s later.
  double inside_first_piece(double start) const;
  /// May what the motion meets lie between two places at which a long step looks? See expr/local_functions.hpp.
  static bool motion_meets_local_loads(const Model& model);
  /// See expr/time_functions.hpp.
  std::vector<expr::TimeFunctions::Window> windows(double from, double to) const { return motion_.windows(from, to); }

 private:
  expr::TimeFunctions::Times all(double from, double to) const;
  [[noreturn]] void refuse_too_many(double from, double to) const;

  const System* system_;
  expr::TimeFunctions motion_, functions_;
};

}  // namespace rheon
