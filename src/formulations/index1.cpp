#include "formulations/index1.hpp"

#include <algorithm>
#include <cmath>

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
/// Part of the terms of its right side that the gradient of a row must have, times the acceleration, to be told from their
/// round-off to 1e-12.
constexpr double resolved = 1e-4;

}  // namespace

Index1::Index1(const System& system)
    : system_(&system),
      terms_(system.make_terms()),
      saddle_(system.mass_pattern(), system.jacobian_pattern(), system.mass_pattern(), true, inner_penalty),
      numbers_(at(system.model().inputs.a(0)), 0.0),
      g_(Vec::Zero(system.layout().rows())),
      mass_(system.mass_pattern()) {}

Status Index1::solve(State& s, const Stabilisation& gains) {
  if (auto ok = system_->evaluate(s, gains.any() ? want_stabilised_rate : want_rate, terms_); !ok) return ok;
  g_ = terms_.b;
  gains.subtract_from(g_, terms_);
  saddle_.weigh(terms_.M, terms_.A);
  if (auto ok = saddle_.factor(terms_.M, terms_.A); !ok) return ok;
  independence_ = saddle_.independence();
  Status ok = saddle_.solve_afresh(terms_.M, terms_.A, terms_.Q.data(), g_.data(), s.a.data(), s.lambda.data());
  if (ok.code == Code::rank_lost) ok = solve_with_sizes(s);
  if (!ok) return ok;
  return complete_powers(*system_, terms_, s);
}

/// Once more, with rows judged by the terms of b = -(w_q q' + w_t): where the gradient vanishes these may cancel, too, and
/// what is left is round-off over nothing. A row whose round-off exceeds what others agree to gives way to them.
Status Index1::solve_with_sizes(State& s) {
  if (auto ok = system_->evaluate(s, want_rate | Want::slopes | Want::rates, terms_); !ok) return ok;
  const Pattern& S = system_->row_slope_pattern();
  const Vec& q_dot = system_->model().general_speeds ? terms_.q_dot : s.v;
  mass_.set(terms_.M);
  double root_energy = 0.0;  // of the accelerations
  for (Index j = 0; j < s.a.size(); ++j) {
    const double root = std::sqrt(mass_.mass()[j]);
    root_energy = std::max({root_energy, std::abs(s.a[j]) * root, std::abs(terms_.Q[j]) / root});
  }
  right_sizes_.resize(S.rows);
  least_mobilities_.resize(S.rows);
  for (int i = 0; i < S.rows; ++i) {
    right_sizes_[i] = row_size(S, i, terms_.w_q, q_dot.data());
    const double least = root_energy > 0.0 ? resolved * right_sizes_[i] / root_energy : 0.0;
    least_mobilities_[i] = least * least;
  }
  saddle_.set_right_side_sizes(right_sizes_.data(), least_mobilities_.data());
  saddle_.weigh(terms_.M, terms_.A);
  Status ok = saddle_.factor(terms_.M, terms_.A);
  if (ok) ok = saddle_.solve_afresh(terms_.M, terms_.A, terms_.Q.data(), g_.data(), s.a.data(), s.lambda.data());
  saddle_.set_right_side_sizes(nullptr, nullptr);
  return ok;
}

void Index1::expect_dependent(bool dependent, const double* largest) {
  dependent_ = dependent;
  saddle_.expect_dependent(dependent, largest);
}

void Index1::raise_mobilities(double* largest) {
  mass_.set(terms_.M);
  for (int i = 0; i < system_->layout().rows(); ++i)
    largest[i] = std::max(largest[i], row_mobility(system_->jacobian_pattern(), i, terms_.A, mass_.mass()));
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
    independence_ = kernel_->independence();
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
