// What `rheon tune` prints, at most about 110 columns wide.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/tune_output.hpp"

namespace rheon::cli {

namespace {

std::string small(double value) { return fmt::format("{:.1e}", value); }

std::string seconds(double value) {
  if (value >= 1.0) return fmt::format("{:.3g} s", value);
  return value >= 1e-3 ? fmt::format("{:.3g} ms", 1e3 * value) : fmt::format("{:.3g} us", 1e6 * value);
}

/// In quotes where a shell would take it apart.
std::string word(const std::string& text) {
  return text.find_first_of(" []'*()<>|&;$") == text.npos ? text : "\"" + text + "\"";
}

std::string header(const Tuning& t) {
  const auto origin = [](const std::string& text) { return text.empty() ? "" : " (" + text + ")"; };
  std::string out = fmt::format("{}   0 .. {:.6g} s, projection none, {} runs\n", t.model.empty() ? t.file : t.model,
                                t.duration, t.runs);
  out += fmt::format("method      {} + {}{}\n", t.formulation, t.integrator, origin(t.formulation_origin));
  out += fmt::format("step        {}{}\n", seconds(t.step), origin(t.step_origin));
  return out +
         fmt::format("rows        {} at position level, {} at velocity level\n", t.position_rows, t.velocity_rows);
}

/// The point of the map with the smallest objective; none if nothing but round-off would be ranked.
const TunePoint* best_in_map(const Tuning& t) {
  const auto end =
      t.points.begin() + static_cast<std::ptrdiff_t>(std::min(t.points.size(), t.alphas.size() * t.ks.size()));
  const auto best = std::min_element(t.points.begin(), end,
                                     [](const TunePoint& a, const TunePoint& b) { return a.objective < b.objective; });
  return best == end || t.only_round_off || !std::isfinite(best->objective) ? nullptr : &*best;
}

std::string cell(const TunePoint& p, double TunePoint::*value, bool marked) {
  switch (p.outcome) {
    case TuneOutcome::completed: return small(p.*value) + (marked ? "*" : " ");
    case TuneOutcome::stopped: return "stopped ";
    case TuneOutcome::unstable: return "unstable ";
    case TuneOutcome::not_run: return "- ";
  }
  return "";
}

std::string table(const Tuning& t, const char* title, double TunePoint::*value) {
  const TunePoint* best = best_in_map(t);
  std::string out = fmt::format("\n{}\n", title);
  if (t.position_rows > 0) {
    out += fmt::format("  {:>11}", "alpha \\ k");
    for (const double k : t.ks) out += fmt::format("  {:>9}{}", k, k == t.ks.back() ? "\n" : " ");
  } else {
    out += fmt::format("  {:>11}\n", "alpha");
  }
  out += fmt::format("  {:>11}  {:>9}\n", 0, small(t.none.*value));
  for (std::size_t i = 0; i < t.alphas.size(); ++i) {
    out += fmt::format("  {:>11.4g}", t.alphas[i]);
    for (std::size_t j = 0; j < t.ks.size(); ++j) {
      const std::size_t at = i * t.ks.size() + j;
      if (at < t.points.size()) out += fmt::format("  {:>10}", cell(t.points[at], value, &t.points[at] == best));
    }
    out = out.substr(0, out.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

/// What is made small; E0 is the value without gains.
std::string objective_text(const Tuning& t) {
  return t.position_rows > 0 ? "sqrt(E_position/E0_position * E_velocity/E0_velocity), E0 without gains"
                             : "E_velocity/E0_velocity, E0 without gains";
}

std::string maps(const Tuning& t) {
  if (t.points.empty()) return "";
  std::string out;
  if (t.position_rows > 0)
    out +=
        table(t, "E_position = sqrt(1/T int |phi|^2 dt), for alpha in 1/s and beta = k alpha^2", &TunePoint::position);
  out += table(t, "E_velocity = sqrt(1/T int |phi', psi|^2 dt)", &TunePoint::velocity);
  const bool unstable = std::any_of(t.points.begin(), t.points.end(),
                                    [](const TunePoint& p) { return p.outcome == TuneOutcome::unstable; });
  if (best_in_map(t) != nullptr) out += "  *: the smallest objective of the map, " + objective_text(t) + "\n";
  if (unstable) out += "  unstable: h s would leave the stability region of the integrator; not run\n";
  return out;
}

std::string margins_text(const GainMargins& m) {
  std::string out = fmt::format("  roots         largest Re s = {:.4g} 1/s\n", m.slowest);
  out += fmt::format("  decay         violations change by the factor {:.3g} a step: to 1/e within {:.3g} steps\n",
                     m.factor, m.decay_steps);
  return out +
         (std::isfinite(m.reach)
              ? fmt::format("  margin        the step may grow by the factor {:.3g} before h s is unstable\n", m.reach)
              : "  margin        no step makes h s unstable\n");
}

std::string violations(const Tuning& t, const TunePoint& p) {
  const auto line = [](const char* name, double value, double without) {
    const double ratio = without / value;
    return fmt::format(
        "  {:<12}  {}, without gains {}: {}\n", name, small(value), small(without),
        ratio >= 1.0 ? fmt::format("{:.3g} times smaller", ratio) : fmt::format("{:.3g} times larger", 1.0 / ratio));
  };
  std::string out;
  if (t.position_rows > 0) out += line("E_position", p.position, t.none.position);
  out += line("E_velocity", p.velocity, t.none.velocity);
  return out + fmt::format("  objective     {}\n", small(p.objective));
}

std::string motion(const Tuning& t, const TunePoint& p) {
  std::string out = fmt::format("  motion        differs from the projected run by {}, without gains by {}\n",
                                small(p.from_projected), small(t.none.from_projected));
  out += fmt::format("                error against a quarter of the step: {}, without gains {}, projected {}\n",
                     small(p.motion_error), small(t.none.motion_error), small(t.projected_error));
  if (t.worsens_motion(p))
    out += "                these gains hold the constraints but make the motion worse: prefer the projection\n";
  return out;
}

std::string recommendation(const Tuning& t, const std::string& title, std::size_t at,
                           const std::vector<Setting>& parameters, const std::vector<Setting>& options) {
  const TunePoint& p = t.points[at];
  std::string out = fmt::format("\n{}\n", title);
  for (const Setting& s : options)
    if (s.name != "projection") out += fmt::format("  {:<12}  {}\n", s.name, s.value);
  if (t.position_rows > 0 && std::isfinite(p.k))
    out += fmt::format("  beta/alpha^2  {:.4g} ({})\n", p.k,
                       std::abs(p.k - 0.25) < 1e-9 ? "critical"
                       : p.k < 0.25                ? "overdamped"
                                                   : "underdamped");
  out += violations(t, p) + margins_text(p.margins) + motion(t, p);
  return out + "  to use them\n    " + command_of(t, parameters, options) + "\n";
}

std::string round_off(const Tuning& t) {
  const auto both = [&](double position, double velocity) {
    return (t.position_rows > 0 ? "E_position " + small(position) + ", " : "") + "E_velocity " + small(velocity);
  };
  std::string out = "\nNo gains are recommended: what drifts is round-off, and the map above ranks round-off.\n";
  if (t.constant_rows)
    out +=
        "The constraints are linear with constant coefficients (b = 0 throughout); every Runge-Kutta method keeps "
        "such\n"
        "rows exactly, so gains have no effect.\n";
  else
    out += "Roundings that add up over the run explain " + both(t.round_off_position, t.round_off_velocity) + ".\n";
  return out + "  without gains  " + both(t.none.position, t.none.velocity) + "\n";
}

std::string coupled_text(const Tuning& t, const std::vector<Setting>& parameters) {
  if (!t.coupled_tried) return "";
  const double gain = t.points[*t.best].objective / t.points[*t.coupled_tried].objective;
  if (!t.coupled)
    return fmt::format(
        "\nCoupled matrices bring no more: the best of them has an objective {:.3g} times {}. Stay with the above.\n",
        gain >= 1.0 ? gain : 1.0 / gain, gain >= 1.0 ? "smaller" : "larger");
  return recommendation(t, fmt::format("Coupled gains, objective {:.3g} times smaller", gain), *t.coupled, parameters,
                        t.coupled_options);
}

}  // namespace

const char* to_text(TuneOutcome outcome) {
  switch (outcome) {
    case TuneOutcome::completed: return "completed";
    case TuneOutcome::stopped: return "stopped";
    case TuneOutcome::unstable: return "unstable";
    case TuneOutcome::not_run: return "not run";
  }
  return "";
}

const char* to_text(TuneStage stage) {
  switch (stage) {
    case TuneStage::none: return "none";
    case TuneStage::map: return "map";
    case TuneStage::refined: return "refined";
    case TuneStage::coupled: return "coupled";
  }
  return "";
}

std::string command_of(const Tuning& t, const std::vector<Setting>& parameters, const std::vector<Setting>& options) {
  std::string out = fmt::format("rheon run {}", word(t.file));
  for (const Setting& s : parameters) out += " --set " + word(s.name + "=" + s.value);
  out += fmt::format(" --formulation {} --integrator {} --step {}", t.formulation, t.integrator, t.step);
  for (const Setting& s : options) out += " --option " + word(s.name + "=" + s.value);
  return out;
}

std::string to_text(const Tuning& t, const std::vector<Setting>& parameters) {
  std::string out = header(t) + maps(t);
  if (t.interrupted) out += "\nInterrupted: what follows is the best so far\n";
  if (t.only_round_off) return out + round_off(t);
  if (!t.best)
    return out +
           (t.interrupted ? "  nothing yet\n" : "\nNo gains are recommended: none made the violations smaller.\n");
  out += recommendation(t, t.position_rows + t.velocity_rows > 1 ? "Recommended, the same for all rows" : "Recommended",
                        *t.best, parameters, t.best_options);
  return out + coupled_text(t, parameters);
}

}  // namespace rheon::cli
