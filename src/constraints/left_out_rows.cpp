#include "constraints/left_out_rows.hpp"

#include <algorithm>
#include <cmath>

#include "constraints/kept_numbers.hpp"
#include "constraints/row_rank.hpp"
#include "constraints/states_beside.hpp"
#include "core/index.hpp"
#include "la/products.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// Rows kept that are left with this part of the independence that they had when they were chosen are chosen anew.
constexpr double closer = 0.5;
/// A row that follows is met to round-off, or as well as the others are, with room for how these combine.
constexpr double follows = 1e-8, combined = 100.0;

}  // namespace

LeftOutRows::LeftOutRows(const System& system)
    : system_(&system), count_(system.layout().rows() <= most_rows_for_rank ? system.layout().rows() : 0) {
  rows_.reserve(at(system.layout().rows()));
}

std::string LeftOutRows::objection_to(const double* z) const {
  const bool sound = std::all_of(z, z + count_, is_mark) && (count_ == 0 || (z[count_] >= 0.0 && z[count_] <= 1.0));
  return sound ? "" : "it does not tell which rows are redundant";
}

void LeftOutRows::find(const State& s, double* z) {
  std::fill_n(z, size(), 0.0);
  if (count_ == 0) return;
  Terms terms = system_->make_terms();
  if (!system_->evaluate(s, want_velocity_projection, terms)) return;
  std::vector<int> fewest = rows_that_follow(*system_, terms);
  if (fewest.empty()) return;
  for (const State& beside : states_beside(*system_, s)) {
    if (!system_->evaluate(beside, want_velocity_projection, terms)) continue;
    std::vector<int> here = rows_that_follow(*system_, terms);
    if (here.size() < fewest.size()) fewest = std::move(here);
  }
  for (const int row : fewest) z[row] = 1.0;
}

Status LeftOutRows::settle(State& s, Index first, Terms& terms, ReducedSaddle& rows) {
  double* const z = s.z.data() + first + 1;
  if (s.z[first] == 0.0) find(s, z);
  s.z[first] = 1.0;
  if (read(z).empty()) return {};
  if (auto ok = system_->evaluate(s, want_stabilised_rate, terms); !ok) return ok;
  watch(terms);
  rows.leave_out(rows_);
  const bool apart = rows.factor(terms.M, terms.A);
  review(terms, apart ? rows.independence() : 0.0, z);
  return {};
}

const std::vector<int>& LeftOutRows::read(const double* z) {
  rows_.clear();
  for (Index i = 0; i < count_; ++i)
    if (z[i] != 0.0) rows_.push_back(static_cast<int>(i));
  worst_ = worst_kept_ = 0.0;
  return rows_;
}

void LeftOutRows::watch(const Terms& terms) {
  worst_ = worst_kept_ = 0.0;
  if (rows_.empty()) return;
  const Pattern& A = system_->jacobian_pattern();
  auto left_out = rows_.begin();
  for (int row = 0; row < system_->layout().nphi; ++row) {
    double size = 1.0;
    for (int k = A.start[at(row)]; k < A.start[at(row) + 1]; ++k) size += std::abs(terms.A[at(k)]);
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

void LeftOutRows::review(const Terms& terms, double independence, double* z) {
  if (rows_.empty()) return;
  double& when_chosen = z[count_];
  if (!(worst_ <= follows + combined * worst_kept_)) {
    std::fill_n(z, size(), 0.0);
  } else if (when_chosen == 0.0) {
    when_chosen = independence;
  } else if (independence < closer * when_chosen) {
    const std::vector<int> anew = rows_least_needed(*system_, terms, rows_);
    std::fill_n(z, size(), 0.0);
    for (const int row : anew) z[row] = 1.0;
  }
}

}  // namespace rheon
