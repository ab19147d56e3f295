// A formulation and an integrator of one's own, beside those of rheon: a pendulum by both, against its closed form.
#include <Eigen/Cholesky>
#include <cmath>
#include <cstdio>
#include <memory>
#include <rheon/core/error.hpp>
#include <rheon/io/mechanism.hpp>
#include <rheon/sim/checkpoint.hpp>
#include <rheon/sim/run.hpp>

namespace {

// ---- the integrator: data alone -----------------------------------------------------------------

// Heun's method of order 3. Its first two stages alone give a solution of order 2: the difference is the
// error estimate, so that the method has error control, too.
constexpr double a[] = {1.0 / 3, 0.0, 2.0 / 3};
constexpr double b[] = {1.0 / 4, 0.0, 3.0 / 4};
constexpr double c[] = {0.0, 1.0 / 3, 2.0 / 3};
constexpr double error[] = {1.0 / 4 + 1.0 / 2, 0.0 - 3.0 / 2, 3.0 / 4};  // b - (-1/2, 3/2, 0)
constexpr rheon::Tableau heun3{
    .stages = 3, .a = a, .b = b, .c = c, .error = error, .second_error = {}, .error_order = 2};

constexpr rheon::IntegratorKind heun3_kind{
    .name = "heun3", .title = "Heun's method of order 3", .reference = "", .order = 3, .tableau = &heun3};

// ---- the formulation: accelerations and multipliers from (t, q, v) -------------------------------

// M a + A^T lambda = Q and A a = b, by elimination: (A M^-1 A^T) lambda = A M^-1 Q - b. With `alpha` the violation of a
// constraint is pulled back [Baumgarte]: phi'' + 2 alpha phi' + alpha^2 phi = 0 instead of phi'' = 0.
class Schur final : public rheon::RateForm {
 public:
  Schur(const rheon::System& system, const rheon::OptionValues& options)
      : system_(&system), terms_(system.make_terms()), alpha_(options.number("alpha")) {
    const rheon::Layout& n = system.layout();
    M_ = Eigen::MatrixXd::Zero(n.nv, n.nv);
    A_ = Eigen::MatrixXd::Zero(n.rows(), n.nv);
  }

  rheon::Status rate(rheon::State& s, rheon::Rates& rates) override {
    using rheon::Want;
    constexpr Want all = Want::mass | Want::force | Want::jacobian | Want::bias | Want::position;
    if (auto ok = system_->evaluate(s, all, terms_); !ok) return ok;
    fill(M_, system_->mass_pattern(), terms_.M);
    fill(A_, system_->jacobian_pattern(), terms_.A);
    ++factorisations_;
    mass_.compute(M_);
    if (mass_.info() != Eigen::Success) return {rheon::Code::singular, -1, 0, 0.0, "mass matrix"};
    s.a = mass_.solve(terms_.Q);
    if (A_.rows() > 0) {
      X_ = mass_.solve(A_.transpose());
      schur_.compute(A_ * X_);
      if (schur_.info() != Eigen::Success) return {rheon::Code::singular, -1, 0, 0.0, "constraints"};
      stabilise();
      s.lambda = schur_.solve(A_ * s.a - terms_.b);
      s.a -= X_ * s.lambda;
    }
    return rheon::complete_rates(*system_, terms_, s, rates);
  }

  rheon::Counters counters() const override { return {terms_.evaluations, factorisations_, 0, 0}; }

 private:
  static void fill(Eigen::MatrixXd& full, const rheon::Pattern& p, const rheon::SparseValues& values) {
    for (int i = 0; i < p.rows; ++i)
      for (int k = p.start[static_cast<std::size_t>(i)]; k < p.start[static_cast<std::size_t>(i) + 1]; ++k)
        full(i, p.col[static_cast<std::size_t>(k)]) = values[static_cast<std::size_t>(k)];
  }
  void stabilise() {
    const rheon::Layout& n = system_->layout();
    terms_.b.head(n.nphi) -= 2 * alpha_ * terms_.phi_dot + alpha_ * alpha_ * terms_.phi;
    terms_.b.tail(n.npsi) -= alpha_ * terms_.psi;
  }

