#include "sim/recorder.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "core/unit_text.hpp"
#include "la/products.hpp"
#include "methods/energy_equations.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// Numbers reserved ahead at the most (128 MB): a very large number of samples grows as it comes.
constexpr std::size_t reserved_at_most = 16u << 20;

void append_motion(const Model& m, std::vector<Channel>& c) {
  for (const auto& x : m.coordinates) {
    c.push_back({x.name, x.unit});
    c.push_back({x.name + "'", rate_unit(x.unit)});
    c.push_back({x.name + "''", rate_unit(x.unit, 2)});
  }
  if (m.general_speeds)
    for (const auto& u : m.speeds) {
      c.push_back({u.name, u.unit});
      c.push_back({u.name + "'", rate_unit(u.unit)});
    }
  for (const auto& row : m.constraints) c.push_back({"lambda." + row.name, ""});
}

void append_account(bool stores_energy, std::vector<Channel>& c) {
  for (const char* name : {"energy.kinetic", "energy.potential"}) c.push_back({name, "J"});
  if (stores_energy) c.push_back({"energy.constraint", "J"});
  for (const char* name :
       {"energy.total", "work.applied", "work.friction", "work.driving", "energy.projections", "energy.integrator"})
    c.push_back({name, "J"});
  for (const char* name : {"drift.position", "drift.velocity", "drift.acceleration"}) c.push_back({name, ""});
}

constexpr std::string_view step_channels[] = {"run.step", "run.steps", "run.refused", "run.iterations"};

void append_steps(std::vector<Channel>& c) {
  for (const std::string_view name : step_channels) c.push_back({std::string(name), name == "run.step" ? "s" : "1"});
}

}  // namespace

bool is_step_channel(std::string_view name) {
  return std::find(std::begin(step_channels), std::end(step_channels), name) != std::end(step_channels);
}

std::vector<Channel> result_channels(const System& system, RowParts parts) {
  std::vector<Channel> c{{"t", "s"}};
  append_motion(system.model(), c);
  append_account(parts.stores_energy, c);
  for (const auto& row : system.model().constraints) c.push_back({"violation." + row.name, ""});
  if (parts.steps) append_steps(c);
  for (const auto& o : system.model().outputs) c.push_back({o.name, o.unit});
  return c;
}

void keep_largest(const System& system, const Drifts& drifts, double t, Summary& summary) {
  const auto keep = [&](const Drift& d, Violation& v) {
    if (d.row >= 0 && (d.worst > v.value || v.constraint.empty())) v = {d.worst, system.row_name(d.row), t};
  };
  keep(drifts.position, summary.position);
  keep(drifts.velocity, summary.velocity);
  keep(drifts.acceleration, summary.acceleration);
}

Summary summary_of(const System& system) {
  Summary summary;
  summary.model = system.model().name;
  summary.file = system.model().file;
  summary.version = version();
  summary.coordinates = system.layout().nq;
  summary.velocities = system.layout().nv;
  summary.rows = system.layout().rows();
  return summary;
}

Recorder::Recorder(const System& system, std::size_t expected_rows, RowParts parts, bool account_only)
    : system_(&system),
      terms_(system.make_terms()),
      gradients_(system.jacobian_pattern()),
      parts_(parts),
      account_only_(account_only) {
  results_.channels = account_only ? std::vector<Channel>{{"t", "s"}} : result_channels(system, parts);
  if (account_only) append_account(parts.stores_energy, results_.channels);
  if (account_only && parts.steps) append_steps(results_.channels);
  results_.values.reserve(std::min(expected_rows * results_.channels.size(), reserved_at_most));
  results_.model_text = system.model().text;
  if (!account_only) results_.scene = system.model().scene;
  results_.switching_times = system.switching_times();
}

void Recorder::record_motion(const State& s) {
  auto& row = results_.values;
  for (Index i = 0; i < s.q.size(); ++i) {
    row.push_back(s.q[i]);
    row.push_back(terms_.q_dot[i]);
    row.push_back(terms_.q_ddot[i]);
  }
  if (system_->model().general_speeds)
    for (Index i = 0; i < s.v.size(); ++i) {
      row.push_back(s.v[i]);
      row.push_back(s.a[i]);
    }
  for (Index i = 0; i < s.lambda.size(); ++i) row.push_back(s.lambda[i]);
}

void Recorder::record_energies(const State& s) {
  auto& row = results_.values;
  for (const double e : {terms_.kinetic, terms_.potential}) row.push_back(e);
  if (parts_.stores_energy) row.push_back(s.energy_constraint);
  const double total = total_energy(terms_, s), unexplained = unexplained_energy(total, s.energy_start, s.work);
  for (const double e :
       {total, s.work.applied, s.work.friction, s.work.driving, s.energy_projected, unexplained - s.energy_projected})
    row.push_back(e);
}

Status Recorder::record(const State& s, const StepCounts& counts) {
  const Want wanted = Want::energy | Want::rates;
  if (auto ok = system_->evaluate(s, account_only_ ? wanted : wanted | Want::outputs, terms_); !ok) return ok;
  if (!std::isfinite(terms_.kinetic)) return {Code::not_finite, -1, 0, terms_.kinetic, "kinetic energy"};
  auto& row = results_.values;
  const std::size_t before = row.size();
  row.push_back(s.t);
  if (!account_only_) record_motion(s);
  record_energies(s);
  Drifts drifts;
  if (auto ok = measure_drift(*system_, s, terms_, drifts); !ok) {
    row.resize(before);  // no half a row
    return ok;
  }
  gradients_.see(system_->jacobian_pattern(), terms_.A, s.t);
  for (const Drift& d : {drifts.position, drifts.velocity, drifts.acceleration}) row.push_back(d.norm);
  if (!account_only_)
    for (const Vec* violation : {&terms_.phi, &terms_.psi})
      for (const double value : *violation) row.push_back(value);
  if (parts_.steps) {
    row.push_back(counts.step);
    for (const long long count : {counts.steps, counts.refused, counts.iterations})
      row.push_back(static_cast<double>(count));
  }
  for (Index i = 0; !account_only_ && i < terms_.outputs.size(); ++i)
    row.push_back(without_sign_of_nan(terms_.outputs[i]));  // the same whatever computed it
  return {};
}

}  // namespace rheon
