#include "rheon/analysis/check.hpp"

#include <algorithm>
#include <iterator>

#include "analysis/conflicting_parts.hpp"
#include "analysis/findings.hpp"
#include "constraints/loaded_outputs.hpp"
#include "constraints/sparse_rank.hpp"
#include "core/index.hpp"
#include "model/system_inside.hpp"
#include "model/wants.hpp"
#include "rheon/core/names.hpp"
#include "rheon/sim/initial.hpp"
#include "rheon/sim/run.hpp"

namespace rheon {

namespace {

/// What a vanishing combination of the rows changes is not determined: here, or in a position next to it, since a symmetric position
/// determines more than the next one does.
void judge_reactions(const System& system, LoadedOutputs& loaded, const RankAnalysis& rows,
                     const SingularityReport& singularity, CheckReport& report) {
  const Model& m = system.model();
  std::vector<bool> open(m.outputs.size(), false), open_row(m.constraints.size(), false);
  for (std::size_t k = 0; k < open.size(); ++k) open[k] = m.outputs[k].split;
  const auto add = [&](LoadedOutputs& there, const std::vector<RankAnalysis::Set>& sets) {
    for (const auto& set : sets) {
      const std::vector<bool> more = there.by(set);
      for (std::size_t k = 0; k < open.size(); ++k) open[k] = open[k] || more[k];
      for (const int row : set.rows) open_row[at(row)] = true;
    }
  };
  add(loaded, rows.dependent);
  if (singularity.state_beside) {
    LoadedOutputs beside(system, *singularity.state_beside);
    add(beside, singularity.dependent_beside);
  }
  for (std::size_t row = 0; row < open_row.size(); ++row)
    if (open_row[row]) report.indeterminate.push_back("lambda." + m.constraints[row].name);
  const std::vector<bool> contains = loaded.by_any();
  for (std::size_t k = 0; k < open.size(); ++k) {
    if (m.outputs[k].for_view) continue;
    if (open[k])
      report.indeterminate.push_back(m.outputs[k].name);
    else if (contains[k])
      report.determinate.push_back(m.outputs[k].name);
  }
}

void append(std::vector<Finding>& all, std::vector<Finding> more) {
  std::move(more.begin(), more.end(), std::back_inserter(all));
}

void append_redundant(const System& system, LoadedOutputs& loaded, const std::vector<RankAnalysis::Set>& sets,
                      std::vector<FindingOfExcess>& excesses, CheckReport& report) {
  std::vector<Transmission> by;
  for (const auto& set : sets) {
    auto& names = report.redundant.emplace_back();
    for (const int row : set.rows) names.push_back(system.row_name(row));
    by.push_back({loaded.hinges(set), loaded.carriers(set)});
  }
  append_redundancies(system, sets, by, report.findings, excesses);
}

/// Rows that only count as dependent leave a motion free that they forbid in truth.
void take_back_where_rows_are_not_dependent(std::vector<Finding>& findings) {
  for (const Finding& near : findings) {
    if (near.kind != "nearly singular") continue;
    for (Finding& f : findings) {
      const bool common = std::any_of(f.rows.begin(), f.rows.end(), [&](const std::string& row) {
        return std::find(near.rows.begin(), near.rows.end(), row) != near.rows.end();
      });
      if (const auto place = f.text.remedy.find(leave_it);
          f.kind == "redundant" && common && place != std::string::npos)
        f.text.remedy.replace(place, leave_it.size(), "; the rows are not dependent to round-off: see above");
    }
  }
}

/// Of a model that could be assembled, at its initial state.
void diagnose(const System& system, const State& state, const RankAnalysis& rows, const ModelVariants& variants,
              CheckReport& report) {
  Terms terms = system.make_terms();
  if (system.layout().rows() > 0 && system.layout().rows() <= Neighbourhood::max_rows &&
      system.evaluate(state, want_velocity_projection, terms)) {
    const WeakRows weak = weak_rows(system, terms);
    report.smallest_singular_values = smallest(weak, 4);
    append(report.findings, weakness_findings(system, weak, rows.rank));
  }
  std::vector<FindingOfExcess> excesses;
  LoadedOutputs loaded(system, state);
  SingularityReport near;
  if (!rows.dependent.empty()) {
    near = Neighbourhood(system).examine(state, rows);
    append(report.findings, singularity_findings(system, near, rows.rank, report.smallest_singular_values));
    append_redundant(system, loaded, near.redundant, excesses, report);
  }
  append_overheld(system.model(), report.findings, excesses);
  if (!rows.dependent.empty() || !excesses.empty()) judge_reactions(system, loaded, rows, near, report);
  advise(system, variants, excesses, report.findings);
  take_back_where_rows_are_not_dependent(report.findings);
  append(report.findings, unconnected_findings(system.model(), variants.unconnected));
  append(report.findings, integrability_findings(system, examine_integrability(system, state, variants.drivers)));
}

/// Elements that are named; of more the number. A choice.
constexpr std::size_t most_named = 4;

/// A singular mass matrix is no mistake where constraints hold what has no mass.
void note_held_mass(const System& system, std::vector<std::string>& notes) {
  std::vector<std::string> names;
  for (const auto& [row, inertia] : SystemInside::holding_rows(system)) {
    const std::string& group = system.model().constraints[at(row)].group;
    if (std::find(names.begin(), names.end(), group) == names.end()) names.push_back(group);
  }
  if (names.empty()) return;
  const std::size_t more = names.size() - std::min(names.size(), most_named);
  names.resize(names.size() - more);
  notes.push_back("the mass matrix is singular: some motion of " +
                  system.velocity_name(SystemInside::held_velocity(system)) + " has no kinetic energy; " +
                  (names.size() == 1 ? "constraint " : "constraints ") + listed(names) +
                  (more > 0 ? " and " + std::to_string(more) + " more" : "") +
                  (names.size() == 1 ? " holds" : " hold") + " it, so that the motion is determined");
}

/// More rows than these are not analysed densely: time grows with their cube, and 2000 take some seconds and 100 MB.
constexpr int most_dense_rows = 2000;

/// The rank of the rows and their dependent sets; in large models that have some, the rank alone. Nothing is known if
/// the report says so.
RankAnalysis find_rank(const System& system, const Terms& terms, CheckReport& report) {
  const int rows = system.layout().rows();
  report.rank_known = true;
  if (rows <= Neighbourhood::max_rows) return analyse_rows(system, terms);
  const auto sparse = sparse_rank(system, terms, rank_tolerance);
  RankAnalysis analysis;
  if (sparse && sparse->dependent.empty()) {
    analysis.rank = sparse->rank;
    for (int i = 0; i < rows; ++i) analysis.independent.push_back(i);
    return analysis;
  }
  if (rows <= most_dense_rows) return analyse_rows(system, terms);
  report.rank_known = sparse.has_value();
  if (sparse) analysis.rank = sparse->rank;
  append(report.findings,
         large_rank_findings(system, sparse ? sparse->dependent : std::vector<int>{}, most_dense_rows));
  return analysis;
}

}  // namespace

CheckReport check(const System& system, const ModelVariants& variants) {
  const Model& m = system.model();
  const Layout& n = system.layout();
  CheckReport report;
  report.coordinates = n.nq;
  report.velocities = n.nv;
  report.position_rows = n.nphi;
  report.velocity_rows = n.npsi;
  for (const auto& c : m.constraints) report.constraints.push_back({c.name, to_text(c.kind), c.text});

  InitialResult initial = find_initial_state(system);
  const bool assembled = initial.problems.empty();
  report.problems = std::move(initial.problems);
  if (initial.contradiction) name_conflicting_parts(n.rows(), variants, *initial.contradiction, report.problems);
  if (m.simulate.place.line > 0) {
    auto more = plan_problems(system, report.problems.empty() ? &initial.state : nullptr);
    report.problems.insert(report.problems.end(), more.begin(), more.end());
  }
  report.notes = std::move(initial.notes);
  note_held_mass(system, report.notes);
  Terms terms = system.make_terms();
  if (!system.evaluate(initial.state, want_stabilised_rate, terms)) return report;  // the reason is among the problems
  const RankAnalysis rows = find_rank(system, terms, report);
  report.rank = rows.rank;
  report.rank_gap = rows.gap;
  const auto& forces = system.model().forces;
  const auto integrals =
      std::count_if(forces.begin(), forces.end(), [](const Force& f) { return f.kind == ForceKind::signal; });
  report.degrees_of_freedom = n.nv - rows.rank - static_cast<int>(integrals);
  if (!assembled) return report;  // away from the constraints nothing can be said about how they depend on each other
  diagnose(system, initial.state, rows, variants, report);
  return report;
}

}  // namespace rheon
