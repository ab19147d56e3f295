#include "formulations/index1.hpp"

#include "formulations/rate_support.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// Round-off of a pivot that should vanish, with room to spare; rows that are merely close to each other keep more.
constexpr double dependent_below = 1e-11;

}  // namespace

Index1::Index1(const System& system)
    : system_(&system),
      terms_(system.make_terms()),
      saddle_(system.mass_pattern(), system.jacobian_pattern(), system.mass_pattern(), true, inner_penalty),
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
