#include "rheon/analysis/check.hpp"

#include <algorithm>
#include <cmath>

#include "formulations/row_rank.hpp"
#include "model/wants.hpp"
#include "rheon/sim/initial.hpp"
#include "rheon/sim/run.hpp"

namespace rheon {

namespace {

/// Outputs contain multipliers linearly. What a vanishing combination of the rows changes in one of them is not
/// determined; what a change of all multipliers does not touch contains none.
void judge_reactions(const System& system, State s, const RankAnalysis& rows, CheckReport& report) {
  const Model& m = system.model();
  Terms terms = system.make_terms();
  const auto outputs = [&](const Vec& lambda) {
    s.lambda = lambda;
    return system.evaluate(s, Want::outputs, terms) ? terms.outputs : Vec(Vec::Constant(terms.outputs.size(), NAN));
  };
  const Index n = system.layout().rows();
  const Vec at_zero = outputs(Vec::Zero(n));
  std::vector<bool> open(m.outputs.size(), false), contains(m.outputs.size(), false),
      open_row(static_cast<std::size_t>(n), false);
  const auto mark = [&](const Vec& lambda, double tolerance, std::vector<bool>& which) {
    const Vec change = outputs(lambda) - at_zero;
    const double size =
        lambda.cwiseAbs().maxCoeff() * (1.0 + s.q.cwiseAbs().maxCoeff()) + at_zero.cwiseAbs().maxCoeff();
    for (std::size_t k = 0; k < which.size(); ++k)
      if (std::abs(change[static_cast<Index>(k)]) > tolerance * size) which[k] = true;
  };
  if (!m.outputs.empty() && n > 0)
    for (Index row = 0; row < n; ++row) mark(Vec::Unit(n, row), 1e-12, contains);
  for (const auto& set : rows.dependent) {
    Vec lambda = Vec::Zero(n);
    for (std::size_t k = 0; k < set.rows.size(); ++k) lambda[set.rows[k]] = set.coefficients[k];
    for (const int row : set.rows) open_row[static_cast<std::size_t>(row)] = true;
    if (!m.outputs.empty()) mark(lambda / lambda.cwiseAbs().maxCoeff(), rank_tolerance, open);
  }
  for (Index row = 0; row < n; ++row)
    if (open_row[static_cast<std::size_t>(row)])
      report.indeterminate.push_back("lambda." + m.constraints[static_cast<std::size_t>(row)].name);
  for (std::size_t k = 0; k < m.outputs.size(); ++k) {
    if (open[k])
      report.indeterminate.push_back(m.outputs[k].name);
    else if (contains[k])
      report.determinate.push_back(m.outputs[k].name);
  }
}

}  // namespace

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
  if (!rows.dependent.empty()) judge_reactions(system, initial.state, rows, report);
  for (const auto& set : rows.dependent) {
    if (in_conflict(set)) continue;
    auto& names = report.redundant.emplace_back();
    for (const int row : set.rows) names.push_back(system.row_name(row));
  }
  return report;
}

}  // namespace rheon
