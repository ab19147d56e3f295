#include "sim/doubts.hpp"

#include <algorithm>
#include <cmath>

#include "constraints/projector.hpp"
#include "constraints/row_rank.hpp"
#include "core/number_text.hpp"
#include "la/products.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {
/// What constraints that are springs may make of the energy of a system at rest, as a part of its potential: they take up the
/// load at the start, and integrators lose what that sets free. A choice: with smaller ones such rests are doubted, and larger ones
/// hide errors where a potential is large.
constexpr double given_way = 1e-5;
/// The same of others: some thousand roundings, as of a long run. A potential may be large by where its zero is, and must not
/// hide anything.
constexpr double energy_round_off = 1e-12;
/// J: keeps from doubt what is round-off of energies around 1 J, where nothing moves and no potential shows a size. A model whose energies
/// are all below it is not judged.
constexpr double nothing = 1e-12;
/// A run that stops at a singular position ends within a step of it; there what is left of a row beyond the others is below this
/// part of the longest row. A choice: a larger one names positions that are regular, a smaller one misses those that are a long
/// step away.
constexpr double close_to_singular = 0.05;
/// Part of its largest below which the gradient of a redundant row is reported. A choice, for a note alone.
constexpr double little_gradient = 0.05;
/// Sum of the derivatives of a row, in its unit by those of coordinates, that is zero but for round-off. For rows of about size
/// one: a row in far larger units, with derivatives below this, is taken for one without gradient.
constexpr double no_gradient = 1e-12;
/// A gradient that vanishes wherever a row holds is this part, on the constraints, of what it is a hundredth of the coordinates away: a
/// square of a row has the accuracy of the projection, some 1e-6. A gradient that does not vanish hardly changes.
constexpr double flat_on_constraints = 1e-4;
/// The analysis is dense: its time grows with the cube of the rows, and with more it is longer than a user waits for a message.
constexpr int most_rows = 1000;

/// A part of the energy that moves is doubted from here on; a motion is usually off by as much. Beyond the second it is not to be
/// trusted. Choices: smaller ones doubt motions of coarse steps that show what is wanted, larger ones let wrong motions pass.
constexpr double noticeable_part = 0.05, untrusted_part = 0.5;
/// The same of violations, as parts of their scales (ViolationScales). A choice like the one above.
constexpr double noticeable_violation = 0.05;
/// Of accelerations, which some methods keep off the constraints by O(h) while the motion is right: hence ten times more.
constexpr double wrong_acceleration = 0.5;

}  // namespace

std::string percent_text(double part) {
  const double percent = 100 * part;
  return percent < 10 ? brief_text(percent, 2) : brief_text(std::round(percent), 6);
}

std::string doubt_of_energy(const RowSurvey& rows, const Summary& summary, const EnergyFlow& flow, bool springs) {
  if (summary.steps == 0 || rows.rows() == 0) return {};
  const RowSurvey::Range kinetic = rows.of("energy.kinetic"), potential = rows.of("energy.potential");
  // what kinetic energy could come from; a run that blows up shows more of it than that
  const double sources = kinetic.first + potential.most - potential.least + flow.works;
  const double at_rest =
      (springs ? given_way : energy_round_off) * std::max(std::abs(potential.least), std::abs(potential.most)) +
      nothing;
  const RowSurvey::Energy worst = rows.worst_energy(flow.before);
  const bool at_end = std::abs(summary.energy_unexplained - flow.before) >= std::abs(worst.unexplained);
  const double unexplained = at_end ? summary.energy_unexplained - flow.before : worst.unexplained;
  // between two rows a motion may come to rest, and what drives it has moved it all the same
  const double moved = std::min(std::max(kinetic.most, flow.works), sources);
  if (std::abs(unexplained) <= noticeable_part * moved + at_rest) return {};
  const std::string what = brief_text(unexplained) + " J are unexplained" +
                           (at_end ? "" : " at t = " + brief_text(worst.time) + " s") + ", against at most " +
                           brief_text(kinetic.most) + " J of kinetic energy in the rows and " + brief_text(sources) +
                           " J that it could come from: ";
  if (std::abs(unexplained) <= untrusted_part * moved + at_rest)
    return what + "see whether a tighter tolerance or a smaller step changes the motion";
  return what + "this motion is not to be trusted; take a tighter tolerance, a smaller step or another method";
}

std::vector<std::string> doubts_of_violations(const System& system, const ViolationScales& violations, double duration,
                                              bool springs) {
  std::vector<std::string> doubts;
  const auto judge = [&](const ViolationScales::Worst& w, double allowed, const char* level, const char* against,
                         const char* doubted) {
    if (w.row < 0 || w.part <= allowed) return;
    doubts.push_back("constraint \"" + system.row_name(w.row) + "\" is violated at " + level + " level by " +
                     brief_text(w.violation, 3) + " (at t = " + brief_text(w.time) + " s), " + percent_text(w.part) +
                     " % of " + against + ": " + doubted);
  };
  judge(violations.position(springs), noticeable_violation, "position", "what its coordinates cover",
        "this is not the motion of the model; take a smaller step, other gains or another method");
  judge(violations.velocity(duration), noticeable_violation, "velocity", "its speeds",
        "this is not the motion of the model; take a smaller step, other gains or another method");
  if (springs) return doubts;
  judge(violations.acceleration(duration), wrong_acceleration, "acceleration", "its accelerations",
        "accelerations and reactions are not to be trusted; take a smaller step or another method");
  return doubts;
}

