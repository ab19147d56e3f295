// What motions are compared with: the caller's numbers, or a run at tight tolerance that a second method confirms.
#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/compare_parts.hpp"
#include "core/number_text.hpp"
#include "rheon/core/names.hpp"

namespace rheon::comparing {

namespace {

/// Relative: near the end of what doubles give over thousands of steps, some thousand roundings.
constexpr double reference_tolerance = 1e-12;
/// A run that confirms with the same integrator is looser by this: it would take the same steps otherwise, and make the same error.
/// A choice: larger, and it confirms fewer digits.
constexpr double check_factor = 10.0;
/// Two runs that agree to this part of the scale are taken as confirmation; otherwise a further method is asked, up to so many
/// runs. Choices: a thousand tolerances, since errors of steps add up; with less, motions that amplify errors need all runs.
constexpr double agreement = 1e-9;
constexpr std::size_t most_runs = 4;
/// Methods of lower order do not reach such tolerances in reasonable time. A choice.
constexpr int least_order = 4;

struct Candidate {
  Method method;
  bool formulation_compared = false, method_compared = false;
  int order = 0;
};

std::vector<Candidate> candidates(const System& system, const std::vector<CompareRow>& compared) {
  std::vector<Candidate> found;
  for (const FormulationKind& f : formulations()) {
    if (f.stores_energy || !objection(system, f).empty()) continue;  // springs for constraints are another motion
    for (const IntegratorKind& i : integrators()) {
      if (!has_error_control(f, i) || claimed_order(f, i).motion < least_order) continue;
      Candidate c{{std::string(f.name), std::string(i.name)}, false, false, claimed_order(f, i).motion};
      for (const CompareRow& row : compared) {
        if (row.outcome == Outcome::refused || row.method.formulation != c.method.formulation) continue;
        c.formulation_compared = true;
        c.method_compared |= row.method.integrator == c.method.integrator;
      }
      found.push_back(std::move(c));
    }
  }
  return found;
}

struct Attempt {
  Method method;
  double tolerance = 0.0;
  Results results;
};

std::string describe(const Attempt& a) { return name_of(a.method) + ", tolerance " + shortest_text(a.tolerance); }

/// The largest difference of two motions, relative to their scale. Multipliers of redundant rows are less sharp, and
/// have no say.
double disagreement(const System& system, const Attempt& a, const Attempt& b) {
  ReferenceInfo info;
  info.results = a.results;
  measure_scale(system, info);
  const auto errors = differences(system, b.results, a.results);
  double worst = 0.0;
  for (const ComparedQuantity q : {ComparedQuantity::positions, ComparedQuantity::velocities}) {
    const double scale = info.scale[index_of(q)];
    worst = std::max(worst, errors[index_of(q)].value / (scale > 0.0 ? scale : 1.0));
  }
  return worst;
}

void adopt(const System& system, const Attempt& reference, const Attempt* check, ReferenceInfo& info) {
  info.available = info.made = true;
  info.name = describe(reference);
  info.results = reference.results;
  measure_scale(system, info);
  info.accuracy.fill(std::numeric_limits<double>::quiet_NaN());
  if (check == nullptr) return;
  info.check = describe(*check);
  const auto errors = differences(system, check->results, reference.results);
  // two runs that agree by luck do not make numbers better than their round-off
  for (const ComparedQuantity q : all_quantities) {
    const double round_off = 8 * std::numeric_limits<double>::epsilon() * info.scale[index_of(q)];
    info.accuracy[index_of(q)] = std::max(errors[index_of(q)].value, round_off);
  }
}

std::vector<std::string> channel_names(const System& system, const CompareRequest& request,
                                       const Comparison& comparison) {
  for (const CompareRow& row : comparison.rows) {
    if (row.outcome == Outcome::refused) continue;
    const StepChoice any{.step = comparison.duration};
    std::vector<std::string> names;
    try {
      Simulation begun(system, run_request(comparison, request, row.method, any));
      for (const Channel& channel : begun.results().channels) names.push_back(channel.name);
      return names;
    } catch (const UsageError&) {
      continue;  // its own row will say so
    }
  }
  return {};
}

void check_times(const Results& reference, const std::string& name, double duration) {
  double before = -1.0;
  for (std::size_t k = 0; k < reference.rows(); ++k) {
    const double t = reference.at(k, 0);
    if (!(t >= 0.0) || t > duration * (1 + same_number))
      throw UsageError(name + ": row " + std::to_string(k + 1) + " is at t = " + brief_text(t, 9) +
                       " s, outside the run, which goes from 0 to " + brief_text(duration, 9) +
                       " s; change the duration or leave such rows out");
    if (k > 0 && !(t > before))
      throw UsageError(name + ": times must increase, but row " + std::to_string(k + 1) +
                       " at t = " + brief_text(t, 9) + " s follows t = " + brief_text(before, 9) + " s");
    before = t;
  }
}

}  // namespace

std::vector<Method> reference_methods(const System& system, const std::vector<CompareRow>& compared) {
  std::vector<Candidate> all = candidates(system, compared);
  std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
    return std::make_tuple(a.formulation_compared, a.method_compared, -a.order) <
           std::make_tuple(b.formulation_compared, b.method_compared, -b.order);
  });
  // the best of each formulation first: the second one confirms, and shall differ as much as possible
  std::vector<Method> first, rest;
  for (const Candidate& c : all) {
    const bool seen =
        std::any_of(first.begin(), first.end(), [&](const Method& m) { return m.formulation == c.method.formulation; });
    (seen ? rest : first).push_back(c.method);
  }
  first.insert(first.end(), rest.begin(), rest.end());
  return first;
}

