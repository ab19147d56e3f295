#include "model/unused_nodes.hpp"

#include "expr/unused.hpp"

namespace rheon {

void drop_unused_nodes(Model& model, std::vector<expr::Node*> more) {
  auto& kept = more;
  kept.reserve(kept.size() + model.rate.size() + model.constraints.size() + model.outputs.size() +
               2 * model.angles.size());
  kept.push_back(&model.potential);
  for (auto* one : {&model.kinetic, &model.signal_energy})
    if (*one) kept.push_back(&**one);
  for (expr::Node& rate : model.rate) kept.push_back(&rate);
  for (auto& row : model.mass)
    for (expr::Node& entry : row) kept.push_back(&entry);
  for (auto* forces : {&model.forces, &model.nonideal})
    for (Force& f : *forces) kept.push_back(&f.value);
  for (auto* rows : {&model.constraints, &model.starting})
    for (ConstraintRow& row : *rows) kept.push_back(&row.residual);
  for (Output& output : model.outputs) kept.push_back(&output.value);
  for (TrackedAngle& angle : model.angles) kept.insert(kept.end(), {&angle.sine, &angle.cosine});
  expr::drop_unused(model.graph, kept);
  model.outputs.shrink_to_fit();
  model.constraints.shrink_to_fit();
  model.coordinates.shrink_to_fit();
  model.speeds.shrink_to_fit();
}

}  // namespace rheon
