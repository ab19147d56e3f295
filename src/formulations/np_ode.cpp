// `np-ode`: multipliers with inertia, damping and stiffness of their own; ordinary differential equations throughout.
// [Natsiavas2015], [Paraskevopoulos2016] (3)-(4)
//
//   M v' = Q + sum_R a_R^T Lam_R,                 Lam_R = (m lam')' + c lam' + k lam - f
//   (m phi')' + c phi' + k phi = 0  (position level),        (m psi)' + c psi = 0  (velocity level)
//
// The second line fixes Lam: A v' = b - ((m' + c)/m) w - (k/m) phi, w = (phi', psi), is solved together with the first
// for v' and Lam = -lambda; lam and its momentum p = m lam' then follow from
//
//   lam' = p/m,   p' = Lam + f - c lam' - k lam,             lam = p = 0 at the start
//
//   paper                      code
//   lambda^R, m_RR lambda'^R   State::z: lam, p
//   m_RR, c_RR, k_RR, f_R      constraint_inertia.hpp, plus the options damping and stiffness times m
//   (4)                        rheonomic rows: phi' contains phi_t
//
// m' along the motion is a central difference; it multiplies violations only. Dense: for small systems.
#include <algorithm>
#include <cmath>

#include "constraints/constraint_inertia.hpp"
#include "constraints/explicit_solve.hpp"
#include "constraints/left_out_rows.hpp"
#include "formulations/kinds.hpp"
#include "formulations/np_options.hpp"
#include "methods/row_equations.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// Each row has its own error equation; off the constraints those of dependent rows contradict each other a little. Rows
/// that differ in direction by less than this are met together, in the sense of least squares: far more than what
/// violations within a step make of dependent rows, far less than what distinguishes independent ones. A choice in between.
constexpr double contradiction_tolerance = 1e-5;

/// Central differences of m: positions move by this part of the largest coordinate, about the cube root of the round-off, where
/// truncation and round-off are alike.
constexpr double mass_difference = 1e-5;
/// Coordinates and rates count as no smaller than this (m or rad, and per second): at rest, or at the origin, there has to be
/// some distance. A choice: the tests pass with 1e-5 and with 0.1, too, and with differences of 1e-6 and 1e-4.
constexpr double least_size = 1e-3;

constexpr OptionSpec options_of_np_ode[] = {np_damping_option("0"), np_stiffness_option("0"), np_coefficients_option};

class NpOde final : public RateForm {
 public:
  NpOde(const System& system, const OptionValues& values)
      : system_(&system),
        terms_(system.make_terms()),
        beside_(system.make_terms()),
        inertia_(system),
        nearby_(system),
        explicit_(system, contradiction_tolerance),
        left_out_(system),
        apart_(system.mass_pattern(), system.jacobian_pattern()),
        forces_(system),
        damping_(values.number("damping")),
        stiffness_(values.number("stiffness")),
        tangents_(values.choice("coefficients") == "model" && !system.model().general_speeds),
        near_(system.make_state()) {
    g_ = w_ = mass_rate_ = Vec::Zero(system.layout().rows());
  }

  /// lam, p
  Index added_state() const override { return 2 * system_->layout().rows(); }
  Memory make_memory() const override { return Memory(left_out_.make_memory()); }
  Status update_memory(State& s) override {
    return left_out_.update_memory(s, s.memory.as<LeftOutMemory>(), terms_, apart_);
  }
  bool added_state_acts() const override { return false; }  // Lam follows from the constraints, lam from Lam

