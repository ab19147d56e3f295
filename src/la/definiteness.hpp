// Is a symmetric sparse matrix positive definite? For the start of a run and for checks, not for the step.
#pragma once

#include "rheon/la/sparse.hpp"

namespace rheon {

/// A column that takes part in a direction x with x^T M x < 0 beyond round-off, relative to the diagonal; -1: none.
int negative_direction(const Pattern& pattern, const SparseValues& M);
/// The same for x^T M x at round-off or below it.
int singular_direction(const Pattern& pattern, const SparseValues& M);

}  // namespace rheon
