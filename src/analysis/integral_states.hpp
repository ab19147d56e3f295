// Integrals of controllers among the states of a linearisation.
//
// A controller's integral is the velocity of a coordinate of its own, which nothing depends on: the coordinate would be
// one more eigenvalue zero that is no motion of the system. The integral itself is a state like others.
#pragma once

#include <string>
#include <vector>

#include "analysis/linear_flow.hpp"
#include "la/spectrum.hpp"

namespace rheon {

/// Coordinates whose velocities are integrals of controllers, ascending.
std::vector<int> integral_coordinates(const Model& model);

/// `motor.integral` for the velocity `motor.memory'`.
std::string integral_name(const Model& model, int coordinate);

/// Takes these coordinates out of the flow: J, its noise, X and the count of freedoms. S and what it serves stay.
void drop_coordinates(LinearFlow& flow, const std::vector<int>& coordinates);

/// How much of a mode with this eigenvalue and eigenvector is in the states that `rows` of X name: the sum of their
/// participation factors |w_i x_i| / |w . x|, w the left eigenvector, so that units do not matter; between 0 and 1.
double share_of_rows(const LinearFlow& flow, std::complex<Real> eigenvalue, const ComplexMatrix& vector,
                     const std::vector<int>& rows);

}  // namespace rheon
