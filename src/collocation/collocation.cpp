#include "collocation/collocation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "core/lagrange_polynomial.hpp"
#include "methods/row_equations.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
/// Round-off of an increment, relative to what it changes: of the sums over stages and of a substitution.
constexpr double increment_noise = 16 * eps;

/// Polynomials of the last step serve for a step of at most so many times its size. A choice: it only decides how many
/// corrections the first guess saves.
constexpr double farthest_prediction = 2.0;
/// A factorisation takes as long as so many corrections with factors that are there: about six, an estimate. It decides on the
/// time, and by less than the tolerance on the end of a step.
constexpr double factorisation_cost = 6.0;
/// Corrections that keep more than this part of the one before are better made with a matrix of their own. A choice, of time as
/// well.
constexpr double slowest_rate = 0.5;

/// Corrections until an error is below the tolerance if each reduces it by `rate`.
double corrections_left(double error, double rate, double tolerance) {
  if (error <= tolerance) return 0.0;
  if (!(rate < slowest_rate)) return std::numeric_limits<double>::infinity();
  return std::log(tolerance / error) / std::log(rate);
}
/// Residual of dependent rows that may be left at a stage, and change in an iteration, as parts of the motion. A choice: smaller,
/// and longer steps of such systems fail; larger, and an iteration that stalls for another reason could pass for one of these.
constexpr double most_contradiction = 1e-4;
/// A residual or a change that keeps more than this part of the one before no longer falls. A choice: Newton's method is faster.
constexpr double idle_rate = 0.5;

double ratio(double part, double whole) { return part == 0.0 ? 0.0 : whole > 0.0 ? part / whole : 1.0; }

}  // namespace

CollocationForm::CollocationForm(const System& system, const CollocationTableau& tableau,
                                 const CollocationSettings& settings)
    : system_(&system),
      tableau_(&tableau),
      settings_(settings),
      tangent_(system),
      forces_(system),
      matrix_(system, tableau, tangent_.pattern(), forces_.slope_pattern(), settings.stabilised),
      mass_(system.mass_pattern()),
      weighted_(system, tangent_.pattern()),
      projector_(system),
      index1_(system),
      estimate_(system, tableau, tangent_),
      start_terms_(system.make_terms()),
      P_(tangent_.pattern().col.size()),
      M_(P_),
      unknowns_(Vec::Zero(matrix_.size())),
      rhs_(unknowns_),
      difference_(Vec::Zero(system.layout().nv)),
      slip_(difference_) {
  for (int j = 0; j < system.layout().nv; ++j) {
    P_diagonal_.push_back(tangent_.pattern().find(j, j));
    M_diagonal_.push_back(system.mass_pattern().find(j, j));
  }
  const auto n = at(tableau.stages);
  terms_.assign(n, start_terms_);
  N_.assign(n, forces_.slopes());
  stage_.assign(n, system.make_state());
  dQ_.assign(n, difference_);
  dV_ = Q_old_ = V_old_ = dQ_;
  if (!forces_.depend_on_multipliers()) return;
  split_.emplace(system);
  split_->expect_dependent();
}

Status CollocationForm::start(State& s) {
  bool dependent = false;
  if (auto ok = index1_.find_dependence(s, dependent); !ok) return ok;
  s.memory = make_memory();
  s.memory.as<CollocationMemory>().dependent = dependent;
  return index1_.solve(s);
}

/// P = M + g h C + g^2 h^2 K, with the mean mass for coordinates that have none.
void CollocationForm::set_metric() {
  mass_.set(start_terms_.M);
  const double g = matrix_.mean_weight() * h_;
  tangent_.assemble(start_terms_, g, g * g, false, P_);
  for (int j = 0; j < system_->layout().nv; ++j)
    if (start_terms_.M[at(M_diagonal_[at(j)])] <= 0.0) P_[at(P_diagonal_[at(j)])] += mass_.mass()[j];
}

/// Size of the forces whose difference stiff springs make.
void CollocationForm::measure_springs() {
  const Pattern& K = system_->stiffness_pattern();
  difference_.setZero();
  for (int i = 0; i < K.rows; ++i)
    for (int k = K.start[at(i)]; k < K.start[at(i) + 1]; ++k)
      difference_[i] += std::abs(start_terms_.K[at(k)] * from_->q[K.col[at(k)]]);
  spring_force_ = mass_.force_norm(difference_.data());
}

