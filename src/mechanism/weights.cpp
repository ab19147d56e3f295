#include "mechanism/weights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/index.hpp"

namespace rheon::mechanism {

using expr::Node;

namespace {

/// Coefficients below this part of the weights (and, for unit vectors, lengths) that they consist of are zero.
constexpr double round_off = 64 * std::numeric_limits<double>::epsilon();
/// Larger ones are not looked at more closely.
constexpr double suspicious = 1e-9;

/// Lengths of a body are differences of its reference coordinates: of this size.
double largest_reference(const Body& body, const std::vector<Feature>& features) {
  double largest = body.centre.cwiseAbs().maxCoeff();
  for (const int f : body.features)
    if (!features[at(f)].is_vector) largest = std::max(largest, body.where(f, features).cwiseAbs().maxCoeff());
  return largest;
}

/// Slot to the size of the terms of its coefficient.
std::map<int, double> sizes_of(const Model& model, const std::vector<BodyWeight>& weights, const Geometry& geometry,
                               double gravity) {
  std::map<int, double> sizes;
  for (const BodyWeight& w : weights) {
    const Body& body = geometry.bodies[at(w.body)];
    const double force = body.mass * gravity, length = largest_reference(body, geometry.features);
    for (const int slot : model.graph.inputs_of(w.potential)) {
      const int coordinate = slot - model.inputs.q(0);
      if (coordinate < 0 || coordinate >= model.inputs.nq) continue;
      sizes[slot] += force * (model.coordinates[at(coordinate)].unit == "1" ? length : 1.0);
    }
  }
  return sizes;
}

/// Coefficients by evaluation, so that the graph of an ordinary mechanism stays as it is.
class Coefficients {
 public:
  Coefficients(const Model& model, const std::vector<BodyWeight>& weights) : inputs_(at(model.inputs.size()), 0.0) {
    std::vector<Node> nodes;
    for (const BodyWeight& w : weights) nodes.push_back(w.potential);
    tape_ = expr::Tape(model.graph, nodes);
    values_.resize(nodes.size());
    work_.resize(tape_.work_size());
    at_zero_ = total();
  }
  double of(int slot) {
    inputs_[at(slot)] = 1.0;
    const double value = total() - at_zero_;
    inputs_[at(slot)] = 0.0;
    return value;
  }

 private:
  double total() {
    tape_.evaluate(inputs_.data(), values_.data(), work_.data());
    double sum = 0.0;
    for (const double value : values_) sum += value;
    return sum;
  }
  expr::Tape tape_;
  std::vector<double> inputs_, values_, work_;
  double at_zero_ = 0.0;
};

}  // namespace

void drop_balanced(Model& model, const std::vector<BodyWeight>& weights, const Geometry& geometry, double gravity) {
  auto& g = model.graph;
  Coefficients coefficients(model, weights);
  for (const auto& [slot, size] : sizes_of(model, weights, geometry, gravity)) {
    if (std::abs(coefficients.of(slot)) > suspicious * size) continue;
    const Node rest = g.derivative(model.potential, slot);
    if (g.is_constant(rest) && std::abs(g.value(rest)) <= round_off * size)
      model.potential = g.make(expr::Op::sub, model.potential, g.make(expr::Op::mul, rest, g.input(slot)));
  }
}

}  // namespace rheon::mechanism