  const rheon::System* system_;
  rheon::Terms terms_;
  double alpha_;
  Eigen::MatrixXd M_, A_, X_;
  Eigen::LLT<Eigen::MatrixXd> mass_, schur_;
  long long factorisations_ = 0;
};

constexpr rheon::OptionSpec options[] = {
    {.name = "alpha", .fallback = "0", .unit = "1/s", .min = 0.0, .help = "pulls violations back; 0: not at all"}};

// What is not claimed is refused: models with redundant rows, generalised speeds, constraints that do work.
constexpr rheon::FormulationKind schur_kind{
    .name = "schur",
    .title = "elimination of the accelerations, dense",
    .reference = "",
    .options = options,
    .claims = {.nonholonomic = true, .nonlinear_nonholonomic = true, .most_velocities = 100},
    .default_integrator = "heun3",
    .make_rate = [](const rheon::System& system, const rheon::OptionValues& values) -> std::unique_ptr<rheon::RateForm> {
      return std::make_unique<Schur>(system, values);
    }};

}  // namespace

int main() try {
  // released at 60 degrees, the pendulum passes its lowest point after a quarter of its period, sqrt(L/g) K(sin 30°)
  const double L = 0.8, g = 9.81, mass = 2.0, amplitude = std::acos(-1.0) / 3;
  const double quarter = std::sqrt(L / g) * std::comp_ellint_1(std::sin(amplitude / 2));
  const double tension = mass * g * (3 - 2 * std::cos(amplitude));

  rheon::Mechanism m("Pendulum");
  m.parameter("L", L, "m").parameter("m", mass, "kg").parameter("g", g, "m/s^2");
  m.coordinate("x", "m").coordinate("y", "m").mass({"m", "m"}).potential("m*g*y");
  m.constraint("rod", "x^2 + y^2 = L^2");
  m.initial("x", L * std::sin(amplitude)).guess("y", -L / 2).initial("x'", 0);
  m.output("tension", "reaction(rod, y)", "N");
  const auto system = std::make_shared<const rheon::System>(m.model());

  rheon::RunRequest request;
  request.methods.add(heun3_kind).add(schur_kind);
  request.formulation = "schur";  // with its default integrator, heun3
  request.duration = quarter;

  std::printf("steps   x at the lowest point/m   error of the tension/N\n");
  for (const int steps : {50, 100, 200, 400}) {
    request.step = quarter / steps;
    const rheon::Results results = rheon::run(*system, request);
    if (results.summary.ending != rheon::Ending::completed) throw rheon::Error(results.summary.message);
    std::printf("%5d %25.2e %24.2e\n", steps, results.column("x").back(), results.column("tension").back() - tension);
  }

  // both with partners from rheon's tables
  request.integrator = "rk4";
  std::printf("\nschur + rk4:      x = %.1e m\n", rheon::run(*system, request).column("x").back());
  request.formulation = "lagrange";
  request.integrator = "heun3";
  request.step.reset();
  request.tolerance = 1e-8;
  std::printf("lagrange + heun3: |x| < 1e-6 m at a tolerance of 1e-8: %s\n",
              std::abs(rheon::run(*system, request).column("x").back()) < 1e-6 ? "yes" : "no");

  // stopped half-way, and gone on with elsewhere: the saved state names both kinds
  request.formulation = "schur";
  rheon::Simulation whole(system, request), half(system, request);
  while (half.state().t < quarter / 2 && half.step()) {
  }
  const std::string saved = rheon::save_state(half.save());
  rheon::Simulation rest(system, request, rheon::load_state(saved, *system));
  while (whole.step()) {
  }
  while (rest.step()) {
  }
  std::printf("\n%s\n", saved.substr(saved.find("method"), saved.find("model") - saved.find("method") - 1).c_str());
  std::printf("goes on bit for bit: %s\n", whole.state().q == rest.state().q ? "yes" : "no");

  request.formulation = "shcur";
  try {
    rheon::run(*system, request);
  } catch (const rheon::UsageError& e) {
    std::printf("\n%s\n", e.what());
  }
} catch (const rheon::Error& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
