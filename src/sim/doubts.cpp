#include "sim/doubts.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "formulations/row_rank.hpp"
#include "la/products.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {
/// What truncation and springs for constraints may make of the energy of a system at rest, as a part of its potential.
constexpr double small_part = 1e-5;
/// Joules that round-off of coordinates of unit size makes.
constexpr double nothing = 1e-12;
/// A run ends within a step of a singular position; there the smallest pivot has this size, relative to the largest.
constexpr double close_to_singular = 0.05;
/// Derivatives that are zero but for round-off.
constexpr double no_gradient = 1e-12;
/// The analysis is dense: beyond this many rows it takes longer than a user waits for a message.
constexpr int most_rows = 1000;
}  // namespace

std::string doubt_of_energy(const Results& results, const Summary& summary) {
  const auto largest = [&](const char* channel) {
    const auto c = static_cast<std::size_t>(results.find(channel));
    double value = 0.0;
    for (std::size_t row = 0; row < results.rows(); ++row) value = std::max(value, std::abs(results.at(row, c)));
    return value;
  };
  const double kinetic = largest("energy.kinetic");
  const double at_rest = small_part * largest("energy.potential") + nothing;
  if (summary.steps == 0 || kinetic == 0.0 || std::abs(summary.energy_unexplained) <= 0.5 * kinetic + at_rest)
    return {};
  return brief_text(summary.energy_unexplained) + " J are unexplained, against at most " + brief_text(kinetic) +
         " J of kinetic energy in the rows: this motion is not to be trusted; take a smaller step or another method";
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