std::vector<std::string> vanishing_gradients(const System& system, const State& s) {
  std::vector<std::string> notes;
  Terms terms = system.make_terms();
  if (!system.evaluate(s, want_velocity_projection, terms)) return notes;
  const Pattern& A = system.jacobian_pattern();
  const Vec ones = Vec::Ones(A.cols);
  for (int i = 0; i < A.rows; ++i)
    if (row_size(A, i, terms.A, ones.data()) <= no_gradient)
      notes.push_back("constraint \"" + system.row_name(i) +
                      "\" has a vanishing gradient at the start: it holds nothing there, and its reaction is not "
                      "determined");
  return notes;
}

/// Seen at places near the start and, from there, on the constraints.
std::vector<Problem> rows_without_gradient(const System& system, const State& start) {
  std::vector<Problem> problems;
  Terms terms = system.make_terms();
  const Pattern& A = system.jacobian_pattern();
  const Vec ones = Vec::Ones(A.cols);
  const auto evaluable = [&](const State& s) {
    return static_cast<bool>(system.evaluate(s, want_velocity_projection, terms));
  };
  if (!evaluable(start)) return problems;
  std::vector<int> flat;
  for (int row = 0; row < system.layout().nphi; ++row)
    if (row_size(A, row, terms.A, ones.data()) <= no_gradient) flat.push_back(row);
  for (const int row : flat) {
    double off = 0.0, on = 0.0;
    bool flat_where_it_holds = true;
    for (int trial = 1; trial <= 3 && flat_where_it_holds; ++trial) {
      State s = start;
      for (Index i = 0; i < s.q.size(); ++i) s.q[i] += 0.01 * (1.0 + std::abs(s.q[i])) * std::sin(trial * (i + 1.0));
      flat_where_it_holds = evaluable(s);
      off = row_size(A, row, terms.A, ones.data());
      Projector projector(system);
      flat_where_it_holds = flat_where_it_holds && projector.position(s) && evaluable(s);
      on = row_size(A, row, terms.A, ones.data());
      flat_where_it_holds = flat_where_it_holds && off > 0.0 && on <= flat_on_constraints * off;
    }
    if (!flat_where_it_holds) continue;
    problems.push_back({system.model().constraints[static_cast<std::size_t>(row)].place,
                        "constraint \"" + system.row_name(row) + "\"",
                        "its gradient vanishes wherever it holds: it can hold nothing, and no reaction belongs to it",
                        brief_text(off, 3) + " next to the constraints, " + brief_text(on, 3) + " on them",
                        "write it without the square, or leave it out if other constraints say the same"});
  }
  return problems;
}

std::vector<std::string> lost_gradients(const System& system, const State& s, const GradientRange& gradients) {
  std::vector<std::string> notes;
  const int rows = system.layout().rows();
  const auto lost = [&](int i) { return gradients.least[i] < little_gradient * gradients.largest[i]; };
  bool any = false;
  for (int i = 0; i < rows; ++i) any = any || lost(i);
  Terms terms = system.make_terms();
  if (!any || rows > most_rows || !system.evaluate(s, want_velocity_projection, terms)) return notes;
  for (const auto& set : analyse_rows(system, terms).dependent)
    for (const int i : set.rows)
      if (lost(i))
        notes.push_back("the gradient of constraint \"" + system.row_name(i) + "\", which is redundant, falls to " +
                        brief_text(gradients.least[i] / gradients.largest[i], 2) +
                        " of its largest (at t = " + brief_text(gradients.when[i]) +
                        " s): the nearer to zero, the more what it says inside a step contradicts the others; leave it "
                        "out, or compare with a smaller step");
  return notes;
}

std::string lost_rank(const System& system, const State& s) {
  const int rows = system.layout().rows();
  Terms terms = system.make_terms();
  if (rows == 0 || rows > most_rows || !system.evaluate(s, want_velocity_projection, terms)) return {};
  const RankAnalysis always = analyse_rows(system, terms), here = analyse_rows(system, terms, close_to_singular);
  if (here.rank == always.rank) return {};
  std::string names;
  for (const int row : here.dependent.front().rows)
    names += (names.empty() ? "\"" : ", \"") + system.row_name(row) + "\"";
  if (here.dependent.front().rows.size() == 1)
    return "here the gradient of constraint " + names + " comes close to zero";
  return "here the constraints " + names +
         " come close to depending on each other: a singular position; a step that does not end there may pass it";
}

}  // namespace rheon
