#include "la/mixed_saddle.hpp"

#include <algorithm>

#include "core/index.hpp"
#include "la/products.hpp"

namespace rheon {

namespace {

using Entries = std::vector<std::pair<int, int>>;

std::vector<int> places(const Pattern& whole, const Entries& entries) {
  std::vector<int> found;
  for (const auto& [i, j] : entries) {
    const auto begin = whole.col.begin() + whole.start[at(i)], end = whole.col.begin() + whole.start[at(i) + 1];
    found.push_back(static_cast<int>(std::lower_bound(begin, end, j) - whole.col.begin()));
  }
  return found;
}

void add(const SparseValues& values, const std::vector<int>& place, SparseValues& to) {
  for (std::size_t k = 0; k < place.size(); ++k) to[at(place[k])] += values[k];
}

}  // namespace

MixedSaddle::MixedSaddle(const Pattern& P, const Pattern& A) {
  Entries of_P = entries_of(P);
  Entries of_B, of_A, of_D;
  for (const auto& [row, j] : entries_of(A)) {
    of_B.emplace_back(j, P.rows + row);
    of_A.emplace_back(P.rows + row, j);
  }
  for (int row = 0; row < A.rows; ++row) of_D.emplace_back(P.rows + row, P.rows + row);
  Entries all;
  for (const Entries* some : {&of_P, &of_B, &of_A, &of_D}) all.insert(all.end(), some->begin(), some->end());
  const int n = P.rows + A.rows;
  pattern_ = Pattern::from_entries(n, n, std::move(all));
  P_place_ = places(pattern_, of_P);
  B_place_ = places(pattern_, of_B);
  A_place_ = places(pattern_, of_A);
  D_place_ = places(pattern_, of_D);
  values_.resize(pattern_.col.size());
  solver_ = make_linear_solver(pattern_, false);
}

Status MixedSaddle::factor(const SparseValues& P, const SparseValues& B, const SparseValues& A, const double* D) {
  std::fill(values_.begin(), values_.end(), 0.0);
  add(P, P_place_, values_);
  add(B, B_place_, values_);
  add(A, A_place_, values_);
  for (std::size_t k = 0; k < D_place_.size(); ++k) values_[at(D_place_[k])] -= D[k];
  ++factorisations;
  return solver_->factor(values_);
}

}  // namespace rheon
