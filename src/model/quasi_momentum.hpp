// Momenta conjugate to the coordinate rates when the kinetic energy is written in generalised speeds.
#pragma once

#include <vector>

#include "rheon/model/model.hpp"

namespace rheon {

/// Solves T^T p = P for p symbolically, T = d rate / d v. T is split into its independent blocks, each solved by
/// Cramer's rule, so that the result is singular only where T is. With fewer speeds than coordinates p is the shortest
/// solution, provided that the rest of p is of no consequence, as for quaternions. Throws ModelError otherwise, and for
/// more than six speeds in a block.
std::vector<expr::Node> conjugate_momenta(Model& model, const std::vector<expr::Node>& P);

}  // namespace rheon
