#include "constraints/lost_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "constraints/projector.hpp"
#include "constraints/row_rank.hpp"
#include "core/number_text.hpp"
#include "la/products.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// A run that stops at a singular position ends within a step of it; there what is left of a row beyond the others is below this
/// part of the longest row. A choice: a larger one names positions that are regular, a smaller one misses those that are a long
/// step away.
constexpr double close_to_singular = 0.05;
/// Part of its largest below which the gradient of a redundant row is reported. A choice, for a note alone.
constexpr double little_gradient = 0.05;
/// Sum of the derivatives of a row, in its unit by those of coordinates, that is zero but for round-off. For rows of about size
/// one: a row in far larger units, with derivatives below this, is taken for one without gradient.
constexpr double no_gradient = 1e-12;
/// A gradient that vanishes wherever a row holds is this part, on the constraints, of what it is a hundredth of the coordinates
/// away: a square of a row has the accuracy of the projection, some 1e-6. A gradient that does not vanish hardly changes.
constexpr double flat_on_constraints = 1e-4;
/// The analysis is dense: its time grows with the cube of the rows, and with more it is longer than a user waits for a message.
constexpr int most_rows = 1000;

}  // namespace

GradientRange::GradientRange(const Pattern& A)
    : least(Vec::Constant(A.rows, std::numeric_limits<double>::infinity())),
      largest(Vec::Zero(A.rows)),
      when(largest),
      ones_(Vec::Ones(A.cols)) {}

void GradientRange::see(const Pattern& A, const SparseValues& values, double t) {
  for (int i = 0; i < A.rows; ++i) {
    const double size = row_size(A, i, values, ones_.data());
    largest[i] = std::max(largest[i], size);
    if (size >= least[i]) continue;
    least[i] = size;
    when[i] = t;
  }
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
