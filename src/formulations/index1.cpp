#include "formulations/index1.hpp"

#include <algorithm>

#include "core/index.hpp"
#include "formulations/rate_support.hpp"
#include "formulations/row_rank.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// Round-off of a pivot that should vanish, with room to spare; rows that are merely close to each other keep more.
constexpr double dependent_below = 1e-11;
/// The rank is found densely, at cubic cost.
constexpr int most_rows_for_rank = 300;

}  // namespace

Index1::Index1(const System& system)
    : system_(&system),
      terms_(system.make_terms()),
      saddle_(system.mass_pattern(), system.jacobian_pattern(), system.mass_pattern(), true, inner_penalty),
      numbers_(at(system.model().inputs.a(0)), 0.0),
      g_(Vec::Zero(system.layout().rows())) {}

Status Index1::solve(State& s, const Stabilisation& gains) {
  if (auto ok = system_->evaluate(s, gains.any() ? want_stabilised_rate : want_rate, terms_); !ok) return ok;
  g_ = terms_.b;
  gains.subtract_from(g_, terms_);
  saddle_.weigh(terms_.M, terms_.A);
  if (auto ok = saddle_.factor(terms_.M, terms_.A); !ok) return ok;
  if (auto ok = saddle_.solve_afresh(terms_.M, terms_.A, terms_.Q.data(), g_.data(), s.a.data(), s.lambda.data()); !ok)
    return ok;
  return complete_powers(*system_, terms_, s);
}

void Index1::expect_dependent(bool dependent) {
  dependent_ = dependent;
  saddle_.expect_dependent(dependent);
}

Status Index1::find_dependence(const State& s, bool& dependent) {
  dependent = false;
  if (system_->layout().rows() == 0) return {};
  if (auto ok = system_->evaluate(s, want_rate, terms_); !ok) return ok;
  expect_dependent(false);
  saddle_.weigh(terms_.M, terms_.A);
  if (auto ok = saddle_.factor(terms_.M, terms_.A); !ok) return ok;
  dependent = !saddle_.direct() && saddle_.independence() < dependent_below;
  return {};
}

std::vector<int> Index1::dependent_rows() const {
  if (system_->layout().rows() > most_rows_for_rank) return {};
  const std::vector<int> independent = analyse_rows(*system_, terms_).independent;
  std::vector<int> rows;
  for (int i = 0; i < system_->layout().rows(); ++i)
    if (!std::binary_search(independent.begin(), independent.end(), i)) rows.push_back(i);
  if (rows.size() > most_rows_left_out) rows.clear();
  return rows;
}

void Index1::leave_out(const std::vector<int>& rows) {
  if (!rows.empty() && (!redundant_ || redundant_->left_out() != rows)) redundant_.emplace(*system_, rows);
  left_out_ = !rows.empty() && *redundant_;
}

bool Index1::follow(const std::vector<int>& rows, const State& s) {
  leave_out(rows);
  return left_out_ && redundant_->follow(s);
}

bool Index1::accelerate(const double* numbers, double* a, double* lambda) {
  if (!left_out_) {
    if (dependent_) return false;
    if (!kernel_) kernel_.emplace(*system_);
    if (!*kernel_ || !kernel_->run(numbers, a, lambda)) return false;
  } else if (!redundant_->run(numbers, a, lambda)) {
    return false;
  }
  ++accelerations_;
  return true;
}

Status Index1::accelerate(State& s) {
  gather_motion(s, numbers_.data());
  if (!accelerate(numbers_.data(), s.a.data(), s.lambda.data())) return solve(s);
  if (!system_->has_power()) {
    s.power = {};
    return {};
  }
  if (auto ok = system_->evaluate(s, Want::power | Want::rows, terms_); !ok) return ok;
  s.power = terms_.power;
  return {};
}

}  // namespace rheon
