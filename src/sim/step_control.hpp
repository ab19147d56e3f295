// Where steps begin and end. Smooth pieces of the loads are divided by their switching times; no step crosses one.
#pragma once

#include <vector>

#include "expr/time_functions.hpp"
#include "sim/plan.hpp"

namespace rheon {

/// Number of steps of at most h that divide a length evenly.
std::int64_t steps_in(double length, double h);

/// Time k of `count` even parts, as people write it: 900, not 899.9999999999999.
double whole_time(double begin, double end, std::int64_t k, std::int64_t count);

class StepControl {
 public:
  /// Times that differ by this part of the mean distance of rows are one: far below that distance, far above round-off of times.
  static constexpr double same_time = 1e-9;
  /// With `land`, steps end at the times of rows that the plan names, too; fixed steps always do. Steps under error control are
  /// at most half as long as a window that they enter: what happens there must be seen by the error estimate.
  StepControl(const Plan& plan, const std::vector<double>& switching_times,
              const std::vector<expr::TimeFunctions::Window>& windows, bool land);
  bool switches() const { return switches_; }  ///< are there switching times inside the run?

  // --- fixed step: each piece is divided evenly into steps of at most the size asked; times follow from the index
  double fixed_size(std::int64_t n) const;
  double fixed_time(std::int64_t n) const;
  /// The narrowest window of the loads, if fixed steps are longer than half of it; otherwise an empty one.
  expr::TimeFunctions::Window unseen() const;
  double uneven_step() const { return uneven_; }  ///< a size that differs from the one asked, 0 if none does

  // --- error control
  double first_size(const State& s) const;
  /// Is there a window, within reach of a step of this length, that would have to shorten it?
  bool explains_short_step(double t, double length) const;
  /// `landing` is a time that steps must meet besides the end of the piece, infinity if there is none.
  double fit(double t, double h, double landing) const;     ///< h shortened or stretched a little so that steps land
  double end_of(double t, double h, double landing) const;  ///< t + h, exactly the time to land on if that is meant
  void after_accepted(double h, double error, int error_order, const State& from, State& to) const;
  double after_refused(double h, const StepReport& report, int error_order) const;

  // --- both
  bool at_switch(std::int64_t n, double t) const;       ///< does a new piece begin here (not at the very end)?
  double piece_middle(std::int64_t n, double t) const;  ///< a time inside the piece that begins or runs here

 private:
  struct Piece {
    double begin, end;
    std::int64_t first, count;  ///< number of its first step, number of steps (fixed step)
    bool switches;              ///< a load switches at its beginning; otherwise only a row is due there
  };
  const Piece& piece_of_step(std::int64_t n) const;
  const Piece& piece_of_time(double t) const;
  double next_stop(double t, double landing) const;

  void find_stretches(const std::vector<expr::TimeFunctions::Window>& windows);
  double seen(double t, double h) const;

  /// Steps that enter it may be so long.
  struct Stretch {
    double begin, end, longest;
  };
  const Plan* plan_;
  std::vector<Piece> pieces_;
  std::vector<Stretch> stretches_;  ///< in order, without overlap
  bool switches_ = false;
  double uneven_ = 0.0;
};

}  // namespace rheon