  Status rate(State& s, Rates& rates) override {
    s.a.setZero();  // K = -dQ/dq, without forces that multipliers make
    s.lambda.setZero();
    if (auto ok = system_->evaluate(s, want_stabilised_rate, terms_); !ok) return ok;
    if (tangents_)
      if (auto ok = system_->evaluate(s, Want::tangent, terms_); !ok) return ok;
    if (auto ok = system_->evaluate(s, Want::rates, terms_); !ok) return ok;
    rates.q_dot = terms_.q_dot;
    if (auto ok = inertia_.update(terms_); !ok) return ok;
    inertia_.project(terms_, tangents_);
    inertia_.damping += damping_ * inertia_.mass;
    inertia_.stiffness += stiffness_ * inertia_.mass;
    velocity_residuals(terms_.phi_dot, terms_.psi, w_);
    if (auto ok = find_mass_rate(s, rates.q_dot); !ok) return ok;
    g_ = terms_.b;
    const auto over_mass = [&](double x, int i) { return inertia_.mass[i] == 0.0 ? 0.0 : x / inertia_.mass[i]; };
    NumberAlgebra numbers;
    subtract_violations(
        numbers, terms_.phi, terms_.phi_dot, terms_.psi,
        [&](int i) { return over_mass(mass_rate_[i] + inertia_.damping[i], i); },
        [&](int i) { return over_mass(inertia_.stiffness[i], i); }, g_);
    explicit_.leave_out(left_out_.read(s.memory.as<LeftOutMemory>()));
    if (auto ok = explicit_.solve(terms_, g_, s); !ok) return ok;
    if (forces_.any())
      if (auto ok = explicit_.add(forces_, s); !ok) return ok;
    follow_multipliers(s, rates);
    return complete_rates(*system_, terms_, s, rates);
  }

  Counters counters() const override {
    return {terms_.evaluations + beside_.evaluations,
            explicit_.factorisations + inertia_.factorisations + nearby_.factorisations, 0};
  }

 private:
  /// m' = (m(t + d, q + d q') - m(t - d, q - d q')) / 2d
  Status find_mass_rate(const State& s, const Vec& q_dot) {
    mass_rate_.setZero();
    if (w_.size() == 0 || w_.isZero(0.0)) return {};
    const double speed = q_dot.size() > 0 ? q_dot.cwiseAbs().maxCoeff() : 0.0;
    const double size = s.q.size() > 0 ? s.q.cwiseAbs().maxCoeff() : 0.0;
    const double d = mass_difference * std::max(size, least_size) / std::max(speed, least_size);
    near_.same_piece(s);
    near_.v = s.v;
    for (const double sign : {1.0, -1.0}) {
      near_.t = s.t + sign * d;
      near_.q = s.q + (sign * d) * q_dot;
      if (auto ok = system_->evaluate(near_, want_velocity_projection, beside_); !ok) return ok;
      if (auto ok = nearby_.update(beside_); !ok) return ok;
      mass_rate_ += (sign / (2 * d)) * nearby_.mass;
    }
    return {};
  }

  void follow_multipliers(const State& s, Rates& rates) const {
    const Index m = system_->layout().rows();
    for (Index i = 0; i < m; ++i) {
      const double lam = s.z[i], p = s.z[m + i], mass = inertia_.mass[i];
      const double lam_rate = mass > 0.0 ? p / mass : 0.0;
      rates.z_dot[i] = lam_rate;
      rates.z_dot[m + i] =
          -s.lambda[i] + inertia_.force[i] - inertia_.damping[i] * lam_rate - inertia_.stiffness[i] * lam;
    }
  }

  const System* system_;
  Terms terms_, beside_;
  ConstraintInertia inertia_, nearby_;
  ExplicitSolve explicit_;
  LeftOutRows left_out_;
  ReducedSaddle apart_;  ///< says how independent the others are
  MultiplierForces forces_;
  double damping_, stiffness_;
  bool tangents_;
  State near_;
  Vec g_, w_, mass_rate_;
};

std::unique_ptr<RateForm> make_np_ode(const System& system, const OptionValues& values) {
  return std::make_unique<NpOde>(system, values);
}

}  // namespace

FormulationKind np_ode_kind() {
  return {.name = "np-ode",
          .title = "second-order equations for the multipliers: inertia, damping and stiffness of constraints",
          .reference = "Natsiavas2015; Paraskevopoulos2016 (3)-(4)",
          .options = options_of_np_ode,
          .claims = {.nonholonomic = true,
                     .nonlinear_nonholonomic = true,
                     .redundant = true,
                     .general_speeds = true,
                     .nonideal = true,
                     .most_velocities = most_dense_velocities},
          .default_integrator = "dopri5",
          .make_rate = &make_np_ode};
}

}  // namespace rheon
