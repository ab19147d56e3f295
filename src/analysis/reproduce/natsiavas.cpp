// [Paraskevopoulos2016]: constrained motion as second-order ODEs (`np-ode`) and its three-field weak form
// (`np-three-field`). The paper is an abstract: it states what the equations do and that published benchmark problems
// are solved; the examples here are those of the other papers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/reproduce/claim.hpp"
#include "analysis/reproduce/examples.hpp"
#include "analysis/reproduce/figures.hpp"
#include "analysis/reproduce/measures.hpp"

namespace rheon::reproduction {

namespace {

constexpr double damping = 20.0, stiffness = 100.0;  // critically damped: phi = (phi0 + (phi0' + 10 phi0) t) e^(-10 t)
constexpr double violation = 1e-3;

RunSpec with_rates(const char* formulation, const char* model, double h) {
  RunSpec spec{.model = model,
               .formulation = formulation,
               .step = h,
               .duration = 1.0,
               .options = {{"damping", fmt::format("{}", damping)}, {"stiffness", fmt::format("{}", stiffness)}}};
  if (std::string(formulation) == "np-ode") spec.options.emplace_back("projection", "none");
  return spec;
}

/// A violated position-level row of constant mass obeys (4): phi'' + cr phi' + kr phi = 0. Relative distance from that.
Measured position_decay(Lab& lab, const char* formulation, double h) {
  const PerturbedRun run =
      run_perturbed(lab, with_rates(formulation, "three_masses_one", h), {{"q1'", violation, 0.0}});
  if (!run.failure.empty()) throw Error(run.failure);
  double worst = 0.0;
  const double w = std::sqrt(stiffness);
  for (std::size_t i = 0; i < run.t.size(); ++i) {
    const double exact = violation * (1.0 + w * run.t[i]) * std::exp(-w * run.t[i]);
    worst = std::max(worst, std::abs(run.phi[0][i] - exact));
  }
  return {worst / violation, fmt::format("{:.2g} of it left after 1 s", std::abs(run.phi[0].back()) / violation)};
}

/// A violated velocity-level row obeys (4): psi' + cr psi = 0.
Measured velocity_decay(Lab& lab, const char* formulation, double h) {
  const PerturbedRun run = run_perturbed(lab, with_rates(formulation, "two_masses", h), {{"x1'", 0.0, violation}});
  if (!run.failure.empty()) throw Error(run.failure);
  double worst = 0.0;
  for (std::size_t i = 0; i < run.t.size(); ++i)
    worst = std::max(worst, std::abs(run.psi[0][i] - violation * std::exp(-damping * run.t[i])));
  return {worst / violation, fmt::format("{:.2g} of it left after 1 s", std::abs(run.psi[0].back()) / violation)};
}

std::vector<Claim> decay_claims() {
  return {
      {"(4a)", "a violated holonomic constraint obeys its own second-order equation (np-ode, relative distance)",
       below(1e-6), [](Lab& lab) { return position_decay(lab, "np-ode", 1e-3); }},
      {"(4b)", "a violated velocity-level constraint obeys its own equation (np-ode, relative distance)", below(1e-6),
       [](Lab& lab) { return velocity_decay(lab, "np-ode", 1e-3); }},
      {"(6)", "the same for the three-field weak form, holonomic, to second order in h = 1 ms", below(1e-4),
       [](Lab& lab) { return position_decay(lab, "np-three-field", 1e-3); }},
      {"(6)", "the same for the three-field weak form, velocity level, to second order in h = 1 ms", below(1e-4),
       [](Lab& lab) { return velocity_decay(lab, "np-three-field", 1e-3); }},
  };
}

std::vector<Claim> example_claims() {
  std::vector<Claim> claims;
  for (const Example& example : examples()) {
    RunSpec ode{.model = example.model, .formulation = "np-ode", .tolerance = 1e-10, .duration = example.duration};
    claims.push_back(
        {"(2)-(4)", fmt::format("np-ode solves {} (error against the reference, tolerance 1e-10)", example.name),
         below(1e-6), [=](Lab& lab) { return error_against(lab, example.reference, ode, example.motion); }});
    RunSpec weak{.model = example.model, .formulation = "np-three-field", .duration = example.duration};
    if (example.name == "two masses") {
      claims.push_back({"(5)-(9)", "np-three-field is exact where accelerations are constant: two masses (error)",
                        below(1e-9, "m"), [=](Lab& lab) {
                          return error_against(lab, example.reference, weak.with_step(example.step), example.motion);
                        }});
      continue;
    }
    claims.push_back(
        {"(5)-(9)", fmt::format("np-three-field solves {} with second order (observed order)", example.name),
         between(1.85, 2.3), [=](Lab& lab) -> Measured {
           const double order = observed_order(lab, example.reference, weak, example.motion, example.step);
           const double error = error_against(lab, example.reference, weak.with_step(example.step / 2), example.motion);
           return {order, fmt::format("error {:.1e} at h = {:g} s", error, example.step / 2)};
         }});
  }
  return claims;
}

}  // namespace

Paper natsiavas() {
  Paper paper;
  paper.name = "natsiavas";
  for (const auto& part : {decay_claims(), example_claims()})
    paper.claims.insert(paper.claims.end(), part.begin(), part.end());
  paper.claims.push_back({"Fig. 1", "tyre force and lateral velocity of a vehicle in a double lane change",
                          near(0.0, 0.0), [](Lab&) -> Measured {
                            throw UsageError("the paper gives neither the data of the vehicle nor those of its tyres");
                          }});
  paper.notes = {"Fig. 1 (vehicle) cannot be made: no data are published"};
  return paper;
}

}  // namespace rheon::reproduction
