#include "mechanism/weights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/index.hpp"

namespace rheon::mechanism {

using expr::Node;

namespace {

/// Coefficients below this part of the weights (and, for unit vectors, lengths) that they consist of are zero: round-off of a sum
/// of a few terms.
constexpr double round_off = 64 * std::numeric_limits<double>::epsilon();
/// Larger ones, as they are summed up at first, are not looked at more closely: a choice that saves derivatives.
constexpr double suspicious = 1e-9;

/// Lengths of a body are differences of its reference coordinates: of this size.
double largest_reference(const Body& body, const std::vector<Feature>& features) {
  double largest = body.centre.cwiseAbs().maxCoeff();
  for (const int f : body.features)
    if (!features[at(f)].is_vector) largest = std::max(largest, body.where(f, features).cwiseAbs().maxCoeff());
  return largest;
}

/// What a coordinate does to the weights: how much it adds up to, and the size of the terms that it consists of.
struct Coefficient {
  double value = 0.0, size = 0.0;
};

/// By slot. Weights are linear in the coordinates; where one should not be, nothing is balanced.
std::map<int, Coefficient> coefficients_of(Model& model, const std::vector<BodyWeight>& weights,
                                           const Geometry& geometry, double gravity) {
  auto& g = model.graph;
  std::map<int, Coefficient> coefficients;
  for (const BodyWeight& w : weights) {
    const Body& body = geometry.bodies[at(w.body)];
    const double force = body.mass * gravity, length = largest_reference(body, geometry.features);
    for (const int slot : g.inputs_of(w.potential)) {
      const int coordinate = slot - model.inputs.q(0);
      if (coordinate < 0 || coordinate >= model.inputs.nq) continue;
      const Node along = g.derivative(w.potential, slot);
      Coefficient& c = coefficients[slot];
      c.value += g.is_constant(along) ? g.value(along) : std::numeric_limits<double>::infinity();
      c.size += force * (model.coordinates[at(coordinate)].unit == "1" ? length : 1.0);
    }
  }
  return coefficients;
}

}  // namespace

void drop_balanced(Model& model, const std::vector<BodyWeight>& weights, const Geometry& geometry, double gravity) {
  auto& g = model.graph;
  for (const auto& [slot, c] : coefficients_of(model, weights, geometry, gravity)) {
    if (std::abs(c.value) > suspicious * c.size) continue;
    const Node rest = g.derivative(model.potential, slot);
    if (g.is_constant(rest) && std::abs(g.value(rest)) <= round_off * c.size)
      model.potential = g.make(expr::Op::sub, model.potential, g.make(expr::Op::mul, rest, g.input(slot)));
  }
}

}  // namespace rheon::mechanism
