#include "collocation/stage_matrix.hpp"

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "la/dense_solver.hpp"
#include "la/elimination_groups.hpp"
#include "la/klu_solver.hpp"
#include "la/products.hpp"

namespace rheon {

namespace {
using Entries = std::vector<std::pair<int, int>>;

/// Up to this size the matrix is dense whatever its fill: the order of pivots is then found anew each time, while the sparse
/// solver keeps the one of its first matrix, which a restarted run would not know. A choice: dense elimination takes n^3/3
/// multiplications.
constexpr int largest_dense = 128;
/// The residual of a row falls by this factor an iteration, of a nearly dependent one by less. The smallest pivot is
/// about its inverse, far above round-off.
constexpr double penalty = 1e10;
}  // namespace

/// Collects blocks with their entries; places are found when the pattern is complete.
struct StageMatrix::Draft {
  Entries all;
  std::vector<Entries> of_block;
  std::vector<Block>* blocks;

  void add(int stage, SparseValues Terms::*values, const Pattern& p, bool transposed, int row, int col, double factor,
           int power, bool of_N = false) {
    if (factor == 0.0) return;
    Entries entries = entries_of(p);
    for (auto& [i, j] : entries) {
      if (transposed) std::swap(i, j);
      i += row;
      j += col;
    }
    all.insert(all.end(), entries.begin(), entries.end());
    of_block.push_back(std::move(entries));
    blocks->push_back({stage, values, factor, power, of_N, {}, {}});
  }
};

StageMatrix::StageMatrix(const System& system, const CollocationTableau& tableau, const Pattern& P, const Pattern& N,
                         bool stabilised)
    : A_(&system.jacobian_pattern()),
      stages_(tableau.stages),
      nv_(system.layout().nv),
      rows_(system.layout().rows()),
      nphi_(system.layout().nphi),
      per_stage_(nv_ + rows_ + (stabilised ? nv_ + nphi_ : 0)),
      stabilised_(stabilised),
      coupling_(P),
      effective_(Vec::Ones(nv_)) {
  for (int i = 0; i < stages_; ++i) mean_weight_ += tableau.a[at(i * stages_ + i)] / stages_;
  Draft draft{{}, {}, &blocks_};
  draft_dynamics(system, tableau, N, draft);
  if (stabilised_) draft_positions(system, tableau, P, draft);
  if (N.nonzeros() == 0) make_blocks(system, P);
  find_places(system, draft);
  if (!factors_) make_solver();
}

void StageMatrix::make_blocks(const System& system, const Pattern& P) {
  const int size_of_block = stabilised_ ? 2 * stages_ : stages_;
  if (!BlockKkt::serves(size_of_block)) return;
  Entries coordinates = entries_of(P), rows = entries_of(*A_);
  const Entries slopes = entries_of(system.reaction_slope_pattern()), turning = entries_of(system.row_slope_pattern());
  coordinates.insert(coordinates.end(), slopes.begin(), slopes.end());
  rows.insert(rows.end(), turning.begin(), turning.end());
  factors_.emplace(Pattern::from_entries(nv_, nv_, std::move(coordinates)),
                   Pattern::from_entries(rows_, nv_, std::move(rows)), size_of_block);
  x_.assign(at(factors_->size()), 0.0);
  for (int u = 0; u < size(); ++u) {
    const auto [number, part] = block_of(u);
    position_.push_back(factors_->position(number, part));
  }
  for (int k = nphi_; stabilised_ && k < rows_; ++k)
    for (int i = stages_; i < size_of_block; ++i) absent_.push_back(factors_->place(nv_ + k, i, nv_ + k, i));
}

std::pair<int, int> StageMatrix::block_of(int unknown) const {
  const int stage = unknown / per_stage_;
  int local = unknown % per_stage_;
  if (!stabilised_) return {local, stage};
  if (local < nv_) return {local, stage};
  local -= nv_;
  if (local < nv_) return {local, stages_ + stage};
  return local < nv_ + rows_ ? std::pair(local, stage) : std::pair(local - rows_, stages_ + stage);
}

int StageMatrix::block_place(int i, int j) const {
  if (!factors_) return -1;
  const auto [number_i, part_i] = block_of(i);
  const auto [number_j, part_j] = block_of(j);
  return factors_->place(number_i, part_i, number_j, part_j);
}

void StageMatrix::make_solver() {
  values_.resize(pattern_.col.size());
  if (size() <= largest_dense)
    solver_ = std::make_unique<DenseLu>(pattern_);
  else
    solver_ = std::make_unique<KluSolver>(pattern_, elimination_order());
}

/// All stages of a coordinate together, those of its rows just after them.
std::vector<int> StageMatrix::elimination_order() const {
  std::vector<int> order;
  for (const EliminationGroup& group : elimination_groups(*A_, coupling_)) {
    for (const int j : group.coordinates)
      for (int i = 0; i < stages_; ++i) {
        if (stabilised_) order.push_back(y(i) + j);
        order.push_back(x(i) + j);
      }
    for (const int k : group.rows)
      for (int i = 0; i < stages_; ++i) {
        order.push_back(ell(i) + k);
        if (stabilised_ && k < nphi_) order.push_back(m(i) + k);
      }
  }
  return order;
}

/// M x - h Q + A^T ell and w, with dV_i = sum_j a_ij dx_j and dQ_i = sum_j a_ij dy_j, or h sum_j (a a)_ij dx_j.
void StageMatrix::draft_dynamics(const System& system, const CollocationTableau& tableau, const Pattern& N,
                                 Draft& draft) {
  const Pattern& A = system.jacobian_pattern();
  const auto a = [&](int i, int j) { return tableau.a[at(i * stages_ + j)]; };
  const auto squared = [&](int i, int j) {
    double sum = 0.0;
    for (int k = 0; k < stages_; ++k) sum += a(i, k) * a(k, j);
    return sum;
  };
  for (int i = 0; i < stages_; ++i) {
    draft.add(i, &Terms::M, system.mass_pattern(), false, x(i), x(i), 1.0, 0);
    draft.add(i, &Terms::A, A, true, x(i), ell(i), 1.0, 0);
    if (N.nonzeros() > 0) draft.add(i, nullptr, N, false, x(i), ell(i), -1.0, 0, true);  // h F(ell/h)
    for (int j = 0; j < stages_; ++j) {
      const int q = stabilised_ ? y(j) : x(j), more = stabilised_ ? 0 : 1;
      const double dq = stabilised_ ? a(i, j) : squared(i, j);
      draft.add(i, &Terms::K, system.stiffness_pattern(), false, x(i), q, dq, 1 + more);
      draft.add(i, &Terms::H, system.curvature_pattern(), false, x(i), q, dq, 1 + more);
      draft.add(i, &Terms::C, system.damping_pattern(), false, x(i), x(j), a(i, j), 1);
      draft.add(i, &Terms::R, system.reaction_slope_pattern(), false, x(i), x(j), a(i, j), 1);
      draft.add(i, &Terms::A, A, false, ell(i), x(j), a(i, j), 0);
      draft.add(i, &Terms::w_q, system.row_slope_pattern(), false, ell(i), q, dq, more);
    }
  }
}

/// P (y - h V) + phi_q^T m and phi. What mu does to the curvature of the rows is left out: mu is as small as the error.
void StageMatrix::draft_positions(const System& system, const CollocationTableau& tableau, const Pattern& P,
                                  Draft& draft) {
  const Pattern G = system.jacobian_pattern().head(nphi_);
  for (int i = 0; i < stages_; ++i) {
    draft.add(i, nullptr, P, false, y(i), y(i), 1.0, 0);
    draft.add(i, &Terms::A, G, true, y(i), m(i), 1.0, 0);
    for (int j = 0; j < stages_; ++j) {
      const double a = tableau.a[at(i * stages_ + j)];
      draft.add(i, nullptr, P, false, y(i), x(j), -a, 1);
      draft.add(i, &Terms::A, G, false, m(i), y(j), a, 0);
    }
  }
}

void StageMatrix::find_places(const System& system, const Draft& draft) {
  Entries all = draft.all;
  for (int i = 0; i < size(); ++i) all.emplace_back(i, i);
  pattern_ = Pattern::from_entries(size(), size(), std::move(all));
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    for (const auto& [i, j] : draft.of_block[b]) {
      blocks_[b].place.push_back(block_place(i, j));
      blocks_[b].pivot_place.push_back(pattern_.find(i, j));
    }
  const auto diagonal = [&](int u) { return Diagonal{block_place(u, u), pattern_.find(u, u)}; };
  for (int i = 0; i < stages_; ++i) {
    for (int k = 0; k < rows_; ++k) rows_place_.push_back(diagonal(ell(i) + k));
    for (int k = 0; stabilised_ && k < nphi_; ++k) m_place_.push_back(diagonal(m(i) + k));
  }
  for (int j = 0; j < nv_; ++j) {
    M_diagonal_.push_back(system.mass_pattern().find(j, j));
    K_diagonal_.push_back(system.stiffness_pattern().find(j, j));
    C_diagonal_.push_back(system.damping_pattern().find(j, j));
  }
}

/// -E. Stiff forces make coordinates heavier than their mass: what counts is the diagonal of M + h g C + h^2 g^2 K.
void StageMatrix::add_regularisation(double h, const std::vector<Terms>& terms, const DiagonalMass& masses,
                                     int Diagonal::*place, double* values) {
  const auto entry = [](const SparseValues& of, int k) { return k < 0 ? 0.0 : of[at(k)]; };
  const double g = h * mean_weight_;
  for (int i = 0; i < stages_; ++i) {
    const Terms& t = terms[at(i)];
    for (int j = 0; j < nv_; ++j) {
      const double tangent =
          entry(t.M, M_diagonal_[at(j)]) + g * entry(t.C, C_diagonal_[at(j)]) + g * g * entry(t.K, K_diagonal_[at(j)]);
      effective_[j] = std::max(masses.mass()[j], std::abs(tangent));
    }
    for (int k = 0; k < rows_; ++k) {
      const double of_row = row_mobility(*A_, k, t.A, effective_);
      // a row whose gradient vanishes has no say; any number keeps the matrix regular
      const double compliance = of_row > 0.0 ? of_row / penalty : 1.0;
      values[rows_place_[at(i * rows_ + k)].*place] -= compliance;
      if (stabilised_ && k < nphi_) values[m_place_[at(i * nphi_ + k)].*place] -= compliance;
    }
  }
}

void StageMatrix::assemble(double h, const std::vector<Terms>& terms, const std::vector<SparseValues>& N,
                           const SparseValues& P, std::vector<int> Block::*place, double* values) const {
  const double powers[] = {1.0, h, h * h};
  for (const Block& b : blocks_) {
    const SparseValues& source = b.of_N ? N[at(b.stage)] : b.values == nullptr ? P : terms[at(b.stage)].*(b.values);
    const double scale = b.factor * powers[b.power];
    const std::vector<int>& to = b.*place;
    for (std::size_t k = 0; k < to.size(); ++k) values[to[k]] += scale * source[k];
  }
}

Status StageMatrix::factor(double h, const std::vector<Terms>& terms, const std::vector<SparseValues>& N,
                           const DiagonalMass& masses, const SparseValues& P) {
  ++factorisations;
  by_pivoting_ = false;
  if (factors_) {
    std::vector<double>& values = factors_->values();
    std::fill(values.begin(), values.end(), 0.0);
    assemble(h, terms, N, P, &Block::place, values.data());
    add_regularisation(h, terms, masses, &Diagonal::place, values.data());
    for (const int place : absent_) values[at(place)] = 1.0;
    if (factors_->factor()) return {};
  }
  by_pivoting_ = true;
  ++pivoted;
  if (!solver_) make_solver();
  std::fill(values_.begin(), values_.end(), 0.0);
  assemble(h, terms, N, P, &Block::pivot_place, values_.data());
  add_regularisation(h, terms, masses, &Diagonal::pivot_place, values_.data());
  Status ok = solver_->factor(values_);
  if (ok) return ok;
  const int unknown = ok.row % per_stage_;
  const int velocity = stabilised_ && unknown >= nv_ ? unknown - nv_ : unknown;  // y or x of the same coordinate
  ok.row = velocity < nv_ ? velocity : -1;
  ok.where = "Newton matrix of the stages";
  return ok;
}

void StageMatrix::solve(double* x) {
  if (by_pivoting_) return solver_->solve(x);
  std::fill(x_.begin(), x_.end(), 0.0);
  for (std::size_t u = 0; u < position_.size(); ++u) x_[at(position_[u])] = x[u];
  factors_->solve(x_.data());
  for (std::size_t u = 0; u < position_.size(); ++u) x[u] = x_[at(position_[u])];
}

}  // namespace rheon
