// What the error of a step may be, under error control with a relative and an absolute tolerance.
#pragma once

#include <algorithm>
#include <cmath>

#include "la/number_algebra.hpp"

namespace rheon {

/// What x may be off by: absolute + relative |x|. Over an algebra (la/number_algebra.hpp).
template <class Algebra, class Number>
Number allowed_change(Algebra& algebra, Number x, Number relative, Number absolute) {
  return algebra.add(absolute, algebra.mul(relative, algebra.abs(x)));
}

/// The same of a number that goes from `before` to `after` in a step, by the larger.
inline double allowed_error(double before, double after, double relative, double absolute) {
  NumberAlgebra numbers;
  return allowed_change(numbers, std::max(std::abs(before), std::abs(after)), relative, absolute);
}

}  // namespace rheon
