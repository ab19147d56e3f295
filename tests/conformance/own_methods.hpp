// Methods that no table has, as a user would write them: Heun's, a dense system, velocity Verlet; and a pendulum for them.
#pragma once

#include <cmath>
#include <memory>
#include <string>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/reference.hpp"

namespace rheon::test::own_methods {

// ---- Heun's method of order 3, with an estimate of order 2
inline constexpr double a[] = {1.0 / 3, 0.0, 2.0 / 3};
inline constexpr double b[] = {1.0 / 4, 0.0, 3.0 / 4};
inline constexpr double c[] = {0.0, 1.0 / 3, 2.0 / 3};
inline constexpr double error[] = {3.0 / 4, -3.0 / 2, 3.0 / 4};
inline constexpr Tableau heun3{
    .stages = 3, .a = a, .b = b, .c = c, .error = error, .second_error = {}, .error_order = 2};
inline constexpr IntegratorKind heun3_kind{
    .name = "heun3", .title = "Heun's method of order 3", .reference = "", .order = 3, .tableau = &heun3};

struct Starts {
  int count = 0;
  static void fields(auto&& field, auto&... m) { field("count", not_negative, m.count...); }
};

/// M a + A^T lambda = Q, A a = b as one dense system; keeps the number of its starts, which a restart must not lose.
class Saddle final : public RateForm {
 public:
  Saddle(const System& system, const OptionValues& options)
      : system_(&system), terms_(system.make_terms()), alpha_(options.number("alpha")) {}
  Memory make_memory() const override { return Memory(Starts{}); }
  Status update_memory(State& s) override {
    ++s.memory.as<Starts>().count;
    return {};
  }
  Status rate(State& s, Rates& rates) override {
    const Layout& n = system_->layout();
    constexpr Want all = Want::mass | Want::force | Want::jacobian | Want::bias;
    if (auto ok = system_->evaluate(s, all, terms_); !ok) return ok;
    Eigen::MatrixXd K = Eigen::MatrixXd::Zero(n.nv + n.rows(), n.nv + n.rows());
    fill(K, system_->mass_pattern(), terms_.M, 0);
    fill(K, system_->jacobian_pattern(), terms_.A, n.nv);
    K.topRightCorner(n.nv, n.rows()) = K.bottomLeftCorner(n.rows(), n.nv).transpose();
    Vec right(n.nv + n.rows());
    right << terms_.Q, terms_.b;
    right.tail(n.rows()).head(n.nphi) -= alpha_ * terms_.phi_dot;
    const Vec x = eliminate(K, right);
    if (!x.allFinite()) return {Code::singular, -1, 0, 0.0, "saddle"};
    s.a = x.head(n.nv);
    s.lambda = x.tail(n.rows());
    ++solves_;
    return complete_rates(*system_, terms_, s, rates);
  }
  Counters counters() const override { return {terms_.evaluations, solves_, 0, 0}; }

 private:
  static void fill(Eigen::MatrixXd& K, const Pattern& p, const SparseValues& values, int first_row) {
    for (int i = 0; i < p.rows; ++i)
      for (int k = p.start[static_cast<std::size_t>(i)]; k < p.start[static_cast<std::size_t>(i) + 1]; ++k)
        K(first_row + i, p.col[static_cast<std::size_t>(k)]) = values[static_cast<std::size_t>(k)];
  }
  /// Gauss with row pivots: a few rows.
  static Vec eliminate(Eigen::MatrixXd K, Vec x) {
    const Index n = static_cast<Index>(x.size());
    for (Index j = 0; j < n; ++j) {
      Eigen::Index pivot = 0;
      K.col(j).tail(n - j).cwiseAbs().maxCoeff(&pivot);
      K.row(j).swap(K.row(j + pivot));
      std::swap(x[j], x[j + static_cast<Index>(pivot)]);
      for (Index i = j + 1; i < n; ++i) {
        const double factor = K(i, j) / K(j, j);
        K.row(i) -= factor * K.row(j);
        x[i] -= factor * x[j];
      }
    }
    for (Index j = n - 1; j >= 0; --j) {
      for (Index k = j + 1; k < n; ++k) x[j] -= K(j, k) * x[k];
      x[j] /= K(j, j);
    }
    return x;
  }

