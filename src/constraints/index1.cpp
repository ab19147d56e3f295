#include "constraints/index1.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "constraints/row_rank.hpp"
#include "core/index.hpp"
#include "la/dependent_rows.hpp"
#include "la/root_energy.hpp"
#include "la/vanishing_gradient.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// Part of the terms of its right side that the gradient of a row must have, times the acceleration, to be distinguished from their
/// round-off to 1e-12.
constexpr double resolved = 1e-4;
/// Part of the forces that one more pass would add to the reactions: beyond, the passes have stopped too early. A choice above
/// round-off; smaller, and dependent rows are looked for in vain.
constexpr double still_at_work = 1e-9;
/// Accelerations with all rows and without some differ by so many times what these disagree by, and by round-off, in parts of the
/// root of their energy. Choices: larger ones keep accelerations of passes that gained too little, smaller ones leave rows out.
constexpr double most_difference = 1e3, least_difference = 1e-10;

/// That the others imply.
std::vector<int> dependent_rows_of(const System& system, const Terms& terms) {
  const std::vector<int> independent = analyse_rows(system, terms).independent;
  std::vector<int> rows;
  for (int i = 0; i < system.layout().rows(); ++i)
    if (!std::binary_search(independent.begin(), independent.end(), i)) rows.push_back(i);
  return rows;
}

}  // namespace

Index1::Index1(const System& system)
    : system_(&system),
      terms_(system.make_terms()),
      saddle_(system.mass_pattern(), system.jacobian_pattern(), system.mass_pattern(), true, inner_penalty),
      numbers_(at(system.model().inputs.a(0)), 0.0),
      forces_(system),
      force_(Vec::Zero(system.layout().nv)),
      g_(Vec::Zero(system.layout().rows())),
      mass_(system.mass_pattern()) {
  if (forces_.any()) probe_ = system.make_state();
}

Status Index1::solve(State& s, const Stabilisation& gains) {
  if (auto ok = system_->evaluate(s, gains.any() ? want_stabilised_rate : want_rate, terms_); !ok) return ok;
  g_ = terms_.b;
  gains.subtract_from(g_, terms_);
  saddle_.weigh(terms_.M, terms_.A);
  if (auto ok = saddle_.factor(terms_.M, terms_.A); !ok) return ok;
  independence_ = saddle_.independence();
  force_ = terms_.Q;
  if (auto ok = solve_prepared(s); !ok) return ok;
  if (forces_.any())
    if (auto ok = add_multiplier_forces(s); !ok) return ok;
  return complete_powers(*system_, terms_, s);
}

/// With the matrix factored, for the right sides force_ and g_.
Status Index1::solve_prepared(State& s) {
  Status ok = saddle_.solve_afresh(terms_.M, terms_.A, force_.data(), g_.data(), s.a.data(), s.lambda.data());
  if (dependent_ && !(ok && saddle_.settled()) && solve_reduced(s, bool(ok))) ok = {};
  if (ok.code == Code::rank_lost) ok = solve_with_sizes(s);
  return ok;
}

/// From the solution without them. All of it is solved once more, not put together as `MultiplierForces::add` does: what is done
/// about dependent rows depends on the whole right sides.
Status Index1::add_multiplier_forces(State& s) {
  kept_g_ = g_;
  g_.setZero();
  probe_.t = s.t;
  probe_.same_piece(s);
  probe_.q = s.q;
  probe_.v = s.v;
  const auto ok = forces_.find(s, [&](const Vec& force, Vec& a, Vec& lambda) -> Status {
    force_ = force;
    if (auto solved = solve_prepared(probe_); !solved) return solved;
    a = probe_.a;
    lambda = probe_.lambda;
    return {};
  });
  g_ = kept_g_;
  if (!ok) return ok;
  force_ = terms_.Q + forces_.force();
  return solve_prepared(s);
}

