// The hot loop's answer: plain data, no exception, no allocation. Text is made of it at the boundary: System::describe.
#pragma once

namespace rheon {

enum class Code : unsigned char {
  ok,
  not_converged,  ///< an iteration reached its limit
  singular,       ///< a matrix could not be factored
  rank_lost,      ///< constraint rows ask for what no acceleration can give
  not_finite,     ///< a model expression or a result is infinite or not a number
  step_too_small  ///< error control asks for a step below the resolution of time
};

/// Outcome of one operation. A user's own forms return it, too, and System::describe reads it as the following table says. Indices
/// count from 0; -1, or one that is out of range, means that the place is not known.
///
///   code            row                                                        value
///   not_converged   the constraint row that is furthest off                    what is left over
///   singular        velocity coordinate; a constraint row if multipliers       pivot, or determinant
///                   cannot be found
///   rank_lost       the constraint row that cannot be satisfied                its residual
///   not_finite      velocity coordinate where `where` is "generalised force",  the number itself
///                   "mass matrix", "motion", "acceleration" or ends in "of the
///                   forces"; otherwise a constraint row
///   step_too_small  -1                                                         length of the step, s
///
/// Constraint rows are those of System::row_name, velocity coordinates those of System::velocity_name.
struct [[nodiscard]] Status {
  Code code = Code::ok;
  int row = -1;
  int iterations = 0;  ///< done until then, where something iterates
  double value = 0.0;
  const char* where = "";  ///< the stage that failed, e.g. "velocity projection"; not owned: a literal

  explicit operator bool() const { return code == Code::ok; }
  /// May a smaller step help?
  bool recoverable() const { return code != Code::step_too_small; }
};

}  // namespace rheon