  const System* system_;
  Terms terms_;
  double alpha_;
  long long solves_ = 0;
};

inline constexpr OptionSpec options[] = {{.name = "alpha", .fallback = "0", .unit = "1/s", .min = 0.0, .help = "gain"}};
inline constexpr FormulationKind saddle_kind{
    .name = "saddle",
    .title = "one dense system",
    .reference = "",
    .options = options,
    .default_integrator = "heun3",
    .make_rate = [](const System& system, const OptionValues& values) -> std::unique_ptr<RateForm> {
      return std::make_unique<Saddle>(system, values);
    }};

inline Methods own() { return Methods().add(heun3_kind).add(saddle_kind); }

inline RunRequest own_request(const std::string& formulation, const std::string& integrator) {
  RunRequest r = request(formulation, integrator);
  r.methods = own();
  return r;
}

// ---- a pendulum that is released at 60 degrees: after a quarter of its period, sqrt(L/g) K(sin 30°), it is at the bottom

inline constexpr double length = 0.8, gravity = 9.81, mass = 2.0;
inline const double amplitude = std::acos(-1.0) / 3;
inline const double quarter = std::sqrt(length / gravity) * std::comp_ellint_1(std::sin(amplitude / 2));

inline System pendulum(const std::string& more = "") {
  return System(read_model_text(
      "rheon: 1\nname: pendulum\nparameters: {L: 0.8 m, m: 2 kg, g: 9.81 m/s^2}\ncoordinates: [x, y]\n"
      "mass: [m, m]\npotential: m*g*y\nconstraints: {rod: x^2 + y^2 = L^2}\noutputs: {tension: \"reaction(rod, y)\"}\n"
      "initial: {x: L*sin(pi/3), x': 0}\nguess: {y: -L/2}\n" +
          more,
      "pendulum.yaml"));
}

/// Velocity Verlet for models without constraints: a step that writes q, v, a and the powers, and nothing else.
class Verlet final : public StepForm {
 public:
  explicit Verlet(const System& system) : system_(&system), terms_(system.make_terms()) {}
  Status start(State& s) override { return accelerate(s); }
  Status begin(const Scheme&, const State& from, double h) override {
    from_ = &from;
    h_ = h;
    return {};
  }
  Status evaluate() override { return {}; }
  bool converged() const override { return true; }
  Status improve() override { return {}; }
  double distance() const override { return 0.0; }
  Status finish(State& to) override {
    to.q = from_->q + h_ * from_->v + 0.5 * h_ * h_ * from_->a;
    to.v = from_->v + h_ * from_->a;
    if (auto ok = accelerate(to); !ok) return ok;
    to.v = from_->v + 0.5 * h_ * (from_->a + to.a);
    return complete_powers(*system_, terms_, to);
  }
  int max_iterations() const override { return 1; }
  Counters counters() const override { return {}; }

 private:
  Status accelerate(State& s) {
    if (auto ok = system_->evaluate(s, Want::mass | Want::force, terms_); !ok) return ok;
    for (Index j = 0; j < s.a.size(); ++j) s.a[j] = terms_.Q[j] / terms_.M[static_cast<std::size_t>(j)];
    return {};
  }
  const System* system_;
  Terms terms_;
  const State* from_ = nullptr;
  double h_ = 0.0;
};

inline constexpr FormulationKind verlet_kind{
    .name = "verlet",
    .title = "velocity Verlet",
    .reference = "",
    .default_integrator = "implicit-midpoint",
    .make_midpoint = [](const System& system, const OptionValues&) -> std::unique_ptr<StepForm> {
      return std::make_unique<Verlet>(system);
    }};

}  // namespace rheon::test::own_methods
