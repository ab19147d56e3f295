// Weights that balance each other.
#pragma once

#include <vector>

#include "mechanism/geometry.hpp"
#include "rheon/model/model.hpp"

namespace rheon::mechanism {

/// The weight of a body by its potential, which is linear in the coordinates.
struct BodyWeight {
  int body;
  expr::Node potential;
};

/// In a balanced mechanism the coefficient of a coordinate in the potential of all weights cancels up to round-off, which
/// would be a force and decide about stability. Takes these rests out of the model's potential.
void drop_balanced(Model& model, const std::vector<BodyWeight>& weights, const Geometry& geometry, double gravity);

}  // namespace rheon::mechanism
