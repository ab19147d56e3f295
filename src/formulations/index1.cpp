#include "formulations/index1.hpp"

#include <algorithm>
#include <cmath>

#include "formulations/rate_support.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// Round-off of a pivot that should vanish, with room to spare; rows that are merely close to each other keep more.
constexpr double dependent_below = 1e-11;
/// Part of the terms of its right side that the gradient of a row must have, times the acceleration, to be told from their
/// round-off to 1e-12.
constexpr double resolved = 1e-4;

}  // namespace

Index1::Index1(const System& system)
    : system_(&system),
      terms_(system.make_terms()),
      saddle_(system.mass_pattern(), system.jacobian_pattern(), system.mass_pattern(), true, inner_penalty),
      g_(Vec::Zero(system.layout().rows())),
      mass_(system.mass_pattern()) {}

Status Index1::solve(State& s, const Stabilisation& gains) {
  if (auto ok = system_->evaluate(s, gains.any() ? want_stabilised_rate : want_rate, terms_); !ok) return ok;
  g_ = terms_.b;
  gains.subtract_from(g_, terms_);
  saddle_.weigh(terms_.M, terms_.A);
  if (auto ok = saddle_.factor(terms_.M, terms_.A); !ok) return ok;
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

Status Index1::accelerate(State& s) {
  if (!kernel_) kernel_.emplace(*system_);
  if (dependent_ || !*kernel_ || !kernel_->run(s)) return solve(s);
  ++accelerations_;
  if (!system_->has_power()) {
    s.power = {};
    return {};
  }
  if (auto ok = system_->evaluate(s, Want::power | Want::rows, terms_); !ok) return ok;
  s.power = terms_.power;
  return {};
}

}  // namespace rheon
