// Accelerations and multipliers as values of a straight-line program: of RateKernel, and of programs that hold a whole step.
#pragma once

#include "kernels/pivot_watch.hpp"
#include "la/kkt_structure.hpp"
#include "model/inlined_terms.hpp"
#include "rheon/methods/form.hpp"

namespace rheon {

/// `terms.inputs` may be set; all of it must be kept as long as the program.
struct RateCode {
  InlinedTerms terms{};
  std::vector<code::Ref> a{}, lambda{};  ///< lambda of the rows kept
};

/// M a + A^T lambda = Q, A a = b for the rows that are `kept`; `s` is the structure of M and these rows. Returns the factors.
KktValues append_rate(code::Program& program, const System& system, const KktStructure& s, const std::vector<int>& kept,
                      RateCode& rate, PivotWatch& watch);

/// A rate form whose rates can be part of a larger program.
class CodedRate {
 public:
  virtual ~CodedRate() = default;
  /// False where this is not possible for any state.
  virtual bool append_rate(code::Program& program, RateCode& rate, PivotWatch& watch) const = 0;
  /// Are its rates those of the program, from this state on to the end of a step?
  virtual bool as_coded(const State& from) const = 0;
  /// Makes ready for `accelerate` from states with the z of `from`. False where it is not possible.
  virtual bool begin_numbers(const State& from) = 0;
  /// a and lambda (unless null) from numbers as InputMap counts them, up to the velocities. False where the general solver has to
  /// take over.
  virtual bool accelerate(const double* numbers, double* a, double* lambda) = 0;
  /// Rows that follow from others, as far as the state knows.
  virtual const std::vector<int>& dependent_rows(const State& s) = 0;
  /// So many rates were found by a program, with rows as independent as this (RateForm::independence).
  virtual void count_rates(int count, double independence) = 0;
};

}  // namespace rheon