Status CollocationForm::begin(const Scheme&, const State& from, double h) {
  from_ = &from;
  h_ = h;
  if (auto ok = system_->evaluate(from, want_newton, start_terms_); !ok) return ok;
  set_metric();
  measure_springs();
  predict();
  follow();
  change_ = left_ = residual_ = std::numeric_limits<double>::infinity();
  afresh_ = true;
  // a combination of rows that vanishes turns with the motion: the matrix has to know it as it is
  keeps_factors_ = !dependent(from);
  return {};
}

/// First guess: accelerations of the last step as polynomials of time, or that of the start; multipliers of the start. The
/// equations are linear in these, and combinations that nothing determines must not grow from step to step.
void CollocationForm::predict() {
  const Layout& n = system_->layout();
  const int stages = tableau_->stages;
  const CollocationMemory& memory = from_->memory.as<CollocationMemory>();
  const double last = memory.last_step;
  const bool known = last > 0.0 && h_ <= farthest_prediction * last && !dependent(*from_);
  unknowns_.setZero();
  for (int i = 0; i < stages; ++i) {
    auto x = unknowns_.segment(matrix_.x(i), n.nv);
    unknowns_.segment(matrix_.ell(i), n.rows()) = h_ * from_->lambda;
    stage_[at(i)].t = from_->t + tableau_->c[at(i)] * h_;
    stage_[at(i)].same_piece(*from_);
    if (!known) {
      x = h_ * from_->a;
      continue;
    }
    const double theta = 1.0 + tableau_->c[at(i)] * h_ / last;
    for (int j = 0; j < stages; ++j) x += lagrange_polynomial(tableau_->c, j, theta, h_) * memory.accelerations.col(j);
  }
  for (int i = 0; settings_.stabilised && i < stages; ++i) {
    auto y = unknowns_.segment(matrix_.y(i), n.nv);
    y = h_ * from_->v;
    for (int j = 0; j < stages; ++j)
      y += (h_ * tableau_->a[at(i * stages + j)]) * unknowns_.segment(matrix_.x(j), n.nv);
  }
}

void CollocationForm::keep_stages(State& to) const {
  to.memory = from_->memory;
  CollocationMemory& memory = to.memory.as<CollocationMemory>();
  memory.last_step = h_;
  for (int j = 0; j < tableau_->stages; ++j) memory.accelerations.col(j) = stage_[at(j)].a;
}

void CollocationForm::follow() {
  const Layout& n = system_->layout();
  const int stages = tableau_->stages;
  for (int i = 0; i < stages; ++i) {
    dV_[at(i)].setZero();
    for (int j = 0; j < stages; ++j)
      dV_[at(i)] += tableau_->a[at(i * stages + j)] * unknowns_.segment(matrix_.x(j), n.nv);
    State& s = stage_[at(i)];
    s.v = from_->v + dV_[at(i)];
    s.a = unknowns_.segment(matrix_.x(i), n.nv) / h_;
    s.lambda = unknowns_.segment(matrix_.ell(i), n.rows()) / h_;
  }
  for (int i = 0; i < stages; ++i) {
    dQ_[at(i)].setZero();
    for (int j = 0; j < stages; ++j) {
      const double a = tableau_->a[at(i * stages + j)];
      if (settings_.stabilised)
        dQ_[at(i)] += a * unknowns_.segment(matrix_.y(j), n.nv);
      else
        dQ_[at(i)] += (a * h_) * stage_[at(j)].v;
    }
    stage_[at(i)].q = from_->q + dQ_[at(i)];
  }
}

/// With the multipliers that are reported: of least norm where rows depend on each other. The unknowns keep theirs, which along
/// combinations of rows that vanish are what they were at the start of the step.
Status CollocationForm::evaluate_forces(int i) {
  State& s = stage_[at(i)];
  if (split_ && dependent(*from_))
    if (auto ok = split_->apply(terms_[at(i)], s.lambda); !ok && ok.code == Code::not_finite) return ok;
  return forces_.evaluate(s);
}

