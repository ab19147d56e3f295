#include "sim/advisor.hpp"

#include <optional>
#include <span>

#include "core/number_text.hpp"
#include "rheon/core/error.hpp"
#include "rheon/sim/stepper.hpp"

namespace rheon {

namespace {

/// A method and what its work costs, in evaluations of accelerations: one more of an iteration, one of a factorisation.
struct Candidate {
  std::string_view formulation, integrator;
  double per_iteration, per_factorisation;
};

/// In the order of preference. Weights of collocation are measured: one factorisation of five holds all stages at once and
/// costs as much as some 15 accelerations, with the unknowns of the stabilised form four times that.
constexpr Candidate with_error_control[] = {
    {"lagrange", "dop853", 0.0, 0.0},
    {"lagrange", "dopri5", 0.0, 0.0},
    {"ali3p", "radau5", 1.0, 4.0},
    {"lagrange-index2", "radau5", 3.0, 16.0},
};
/// A fixed step meets stiff springs and dampers as it is: only implicit rules are stable whatever they do.
constexpr Candidate with_fixed_steps[] = {
    {"ali3p", "trapezoidal", 2.0, 2.0},
    {"lagrange-index3", "trapezoidal", 2.0, 2.0},
    {"lagrange", "rk4", 0.0, 0.0},
};
constexpr Candidate without_springs[] = {{"lagrange", "rk4", 0.0, 0.0}};
constexpr int trial_steps = 24;
/// A run that an explicit method does with less work than this is not worth the trial of others.
constexpr double little_work = 2e4;

struct Trial {
  double length = 0.0;  ///< time covered
  double work = 0.0;    ///< for it
  long long steps = 0, refused = 0;
  double cost() const { return work / length; }
};

std::optional<Trial> attempt(const System& system, const RunRequest& request, const Candidate& c) {
  RunRequest r = request;
  r.formulation = c.formulation;
  r.integrator = c.integrator;
  r.options.clear();
  r.samples = 1;
  r.times.clear();
  Simulation simulation(system, r);
  const double start = simulation.state().t;
  for (int k = 0; k < trial_steps && !simulation.done(); ++k)
    if (!simulation.step()) break;
  const double length = simulation.state().t - start;
  const Summary s = simulation.results().summary;
  if (s.ending == Ending::stopped || !(length > 0.0)) return {};
  return Trial{length,
               static_cast<double>(s.evaluations) + c.per_iteration * static_cast<double>(s.iterations) +
                   c.per_factorisation * static_cast<double>(s.factorisations),
               s.steps, s.refused_steps};
}

bool able(const System& system, const RunRequest& request, const Candidate& c) {
  if (request.integrator && *request.integrator != c.integrator) return false;
  return objection(system, find_formulation(c.formulation)).empty();
}

std::string name_of(const Candidate& c) { return std::string(c.formulation) + " + " + std::string(c.integrator); }

std::string told(const Candidate& c, const Trial& t) {
  return name_of(c) + ": " + std::to_string(t.steps) + " steps (" + std::to_string(t.refused) + " refused) cover " +
         brief_text(t.length, 3) + " s with " + brief_text(t.work, 3) + " units of work";
}

}  // namespace

Advice advise(const System& system, const RunRequest& request) {
  const bool fixed = request.step || (!request.tolerance && system.model().simulate.step);
  const double duration = request.duration.value_or(default_duration(system));
  Advice advice;
  const Candidate* best = nullptr;
  std::optional<Trial> least;
  // tells whether others are to be tried
  const auto consider = [&](const Candidate& c) {
    if (!able(system, request, c)) return true;
    const auto trial = attempt(system, request, c);
    if (!trial) {
      advice.reasons.push_back(name_of(c) + " cannot go on from the start");
      return true;
    }
    advice.reasons.push_back(told(c, *trial));
    if (!least || trial->cost() < least->cost()) {
      best = &c;
      least = trial;
    }
    return !fixed && !(least->cost() * duration < little_work);
  };
  const auto first_of = [&](std::span<const Candidate> list) {
    for (const Candidate& c : list)
      if (!consider(c)) break;
  };
  const bool springs = system.stiffness_pattern().nonzeros() > 0 || system.damping_pattern().nonzeros() > 0;
  if (fixed && !springs) {
    advice.reasons.push_back("no force depends on positions or velocities: nothing is stiff");
    first_of(without_springs);
  }
  if (best == nullptr) first_of(fixed ? std::span<const Candidate>(with_fixed_steps) : with_error_control);
  if (best == nullptr)
    throw UsageError("formulation \"auto\" finds no method that can run this model" +
                     std::string(request.integrator ? " with integrator \"" + *request.integrator + "\"" : "") +
                     "; name a formulation, `rheon list formulations` shows them");
  advice.formulation = best->formulation;
  advice.integrator = best->integrator;
  advice.reasons.push_back("chosen: " + name_of(*best));
  return advice;
}

}  // namespace rheon
