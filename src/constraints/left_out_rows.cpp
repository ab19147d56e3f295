#include "constraints/left_out_rows.hpp"

#include <algorithm>
#include <cmath>

#include "constraints/neighbour_states.hpp"
#include "constraints/row_rank.hpp"
#include "core/index.hpp"
#include "la/products.hpp"
#include "methods/row_equations.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// Rows kept that are left with this part of the independence that they had when they were chosen are chosen anew. A choice:
/// nearer to 1 they are chosen more often, each time with a dense decomposition; far from it they come close to being dependent.
constexpr double closer = 0.5;
/// A row that follows is met to round-off, in parts of 1 + sum |A_ij|, or as well as the others are, with room for how these combine. A
/// choice; larger, and rows that no longer follow are left out for longer.
constexpr double follows = 1e-8, combined = 100.0;

}  // namespace

LeftOutRows::LeftOutRows(const System& system)
    : system_(&system), count_(system.layout().rows() <= most_rows_for_rank ? system.layout().rows() : 0) {
  rows_.reserve(at(system.layout().rows()));
}

void LeftOutRows::find(const State& s, LeftOutMemory& memory) {
  memory.known = true;
  memory.rows.clear();
  memory.independence = 0.0;
  if (count_ == 0) return;
  Terms terms = system_->make_terms();
  if (!system_->evaluate(s, want_velocity_projection, terms)) return;
  std::vector<int> fewest = rows_that_follow(*system_, terms);
  if (fewest.empty()) return;
  for (const State& neighbour : neighbour_states(*system_, s)) {
    if (!system_->evaluate(neighbour, want_velocity_projection, terms)) continue;
    std::vector<int> here = rows_that_follow(*system_, terms);
    if (here.size() < fewest.size()) fewest = std::move(here);
  }
  memory.rows.set(fewest);
}

Status LeftOutRows::update_memory(const State& s, LeftOutMemory& memory, Terms& terms, ReducedSaddle& rows) {
  if (!memory.known) find(s, memory);
  if (read(memory).empty()) return {};
  if (auto ok = system_->evaluate(s, want_stabilised_rate, terms); !ok) return ok;
  watch(terms);
  rows.leave_out(rows_);
  const bool apart = rows.factor(terms.M, terms.A);
  review(terms, apart ? rows.independence() : 0.0, memory);
  return {};
}

const std::vector<int>& LeftOutRows::read(const LeftOutMemory& memory) {
  rows_.assign(memory.rows.begin(), memory.rows.end());
  worst_ = worst_kept_ = 0.0;
  return rows_;
}

void LeftOutRows::watch(const Terms& terms) {
  worst_ = worst_kept_ = 0.0;
  if (rows_.empty()) return;
  const Pattern& A = system_->jacobian_pattern();
  NumberAlgebra numbers;
  auto left_out = rows_.begin();
  for (int row = 0; row < system_->layout().nphi; ++row) {
    const double size = reach_of_row(
        numbers, A, row, terms.A, [](int) { return 1.0; }, 1.0);
    const bool kept = left_out == rows_.end() || *left_out != row;
    double& worst = kept ? worst_kept_ : worst_;
    worst = std::max(worst, std::abs(terms.phi[row]) / size);
    if (!kept) ++left_out;
  }
}

void LeftOutRows::drop(Terms& terms) {
  watch(terms);
  const Pattern& A = system_->jacobian_pattern();
  const int nphi = system_->layout().nphi;
  for (const int row : rows_) {
    if (row < nphi)
      terms.phi[row] = terms.phi_dot[row] = 0.0;
    else
      terms.psi[row - nphi] = 0.0;
    std::fill(terms.A.begin() + A.start[at(row)], terms.A.begin() + A.start[at(row) + 1], 0.0);
  }
}

void LeftOutRows::drop(Vec& of_rows) const {
  for (const int row : rows_) of_rows[row] = 0.0;
}

void LeftOutRows::review(const Terms& terms, double independence, LeftOutMemory& memory) {
  if (rows_.empty()) return;
  if (!(worst_ <= follows + combined * worst_kept_)) {
    memory.rows.clear();
    memory.independence = 0.0;
  } else if (memory.independence == 0.0) {
    memory.independence = independence;
  } else if (independence < closer * memory.independence) {
    memory.rows.set(rows_least_needed(*system_, terms, rows_));
    memory.independence = 0.0;
  }
}

}  // namespace rheon
