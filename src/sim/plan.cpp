#include "sim/plan.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "model/model_times.hpp"
#include "rheon/core/names.hpp"
#include "sim/advisor.hpp"

namespace rheon {

namespace {

/// A body on its way to a stop or a bump moves so evenly that error control would step over them. A choice: PassedLoads finds
/// what is passed all the same, but for several events of one function within a quarter of a step.
constexpr double least_steps_past_local_loads = 200.0;

/// Where a model gives none: more digits than a plot shows, at a cost that explicit methods of high order hardly notice.
constexpr double default_tolerance = 1e-8;
/// Relative: numbers have no more digits, and a result with less than one says nothing.
constexpr double least_tolerance = 1e-15, greatest_tolerance = 0.1;
/// Where a model gives none: time, a choice, and intervals between rows, enough for a smooth plot.
constexpr double default_seconds = 10.0;
constexpr int default_intervals = 500;
/// Beyond, the number of a step times its length is no longer exact.
constexpr double most_steps = 1e15;
constexpr std::string_view default_formulation = "lagrange";

constexpr OptionSpec control_options[] = {
    {.name = "absolute-tolerance",
     .type = OptionType::number,
     .fallback = "0",
     .min = 0.0,
     .help = "error allowed where a coordinate passes zero, in its own unit; 0: the same number as the tolerance"},
    {.name = "largest-step",
     .type = OptionType::number,
     .fallback = "0",
     .unit = "s",
     .min = 0.0,
     .help =
         "error control never takes a longer step; 0: no limit, but 1/200 of the run where loads have kinks, tables or "
         "pulses in the motion"},
    {.name = "first-step",
     .type = OptionType::number,
     .fallback = "0",
     .unit = "s",
     .min = 0.0,
     .help = "step that error control tries first; 0: found from the initial accelerations"},
};

/// Problems that stem from the model file end as ModelError with their places, others as UsageError.
void raise(const Problems& problems) {
  if (problems.empty()) return;
  const auto in_file = [](const Problem& p) { return p.place.line > 0; };
  if (std::any_of(problems.list().begin(), problems.list().end(), in_file)) problems.throw_if_any();
  std::string text;
  for (const auto& p : problems.list()) text += (text.empty() ? "" : "\n") + to_text(p);
  throw UsageError(text);
}

/// Looks a kind up; a wrong name in the model file is reported at its place.
template <class Find>
auto* choose(Find&& find, const std::optional<std::string>& asked, const std::optional<Setting>& written,
             std::string_view otherwise) {
  if (asked) return &find(*asked);
  if (!written) return &find(otherwise);
  try {
    return &find(written->value);
  } catch (const UsageError& e) {
    throw ModelError({{written->place, "simulate", e.what(), "", ""}});
  }
}

/// A refusal that stems from the model file alone is a problem of the file, at the place that asked for it.
template <class Action>
void at_place_in_file(const Place* place, Action&& action) {
  try {
    action();
  } catch (const UsageError& e) {
    if (place == nullptr) throw;
    throw ModelError({{*place, "simulate", e.what(), "", ""}});
  }
}

void require_positive(double value, const char* name) {
  if (!(value > 0.0) || !std::isfinite(value))
    throw UsageError(std::string(name) + " must be a positive number of seconds, not " + brief_text(value));
}

/// `with "lagrange", error control is offered by kutta-merson, dopri5`, or which formulations have such an integrator.
std::string error_controlled(const FormulationKind& formulation, const Methods& methods) {
  const std::vector<const IntegratorKind*> all = methods.integrators();
  std::string names, forms;
  for (const auto* i : all)
    if (has_error_control(formulation, *i)) names += (names.empty() ? "" : ", ") + std::string(i->name);
  if (!names.empty()) return "with \"" + std::string(formulation.name) + "\", error control is offered by " + names;
  for (const auto* f : methods.formulations())
    if (std::any_of(all.begin(), all.end(), [&](const auto* i) { return has_error_control(*f, *i); }))
      forms += (forms.empty() ? "" : ", ") + std::string(f->name);
  return "error control is offered with the formulations " + forms;
}

void choose_step(Plan& plan, const RunRequest& request, const SimulateSection& written) {
  // the command line outranks the file as a whole: --step replaces a tolerance in the file and the other way round
  const bool asked = request.step || request.tolerance;
  const auto step = asked ? request.step : written.step;
  const auto tolerance = asked ? request.tolerance : written.tolerance;
  if (step && tolerance) {
    const std::string what = "both a step and a tolerance are given; a run has either a fixed step or error control";
    if (asked) throw UsageError(what);
    throw ModelError({{written.place, "simulate", what, "", "leave one of them out"}});
  }
  if (step) {
    require_positive(*step, "step");
    plan.step = *step;
    return;
  }
  if (!has_error_control(*plan.formulation, *plan.integrator))
    throw UsageError("integrator \"" + std::string(plan.integrator->name) +
                     "\" needs a fixed step: give `step:` in the model or --step; " +
                     error_controlled(*plan.formulation, plan.methods));
  plan.tolerance = tolerance.value_or(default_tolerance);
  at_place_in_file(asked ? nullptr : &written.place, [&] {
    if (!(plan.tolerance >= least_tolerance) || plan.tolerance > greatest_tolerance)
      throw UsageError("tolerance must lie between 1e-15 and 0.1, not " + shortest_text(plan.tolerance));
  });
}

void check_count(double steps, double step, double duration) {
  if (steps > most_steps)
    throw UsageError("a step of " + brief_text(step) + " s is too small for " + brief_text(duration) +
                     " s: time itself has no more than sixteen digits");
}

/// Settings of the file, without those that belong to what the command line replaced: an integrator, a step control.
std::vector<Setting> settings_of_file(const SimulateSection& written, const RunRequest& request,
                                      std::span<const OptionSpec> specs) {
  const std::vector<const IntegratorKind*> all = request.methods.integrators();
  const auto named = [](std::span<const OptionSpec> list, const Setting& s) {
    return std::any_of(list.begin(), list.end(), [&](const OptionSpec& spec) { return spec.name == s.name; });
  };
  const auto replaced = [&](const Setting& s) {
    if (named(specs, s)) return false;
    if ((request.step || request.tolerance) && named(control_options, s)) return true;
    return request.integrator &&
           std::any_of(all.begin(), all.end(), [&](const auto* i) { return named(i->options, s); });
  };
  std::vector<Setting> kept;
  for (const Setting& s : written.options)
    if (!replaced(s)) kept.push_back(s);
  return kept;
}

bool written_for(const SimulateSection& written, const std::string& formulation) {
  return written.formulation && formulation == written.formulation->value && formulation != automatic;
}

/// A user's own method may declare what another part of it, or every run, has already.
void check_declared_once(const std::vector<OptionSpec>& specs) {
  for (auto spec = specs.begin(); spec != specs.end(); ++spec)
    if (std::any_of(specs.begin(), spec, [&](const OptionSpec& other) { return other.name == spec->name; }))
      throw UsageError(
          "option \"" + std::string(spec->name) +
          "\" is declared twice, by the method or by what belongs to every run; rename that of the method");
}

void check_times(const Plan& plan) {
  for (std::size_t i = 0; i < plan.times.size(); ++i) {
    const double t = plan.times[i];
    if (!(t >= plan.start && t <= plan.end))
      throw UsageError("rows are asked for at t = " + shortest_text(t) + " s, outside the run, which ends at " +
                       shortest_text(plan.end) + " s");
    if (i > 0 && !(t > plan.times[i - 1]))
      throw UsageError("the times of rows must increase: " + shortest_text(t) + " s follows " +
                       shortest_text(plan.times[i - 1]) + " s");
  }
}

}  // namespace

namespace {

/// As Methods::find_formulation, for which `auto` is no formulation: here it is a name that may have been meant.
const FormulationKind& find_for_run(const Methods& methods, std::string_view name) {
  std::vector<std::string> known{std::string(automatic)};
  for (const auto* kind : methods.formulations()) {
    if (kind->name == name) return *kind;
    known.emplace_back(kind->name);
  }
  throw UsageError("unknown formulation \"" + std::string(name) + "\"; " + did_you_mean(name, known));
}

/// Is the method to be chosen here? The command line outranks the file.
bool is_automatic(const System& system, const RunRequest& request) {
  const SimulateSection& written = system.model().simulate;
  if (request.formulation) return *request.formulation == automatic;
  return written.formulation && written.formulation->value == automatic;
}

/// The advisor's method in place of `auto`; what else the file says stays in force.
Plan make_advised_plan(const System& system, const RunRequest& request) {
  const SimulateSection& written = system.model().simulate;
  RunRequest chosen = request;
  if (!chosen.integrator && !request.formulation && written.integrator) chosen.integrator = written.integrator->value;
  if (!chosen.step && !chosen.tolerance) {
    chosen.step = written.step;
    chosen.tolerance = written.tolerance;
  }
  if (!request.formulation)
    chosen.options.insert(chosen.options.begin(), written.options.begin(), written.options.end());
  Advice advice = advise(system, chosen);
  chosen.formulation = advice.formulation;
  chosen.integrator = advice.integrator;
  chosen.options.insert(chosen.options.end(), advice.options.begin(), advice.options.end());
  try {
    Plan plan = make_plan(system, chosen);
    plan.advice = std::move(advice.reasons);
    return plan;
  } catch (const UsageError& e) {
    throw UsageError(std::string(e.what()) + "\n  (\"auto\" has chosen " + advice.formulation + " with " +
                     advice.integrator + ")");
  }
}

}  // namespace

Plan make_plan(const System& system, const RunRequest& request) {
  if (is_automatic(system, request)) return make_advised_plan(system, request);
  const SimulateSection& written = system.model().simulate;
  Plan plan;
  plan.methods = request.methods;
  const Methods& methods = plan.methods;
  const auto formulation_of = [&](std::string_view name) -> auto& { return find_for_run(methods, name); };
  const auto integrator_of = [&](std::string_view name) -> auto& { return methods.find_integrator(name); };
  plan.formulation = choose(formulation_of, request.formulation, written.formulation, default_formulation);
  // an integrator in the file belongs to the formulation in the file
  const bool own_formulation = !request.formulation || written_for(written, *request.formulation);
  plan.integrator = choose(integrator_of, request.integrator, own_formulation ? written.integrator : std::nullopt,
                           plan.formulation->default_integrator);
  const bool from_file = !request.formulation && !request.integrator;
  const auto& named = written.integrator ? written.integrator : written.formulation;
  at_place_in_file(from_file && named ? &named->place : nullptr,
                   [&] { check_pairing(system, *plan.formulation, *plan.integrator, methods); });
  at_place_in_file(from_file && named && !request.tolerance ? &named->place : nullptr,
                   [&] { choose_step(plan, request, written); });

  std::vector<OptionSpec> specs = stepper_options(*plan.formulation, *plan.integrator);
  if (plan.tolerance > 0.0) specs.insert(specs.end(), std::begin(control_options), std::end(control_options));
  check_declared_once(specs);
  std::vector<Setting> settings = own_formulation ? settings_of_file(written, request, specs) : std::vector<Setting>{};
  settings.insert(settings.end(), request.options.begin(), request.options.end());
  Problems problems;
  plan.options = OptionValues::resolve(specs, settings, problems);
  raise(problems);
  if (plan.tolerance > 0.0) {
    const double absolute = plan.options.number("absolute-tolerance");
    plan.absolute_tolerance = absolute > 0.0 ? absolute : plan.tolerance;
    plan.largest_step = plan.options.number("largest-step");
    plan.first_step = plan.options.number("first-step");
  }
  const double duration = request.duration.value_or(default_duration(system));
  require_positive(duration, "duration");
  plan.end = plan.start + duration;
  if (plan.tolerance > 0.0 && plan.largest_step <= 0.0 && ModelTimes::motion_meets_local_loads(system.model()))
    plan.largest_step = duration / least_steps_past_local_loads;
  plan.samples = request.samples.value_or(default_samples(system));
  const bool own_steps = !request.step && !request.duration && written.place.line > 0;
  if (plan.step > 0.0)
    at_place_in_file(own_steps ? &written.place : nullptr,
                     [&] { check_count(duration / plan.step, plan.step, duration); });
  if (plan.samples < 1) throw UsageError("samples must be at least 1, not " + std::to_string(plan.samples));
  plan.times = request.times;
  plan.land_on_times = request.land_on_times;
  check_times(plan);
  if (!plan.times.empty()) plan.samples = std::max(1, static_cast<int>(plan.times.size()) - 1);
  return plan;
}

namespace {

/// What is needed is judged by the tolerance.
void check_projection(const Plan& plan) {
  const auto asks = [](const Setting& s) { return s.name == "projection" && s.value == projection_when_needed; };
  if (plan.step > 0.0 && std::any_of(plan.options.all().begin(), plan.options.all().end(), asks))
    throw OptionError("projection",
                      "\"" + std::string(projection_when_needed) +
                          "\" goes with error control, and this run has a fixed step; choose \"full\", or a "
                          "tolerance instead of the step");
}

}  // namespace

std::unique_ptr<Stepper> make_stepper(const System& system, const Plan& plan) {
  try {
    check_projection(plan);
    return make_stepper(system, *plan.formulation, *plan.integrator, plan.options);
  } catch (const OptionError& e) {
    for (const Setting& setting : plan.options.all())
      if (setting.name == e.option() && setting.place.line > 0)
        throw ModelError({{setting.place, "simulate", e.what(), "", ""}});
    throw;
  }
}

std::string default_integrator(const System& system, const std::string& formulation, const Methods& methods) {
  const SimulateSection& written = system.model().simulate;
  const auto find = [&](std::string_view name) -> auto& { return methods.find_integrator(name); };
  return std::string(choose(find, {}, written_for(written, formulation) ? written.integrator : std::nullopt,
                            methods.find_formulation(formulation).default_integrator)
                         ->name);
}

double default_duration(const System& system) { return system.model().simulate.duration.value_or(default_seconds); }

int default_samples(const System& system) { return system.model().simulate.samples.value_or(default_intervals); }

std::vector<Problem> plan_problems(const System& system, const State* initial, const Methods& methods) {
  const Place& place = system.model().simulate.place;
  try {
    RunRequest request;
    request.methods = methods;
    const Plan plan = make_plan(system, request);
    const auto stepper = make_stepper(system, plan);
    if (initial == nullptr) return {};
    State s = *initial;
    if (const Status ok = stepper->start(s); !ok)
      return {{place, "simulate", "the run would stop at its start: " + system.describe(ok), "", ""}};
  } catch (const ModelError& e) {
    return e.problems();
  } catch (const UsageError& e) {
    return {{place, "simulate", e.what(), "", ""}};
  }
  return {};
}

std::vector<OptionSpec> run_options() {
  std::vector<OptionSpec> specs = shared_options();
  specs.insert(specs.end(), std::begin(control_options), std::end(control_options));
  return specs;
}

}  // namespace rheon
