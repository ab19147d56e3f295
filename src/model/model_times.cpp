#include "model/model_times.hpp"

#include <algorithm>

#include "core/number_text.hpp"
#include "expr/local_functions.hpp"
#include "model/model_parts.hpp"
#include "rheon/core/error.hpp"

namespace rheon {

namespace {

/// All that equations of motion are made of.
std::vector<expr::Node> motion_of(const Model& m) {
  std::vector<expr::Node> nodes{m.potential};
  if (m.kinetic) nodes.push_back(*m.kinetic);
  for (const auto& row : m.mass) nodes.insert(nodes.end(), row.begin(), row.end());
  nodes.insert(nodes.end(), m.rate.begin(), m.rate.end());
  for (const auto* forces : {&m.forces, &m.nonideal})
    for (const Force& f : *forces) nodes.push_back(f.value);
  for (const ConstraintRow& c : m.constraints) nodes.push_back(c.residual);
  for (const TrackedAngle& angle : m.angles) nodes.insert(nodes.end(), {angle.sine, angle.cosine});
  return nodes;
}

/// Outputs switch as loads do, and rows show both sides; no step has to see how they vary.
std::vector<expr::Node> motion_and_outputs_of(const Model& m) {
  std::vector<expr::Node> nodes = motion_of(m);
  for (const Output& o : m.outputs) nodes.push_back(o.value);
  return nodes;
}

}  // namespace

ModelTimes::ModelTimes(const System& system)
    : system_(&system),
      motion_(system.model().graph, motion_of(system.model())),
      functions_(system.model().graph, motion_and_outputs_of(system.model())) {}

bool ModelTimes::motion_meets_local_loads(const Model& model) {
  return expr::vary_locally_in_motion(model.graph, motion_of(model));
}

expr::TimeFunctions::Times ModelTimes::all(double from, double to) const {
  expr::TimeFunctions::Times found = functions_.switching_times(from, to);
  for (const double t : system_->switching_times())
    if (t >= from && t <= to) found.times.push_back(t);
  std::sort(found.times.begin(), found.times.end());
  found.times.erase(std::unique(found.times.begin(), found.times.end()), found.times.end());
  return found;
}

std::vector<double> ModelTimes::switching(double from, double to) const {
  expr::TimeFunctions::Times found = all(from, to);
  if (!found.complete) refuse_too_many(from, to);
  return std::move(found.times);
}

/// At the first part of the model of which they are.
void ModelTimes::refuse_too_many(double from, double to) const {
  const Model& m = system_->model();
  std::vector<ModelPart> parts = parts_of(m);
  for (const Output& o : m.outputs) parts.push_back({"output \"" + o.name + "\"", o.value, false, o.place});
  const auto has_too_many = [&](const ModelPart& part) {
    return !expr::TimeFunctions(m.graph, std::span(&part.value, 1)).switching_times(from, to).complete;
  };
  const auto part = std::find_if(parts.begin(), parts.end(), has_too_many);
  const bool found = part != parts.end();
  throw ModelError(
      {{found && part->place.line > 0 ? part->place : Place{m.file}, found ? part->name : "",
        "functions of time that are compared here (by <, abs, sign, min, max, floor or a table) meet too often "
        "for all switching times to be found",
        "between " + brief_text(from) + " s and " + brief_text(to) + " s",
        "shorten the run, or write the load without a switch"}});
}

double ModelTimes::inside_first_piece(double start) const {
  // seconds: where so many switching times are found that the list is not complete, a thousandth is looked at, and so on
  constexpr double first = 1.0, shorter = 1e-3, shortest = 1e-10;
  for (double length = first;; length *= shorter) {
    const expr::TimeFunctions::Times found = all(start, start + length);
    const auto next = std::upper_bound(found.times.begin(), found.times.end(), start);
    if (found.complete || length < shortest) return next == found.times.end() ? start + length : 0.5 * (start + *next);
  }
}

}  // namespace rheon