void take_reference(const System& system, const CompareRequest& request, Comparison& comparison) {
  const Results& given = *request.reference;
  const std::string& name = request.reference_name;
  if (given.channels.empty() || given.channels.front().name != "t")
    throw UsageError(name + ": the first column must be t, the time in seconds");
  if (given.rows() == 0) throw UsageError(name + ": there are no rows");
  check_times(given, name, comparison.duration);
  comparison.times.clear();
  for (std::size_t k = 0; k < given.rows(); ++k)
    comparison.times.push_back(std::min(given.at(k, 0), comparison.duration));
  const std::vector<std::string> known = channel_names(system, request, comparison);
  ReferenceInfo& info = comparison.reference;
  for (std::size_t c = 1; c < given.channels.size(); ++c)
    if (std::find(known.begin(), known.end(), given.channels[c].name) == known.end())
      info.unknown.push_back(given.channels[c].name);
  for (const std::string& column : request.matched)
    if (!known.empty() && std::find(known.begin(), known.end(), column) == known.end())
      throw UsageError("--match " + column + "=...: the model has no channel \"" + column + "\"; " +
                       did_you_mean(column, known));
  if (!known.empty() && info.unknown.size() + 1 >= given.channels.size())
    throw UsageError(name + ": no column has the name of a channel of this model; " +
                     (info.unknown.empty() ? "there is none but t" : did_you_mean(info.unknown.front(), known)));
  info.available = true;
  info.name = name;
  info.results = given;
  info.accuracy.fill(std::numeric_limits<double>::quiet_NaN());
  measure_scale(system, info);
}

void make_reference(const System& system, Runner& runner, Comparison& comparison) {
  std::vector<Method> methods = reference_methods(system, comparison.rows);
  if (methods.size() == 1) methods.push_back(methods.front());  // at least another tolerance
  std::vector<Attempt> attempts;
  std::size_t best = 0, confirms = 0;
  double least = std::numeric_limits<double>::infinity();
  // options of the compared methods are not for the reference
  CompareRequest plain;
  for (std::size_t i = 0; i < std::min(methods.size(), most_runs) && !(least <= agreement); ++i) {
    const bool same_steps = std::any_of(attempts.begin(), attempts.end(),
                                        [&](const Attempt& a) { return a.method.integrator == methods[i].integrator; });
    const double tolerance = same_steps ? check_factor * reference_tolerance : reference_tolerance;
    std::vector<Task> tasks(1);
    tasks[0].doing = "reference, " + name_of(methods[i]);
    tasks[0].request = run_request(comparison, plain, methods[i], {.tolerance = tolerance});
    tasks[0].request.land_on_times = true;
    runner.run(tasks);
    if (runner.interrupted()) return;
    if (tasks[0].outcome != Outcome::completed) continue;
    attempts.push_back({methods[i], tolerance, std::move(tasks[0].results)});
    for (std::size_t k = 0; k + 1 < attempts.size(); ++k) {
      // the same steps make the same errors: such a pair agrees whatever its accuracy
      const Attempt& a = attempts[k];
      if (a.method.integrator == methods[i].integrator && a.tolerance == tolerance) continue;
      if (const double d = disagreement(system, attempts[k], attempts.back()); d < least)
        least = d, best = k, confirms = attempts.size() - 1;
    }
  }
  if (attempts.empty()) return;
  adopt(system, attempts[best], best == confirms ? nullptr : &attempts[confirms], comparison.reference);
}

}  // namespace rheon::comparing