/// Right sides of the Newton correction: minus the residuals of stage i.
Status CollocationForm::residuals(int i) {
  const Layout& n = system_->layout();
  State& s = stage_[at(i)];
  Terms& t = terms_[at(i)];
  if (auto ok = system_->evaluate(s, afresh_ ? want_stage : want_stage_residual, t); !ok) return ok;
  if (auto ok = evaluate_forces(i); !ok) return ok;
  double* const dynamics = rhs_.data() + matrix_.x(i);
  rhs_.segment(matrix_.x(i), n.nv) = h_ * t.Q;
  if (forces_.any()) {
    rhs_.segment(matrix_.x(i), n.nv) += h_ * forces_.force();
    if (afresh_) N_[at(i)] = forces_.slopes();
  }
  multiply_add(system_->mass_pattern(), t.M, unknowns_.data() + matrix_.x(i), -1.0, dynamics);
  multiply_transposed_add(system_->jacobian_pattern(), t.A, unknowns_.data() + matrix_.ell(i), -1.0, dynamics);
  NumberAlgebra numbers;
  auto rows = rhs_.segment(matrix_.ell(i), n.rows());
  velocity_right_side(numbers, AllEntries{n.rows()}, t.phi_dot, t.psi, rows);
  if (!settings_.stabilised) return {};
  auto positions = rhs_.segment(matrix_.y(i), n.nv);
  slip_ = h_ * s.v - unknowns_.segment(matrix_.y(i), n.nv);
  positions.setZero();
  multiply_add(tangent_.pattern(), P_, slip_.data(), 1.0, rhs_.data() + matrix_.y(i));
  const Pattern& A = system_->jacobian_pattern();
  for (int row = 0; row < n.nphi; ++row)
    for (int k = A.start[at(row)]; k < A.start[at(row) + 1]; ++k)
      positions[A.col[at(k)]] -= t.A[at(k)] * unknowns_[matrix_.m(i) + row];
  rhs_.segment(matrix_.m(i), n.nphi) = -t.phi;
  return {};
}

/// A speed that moves nothing by more than the round-off of its place in one step: where a drive has come to rest, velocities
/// are round-off of each other, and no iteration makes them smaller.
double CollocationForm::unseen_speed() const { return eps * mass_.norm(from_->q.data()) / h_; }

/// Worst violation at stage i as a part of the motion, less what round-off alone makes of it.
double CollocationForm::violation(int i) const {
  const Layout& n = system_->layout();
  const Pattern &A = system_->jacobian_pattern(), &S = system_->row_slope_pattern();
  const Terms& t = terms_[at(i)];
  const State& s = stage_[at(i)];
  NumberAlgebra numbers;
  double worst = 0.0;
  // `terms`: size of what the residual is the sum of; forces that balance each other leave their round-off in the motion
  const auto judge = [&](double value, double terms, double mobility, double motion, double forced, double unseen) {
    const double excess = excess_of_residual(numbers, value, terms);
    const double size = mobility > 0.0 ? excess / std::sqrt(mobility) : excess;
    if (size > row_round_off * (motion + forced) + unseen) worst = std::max(worst, ratio(size, motion));
  };
  for (int row = 0; row < n.rows(); ++row) {
    const double mobility = row_mobility(A, row, t.A, mass_.mass());
    const double positions = size_of_position_row(numbers, A, row, t.A, s.q);
    const double velocities = (row < n.nphi ? std::abs(t.phi_t[row]) : 0.0) + row_size(A, row, t.A, s.v.data()) +
                              row_size(S, row, t.w_q, s.q.data());
    judge(velocity_residual(t.phi_dot, t.psi, row), velocities, mobility, speed_, h_ * force_, unseen_speed());
    if (settings_.stabilised && row < n.nphi)
      judge(t.phi[row], positions, mobility, displacement_, h_ * h_ * force_, 0.0);
  }
  return worst;
}

