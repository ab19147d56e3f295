#include "model/held_mass.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>

#include "core/index.hpp"
#include "la/definiteness.hpp"
#include "la/eigenvalues.hpp"
#include "rheon/model/state.hpp"

namespace rheon {

namespace {

using RowNodes = std::vector<std::vector<std::pair<int, expr::Node>>>;

/// Eigenvalues of M scaled to a unit diagonal that count as zero: far above round-off, far below any mass that matters.
constexpr double no_mass = 1e-12;
/// Part of a row along the motions without kinetic energy, beyond the rows taken before, to be taken: first those that
/// say it clearly. Choices: where less than `least_part` is left, half of the digits are gone.
constexpr double clear_part = 1e-2, least_part = 1e-8;
/// Larger groups of coordinates that M ties together are not examined: their eigenvalues cost the cube. Of more motions each row
/// is taken that holds any. A choice.
constexpr int most_tied = 400, most_motions = 400;
/// Where M and A are looked at: the initial values, and places around them by this part of a unit and of themselves. A choice: what
/// vanishes at the start alone shows at any other place.
constexpr int places = 4;
constexpr double around = 0.3;

/// Numbers in [-1, 1], the same in every run.
class Scatter {
 public:
  double next() {
    state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<double>(state_ >> 11) / 4503599627370496.0 - 1.0;
  }

 private:
  unsigned long long state_ = 20250101u;
};

std::vector<double> numbers_at(const Model& m, int place, Scatter& scatter) {
  std::vector<double> in(at(m.inputs.size()), 0.0);
  const auto value = [&](const InitialValue& x) {
    const double at_start = x.given.value_or(x.guess);
    return place == 0 ? at_start : at_start + around * (1.0 + std::abs(at_start)) * scatter.next();
  };
  for (int i = 0; i < m.inputs.nq; ++i) in[at(m.inputs.q(i))] = value(m.coordinates[at(i)].position);
  for (int j = 0; j < m.inputs.nv; ++j) in[at(m.inputs.v(j))] = value(m.speeds[at(j)].value);
  return in;
}

std::vector<double> evaluated(const expr::Tape& tape, const std::vector<double>& in) {
  std::vector<double> out(tape.output_size()), work(tape.work_size());
  tape.evaluate(in.data(), out.data(), work.data());
  return out;
}

bool finite(const std::vector<double>& x) {
  return std::all_of(x.begin(), x.end(), [](double v) { return std::isfinite(v); });
}

/// A motion without kinetic energy: velocities and their parts. (And of a row: motions and its parts along them.)
using Motion = std::vector<std::pair<int, double>>;

class Search {
 public:
  Search(const Model& model, const EntryPositions& mass_places, const std::vector<expr::Node>& mass, const RowNodes& A)
      : model_(model), A_(A), pattern_(with_diagonal(model.inputs.nv, mass_places)), mass_(model.graph, mass) {
    for (const auto& [i, j] : mass_places) place_.push_back(pattern_.find(i, j));
    constant_ = std::all_of(mass.begin(), mass.end(), [&](expr::Node n) { return model.graph.is_constant(n); });
    largest_mass_.assign(at(pattern_.rows), 0.0);
  }
  HeldMass run();

 private:
  static Pattern with_diagonal(int n, EntryPositions entries) {
    for (int i = 0; i < n; ++i) entries.emplace_back(i, i);
    return Pattern::from_entries(n, n, std::move(entries));
  }
  SparseValues mass_at(const std::vector<double>& in);
  std::vector<Motion> motions_of(const SparseValues& M);
  void add_motions(const SparseValues& M, const std::vector<int>& tied, std::vector<Motion>& motions);
  bool take_rows(const std::vector<Motion>& motions, const std::vector<double>& in);
  bool take_all(const std::vector<Motion>& parts);
  bool take_needed(const std::vector<Motion>& parts, std::size_t motions);
  void make_row_tape();
  double inertia(int row) const;

