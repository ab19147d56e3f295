// Dense matrices in extended precision, where the machine has it: for small problems that lose digits on the way.
#pragma once

#include <Eigen/Core>

#include "rheon/la/sparse.hpp"

namespace rheon {

using Real = long double;
using RealMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
using RealVector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

/// A sparse matrix of doubles as a full one.
RealMatrix dense(const Pattern& pattern, const SparseValues& values);

}  // namespace rheon
