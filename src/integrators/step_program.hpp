// An explicit Runge-Kutta step of a small system as one program: stages, the sums over them, the end, and the
// sums of the error estimates. The same operations in the same order as ExplicitRungeKutta stage by stage, so the same bits.
#pragma once

#include <deque>

#include "code/executable.hpp"
#include "kernels/rate_code.hpp"
#include "rheon/integrators/kind.hpp"

namespace rheon {

class StepProgram {
 public:
  /// Empty where the form does not take part in programs, or where the code would be large.
  /// `stride`: numbers from the rates (q', v') of one stage to those of the next in what `run` fills.
  StepProgram(const System& system, const CodedRate& form, const Tableau& tableau, int stride);
  explicit operator bool() const { return static_cast<bool>(code_); }
  /// `rates`: those of all stages, then the rest (below). False where a rate has to be found by the general solver.
  bool run(const State& from, double h, double* rates);

  /// Behind the rates of the stages: numbers of `run`.
  int size() const { return size_; }
  int stages() const { return tableau_->stages; }
  /// Of the rows, where they were the closest to being dependent.
  double independence(const double* rates) const { return PivotWatch::independence(rates[watch_at_]); }
  const double* end(const double* rates) const { return rates + end_at_; }              ///< q, v
  const double* multipliers(const double* rates) const { return end(rates) + width_; }  ///< of the last stage
  /// sum_i e_i k_i, of q' and v', for the first or the second estimate
  const double* error(const double* rates, bool second) const { return rates + error_at_ + (second ? width_ : 0); }

 private:
  void write(code::Program& program, const System& system, const CodedRate& form);
  std::vector<code::Ref> initial_inputs(code::Program& program, const InputMap& inputs) const;

  const Tableau* tableau_;
  int stride_, width_;  ///< q' and v'
  int watch_at_ = 0, end_at_ = 0, error_at_ = 0, size_ = 0;
  bool coded_ = false;
  std::deque<RateCode> stages_;
  code::Executable code_;
  std::vector<double> in_, work_;
};

}  // namespace rheon