  const Model& model_;
  const RowNodes& A_;
  Pattern pattern_;
  expr::Tape mass_;
  std::vector<int> place_;
  bool constant_ = false;
  std::optional<expr::Tape> rows_;
  std::vector<int> order_;                            ///< rows with few entries first
  std::vector<double> largest_mass_, largest_entry_;  ///< of coordinates, of rows
  std::set<int> taken_;
};

SparseValues Search::mass_at(const std::vector<double>& in) {
  SparseValues M(pattern_.col.size(), 0.0);
  const std::vector<double> values = evaluated(mass_, in);
  for (std::size_t k = 0; k < values.size(); ++k) M[at(place_[k])] += values[k];
  return M;
}

/// Of coordinates that M ties together, group by group.
std::vector<Motion> Search::motions_of(const SparseValues& M) {
  std::vector<int> group(at(pattern_.rows), -1);
  std::vector<Motion> motions;
  for (int first = 0; first < pattern_.rows; ++first) {
    if (group[at(first)] >= 0) continue;
    std::vector<int> tied{first};
    group[at(first)] = first;
    for (std::size_t k = 0; k < tied.size(); ++k)
      for (int e = pattern_.start[at(tied[k])]; e < pattern_.start[at(tied[k]) + 1]; ++e)
        if (const int j = pattern_.col[at(e)]; M[at(e)] != 0.0 && group[at(j)] < 0) {
          group[at(j)] = first;
          tied.push_back(j);
        }
    if (static_cast<int>(tied.size()) <= most_tied) add_motions(M, tied, motions);
  }
  return motions;
}

void Search::add_motions(const SparseValues& M, const std::vector<int>& tied, std::vector<Motion>& motions) {
  const int n = static_cast<int>(tied.size());
  Vec scale = Vec::Ones(n);
  for (int a = 0; a < n; ++a)
    if (const double m = M[at(pattern_.find(tied[at(a)], tied[at(a)]))]; m > 0.0) scale[a] = 1.0 / std::sqrt(m);
  Eigen::MatrixXd S = Eigen::MatrixXd::Zero(n, n);
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      if (const int e = pattern_.find(tied[at(a)], tied[at(b)]); e >= 0) S(a, b) = M[at(e)] * scale[a] * scale[b];
  const auto eigen = symmetric_eigen(S);
  for (int k = 0; k < n && eigen.values[k] < no_mass; ++k) {
    Vec x = scale.cwiseProduct(eigen.vectors.col(k));
    x /= x.norm();
    Motion& motion = motions.emplace_back();
    for (int a = 0; a < n; ++a) motion.emplace_back(tied[at(a)], x[a]);
  }
}

void Search::make_row_tape() {
  std::vector<expr::Node> nodes;
  for (const auto& row : A_)
    for (const auto& [j, entry] : row) nodes.push_back(entry);
  rows_.emplace(model_.graph, nodes);
  largest_entry_.assign(A_.size(), 0.0);
  order_.resize(A_.size());
  std::iota(order_.begin(), order_.end(), 0);
  std::stable_sort(order_.begin(), order_.end(), [&](int a, int b) { return A_[at(a)].size() < A_[at(b)].size(); });
}

/// Rows until each of the motions is held. False if some motion is not.
bool Search::take_rows(const std::vector<Motion>& motions, const std::vector<double>& in) {
  const std::vector<double> values = evaluated(*rows_, in);
  if (!finite(values)) return true;  // decides nothing
  std::vector<std::vector<std::pair<int, double>>> along(at(model_.inputs.nv));
  for (std::size_t k = 0; k < motions.size(); ++k)
    for (const auto& [j, x] : motions[k]) along[at(j)].emplace_back(static_cast<int>(k), x);
  std::vector<Motion> parts(A_.size());  // of each row along the motions
  std::size_t next = 0;
  for (std::size_t i = 0; i < A_.size(); ++i) {
    double norm = 0.0;
    for (const auto& [j, entry] : A_[i]) {
      const double a = values[next++];
      norm += a * a;
      largest_entry_[i] = std::max(largest_entry_[i], std::abs(a));
      for (const auto& [k, x] : along[at(j)]) parts[i].emplace_back(k, a * x);
    }
    for (auto& [k, part] : parts[i]) part /= std::sqrt(norm > 0.0 ? norm : 1.0);
  }
  return static_cast<int>(motions.size()) <= most_motions ? take_needed(parts, motions.size()) : take_all(parts);
}

bool Search::take_all(const std::vector<Motion>& parts) {
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (std::any_of(parts[i].begin(), parts[i].end(), [](const auto& p) { return std::abs(p.second) > least_part; }))
      taken_.insert(static_cast<int>(i));
  return true;
}

/// By what Gram and Schmidt leave of the rows.
bool Search::take_needed(const std::vector<Motion>& parts, std::size_t motions) {
  const auto d = static_cast<Eigen::Index>(motions);
  Eigen::MatrixXd basis(d, d);
  Eigen::Index held = 0;
  for (const double least : {clear_part, least_part})
    for (const int row : order_) {
      if (held == d) break;
      if (parts[at(row)].empty()) continue;
      Vec part = Vec::Zero(d);
      for (const auto& [k, x] : parts[at(row)]) part[k] += x;
      for (int twice = 0; twice < 2; ++twice) part -= basis.leftCols(held) * (basis.leftCols(held).transpose() * part);
      if (part.norm() < least) continue;
      basis.col(held++) = part / part.norm();
      taken_.insert(row);
    }
  return held == d;
}

/// As large as the masses that the row moves.
double Search::inertia(int row) const {
  double mass = 0.0;
  for (const auto& [j, entry] : A_[at(row)]) mass = std::max(mass, largest_mass_[at(j)]);
  if (mass <= 0.0) mass = *std::max_element(largest_mass_.begin(), largest_mass_.end());
  if (mass <= 0.0) mass = 1.0;
  const double entry = largest_entry_[at(row)];
  const double inertia = mass / (entry * entry);
  return std::isfinite(inertia) && inertia > 0.0 ? inertia : 1.0;
}

HeldMass Search::run() {
  HeldMass result;
  result.constant_mass = constant_;
  Scatter scatter;
  for (int place = 0; place < (constant_ && A_.empty() ? 1 : places); ++place) {
    const std::vector<double> in = numbers_at(model_, place, scatter);
    const SparseValues M = mass_at(in);
    // an indefinite matrix is wrong in itself, which the initial state will show
    if (!finite(M) || negative_direction(pattern_, M) >= 0) continue;
    const int singular = singular_direction(pattern_, M);
    if (singular < 0 && constant_) return result;
    for (int j = 0; j < pattern_.rows; ++j)
      largest_mass_[at(j)] = std::max(largest_mass_[at(j)], M[at(pattern_.find(j, j))]);
    if (singular < 0) continue;
    const std::vector<Motion> motions = motions_of(M);
    if (motions.empty()) continue;
    if (!rows_) make_row_tape();
    if (take_rows(motions, in))
      result.held = result.held < 0 ? singular : result.held;
    else if (result.unheld < 0)
      result.unheld = singular;
  }
  if (result.held >= 0) result.unheld = -1;  // elsewhere rows have lost their rank
  for (const int row : taken_) result.rows.push_back({row, inertia(row)});
  return result;
}

}  // namespace

HeldMass find_held_mass(const Model& model, const EntryPositions& mass_places, const std::vector<expr::Node>& mass,
                        const RowNodes& A) {
  return Search(model, mass_places, mass, A).run();
}

}  // namespace rheon
