// The exponential of a matrix of about size one.
#pragma once

#include "la/extended.hpp"

namespace rheon {

/// exp(B) by its series, to round-off where |B| is of size one: the terms fall from the first on. Larger matrices lose the
/// digits that cancel in the sum, and would have to be scaled first ([MolerVanLoan2003] method 3).
RealMatrix matrix_exponential(const RealMatrix& B);

}  // namespace rheon
