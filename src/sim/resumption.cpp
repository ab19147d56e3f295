#include "sim/resumption.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/number_text.hpp"
#include "model/model_times.hpp"
#include "sim/collapse_cause.hpp"
#include "sim/state_parts.hpp"

namespace rheon {

namespace {

using std::to_string;

std::string objection_to_numbers(const State& s) {
  std::string why;
  const auto judge = [&](const std::string& name, double x) {
    if (why.empty() && !std::isfinite(x)) why = name + " is " + brief_text(x);
  };
  visit_parts(
      s, [&](const char* name, double x) { judge(name, x); },
      [&](const char* name, const Vec& x) {
        for (Index k = 0; k < x.size(); ++k) judge(std::string(name) + "[" + to_string(k) + "]", x[k]);
      });
  return why;
}

/// Loads that switch between the two would be those of another piece.
bool same_piece(const State& s, const std::vector<double>& switching_times) {
  const auto [low, high] = std::minmax(s.t, s.side);
  return std::none_of(switching_times.begin(), switching_times.end(),
                      [low = low, high = high, &s](double x) { return x >= low && x <= high && x != s.t; });
}

/// Fixed steps find their times by number.
std::string objection_to_step(const State& s, const Plan& plan, const StepControl& control) {
  if (s.n < 0) return "its step has the number " + to_string(s.n);
  if (plan.step <= 0.0) return s.h < 0.0 || s.error < 0.0 ? "its step size or error is negative" : "";
  constexpr double round_off = 1e-6;  // of a step: far beyond that of a time, far below a step
  const double there = control.fixed_time(s.n);
  if (std::abs(there - s.t) <= round_off * plan.step) return "";
  return "its step number " + to_string(s.n) + " ends at t = " + brief_text(there) + " s in this run, and its t is " +
         brief_text(s.t) + " s: it was saved with another step, or another end of the run";
}

}  // namespace

std::string objection_to(const State& s, const System& system) {
  const Layout& n = system.layout();
  const std::pair<const char*, std::pair<Index, Index>> lengths[] = {
      {"coordinates", {static_cast<Index>(s.q.size()), n.nq}},
      {"velocities", {static_cast<Index>(s.v.size()), n.nv}},
      {"accelerations", {static_cast<Index>(s.a.size()), n.nv}},
      {"multipliers", {static_cast<Index>(s.lambda.size()), n.rows()}},
      {"tracked angles", {static_cast<Index>(s.anchors.size()), system.model().inputs.na}}};
  for (const auto& [what, sizes] : lengths)
    if (sizes.first != sizes.second)
      return "it has " + to_string(sizes.first) + " " + what + ", the model has " + to_string(sizes.second);
  return objection_to_numbers(s);
}

StepMemory room_for_control(const System& system, std::size_t switches) {
  StepMemory memory;
  memory.watch.velocity = Vec::Zero(system.layout().nv);
  if (switches > 0) memory.at_switch = Eigen::VectorXi::Zero(count_switches(system.model()));
  return memory;
}

std::string take_over(Resumption& from, const System& system, const Plan& plan, const StepControl& control,
                      const Stepper& stepper) {
  State& s = from.state;
  if (std::string why = objection_to(s, system); !why.empty()) return why;
  const double span = plan.end - plan.start;
  constexpr double end_round_off = 1e-9;  // of the run: far beyond that of a time, far below a step
  if (s.t < plan.start || s.t > plan.end + end_round_off * span)
    return "its t is " + brief_text(s.t) + " s, and the run goes from " + brief_text(plan.start) + " s to " +
           brief_text(plan.end) + " s";
  if (!same_piece(s, ModelTimes(system).switching(plan.start, plan.end)))
    return "a load switches between its t = " + brief_text(s.t) + " s and its side = " + brief_text(s.side) + " s";
  if (std::string why = objection_to_step(s, plan, control); !why.empty()) return why;
  if (std::string why = stepper.take_over(s); !why.empty()) return why;
  if (!from.control) return {};
  StepMemory memory = room_for_control(system, static_cast<std::size_t>(from.control->at_switch.size()));
  if (std::string why = memory_parts::take_fields(memory_parts::fields_of(*from.control), memory); !why.empty())
    return "of error control: " + why;
  State& back = from.control->origin;
  if (memory.length == 0.0) {
    back = s;  // there is no way back, but room for one
    return {};
  }
  std::string why = objection_to(back, system);
  if (why.empty()) why = stepper.take_over(back);
  return why.empty() ? "" : "where it would go back to: " + why;
}

void refuse_state(const System& system, const std::string& why) {
  throw ModelError({Problem{{system.model().file, 0, 0},
                            "saved state",
                            "the run cannot go on from it: " + why,
                            "",
                            "take the state that this model and method saved, as it was saved"}});
}

}  // namespace rheon
