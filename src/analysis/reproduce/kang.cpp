// [Kang2003]: chain of three masses with one and with two constraints, stabilised Udwadia-Kalaba equation.
#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "analysis/reproduce/claim.hpp"
#include "analysis/reproduce/figures.hpp"
#include "analysis/reproduce/measures.hpp"
#include "rheon/formulations/kind.hpp"

namespace rheon::reproduction {

namespace {

constexpr double last_alpha = 20.0, alpha_step = 2.0;
constexpr int ratios = 10;  ///< beta = k alpha^2, k = 0.05 .. 0.5: over-, critically and underdamped

std::string text(double x) { return fmt::format("{}", x); }

/// The paper's set-up: 30 s, Runge-Kutta with a local tolerance of 1e-6, gains on the rows, nothing else.
RunSpec chain(int constraints, double alpha, double beta) {
  return {.model = constraints == 1 ? "three_masses_one" : "three_masses",
          .formulation = "udwadia-kalaba",
          .integrator = "dopri5",
          .tolerance = 1e-6,
          .duration = 30.0,
          .samples = 1500,
          .options = {{"alpha", text(alpha)}, {"beta", text(beta)}, {"projection", "none"}}};
}

/// Error 1 (position) and 2 (velocity) of (10), and the same of the second constraint.
struct Violations {
  Numbers t, phi1, phi1_dot, phi2, phi2_dot;
};
Violations violations(Lab& lab, const RunSpec& spec) {
  const Results& r = lab.run(spec);
  const auto first = [&](const char* dash) {
    return minus(r.column(std::string("q1") + dash), times(3.0, r.column(std::string("q2") + dash)));
  };
  const auto second = [&](const char* dash) {
    return plus(plus(r.column(std::string("q1") + dash), r.column(std::string("q2") + dash)),
                r.column(std::string("q3") + dash));
  };
  return {r.column("t"), first(""), first("'"), second(""), second("'")};
}

/// E1 .. E4 of (20), (21), (24), (25); which = 1 .. 4.
double integral(Lab& lab, int constraints, double alpha, double beta, int which) {
  const Violations v = violations(lab, chain(constraints, alpha, beta));
  const Numbers* series[] = {&v.phi1_dot, &v.phi1, &v.phi2, &v.phi2_dot};
  return violation_integral(v.t, *series[which - 1]);
}

struct GridPoint {
  double alpha, beta;
};
std::vector<GridPoint> grid() {
  std::vector<GridPoint> points{{0.0, 0.0}};
  for (double alpha = alpha_step; alpha <= last_alpha; alpha += alpha_step)
    for (int k = 1; k <= ratios; ++k) points.push_back({alpha, k * alpha * alpha / 20.0});
  return points;
}

/// E at the paper's optimum over the least E on the grid: 1 if they are the same point.
Measured optimum(Lab& lab, int constraints, int which, GridPoint stated) {
  double least = std::numeric_limits<double>::infinity();
  GridPoint best{};
  for (const GridPoint& p : grid()) {
    const double e = integral(lab, constraints, p.alpha, p.beta, which);
    if (e < least) {
      least = e;
      best = p;
    }
  }
  return {integral(lab, constraints, stated.alpha, stated.beta, which) / least,
          fmt::format("least at alpha = {:g}, beta = {:g}", best.alpha, best.beta)};
}

/// Ratio of rheon's E to that of an independent program on the paper's set-up: the geometric mean over the grid.
Measured against_sweep(Lab& lab, int constraints, int which) {
  const Table& sweep = lab.reference("s002_sweep");
  const char* columns[] = {"E1_vel_phi1", "E2_pos_phi1", "E3_pos_phi2", "E4_vel_phi2"};
  double sum = 0.0;
  int n = 0;
  for (std::size_t i = 0; i < sweep.rows(); ++i) {
    if (sweep["n_constraints"][i] != constraints || sweep["variant"][i] != 'A' || sweep["alpha"][i] == 0.0) continue;
    const double ours = integral(lab, constraints, sweep["alpha"][i], sweep["beta"][i], which);
    sum += std::log(ours / sweep[columns[which - 1]][i]);
    ++n;
  }
  return {std::exp(sum / n), fmt::format("{} points", n)};
}

// ---- a nonlinear constraint beside it

RunSpec pendulum(double alpha, double beta) {
  return {.model = "pendulum",
          .formulation = "udwadia-kalaba",
          .integrator = "dopri5",
          .tolerance = 1e-6,
          .duration = 30.0,
          .samples = 1500,
          .options = {{"alpha", text(alpha)}, {"beta", text(beta)}, {"projection", "none"}}};
}
double pendulum_drift(Lab& lab, double alpha, double beta) {
  return lab.run(pendulum(alpha, beta)).summary.position.value;
}

// ---- error equations H'' + R H' + S H = 0, (14) with (26)

using Matrix2 = Eigen::Matrix2d;
using Vector2 = Eigen::Vector2d;

std::string matrix_text(const Matrix2& m) {
  return fmt::format("[[{}, {}], [{}, {}]]", m(0, 0), m(0, 1), m(1, 0), m(1, 1));
}

/// The error equations alone, by the classical Runge-Kutta method at a step whose error is far below the comparison.
std::vector<Vector2> error_equations(const Matrix2& R, const Matrix2& S, Vector2 H, Vector2 H_dot, double h,
                                     int steps) {
  constexpr int parts = 8;
  const auto rate = [&](const Vector2& x, const Vector2& v) -> Vector2 { return -(R * v) - S * x; };
  std::vector<Vector2> out{H};
  const double d = h / parts;
  for (int n = 0; n < steps * parts; ++n) {
    const Vector2 v1 = H_dot, a1 = rate(H, v1);
    const Vector2 v2 = H_dot + d / 2 * a1, a2 = rate(H + d / 2 * v1, v2);
    const Vector2 v3 = H_dot + d / 2 * a2, a3 = rate(H + d / 2 * v2, v3);
    const Vector2 v4 = H_dot + d * a3, a4 = rate(H + d * v3, v4);
    H += d / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    H_dot += d / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    if ((n + 1) % parts == 0) out.push_back(H);
  }
  return out;
}

PerturbedRun perturbed_chain(Lab& lab, const Matrix2& R, const Matrix2& S) {
  RunSpec spec{.model = "three_masses",
               .formulation = "udwadia-kalaba",
               .integrator = "rk4",
               .step = 1e-3,
               .duration = 1.0,
               .options = {{"alpha", matrix_text(R)}, {"beta", matrix_text(S)}, {"projection", "none"}}};
  PerturbedRun run = run_perturbed(lab, spec, {{"q1'", 1e-3, 0.0}, {"q2'", 0.0, 2e-3}});
  if (!run.failure.empty()) throw Error(run.failure);
  return run;
}

/// Largest distance of the constraint errors from their own equations, relative to their start.
Measured error_dynamics(Lab& lab, const Matrix2& R, const Matrix2& S) {
  const PerturbedRun run = perturbed_chain(lab, R, S);
  const Vector2 H{run.phi[0][0], run.phi[1][0]}, H_dot{run.phi_dot[0][0], run.phi_dot[1][0]};
  const auto exact = error_equations(R, S, H, H_dot, 1e-3, static_cast<int>(run.t.size()) - 1);
  double worst = 0.0;
  for (std::size_t i = 0; i < run.t.size(); ++i)
    for (Eigen::Index k = 0; k < 2; ++k)
      worst = std::max(worst, std::abs(run.phi[static_cast<std::size_t>(k)][i] - exact[i][k]));
  return worst / H.norm();
}

Matrix2 diagonal(double a, double b) { return (Matrix2() << a, 0.0, 0.0, b).finished(); }
const Matrix2 R_coupled = (Matrix2() << 20.0, 6.0, 2.0, 15.0).finished();
const Matrix2 S_coupled = (Matrix2() << 100.0, 30.0, 10.0, 80.0).finished();

/// How much the error of the first constraint changes when the gains of the second are doubled.
Measured cross_influence(Lab& lab) {
  const PerturbedRun one = perturbed_chain(lab, diagonal(20, 10), diagonal(200, 50));
  const PerturbedRun two = perturbed_chain(lab, diagonal(20, 20), diagonal(200, 200));
  return largest(minus(one.phi[0], two.phi[0])) / std::abs(one.phi[0][0]);
}

// ---- claims

/// The motion of the chain by every formulation: rate forms with error control, step forms at a step that second order
/// needs for this accuracy, both against the exact solution.
std::vector<Claim> motion_claims() {
  std::vector<Claim> claims;
  for (const int constraints : {1, 2})
    for (const FormulationKind& kind : formulations()) {
      RunSpec spec{.model = constraints == 1 ? "three_masses_one" : "three_masses",
                   .formulation = std::string(kind.name),
                   .duration = 30.0};
      (kind.is_step_form() ? spec.step : spec.tolerance) = kind.is_step_form() ? 5e-5 : 1e-10;
      const std::string reference = constraints == 1 ? "s002_one_constraint" : "s002_two_constraints";
      claims.push_back({.where = constraints == 1 ? "sec. III, (6)-(9)" : "sec. IV, (22), (23)",
                        .statement = fmt::format("motion under {} over 30 s by {}, {}",
                                                 constraints == 1 ? "one constraint" : "two constraints", kind.name,
                                                 kind.is_step_form() ? "h = 0.05 ms" : "tolerance 1e-10"),
                        .expected = below(1e-6),
                        .measure =
                            [=](Lab& lab) {
                              return error_against(lab, reference, spec, same({"q1", "q2", "q3"}));
                            },
                        .cost = kind.is_step_form() ? Cost::slow : Cost::quick,
                        .source = Source::theory});
    }
  return claims;
}

constexpr const char* linear_constraint =
    "the constraint is linear with constant coefficients: every Runge-Kutta method keeps it exactly, what is seen is "
    "round-off";

std::vector<Claim> drift_claims() {
  return {
      {"sec. III, Fig. 2", "without correction the result leaves the constraint (largest |q1 - 3 q2| in 30 s)",
       above(1e-9), [](Lab& lab) { return largest(violations(lab, chain(1, 0, 0)).phi1); }, linear_constraint},
      {.where = "sec. III",
       .statement = "a nonlinear constraint does drift by truncation: pendulum, same integrator and tolerance",
       .expected = above(1e-6),
       .measure = [](Lab& lab) { return pendulum_drift(lab, 0, 0); },
       .source = Source::theory},
      {.where = "sec. IV, (19)",
       .statement = "there the correction with alpha = 20, beta = 200 helps: drift without over drift with it",
       .expected = above(100.0),
       .measure = [](Lab& lab) { return pendulum_drift(lab, 0, 0) / pendulum_drift(lab, 20, 200); },
       .source = Source::theory},
      {"Fig. 5(a)", "E1 falls with alpha = 20, beta = 200 against no correction (ratio)", below(1.0),
       [](Lab& lab) { return integral(lab, 1, 20, 200, 1) / integral(lab, 1, 0, 0, 1); }},
      {"Fig. 5(b)", "E2 falls with alpha = 18, beta = 16.2 against no correction (ratio)", below(1.0),
       [](Lab& lab) { return integral(lab, 1, 18, 16.2, 2) / integral(lab, 1, 0, 0, 2); }},
  };
}

std::vector<Claim> map_claims() {
  const std::string ranking =
      "a ranking of round-off, see Fig. 2: it depends on compiler and order of operations, not on the method";
  const auto optimum_claim = [&](const char* where, int constraints, int which, GridPoint p) -> Claim {
    return {where,
            fmt::format("E{} is least at alpha = {:g}, beta = {:g} (E there over the least E)", which, p.alpha, p.beta),
            near(1.0, 1e-3),
            [=](Lab& lab) { return optimum(lab, constraints, which, p); },
            ranking,
            Cost::slow};
  };
  std::vector<Claim> claims{optimum_claim("Fig. 3", 1, 1, {20, 200}),    optimum_claim("Fig. 4", 1, 2, {18, 16.2}),
                            optimum_claim("Fig. 6(a)", 2, 1, {20, 200}), optimum_claim("Fig. 6(b)", 2, 2, {20, 200}),
                            optimum_claim("Fig. 6(c)", 2, 3, {20, 180}), optimum_claim("Fig. 6(d)", 2, 4, {18, 145.8})};
  for (const auto& [constraints, which] : {std::pair{1, 1}, {1, 2}, {2, 3}, {2, 4}})
    claims.push_back({.where = constraints == 1 ? "Figs. 3, 4" : "Fig. 6",
                      .statement = fmt::format("E{} with {} constraint{} over the map against an independent program "
                                               "(mean ratio; both are round-off)",
                                               which, constraints, constraints == 1 ? "" : "s"),
                      .expected = between(0.1, 10.0),
                      .measure = [=](Lab& lab) { return against_sweep(lab, constraints, which); },
                      .cost = Cost::slow,
                      .source = Source::theory});
  return claims;
}

std::vector<Claim> coupling_claims() {
  return {
      {.where = "(13), (14)",
       .statement = "a violation decays as its error equation says, diagonal gains (relative distance)",
       .expected = below(1e-6),
       .measure = [](Lab& lab) { return error_dynamics(lab, diagonal(20, 10), diagonal(200, 50)); }},
      {.where = "(26), (27)",
       .statement = "coupled matrices R and S govern the violations as their equation says (relative distance)",
       .expected = below(1e-6),
       .measure = [](Lab& lab) { return error_dynamics(lab, R_coupled, S_coupled); }},
      {.where = "(27)",
       .statement = "eigenvalues with negative real part: what is left of a violation after 1 s",
       .expected = below(1e-2),
       .measure =
           [](Lab& lab) {
             const PerturbedRun run = perturbed_chain(lab, R_coupled, S_coupled);
             return std::hypot(run.phi[0].back(), run.phi[1].back()) / std::hypot(run.phi[0][0], run.phi[1][0]);
           }},
      {"sec. IV, after Fig. 6",
       "with diagonal gains the error of one constraint depends on the gains of the others "
       "(change of the first when those of the second double)",
       above(1e-3), &cross_influence,
       "with diagonal R and S the exact error equations are decoupled, whatever M and A; only round-off couples them"},
  };
}

// ---- figures

Figure map_figure(std::string name, int constraints, int which) {
  return {
      std::move(name),
      fmt::format("E{} = (1/Tf) sqrt(integral of the squared violation), Tf = 30 s, {} constraint(s), over the gains "
                  "alpha and beta\nDormand-Prince 5(4), tolerance 1e-6, zero initial state; 1 and 4: velocity, 2 and "
                  "3: position",
                  which, constraints),
      [=](Lab& lab, FigureData& figure) {
        figure.columns = {"alpha", "beta", fmt::format("E{}", which)};
        for (const GridPoint& p : grid())
          figure.rows.push_back({p.alpha, p.beta, integral(lab, constraints, p.alpha, p.beta, which)});
      },
      Cost::slow};
}

std::vector<Figure> figures() {
  std::vector<Figure> all{
      {"fig2", "violation of q1 - 3 q2 = 0 without correction: error1 at position, error2 at velocity level; t in s",
       [](Lab& lab, FigureData& figure) {
         const Violations v = violations(lab, chain(1, 0, 0));
         fill_columns(figure, {{"t", v.t}, {"error1", v.phi1}, {"error2", v.phi1_dot}});
       }},
      map_figure("fig3", 1, 1),
      map_figure("fig4", 1, 2),
      {"fig5",
       "violation of q1 - 3 q2 = 0 without correction (0), at alpha = 20, beta = 200 (a) and at alpha = 18, beta = "
       "16.2 (b): error1 at position, error2 at velocity level; t in s",
       [](Lab& lab, FigureData& figure) {
         const Violations none = violations(lab, chain(1, 0, 0)), a = violations(lab, chain(1, 20, 200)),
                          b = violations(lab, chain(1, 18, 16.2));
         fill_columns(figure, {{"t", none.t},
                               {"error1_0", none.phi1},
                               {"error2_0", none.phi1_dot},
                               {"error1_a", a.phi1},
                               {"error2_a", a.phi1_dot},
                               {"error1_b", b.phi1},
                               {"error2_b", b.phi1_dot}});
       }}};
  for (const int which : {1, 2, 3, 4}) all.push_back(map_figure(fmt::format("fig6{}", "abcd"[which - 1]), 2, which));
  return all;
}

}  // namespace

Paper kang() {
  Paper paper;
  paper.name = "kang";
  for (const auto& part : {motion_claims(), drift_claims(), map_claims(), coupling_claims()})
    paper.claims.insert(paper.claims.end(), part.begin(), part.end());
  paper.figures = figures();
  return paper;
}

}  // namespace rheon::reproduction
