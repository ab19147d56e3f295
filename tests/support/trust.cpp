#include "support/trust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "rheon/core/parallel.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/sim/stepper.hpp"

namespace rheon::test {

namespace {

constexpr int rows = 40;
/// Fixed steps of a run that is not broken, in all: enough for most methods to be right.
constexpr int steps = 2000;
/// Two references agree to this part of the motion: far below the 1e-4 that is asked of a run.
constexpr double agreement = 1e-6;
/// And up to this part of the duration at least; chaos ends it.
constexpr double least_part = 0.25;

std::string text_of(const TrustModel& m) {
  const std::string root = RHEON_SOURCE_DIR;
  std::string path = root + "/tests/models/" + m.name + ".yaml";
  if (!std::filesystem::exists(path)) path = root + "/models/" + m.name + ".yaml";
  if (!std::filesystem::exists(path)) path = root + "/examples/" + m.name + "/model.yaml";
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  std::string all = text.str();
  if (m.from.empty()) return all;
  const std::size_t place = all.find(m.from);
  if (place == all.npos) throw std::runtime_error(m.name + " has no \"" + m.from + "\"");
  return all.replace(place, m.from.size(), m.to);
}

std::vector<double> times_of(double duration) {
  std::vector<double> times;
  for (int k = 1; k <= rows; ++k) times.push_back(duration * k / rows);
  return times;
}

/// What the coordinates cover in a motion; one that covers little counts as a hundredth of the most mobile of its unit.
std::vector<double> covered(const System& system, const Results& r) {
  const auto& coordinates = system.model().coordinates;
  std::vector<double> range;
  std::map<std::string, double> most;
  for (const Coordinate& x : coordinates) {
    const std::vector<double> values = r.column(x.name);
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    range.push_back(*high - *low);
    most[x.unit] = std::max(most[x.unit], range.back());
  }
  for (std::size_t i = 0; i < range.size(); ++i)
    range[i] = std::max({range[i], 0.01 * most[coordinates[i].unit], 1e-12});
  return range;
}

/// Largest difference of two motions over the first `count` rows, as a part of what the coordinates cover.
double difference(const System& system, const Results& a, const Results& b, const std::vector<double>& scale,
                  std::size_t count) {
  double worst = 0.0;
  const auto& coordinates = system.model().coordinates;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const std::vector<double> x = a.column(coordinates[i].name), y = b.column(coordinates[i].name);
    for (std::size_t k = 0; k < std::min({count, x.size(), y.size()}); ++k) {
      const double part = std::abs(x[k] - y[k]) / scale[i];
      if (!(part <= worst)) worst = part;
    }
  }
  return worst;
}

struct Reference {
  Results results;
  std::vector<double> scale;
  double duration = 0.0;
};

/// By two methods of high order, of different formulations, until they disagree.
std::optional<Reference> reference_of(const System& system, double duration) {
  std::vector<Results> found;
  for (const auto& [formulation, integrator] : {std::pair{"kane", "dop853"},
                                                {"lagrange", "dop853"},
                                                {"lagrange-index2", "radau5"},
                                                {"udwadia-kalaba", "dopri5"}}) {
    if (!objection(system, find_formulation(formulation)).empty()) continue;
    RunRequest r;
    r.formulation = formulation;
    r.integrator = integrator;
    r.tolerance = found.empty() ? 1e-12 : 1e-11;
    r.duration = duration;
    r.times = times_of(duration);
    r.land_on_times = true;
    Simulation simulation(system, r);
    // a reference that takes so many steps is none
    simulation.go_on({}, [&](const State& s) {
      if (s.n > 200 * steps) simulation.interrupt();
    });
    Results one = simulation.results();
    if (one.summary.ending != Ending::completed) continue;
    const std::vector<double> scale = covered(system, one);
    for (const Results& other : found) {
      std::size_t agreed = rows;
      while (agreed > 0 && difference(system, other, one, scale, agreed) > agreement) --agreed;
      if (static_cast<double>(agreed) < least_part * rows) continue;
      if (agreed == rows) return Reference{other, scale, duration};
      const double shorter = duration * static_cast<double>(agreed) / rows;
      return reference_of(system, shorter);
    }
    found.push_back(std::move(one));
  }
  return std::nullopt;
}

std::vector<TrustRun> runs_of(const System& system, double duration, bool broken) {
  std::vector<TrustRun> all;
  for (const FormulationKind& f : formulations()) {
    if (!objection(system, f).empty()) continue;
    RunRequest plain;
    plain.formulation = std::string(f.name);
    plain.duration = duration;
    plain.times = times_of(duration);
    plain.estimate_error = true;
    const auto add = [&](const std::string& what, double step, double tolerance, std::vector<Setting> options = {}) {
      TrustRun one;
      one.label = std::string(f.name) + " " + what;
      one.request = plain;
      if (step > 0.0) one.request.step = step;
      if (tolerance > 0.0) one.request.tolerance = tolerance;
      one.request.options = std::move(options);
      all.push_back(std::move(one));
    };
    const double h = duration / steps;
    const bool controlled = has_error_control(f, find_integrator(f.default_integrator));
    add("step", h, 0.0);
    if (controlled) add("tolerance 1e-8", 0.0, 1e-8);
    if (!broken) continue;
    add("step x10", 10 * h, 0.0);
    add("step x50", 50 * h, 0.0);
    if (controlled)
      for (const double tolerance : {1e-4, 1e-2}) add(fmt::format("tolerance {}", tolerance), 0.0, tolerance);
    for (const OptionSpec& o : f.options) {
      if (o.name != "penalty" && o.name != "rho" && o.name != "omega" && o.name != "gamma") continue;
      const double usual = std::strtod(std::string(o.fallback).c_str(), nullptr);
      const double sign = o.max <= 0.0 ? -1.0 : 1.0;
      for (const double factor : {1e-5, 1e3}) {
        const double value = usual != 0.0 ? std::clamp(usual * factor, o.min, o.max) : sign * (factor < 1 ? 1.0 : 1e5);
        add(fmt::format("{}={:g}", o.name, value), 10 * h, 0.0,
            {{std::string(o.name), fmt::format("{:g}", value), {}}});
      }
    }
  }
  return all;
}

void perform(const System& system, const Reference& reference, TrustRun& one) {
  const double began = thread_cpu_seconds();
  try {
    const Results r = run(system, one.request);
    one.ending = r.summary.ending;
    one.doubts = r.summary.doubts;
    one.estimate = r.summary.error_estimate;
    one.error = difference(system, r, reference.results, reference.scale, rows);
  } catch (const Error&) {
    one.refused = true;
  }
  one.seconds = thread_cpu_seconds() - began;
}

std::string name_of(const TrustModel& m) {
  std::string name = m.name;
  for (const Setting& p : m.parameters) name += " " + p.name + "=" + p.value;
  if (!m.to.empty()) name += " " + m.to;
  return name;
}

std::string line_of(const std::string& model, const TrustRun& one) {
  return fmt::format("{:<40} {:<36} error {:<9.2g} estimate {:<9.2g} {}", model, one.label, one.error, one.estimate,
                     fmt::join(one.doubts, " | "));
}

/// For whoever works on doubts: all runs of a model, with the time that they took.
void print_table(const std::string& model, const std::vector<TrustRun>& runs) {
  std::string text;
  for (const TrustRun& one : runs)
    text += fmt::format("{} {:7.3f} s {}\n",
                        one.refused                       ? "refused"
                        : one.ending != Ending::completed ? "stopped"
                                                          : "done   ",
                        one.seconds, line_of(model, one));
  fmt::print("{}", text);
  std::fflush(stdout);
}

void count(const std::string& model, const TrustRun& one, TrustFigures& all) {
  constexpr double wrong = 0.05, right = 1e-4;
  const std::string line = line_of(model, one);
  if (one.refused) {
    ++all.refused;
  } else if (one.ending != Ending::completed) {
    ++all.stopped;
  } else if (one.error > wrong) {
    ++all.wrong;
    if (!one.doubts.empty())
      ++all.wrong_doubted;
    else
      all.misses.push_back("wrong without a doubt: " + line);
  } else if (one.error < right) {
    ++all.right;
    if (one.doubts.empty()) return;
    ++all.right_doubted;
    all.misses.push_back("right with a doubt:    " + line);
  } else {
    ++all.between;
  }
}

}  // namespace

TrustFigures judge_trust(const std::vector<TrustModel>& models, bool broken, int jobs) {
  struct Job {
    std::unique_ptr<System> system;
    std::optional<Reference> reference;
    std::vector<TrustRun> runs;
  };
  std::vector<Job> all(models.size());
  in_parallel(models.size(), jobs, [&](std::size_t k) {
    const TrustModel& m = models[k];
    all[k].system = std::make_unique<System>(read_model_text(text_of(m), m.name, m.parameters));
    all[k].reference = reference_of(*all[k].system, m.duration);
    if (!all[k].reference) return;
    all[k].runs = runs_of(*all[k].system, all[k].reference->duration, broken);
    for (TrustRun& one : all[k].runs) perform(*all[k].system, *all[k].reference, one);
    if (std::getenv("RHEON_TRUST_TABLE") != nullptr) print_table(name_of(m), all[k].runs);
  });
  TrustFigures figures;
  for (std::size_t k = 0; k < models.size(); ++k) {
    const std::string name = name_of(models[k]);
    if (!all[k].reference) figures.unusable.push_back(name);
    for (const TrustRun& one : all[k].runs) count(name, one, figures);
  }
  return figures;
}

}  // namespace rheon::test
