// Momenta conjugate to the coordinate rates when the kinetic energy is written in generalised speeds.
#pragma once

#include <vector>

#include "rheon/model/model.hpp"

namespace rheon {

/// Solves T^T p = P for p symbolically, T = d rate / d v. T is split into its independent blocks, each solved by
/// Cramer's rule, so that the result is singular only where T is. Throws ModelError for a T that is not square or has
/// a block larger than six.
std::vector<expr::Node> conjugate_momenta(Model& model, const std::vector<expr::Node>& P);

}  // namespace rheon
