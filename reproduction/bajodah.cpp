// [Bajodah2004]: Appell-Hamel mechanism with linear and nonlinear constraints, particle on a parabola.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduction/bajodah.hpp"

namespace rheon::reproduction {

namespace {

// ---- example 1: Appell-Hamel mechanism

Pairs mechanism_state() {
  return same({"theta", "phi", "x", "y", "z"}) +
         Pairs{{"theta'", "theta_d"}, {"phi'", "phi_d"}, {"x'", "x_d"}, {"y'", "y_d"}, {"z'", "z_d"}};
}
double mechanism_error(Lab& lab, bool nonlinear, double h) {
  return error_against(lab, mechanism_reference, mechanism(nonlinear, h), mechanism_state());
}
double mechanism_energy(Lab& lab, bool nonlinear, double h) {
  return largest(energy_change(lab.run(mechanism(nonlinear, h))));
}

std::vector<Claim> mechanism_claims() {
  std::vector<Claim> claims;
  for (const bool nonlinear : {true, false}) {
    const std::string form = nonlinear ? "nonlinear" : "linear";
    claims.push_back(
        {.where = nonlinear ? "(57)-(60)" : "(101), (102)",
         .statement = fmt::format("Appell-Hamel mechanism with {} constraints: state against the reference, "
                                  "Kutta-Merson, h = 0.025 s, 10 s",
                                  form),
         .expected = below(1e-7),
         .measure = [=](Lab& lab) { return mechanism_error(lab, nonlinear, 0.025); },
         .source = Source::theory});
    claims.push_back({.where = nonlinear ? "(50), (57)" : "(50), (101)",
                      .statement = fmt::format("order of Kutta-Merson with {} constraints", form),
                      .expected = between(3.9, 4.5),
                      .measure =
                          [=](Lab& lab) {
                            return observed_order(lab, mechanism_reference, mechanism(nonlinear, 0.05),
                                                  mechanism_state(), 0.05);
                          },
                      .source = Source::theory});
  }
  claims.push_back(about(
      "fig4",
      {"Figs. 2, 4, 6", "theta tends to a constant: theta' at 10 s against 1 rad/s at the start", below(1e-1, "rad/s"),
       [](Lab& lab) { return std::abs(lab.run(mechanism(true, 0.025)).column("theta'").back()); }}));
  claims.push_back(
      about("fig8", {"Fig. 8", "the load sinks from 30 m all the time: largest z'", below(0.0, "m/s"), [](Lab& lab) {
                       const Numbers rate = lab.run(mechanism(true, 0.025)).column("z'");
                       return *std::max_element(rate.begin(), rate.end());
                     }}));
  claims.push_back(about(
      "fig9",
      {"Fig. 9",
       "the energy deviates less with nonlinear than with linear constraints (h = 0.1 s, ratio of "
       "the largest deviations)",
       below(1.0), [](Lab& lab) { return mechanism_energy(lab, true, 0.1) / mechanism_energy(lab, false, 0.1); }}));
  claims.push_back(about(
      "fig9", {"abstract, sec. 2.5",
               "so the nonlinear form improves accuracy: its error of the state over that of "
               "the linear form (h = 0.1 s)",
               below(1.0), [](Lab& lab) { return mechanism_error(lab, true, 0.1) / mechanism_error(lab, false, 0.1); },
               "energy is a poor judge here: the state is less accurate with the nonlinear constraints"}));
  return claims;
}

// ---- example 2: particle on a parabola

double violation(Lab& lab, const RunSpec& spec) { return lab.run(spec).summary.position.value; }

enum class Coordinate { x, y };
/// Largest distance from the closed form over the rows of a run.
Measured particle_error(Lab& lab, const RunSpec& spec, Coordinate which) {
  const Results& r = lab.run(spec);
  if (r.summary.ending != Ending::completed) return std::numeric_limits<double>::infinity();
  const Numbers t = r.column("t"), values = r.column(which == Coordinate::x ? "x" : "y");
  double worst = 0.0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const ParabolaPoint exact = parabola_at(t[i]);
    worst = std::max(worst, std::abs(values[i] - (which == Coordinate::x ? exact.x : exact.y)));
  }
  return worst;
}

std::vector<Claim> drift_claims() {
  return {
      about("fig15",
            {"Fig. 15", "violation stays bounded over 500 s with Gamma1 = -20, Gamma2 = -100, h = 1 ms",
             below(2e-11, "m"), [](Lab& lab) { return violation(lab, particle(1e-3, 500.0, true)); }, "", Cost::slow}),
      about("fig12",
            {"Fig. 12", "without damping the violation grows: value after 500 s over that after 50 s, h = 1 ms",
             above(3.0),
             [](Lab& lab) {
               return violation(lab, particle(1e-3, 500.0, false)) / violation(lab, particle(1e-3, 50.0, false));
             },
             "", Cost::slow}),
      about("fig11",
            {"Figs. 11, 12", "a smaller step reduces the growth: violation after 500 s at h = 10 ms over that at 1 ms",
             above(100.0),
             [](Lab& lab) {
               return violation(lab, particle(1e-2, 500.0, false)) / violation(lab, particle(1e-3, 500.0, false));
             },
             "", Cost::slow}),
      about("fig13", {"Figs. 13, 14", "the same of the energy: largest deviation at 10 ms over that at 1 ms, 500 s",
                      above(100.0),
                      [](Lab& lab) {
                        return largest(energy_change(lab.run(particle(1e-2, 500.0, false)))) /
                               largest(energy_change(lab.run(particle(1e-3, 500.0, false))));
                      },
                      "", Cost::slow}),
      about("fig17",
            {"Fig. 17", "damping worsens the energy: largest deviation with over without, h = 1 ms, 500 s", above(1.0),
             [](Lab& lab) {
               return largest(energy_change(lab.run(particle(1e-3, 500.0, true)))) /
                      largest(energy_change(lab.run(particle(1e-3, 500.0, false))));
             },
             "", Cost::slow}),
      {"sec. 3, ex. 2", "damping improves the solution: error of x with over without, h = 1 ms, 500 s", below(1.0),
       [](Lab& lab) {
         return particle_error(lab, particle(1e-3, 500.0, true), Coordinate::x).value /
                particle_error(lab, particle(1e-3, 500.0, false), Coordinate::x).value;
       },
       "x'' of the undamped form contains neither y nor y': it is the minimal solution, and damping feeds errors of y "
       "into it; only the constraint gains",
       Cost::slow},
      about("fig18",
            {"Fig. 18",
             "damping beats geometric elimination of the violation: violation with damping over that with "
             "projection after each step, h = 10 ms, 50 s",
             below(1.0),
             [](Lab& lab) {
               RunSpec projected = particle(1e-2, 50.0, false);
               projected.options = {{"projection", "full"}};
               return violation(lab, particle(1e-2, 50.0, true)) / violation(lab, projected);
             },
             "rheon iterates its projection to round-off; the corrections of the paper's comparison take one pass"}),
  };
}

std::vector<Claim> hour_claims() {
  return {
      about(
          "fig16",
          {"Fig. 16", "1 h at h = 0.1 s: the minimal form is the most accurate, a standard for the others (error of y)",
           below(0.1, "m"), [](Lab& lab) { return particle_error(lab, minimal(0.1, 3600.0), Coordinate::y); },
           "at this step it has itself lost the phase after a small part of the hour", Cost::slow}),
      about("fig16", {"Fig. 16", "1 h at h = 0.1 s: the damped form follows the motion (error of y)", below(0.1, "m"),
                      [](Lab& lab) { return particle_error(lab, particle(0.1, 3600.0, true), Coordinate::y); },
                      "the damped form loses most of the energy at this step: the particle no longer reaches y = 0",
                      Cost::slow}),
      {.where = "Fig. 16",
       .statement = "1 h with error control (dop853, tolerance 1e-12, projection): error of y",
       .expected = below(1e-6, "m"),
       .measure =
           [](Lab& lab) {
             RunSpec spec{.model = "parabola",
                          .formulation = "kane",
                          .integrator = "dop853",
                          .tolerance = 1e-12,
                          .duration = 3600.0,
                          .samples = 3600};
             return particle_error(lab, spec, Coordinate::y);
           },
       .cost = Cost::slow,
       .source = Source::theory,
       .figure = "fig16"},
  };
}

}  // namespace

Paper bajodah() {
  Paper paper;
  paper.info = {"bajodah", "Bajodah, Hodges, Chen", "nonminimal Kane's equations", "Bajodah2004",
                "Abdulrahman H. Bajodah, Dewey H. Hodges, Ye-Hwa Chen: Nonminimal Kane's Equations of Motion for "
                "Multibody Dynamical Systems Subject to Nonlinear Nonholonomic Constraints. Multibody System Dynamics "
                "14, 155-187, 2005."};
  for (const auto& part : {mechanism_claims(), drift_claims(), hour_claims()})
    paper.claims.insert(paper.claims.end(), part.begin(), part.end());
  paper.figures = bajodah_figures();
  paper.notes = {
      "Fig. 18: the third of its three curves, a correction of the state by another method, is not in rheon"};
  return paper;
}

}  // namespace rheon::reproduction
