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

/// Outcome of one operation. `row` says where: a constraint row, or for `singular` and `not_finite` a coordinate or
/// an entry, as the function that returns it documents. A user's own forms return it, too; `where` then is a literal.
struct [[nodiscard]] Status {
  Code code = Code::ok;
  int row = -1;
  int iterations = 0;
  double value = 0.0;      ///< the number behind the code, e.g. the residual that did not fall
  const char* where = "";  ///< static text: the stage that failed, e.g. "velocity projection"

  explicit operator bool() const { return code == Code::ok; }
  /// May a smaller step help?
  bool recoverable() const { return code != Code::step_too_small; }
};

}  // namespace rheon
