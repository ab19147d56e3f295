#include "sim/advisor.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "constraints/index1.hpp"
#include "core/number_text.hpp"
#include "model/system_inside.hpp"
#include "rheon/core/error.hpp"
#include "rheon/sim/initial.hpp"
#include "rheon/sim/stepper.hpp"

namespace rheon {

namespace {

/// A method and what its work costs, in evaluations of accelerations: one more of an iteration, one of a factorisation.
struct Candidate {
  std::string_view formulation, integrator;
  double per_iteration = 0.0, per_factorisation = 0.0;
  std::string_view projection = {};  ///< empty: the usual one
  /// Its work counts this many times as much: by how much others have to be better.
  double handicap = 1.0;
  bool quick_trial = false;  ///< may win in short runs as well
  bool stiff = false;        ///< its steps may grow by orders of magnitude once what is fast has died away
};

/// With error control, where accuracy sets the step; in the order of preference.
constexpr Candidate explicit_methods[] = {{"lagrange", "dop853"}, {"lagrange", "dopri5"}};
/// Where few digits are asked for, a projection after each step would cost as much as the step of a method of low order, for
/// digits that nobody wants. At the same tolerance such a method is less accurate than one of high order: hence the handicap.
/// Relative tolerance, a choice: at tighter ones low order is not expected to win, and its trial would be lost.
constexpr double few_digits = 1e-3;
constexpr Candidate explicit_methods_for_few_digits[] = {
    {"lagrange", "dop853", 0.0, 0.0, projection_when_needed},
    {"lagrange", "kutta-merson", 0.0, 0.0, projection_when_needed, 1.2, true},
};
/// Weights of collocation are measured: one factorisation of five holds all stages at once and costs as much as some 15
/// accelerations, with the unknowns of the stabilised form four times that.
constexpr Candidate stiff_methods[] = {{"ali3p", "radau5", 1.0, 4.0, {}, 1.0, false, true},
                                       {"lagrange-index2", "radau5", 3.0, 16.0, {}, 1.0, false, true}};
/// A fixed step meets stiff springs and dampers as it is: only implicit rules are stable whatever they do.
constexpr Candidate with_fixed_steps[] = {
    {"ali3p", "trapezoidal", 2.0, 2.0},
    {"lagrange-index3", "trapezoidal", 2.0, 2.0},
    {"lagrange", "rk4"},
};
constexpr Candidate without_springs[] = {{"lagrange", "rk4"}};
/// The first steps of a trial only find their size, which costs a method of high order more than others. Choices: more steps
/// make the trial longer, fewer make it depend on where the motion starts.
constexpr int trial_steps = 24, settling_steps = 6;
/// Stiff methods go on for as many steps again while these cover this many times the time, but not for ever. A choice: steps that
/// grow by orders of magnitude do so by far more, and steps that accuracy limits stay as they are.
constexpr double still_growing = 1.5;
/// Of the 18 steps behind the first six, which makes 114 steps at the most: a trial must stay short against the runs that it is
/// for.
constexpr int most_rounds = 6;
/// Units of work (one evaluation of accelerations). A run of less than 20 000 is not worth the trial of another method, which
/// takes some hundred. A quick trial is, of about 150 evaluations, unless that is a good part of the run of a model for which it
/// takes time. Choices: smaller values lengthen short runs, larger ones leave longer runs with the first method.
constexpr double little_work = 2e4, short_run = 200;
/// Velocities: below, 150 evaluations take milliseconds.
constexpr int small_model = 100;

struct Trial {
  double length = 0.0;  ///< time covered
  double work = 0.0;    ///< for it
  long long steps = 0, refused = 0;
  double cost = 0.0;  ///< work for a second, once the size of steps is found
};

auto named(std::string_view name) {
  return [name](const auto& x) { return x.name == name; };
}

/// What goes with the candidate, unless the request says otherwise.
std::vector<Setting> added_options(const RunRequest& request, const Candidate& c) {
  if (c.projection.empty() || std::any_of(request.options.begin(), request.options.end(), named("projection")))
    return {};
  return {{"projection", std::string(c.projection), {}}};
}

/// With those of the request that the candidate knows; the others are objected to when the run is planned.
std::vector<Setting> trial_options(const RunRequest& request, const Candidate& c) {
  std::vector<OptionSpec> known =
      stepper_options(request.methods.find_formulation(c.formulation), request.methods.find_integrator(c.integrator));
  const std::vector<OptionSpec> of_runs = run_options();
  known.insert(known.end(), of_runs.begin(), of_runs.end());
  std::vector<Setting> options = added_options(request, c);
  for (const Setting& s : request.options)
    if (std::any_of(known.begin(), known.end(), named(s.name))) options.push_back(s);
  return options;
}

/// The steps of a trial that count, and the time that they cover.
struct Round {
  int steps = 0;
  double length = 0.0;
};

Round take_some(Simulation& simulation, int most) {
  const double start = simulation.state().t;
  Round round;
  while (round.steps < most && !simulation.done() && simulation.step()) ++round.steps;
  round.length = simulation.state().t - start;
  return round;
}

Round take_steps(Simulation& simulation, const Candidate& c) {
  const Round first = take_some(simulation, settling_steps);
  Round last = take_some(simulation, trial_steps - settling_steps);
  if (last.steps == 0) return first;
  for (int k = 1; c.stiff && k < most_rounds && !simulation.done(); ++k) {
    const Round next = take_some(simulation, last.steps);
    if (next.steps < last.steps) return next.steps > 0 ? next : last;
    const bool grows = next.length > still_growing * last.length;
    last = next;
    if (!grows) break;
  }
  return last;
}

std::optional<Trial> attempt(const System& system, const RunRequest& request, const Candidate& c) {
  RunRequest r = request;
  r.formulation = c.formulation;
  r.integrator = c.integrator;
  r.options = trial_options(request, c);
  r.watcher = nullptr;
  r.account_only = true;  // rows are taken, since methods without dense output end their steps there
  Simulation simulation(system, r);
  const double start = simulation.state().t;
  const Round last = take_steps(simulation, c);
  const double end = simulation.state().t;
  const bool finished = simulation.done();
  const Summary s = simulation.results().summary;
  if (s.ending == Ending::stopped || !(end > start)) return {};
  Trial trial{end - start,
              static_cast<double>(s.evaluations) + c.per_iteration * static_cast<double>(s.iterations) +
                  c.per_factorisation * static_cast<double>(s.factorisations),
              s.steps, s.refused_steps};
  trial.cost =
      finished ? trial.work / trial.length : trial.work * (last.steps / static_cast<double>(s.steps)) / last.length;
  return trial;
}

bool worth_a_trial(const System& system, const Candidate& c, double work_of_run) {
  if (!c.quick_trial) return work_of_run > little_work;
  return work_of_run > short_run || system.layout().nv <= small_model;
}

/// Rows that depend on each other contradict each other off the constraints: there every step is to be projected.
bool rows_depend(const System& system) {
  const InitialResult initial = find_initial_state(system);
  if (!initial.problems.empty() || SystemInside::massless_velocity(system) >= 0) return true;
  bool dependent = false;
  return !Index1(system).find_dependence(initial.state, dependent) || dependent;
}

/// Those with the integrator that is asked for; where none has it, with whatever formulation it goes.
std::vector<Candidate> able(const System& system, const RunRequest& request, std::span<const Candidate> usual,
                            bool fixed) {
  std::vector<Candidate> list;
  for (const Candidate& c : usual)
    if (!request.integrator || *request.integrator == c.integrator) list.push_back(c);
  if (list.empty() && request.integrator) {
    const IntegratorKind& asked = request.methods.find_integrator(*request.integrator);
    for (const std::string_view name : {"lagrange", "ali3p", "lagrange-index2", "lagrange-index3", "energy-momentum"}) {
      const FormulationKind& formulation = find_formulation(name);
      if (pairs(formulation, asked) && (fixed || has_error_control(formulation, asked)))
        list.push_back({formulation.name, asked.name, 2.0, 2.0});
    }
  }
  std::erase_if(list, [&](const Candidate& c) { return !objection(system, find_formulation(c.formulation)).empty(); });
  return list;
}

std::string name_of(const RunRequest& request, const Candidate& c) {
  std::string name = std::string(c.formulation) + " + " + std::string(c.integrator);
  for (const Setting& s : added_options(request, c)) name += ", " + s.name + "=" + s.value;
  return name;
}

std::string trial_text(const std::string& name, const Trial& t) {
  return name + ": " + std::to_string(t.steps) + " steps (" + std::to_string(t.refused) + " refused) cover " +
         brief_text(t.length, 3) + " s with " + brief_text(t.work, 3) + " units of work";
}

std::string nothing_found(const RunRequest& request, bool fixed) {
  const std::string start = "formulation \"auto\" finds no method that can run this model";
  if (!request.integrator) return start + "; name a formulation, `rheon list formulations` shows them";
  const std::string with = start + " with integrator \"" + *request.integrator + "\"";
  const IntegratorKind& asked = request.methods.find_integrator(*request.integrator);
  const auto controlled = [&](const FormulationKind& f) { return has_error_control(f, asked); };
  if (!fixed && std::none_of(formulations().begin(), formulations().end(), controlled))
    return with + ", which has no error control; give a step instead of the tolerance, or name another integrator";
  return with + "; name a formulation, `rheon list formulations` shows them";
}

}  // namespace

Advice advise(const System& system, const RunRequest& request) {
  const SimulateSection& written = system.model().simulate;
  const bool fixed = request.step || (!request.tolerance && written.step);
  const double duration = request.duration.value_or(default_duration(system));
  const double tolerance = request.tolerance.value_or(written.tolerance.value_or(0.0));
  Advice advice;
  std::optional<Candidate> best;
  double least = 0.0;
  const auto choose_from = [&](std::span<const Candidate> usual) {
    for (const Candidate& c : able(system, request, usual, fixed)) {
      if (best && !worth_a_trial(system, c, least * duration)) continue;
      const auto trial = attempt(system, request, c);
      advice.reasons.push_back(trial ? trial_text(name_of(request, c), *trial)
                                     : name_of(request, c) + " cannot go on from the start");
      if (!trial || (best && !(c.handicap * trial->cost < least))) continue;
      best = c;
      least = trial->cost;
      if (fixed) return;
    }
  };
  const bool springs = system.stiffness_pattern().nonzeros() > 0 || system.damping_pattern().nonzeros() > 0;
  if (fixed && !springs) {
    advice.reasons.push_back("no force depends on positions or velocities: nothing is stiff");
    choose_from(without_springs);
  }
  if (fixed && !best) choose_from(with_fixed_steps);
  if (!fixed) {
    const bool loose = tolerance >= few_digits && !rows_depend(system);
    std::vector<Candidate> list(std::begin(stiff_methods), std::end(stiff_methods));
    const auto first = loose ? std::span<const Candidate>(explicit_methods_for_few_digits) : explicit_methods;
    list.insert(list.begin(), first.begin(), first.end());
    choose_from(list);
  }
  if (!best) throw UsageError(nothing_found(request, fixed));
  advice.formulation = best->formulation;
  advice.integrator = best->integrator;
  advice.options = added_options(request, *best);
  advice.reasons.push_back("chosen: " + name_of(request, *best));
  return advice;
}

}  // namespace rheon