/// Once more, without the rows that follow from others. The passes gain little where a light coordinate ties rows together:
/// in the metric of the masses these are close to each other though nothing depends on anything. False, and nothing
/// changed, where rows left out do not agree, where one kept is passing a place where its gradient vanishes, and where
/// accelerations that were `solved` differ by no more than rows that contradict each other a little explain.
bool Index1::solve_reduced(State& s, bool solved) {
  if (where_ != nullptr && saddle_.unrest() > still_at_work) look_for_dependent();
  if (!reduced_ || reduced_->left_out().empty()) return false;
  mass_.set(terms_.M);
  for (int i = 0; largest_ != nullptr && i < g_.size(); ++i)
    if (row_mobility(system_->jacobian_pattern(), i, terms_.A, mass_.mass()) <
        vanishing_gradient * vanishing_gradient * largest_[i])
      return false;
  if (!reduced_->factor(terms_.M, terms_.A)) return false;
  a_.resize(s.a.size());
  lambda_.resize(s.lambda.size());
  if (!reduced_->solve(terms_.M, terms_.A, force_.data(), g_.data(), a_.data(), lambda_.data())) return false;
  if (reduced_->contradiction() > (certain_ ? contradiction_in_step : contradiction_on_constraints)) return false;
  difference_ = s.a - a_;
  const double difference = mass_.norm(difference_.data()) / reduced_->root_energy();
  const auto is_explained = [&](double disagreement) {
    return solved && !(difference > most_difference * disagreement + least_difference);
  };
  if (is_explained(reduced_->contradiction())) return false;
  reduced_->share(terms_.M, terms_.A, lambda_.data());
  if (reduced_->newness() > (certain_ ? newness_in_step : newness_on_constraints)) return false;
  if (is_explained(reduced_->contradiction() + std::sqrt(reduced_->newness()))) return false;
  s.a = a_;
  s.lambda = lambda_;
  return true;
}

/// Once more, with rows judged by the terms of b = -(w_q q' + w_t): where the gradient vanishes these may cancel, too, and
/// what is left is round-off over nothing. A row whose round-off exceeds what others agree to gives way to them.
Status Index1::solve_with_sizes(State& s) {
  if (auto ok = system_->evaluate(s, want_rate | Want::slopes | Want::rates, terms_); !ok) return ok;
  const Pattern& S = system_->row_slope_pattern();
  const Vec& q_dot = system_->model().general_speeds ? terms_.q_dot : s.v;
  mass_.set(terms_.M);
  const double energy = root_energy(mass_.mass(), s.a.data(), force_.data());
  right_sizes_.resize(S.rows);
  least_mobilities_.resize(S.rows);
  for (int i = 0; i < S.rows; ++i) {
    right_sizes_[i] = row_size(S, i, terms_.w_q, q_dot.data());
    const double least = energy > 0.0 ? resolved * right_sizes_[i] / energy : 0.0;
    least_mobilities_[i] = least * least;
  }
  saddle_.set_right_side_sizes(right_sizes_.data(), least_mobilities_.data());
  saddle_.weigh(terms_.M, terms_.A);
  Status ok = saddle_.factor(terms_.M, terms_.A);
  if (ok) ok = saddle_.solve_afresh(terms_.M, terms_.A, force_.data(), g_.data(), s.a.data(), s.lambda.data());
  saddle_.set_right_side_sizes(nullptr, nullptr);
  return ok;
}

void Index1::expect_dependent(bool dependent, const double* largest) {
  dependent_ = dependent;
  largest_ = largest;
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
  dependent = !saddle_.direct() && saddle_.independence() < pivot_round_off;
  return {};
}

std::vector<int> Index1::dependent_rows() const {
  if (system_->layout().rows() > most_rows_for_rank) return {};
  return dependent_rows_of(*system_, terms_);
}

