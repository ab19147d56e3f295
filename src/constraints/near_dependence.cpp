#include "constraints/near_dependence.hpp"

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "core/number_text.hpp"
#include "model/wants.hpp"
#include "rheon/core/names.hpp"

namespace rheon {

namespace {

/// Gap to the next singular value, as a factor: small ones stand apart from the others by a digit. A choice; singular
/// values of regular rows are closer (half and twice as much pass the tests).
constexpr double apart = 0.1;
/// Rows with a smaller share of a singular vector, which has the length one, do not belong to it: a hundredth of its square. For
/// the names in a message alone (half and twice as much pass the tests).
constexpr double noticeable_share = 0.1;
/// Singular values of rows that depend on each other are below this: some thousand times round-off.
constexpr double zero_to_round_off = 1e-12;
/// Singular values of rows of unit length; the same is the angle between rows, in rad. Below this reactions lose four digits and
/// more: worth a word in a run. A choice.
constexpr double loses_digits = 1e-4;

/// Rows that take part in the singular vectors `first` to `last - 1`, by U U^T: whatever mixture of independent sets the
/// vectors are, rows of different sets have no entry in it.
std::vector<std::vector<int>> entangled(const WeakRows& rows, Eigen::Index first, Eigen::Index last) {
  const auto U = rows.shares.middleCols(first, last - first);
  const Eigen::MatrixXd P = U * U.transpose();
  std::vector<std::vector<int>> sets;
  std::vector<bool> taken(at(static_cast<int>(P.rows())), false);
  for (int i = 0; i < P.rows(); ++i) {
    if (taken[at(i)] || P(i, i) < noticeable_share * noticeable_share * P.diagonal().maxCoeff()) continue;
    auto& set = sets.emplace_back(std::vector<int>{i});
    taken[at(i)] = true;
    for (std::size_t k = 0; k < set.size(); ++k)
      for (int j = 0; j < P.rows(); ++j)
        if (!taken[at(j)] && std::abs(P(set[k], j)) > noticeable_share * P(set[k], set[k])) {
          taken[at(j)] = true;
          set.push_back(j);
        }
    std::sort(set.begin(), set.end());
  }
  return sets;
}

/// Of the singular vectors the one that has most of these rows. With u of unit length, u^T A = value: row i is within
/// value / u_i of the others.
void measure(const WeakRows& rows, Eigen::Index first, Eigen::Index last, NearDependence& found) {
  double most = 0.0;
  for (Eigen::Index k = first; k < last; ++k) {
    double weight = 0.0, largest = 0.0;
    for (const int i : found.rows) {
      weight += rows.shares(i, k) * rows.shares(i, k);
      largest = std::max(largest, std::abs(rows.shares(i, k)));
    }
    if (weight <= most) continue;
    most = weight;
    found.value = rows.values[k];
    found.angle = std::asin(std::min(1.0, found.value * std::sqrt(weight) / largest));
  }
}

}  // namespace

std::vector<NearDependence> near_dependences(const WeakRows& rows, int rank, double weak) {
  std::vector<NearDependence> all;
  if (rank < 1 || rank > rows.values.size()) return all;
  Eigen::Index first = rank, last = rank;
  for (Eigen::Index k = rank - 1; k >= 0 && rows.values[k] <= weak; --k)
    if (rows.values[k] <= apart * (k > 0 ? rows.values[k - 1] : 1.0)) first = k;
  while (last < rows.values.size() && rows.values[last] > zero_to_round_off) ++last;
  const auto add = [&](Eigen::Index from, Eigen::Index to, bool counted) {
    if (from == to) return;
    for (auto& set : entangled(rows, from, to)) {
      NearDependence& found = all.emplace_back();
      found.rows = std::move(set);
      found.next = from > 0 ? rows.values[from - 1] : 1.0;
      found.counted = counted;
      measure(rows, from, to, found);
    }
  };
  add(first, rank, false);
  add(rank, last, true);
  return all;
}

std::vector<std::string> near_dependence_notes(const System& system, const State& state) {
  std::vector<std::string> notes;
  const int rows = system.layout().rows();
  Terms terms = system.make_terms();
  if (rows == 0 || rows > most_rows_for_rank || !system.evaluate(state, want_velocity_projection, terms)) return notes;
  for (const NearDependence& near : near_dependences(weak_rows(system, terms), row_rank(system, terms), loses_digits)) {
    if (near.rows.size() < 2) continue;  // reported as a gradient that vanishes
    std::vector<std::string> names;
    for (const int row : near.rows) names.push_back(system.row_name(row));
    notes.push_back("at the start " + listed(names) + " nearly depend on each other, by an angle of " +
                    brief_text(near.angle, 2) + " rad: " +
                    (near.counted
                         ? "they count as dependent, and a motion that only the angle forbids is free; "
                         : "their forces lose about " + brief_text(std::round(-std::log10(near.angle))) + " digits; ") +
                    "`rheon check` says more");
  }
  return notes;
}

}  // namespace rheon
