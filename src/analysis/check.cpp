#include "rheon/analysis/check.hpp"

#include <algorithm>

#include "formulations/row_rank.hpp"
#include "model/wants.hpp"
#include "rheon/sim/initial.hpp"
#include "rheon/sim/run.hpp"

namespace rheon {

CheckReport check(const System& system) {
  const Model& m = system.model();
  const Layout& n = system.layout();
  CheckReport report;
  report.coordinates = n.nq;
  report.velocities = n.nv;
  report.position_rows = n.nphi;
  report.velocity_rows = n.npsi;
  for (const auto& c : m.constraints) report.constraints.push_back({c.name, to_text(c.kind), c.text});

  InitialResult initial = find_initial_state(system);
  report.problems = std::move(initial.problems);
  if (m.simulate.place.line > 0) {
    auto more = plan_problems(system, report.problems.empty() ? &initial.state : nullptr);
    report.problems.insert(report.problems.end(), more.begin(), more.end());
  }
  report.notes = std::move(initial.notes);
  Terms terms = system.make_terms();
  if (!system.evaluate(initial.state, want_stabilised_rate, terms)) return report;  // the reason is among the problems
  const RankAnalysis rows = analyse_rows(system, terms);
  report.rank_known = true;
  report.rank = rows.rank;
  report.rank_gap = rows.gap;
  report.degrees_of_freedom = n.nv - rows.rank;
  // rows that conflict depend on each other too, but nothing implies one of them: the problem says what there is to say
  const auto in_conflict = [&](const RankAnalysis::Set& set) {
    return std::any_of(report.problems.begin(), report.problems.end(), [&](const Problem& p) {
      return p.what.find(" conflict") != std::string::npos &&
             std::all_of(set.rows.begin(), set.rows.end(),
                         [&](int row) { return p.what.find("\"" + system.row_name(row) + "\"") != std::string::npos; });
    });
  };
  for (const auto& set : rows.dependent) {
    if (in_conflict(set)) continue;
    auto& names = report.redundant.emplace_back();
    for (const int row : set.rows) names.push_back(system.row_name(row));
  }
  return report;
}

}  // namespace rheon
