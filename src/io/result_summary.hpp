// The fields of a Summary by name, said once: JSON, HDF5 attributes and the HDF5 reader all follow this list.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "rheon/sim/results.hpp"

namespace rheon::io {

inline constexpr std::array<std::pair<Ending, std::string_view>, 3> ending_names{
    {{Ending::completed, "completed"}, {Ending::stopped, "stopped"}, {Ending::interrupted, "interrupted"}}};

/// Calls visit(path, field) for every scalar field; the fields are std::string, double, long long, int or Ending.
/// A dot in a path means a nested object in JSON. Options, doubts and notes are lists and not visited.
template <class SummaryType, class Visit>
void visit_fields(SummaryType& s, Visit&& visit) {
  visit("model", s.model);
  visit("file", s.file);
  visit("formulation", s.formulation);
  visit("integrator", s.integrator);
  visit("version", s.version);
  visit("ending", s.ending);
  visit("message", s.message);
  visit("start_time", s.start_time);
  visit("end_time", s.end_time);
  visit("duration", s.duration);
  visit("step", s.step);
  visit("smallest_step", s.smallest_step);
  visit("largest_step", s.largest_step);
  visit("tolerance", s.tolerance);
  visit("steps", s.steps);
  visit("refused_steps", s.refused_steps);
  visit("evaluations", s.evaluations);
  visit("factorisations", s.factorisations);
  visit("iterations", s.iterations);
  visit("repartitions", s.repartitions);
  visit("wall_seconds", s.wall_seconds);
  visit("cpu_seconds", s.cpu_seconds);
  visit("peak_memory", s.peak_memory);
  visit("violation.position.value", s.position.value);
  visit("violation.position.constraint", s.position.constraint);
  visit("violation.position.time", s.position.time);
  visit("violation.velocity.value", s.velocity.value);
  visit("violation.velocity.constraint", s.velocity.constraint);
  visit("violation.velocity.time", s.velocity.time);
  visit("violation.acceleration.value", s.acceleration.value);
  visit("violation.acceleration.constraint", s.acceleration.constraint);
  visit("violation.acceleration.time", s.acceleration.time);
  visit("energy.start", s.energy_start);
  visit("energy.end", s.energy_end);
  visit("energy.constraint", s.energy_constraint);
  visit("energy.unexplained", s.energy_unexplained);
  visit("energy.projections", s.energy_projected);
  visit("energy.worst.value", s.energy_worst);
  visit("energy.worst.time", s.energy_worst_time);
  visit("error.estimate", s.error_estimate);
  visit("error.coordinate", s.error_coordinate);
  visit("error.method", s.error_method);
  visit("error.seconds", s.estimate_seconds);
  visit("work.applied", s.work.applied);
  visit("work.friction", s.work.friction);
  visit("work.driving", s.work.driving);
  visit("coordinates", s.coordinates);
  visit("velocities", s.velocities);
  visit("rows", s.rows);
}

/// `completed`, `stopped`, `interrupted`.
inline std::string_view to_text(Ending ending) { return ending_names[static_cast<std::size_t>(ending)].second; }

}  // namespace rheon::io