/// Dependent rows agree on the constraints only. Stages that are not put there leave a residual that no velocity takes away,
/// and each iteration goes on by as much in its vain attempt: neither falls any more. What that does to the step is part of
/// its error.
bool CollocationForm::is_contradiction() const {
  return may_contradict() && std::max(residual_, change_) <= most_contradiction &&
         residual_ > idle_rate * residual_before_ && change_ > idle_rate * change_before_;
}

Status CollocationForm::evaluate() {
  for (int i = 0; i < tableau_->stages; ++i)
    if (auto ok = residuals(i); !ok) return ok;
  speed_ = mass_.norm(from_->v.data());
  displacement_ = h_ * speed_;
  force_ = 0.0;
  for (int i = 0; i < tableau_->stages; ++i) {
    const double turned = h_ * mass_.norm(stage_[at(i)].a.data());
    speed_ = std::max(speed_, std::max(turned, mass_.norm(stage_[at(i)].v.data())));
    displacement_ = std::max(displacement_, std::max(h_ * turned, mass_.norm(dQ_[at(i)].data())));
    force_ = std::max(force_, mass_.force_norm(terms_[at(i)].Q.data()));
  }
  residual_before_ = residual_;
  residual_ = 0.0;
  if (settled() || may_contradict())  // else there is a next iterate anyway
    for (int i = 0; i < tableau_->stages; ++i) residual_ = std::max(residual_, violation(i));
  return {};
}

/// The last correction as a part of the motion in this step; what is below the resolution of q, or of velocities, counts
/// as nothing, and so is what forces in balance leave of each other. Round-off of q in stiff springs makes noise in v, at most
/// that of a difference of q over the step.
void CollocationForm::measure_change() {
  change_before_ = change_;
  change_ = 0.0;
  const auto judge = [&](const Vec& now, Vec& old, double floor, double motion, double unseen) {
    difference_ = now - old;
    const double size = mass_.norm(difference_.data());
    if (!(size <= increment_noise * floor + unseen))
      change_ = std::max(change_, std::isfinite(size) ? ratio(size, motion) : size);
  };
  const double q = mass_.norm(from_->q.data());
  for (int i = 0; i < tableau_->stages; ++i) {
    judge(dQ_[at(i)], Q_old_[at(i)], q + displacement_ + h_ * h_ * force_, displacement_, 0.0);
    judge(dV_[at(i)], V_old_[at(i)], speed_ + h_ * force_ + std::min(q / h_, h_ * spring_force_), speed_,
          unseen_speed());
  }
}

/// After a correction: what is left, and whether the factors serve for the next one. With a matrix of its own a
/// correction of size c leaves about c^2, with factors that were there the error falls at a steady rate.
void CollocationForm::judge_rate(double last) {
  const double rate = !afresh_ ? ratio(change_, last) : change_;
  left_ = change_ * std::min(1.0, rate);
  if (!keeps_factors_) return;
  if (!afresh_ && !(rate < slowest_rate)) keeps_factors_ = false;
  const double target = settings_.tolerance * part_left;
  const double kept = corrections_left(left_, rate, target);
  const double renewed = corrections_left(left_ * left_, left_, target) + factorisation_cost;
  afresh_ = !keeps_factors_ || kept > renewed;
}

Status CollocationForm::improve() {
  ++iterations_;
  if (afresh_)
    if (auto ok = matrix_.factor(h_, terms_, N_, mass_, P_); !ok) return ok;
  matrix_.solve(rhs_.data());
  for (int i = 0; i < tableau_->stages; ++i) {
    Q_old_[at(i)] = dQ_[at(i)];
    V_old_[at(i)] = dV_[at(i)];
  }
  unknowns_ += rhs_;
  follow();
  const double last = change_;
  measure_change();
  judge_rate(last);
  if (!std::isfinite(change_)) return {Code::not_finite, -1, 0, change_, "Newton correction"};
  return {};
}

Counters CollocationForm::counters() const {
  Counters sum{start_terms_.evaluations, matrix_.factorisations + estimate_.factorisations(), iterations_, 0};
  for (const Terms& t : terms_) sum.evaluations += t.evaluations;
  if (quadrature_) sum = sum + quadrature_->counters();
  return sum + weighted_.counters() + projector_.counters() + index1_.counters();
}

}  // namespace rheon