void Index1::leave_out(const std::vector<int>& rows) {
  left_out_ = false;
  if (rows.size() > most_rows_left_out) return;
  if (!rows.empty() && (!redundant_ || redundant_->left_out() != rows)) redundant_.emplace(*system_, rows);
  left_out_ = !rows.empty() && *redundant_;
}

Index1::Following Index1::follow(const std::vector<int>& rows, const State& s) {
  leave_out(rows);
  if (!left_out_) return Following::unclear;
  if (redundant_->follow(s)) return Following::yes;
  return redundant_->could_decide() ? Following::no : Following::unclear;
}

bool Index1::follow_refined(const std::vector<int>& rows, const State& s) {
  if (rows.empty() || !system_->evaluate(s, want_rate, terms_)) return false;
  know_dependent(rows, false);
  a_ = s.a;
  lambda_ = s.lambda;
  if (!reduced_->factor(terms_.M, terms_.A) ||
      !reduced_->solve(terms_.M, terms_.A, terms_.Q.data(), terms_.b.data(), a_.data(), lambda_.data()))
    return false;
  reduced_->share(terms_.M, terms_.A, lambda_.data());
  return reduced_->newness() <= newness_on_constraints && reduced_->contradiction() <= contradiction_on_constraints;
}

Status Index1::solve_left_out(State& s, const std::vector<int>& rows) {
  if (rows.empty()) return solve(s);
  if (auto ok = system_->evaluate(s, want_rate, terms_); !ok) return ok;
  know_dependent(rows, true);
  if (!reduced_->factor(terms_.M, terms_.A)) {
    auto ok = solve(s);
    independence_ = 0.0;
    return ok;
  }
  independence_ = reduced_->independence();
  if (auto ok = solve_shared(terms_.Q, terms_.b, s.a, s.lambda); !ok) return ok;
  if (forces_.any()) {
    kept_g_.setZero(terms_.b.size());
    const auto respond = [&](const Vec& force, Vec& a, Vec& lambda) { return solve_shared(force, kept_g_, a, lambda); };
    if (auto ok = forces_.find(s, respond); !ok) return ok;
    force_ = terms_.Q + forces_.force();
    if (auto ok = solve_shared(force_, terms_.b, s.a, s.lambda); !ok) return ok;
  }
  return complete_powers(*system_, terms_, s);
}

/// Without the rows that are left out, then their share for them, too.
Status Index1::solve_shared(const Vec& force, const Vec& g, Vec& a, Vec& lambda) {
  if (auto ok = reduced_->solve(terms_.M, terms_.A, force.data(), g.data(), a.data(), lambda.data()); !ok) return ok;
  reduced_->share(terms_.M, terms_.A, lambda.data());
  return {};
}

void Index1::look_for_dependent_at(const State& s) {
  where_ = &s;
  if (reduced_) reduced_->leave_out({});
}

void Index1::look_for_dependent() {
  const State& s = *std::exchange(where_, nullptr);
  if (!there_) there_.emplace(system_->make_terms());
  if (system_->layout().rows() > most_rows_for_rank || !system_->evaluate(s, want_velocity_projection, *there_)) return;
  know_dependent(dependent_rows_of(*system_, *there_), false);
}

void Index1::know_dependent(const std::vector<int>& rows, bool certain) {
  where_ = nullptr;
  if (!reduced_ && rows.empty()) return;
  if (!reduced_) reduced_.emplace(system_->mass_pattern(), system_->jacobian_pattern());
  reduced_->leave_out(rows);
  certain_ = certain;
}

bool Index1::accelerate(const double* numbers, double* a, double* lambda) {
  if (forces_.any()) return false;  // they need more than one solution
  if (!left_out_) {
    if (dependent_) return false;
    if (!kernel_) kernel_.emplace(*system_);
    if (!*kernel_ || !kernel_->run(numbers, a, lambda)) return false;
    independence_ = kernel_->independence();
  } else {
    if (!redundant_->run(numbers, a, lambda)) return false;
    independence_ = redundant_->independence();
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
