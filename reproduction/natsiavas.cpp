// [Paraskevopoulos2016]: constrained motion as second-order ODEs (`np-ode`) and its three-field weak form
// (`np-three-field`). The paper is an abstract: it states what the equations do and that published benchmark problems
// are solved; the examples here are those of the other papers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "core/index.hpp"
#include "reproduction/claim.hpp"
#include "reproduction/examples.hpp"
#include "reproduction/figures.hpp"
#include "reproduction/measures.hpp"
#include "rheon/sim/initial.hpp"

namespace rheon::reproduction {

namespace {

constexpr double damping = 20.0, stiffness = 100.0;  // critical
constexpr double violation = 1e-3;                   // at the start: all results are parts of it

RunSpec with_rates(const char* formulation, const char* model, double h) {
  RunSpec spec{.model = model,
               .formulation = formulation,
               .step = h,
               .duration = 1.0,
               .options = {{"damping", fmt::format("{}", damping)}, {"stiffness", fmt::format("{}", stiffness)}}};
  if (std::string(formulation) == "np-ode") spec.options.emplace_back("projection", "none");
  return spec;
}

double along(const Pattern& pattern, const SparseValues& values, const Numbers& c) {
  double sum = 0.0;
  for (int i = 0; i < pattern.rows; ++i)
    for (int k = pattern.start[at(i)]; k < pattern.start[at(i) + 1]; ++k)
      sum += c[at(i)] * values[at(k)] * c[at(pattern.col[at(k)])];
  return sum;
}

/// Damping and stiffness of the row per unit of its mass, of the model itself: c^T C c / m and c^T K c / m with the
/// direction c = M^-1 a^T m and m = 1/(a M^-1 a^T), for the diagonal M of the chain.
std::pair<double, double> rates_of_model(const System& system) {
  Terms terms = system.make_terms();
  State state = find_initial_state(system).state;
  if (!system.evaluate(state, Want::mass | Want::jacobian | Want::tangent | Want::force, terms))
    throw Error("the chain cannot be evaluated");
  const Pattern &A = system.jacobian_pattern(), &M = system.mass_pattern();
  Numbers c(at(A.cols), 0.0);
  double mobility = 0.0;
  for (int k = A.start[0]; k < A.start[1]; ++k) {
    const int j = A.col[at(k)];
    c[at(j)] = terms.A[at(k)] / terms.M[at(M.find(j, j))];
    mobility += terms.A[at(k)] * c[at(j)];
  }
  for (double& x : c) x /= mobility;
  return {along(system.damping_pattern(), terms.C, c) * mobility,
          along(system.stiffness_pattern(), terms.K, c) * mobility};
}

/// phi'' + d phi' + k phi = 0 from phi = 1, phi' = 0.
double decayed(double d, double k, double t) {
  const std::complex<double> root = std::sqrt(std::complex<double>(d * d / 4 - k));
  if (std::abs(root) < 1e-9 * d) return (1.0 + d / 2 * t) * std::exp(-d / 2 * t);
  const std::complex<double> r1 = -d / 2 + root, r2 = -d / 2 - root;
  return ((r1 * std::exp(r2 * t) - r2 * std::exp(r1 * t)) / (r1 - r2)).real();
}

/// How a violation of 1e-3 decays, and how it should by (4).
struct Decay {
  Numbers t, violation, exact;
};

/// A violated position-level row of constant mass: phi'' + c/m phi' + k/m phi = 0.
Decay position_decay(Lab& lab, const char* formulation, double h, bool of_model) {
  const char* model = "three_masses_one";
  const RunSpec spec = with_rates(formulation, model, h).with("coefficients", of_model ? "model" : "rates");
  const PerturbedRun run = run_perturbed(lab, spec, {{"q1'", violation, 0.0}});
  if (!run.failure.empty()) throw Error(run.failure);
  double d = damping, k = stiffness;
  if (of_model) {
    const auto [more_damping, more_stiffness] = rates_of_model(lab.system(model));
    d += more_damping;
    k += more_stiffness;
  }
  Decay decay{run.t, run.phi[0], {}};
  for (const double t : run.t) decay.exact.push_back(violation * decayed(d, k, t));
  return decay;
}

/// A violated velocity-level row: psi' + cr psi = 0.
Decay velocity_decay(Lab& lab, const char* formulation, double h) {
  const PerturbedRun run = run_perturbed(lab, with_rates(formulation, "two_masses", h), {{"x1'", 0.0, violation}});
  if (!run.failure.empty()) throw Error(run.failure);
  Decay decay{run.t, run.psi[0], {}};
  for (const double t : run.t) decay.exact.push_back(violation * std::exp(-damping * t));
  return decay;
}

/// Largest distance from (4), relative to the violation at the start.
Measured distance(const Decay& decay) {
  return {largest(minus(decay.violation, decay.exact)) / violation,
          fmt::format("{:.2g} of it left after 1 s", std::abs(decay.violation.back()) / violation)};
}

std::vector<Claim> decay_claims() {
  return {
      about("decay",
            {"(4a)", "a violated holonomic constraint obeys its own second-order equation (np-ode, relative distance)",
             below(1e-6), [](Lab& lab) { return distance(position_decay(lab, "np-ode", 1e-3, true)); }}),
      {.where = "(4a)",
       .statement = "the same with rates given by the user alone: (1 + 10 t) e^(-10 t) of the violation is left",
       .expected = below(1e-6),
       .measure = [](Lab& lab) { return distance(position_decay(lab, "np-ode", 1e-3, false)); },
       .source = Source::theory,
       .figure = "decay"},
      about("decay", {"(4b)", "a violated velocity-level constraint obeys its own equation (np-ode, relative distance)",
                      below(1e-6), [](Lab& lab) { return distance(velocity_decay(lab, "np-ode", 1e-3)); }}),
      about("decay",
            {"(6)", "the same for the three-field weak form, holonomic, to second order in h = 1 ms", below(1e-4),
             [](Lab& lab) { return distance(position_decay(lab, "np-three-field", 1e-3, true)); }}),
      about("decay", {"(6)", "the same for the three-field weak form, velocity level, to second order in h = 1 ms",
                      below(1e-4), [](Lab& lab) { return distance(velocity_decay(lab, "np-three-field", 1e-3)); }}),
  };
}

std::vector<Claim> example_claims() {
  std::vector<Claim> claims;
  for (const Example& example : examples()) {
    RunSpec ode{
        .model = example.model, .formulation = "np-ode", .step = example.large_step, .duration = example.duration};
    claims.push_back(
        {"(2)-(4)",
         fmt::format("np-ode solves {} (dopri5, h = {:g} s, error against the reference)", example.name, ode.step),
         below(1e-5), [=](Lab& lab) { return error_against(lab, example.reference, ode, example.motion); }});
    RunSpec weak{.model = example.model, .formulation = "np-three-field", .duration = example.duration};
    if (example.name == "two masses") {
      claims.push_back({"(5)-(9)", "np-three-field is exact where accelerations are constant: two masses (error)",
                        below(1e-9, "m"), [=](Lab& lab) {
                          return error_against(lab, example.reference, weak.with_step(example.step), example.motion);
                        }});
      continue;
    }
    claims.push_back(about(
        "order", {"(5)-(9)", fmt::format("np-three-field solves {} with second order (observed order)", example.name),
                  between(1.85, 2.3), [=](Lab& lab) -> Measured {
                    const double order = observed_order(lab, example.reference, weak, example.motion, example.step);
                    const double error =
                        error_against(lab, example.reference, weak.with_step(example.step / 2), example.motion);
                    return {order, fmt::format("error {:.1e} at h = {:g} s", error, example.step / 2)};
                  }}));
  }
  return claims;
}

// ---- figures: the paper's own shows a vehicle whose data are not published

constexpr const char* not_in_paper = " (no figure of the paper)";

void fill_decays(Lab& lab, FigureData& figure) {
  const Decay p1 = position_decay(lab, "np-ode", 1e-3, true), p2 = position_decay(lab, "np-three-field", 1e-3, true),
              v1 = velocity_decay(lab, "np-ode", 1e-3), v2 = velocity_decay(lab, "np-three-field", 1e-3);
  fill_columns(figure, {{"t", p1.t},
                        {"phi_ode", p1.violation},
                        {"phi_three_field", p2.violation},
                        {"phi_exact", p1.exact},
                        {"psi_ode", v1.violation},
                        {"psi_three_field", v2.violation},
                        {"psi_exact", v1.exact},
                        {"phi_ode_error", minus(p1.violation, p1.exact)},
                        {"phi_three_field_error", minus(p2.violation, p2.exact)},
                        {"psi_ode_error", minus(v1.violation, v1.exact)},
                        {"psi_three_field_error", minus(v2.violation, v2.exact)}});
}

Figure decay_figure() {
  const auto level = [](const std::string& name, FigureAxis axis, const char* title) {
    return over_time(title, std::move(axis),
                     {{"np-ode", name + "_ode"}, {"np-three-field", name + "_three_field"}, {"(4)", name + "_exact"}});
  };
  return {.name = "decay",
          .title = std::string("Decay of violated constraints") + not_in_paper,
          .definition =
              "violations that start at 1e-3 and obey (4), h = 1 ms: q1 - 3 q2 of the chain of three masses "
              "(phi, m), difference of the velocities of two masses (psi, m/s), solution of (4) (exact), "
              "distances from it (error)\n"
              "damping 20 1/s, stiffness 100 1/s^2, for the chain in addition to those of the model; t in s",
          .fill = &fill_decays,
          .panels = {level("phi", {"phi", "m"}, "position level"), level("psi", {"psi", "m/s"}, "velocity level"),
                     over_time("position level, distance from (4)", {"distance", "m", true},
                               {{"np-ode", "phi_ode_error"}, {"np-three-field", "phi_three_field_error"}}),
                     over_time("velocity level, distance from (4)", {"distance", "m/s", true},
                               {{"np-ode", "psi_ode_error"}, {"np-three-field", "psi_three_field_error"}})}};
}

/// Errors at the two steps of the claims, one curve for each example.
void fill_orders(Lab& lab, FigureData& figure) {
  figure.columns = {"example", "h", "error"};
  FigurePanel panel{"", {"h", "s", true}, {"largest error", "m, rad", true}, false, {}};
  double number = 0.0;
  for (const Example& example : examples()) {
    ++number;
    if (example.name == "two masses") continue;  // exact: round-off at any step
    const RunSpec spec{.model = example.model, .formulation = "np-three-field", .duration = example.duration};
    FigureSeries& series = panel.series.emplace_back(FigureSeries{example.name, SeriesStyle::both, {}, {}});
    for (const double h : {example.step, example.step / 2}) {
      const double error = error_against(lab, example.reference, spec.with_step(h), example.motion);
      figure.rows.push_back({number, h, error});
      series.x.push_back(h);
      series.y.push_back(error);
    }
  }
  figure.panels.push_back(std::move(panel));
}

Figure order_figure() {
  std::string names;
  int number = 0;
  for (const Example& example : examples()) {
    ++number;
    names += fmt::format("{}{} {}", number == 1 ? "" : ", ", number, example.name);
  }
  return {.name = "order",
          .title = std::string("Three-field weak form: error over step") + not_in_paper,
          .definition =
              "np-three-field: largest error of the motion (m, rad) against the reference, at two steps h (s)\n"
              "examples: " +
              names + "; two masses are exact and left out",
          .fill = &fill_orders};
}

}  // namespace

Paper natsiavas() {
  Paper paper;
  paper.info = {"natsiavas", "Paraskevopoulos, Potosakis, Natsiavas", "second-order ODEs and three-field weak form",
                "Paraskevopoulos2016",
                "Elias Paraskevopoulos, Nikolaos Potosakis, Sotirios Natsiavas: Numerical Integration of a New Set of "
                "Equations of Motion for a Class of Multibody Systems Using an Augmented Lagrangian Approach. Extended "
                "abstract; the copy used bears no year or venue."};
  for (const auto& part : {decay_claims(), example_claims()})
    paper.claims.insert(paper.claims.end(), part.begin(), part.end());
  paper.claims.push_back({"Fig. 1", "tyre force and lateral velocity of a vehicle in a double lane change",
                          near(0.0, 0.0), [](Lab&) -> Measured {
                            throw UsageError("the paper gives neither the data of the vehicle nor those of its tyres");
                          }});
  paper.figures = {decay_figure(), order_figure()};
  paper.notes = {"Fig. 1 (vehicle) cannot be made: no data are published"};
  return paper;
}

}  // namespace rheon::reproduction
