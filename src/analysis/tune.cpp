#include "rheon/analysis/tune.hpp"

#include <algorithm>

#include "analysis/compare_parts.hpp"
#include "analysis/tune_parts.hpp"
#include "rheon/analysis/check.hpp"
#include "rheon/core/names.hpp"
#include "rheon/sim/initial.hpp"
#include "sim/advisor.hpp"

namespace rheon {

namespace {

using namespace tuning;

/// Full matrices have m (m + 1) free entries, and each sweep takes twice as many runs: 84 here. A choice.
constexpr int most_coupled_rows = 6;
/// Errors of the motion up to this many times those without gains do not count as worse. A choice.
constexpr double clearly_worse = 1.5;

void choose_formulation(const System& system, const TuneRequest& request, Tuning& t) {
  const std::vector<std::string> able = tunable_formulations();
  const auto tunable = [&](const std::string& name) { return std::find(able.begin(), able.end(), name) != able.end(); };
  const auto& written = system.model().simulate.formulation;
  if (request.formulation && *request.formulation == automatic)
    throw UsageError(
        "formulation \"auto\" chooses a method that holds the constraints by itself, without gains: there is nothing "
        "to tune; "
        "name one that has gains: " +
        listed(able));
  if (request.formulation) {
    t.formulation = find_formulation(*request.formulation).name;
    if (!tunable(t.formulation))
      throw UsageError("formulation \"" + t.formulation + "\" has no gains that can be tuned; those that have are " +
                       listed(able));
  } else if (written && tunable(written->value)) {
    t.formulation = written->value;
    t.formulation_origin = "the model's";
  } else {
    const auto first = std::find_if(able.begin(), able.end(), [&](const std::string& name) {
      return objection(system, find_formulation(name)).empty();
    });
    t.formulation = first == able.end() ? able.front() : *first;
    t.formulation_origin = written ? "the model's, " + written->value + ", has no gains" : "the model names none";
  }
  const FormulationKind& formulation = find_formulation(t.formulation);
  t.integrator = request.integrator ? std::string(find_integrator(*request.integrator).name)
                                    : default_integrator(system, t.formulation);
  check_pairing(system, formulation, find_integrator(t.integrator));
}

void check_tune_request(const System& system, const TuneRequest& request, const Tuning& t) {
  const Layout& n = system.layout();
  if (n.rows() == 0) throw UsageError("the model has no constraints: there is nothing that gains could hold");
  const auto names = *gain_options(find_formulation(t.formulation));
  for (const Setting& s : request.options)
    if (s.name == names.rate || s.name == names.velocity || s.name == names.position || s.name == "projection")
      throw UsageError("option \"" + s.name + "\" is what tune chooses; leave it out");
  InitialResult initial = find_initial_state(system);
  if (!initial.problems.empty()) throw ModelError(std::move(initial.problems));
  if (!request.coupled) return;
  if (n.rows() > most_coupled_rows)
    throw UsageError("coupled gains are searched for up to " + std::to_string(most_coupled_rows) +
                     " constraint rows; this model has " + std::to_string(n.rows()) + ": leave --coupled out");
  if (n.rows() < 2) throw UsageError("one constraint row has nothing to be coupled with: leave --coupled out");
  const CheckReport report = check(system);
  if (report.rank < n.rows())
    throw UsageError("constraint rows depend on each other (" +
                     (report.redundant.empty() ? "rank " + std::to_string(report.rank) : listed(report.redundant[0])) +
                     "), and dependent rows need the same gains: leave --coupled out");
}

/// The step that `compare` would take.
void choose_step(const System& system, const TuneRequest& request, Bench& bench, Tuning& t) {
  CompareRequest probing;
  probing.step = request.step;
  probing.monitor = [&](const CompareProgress& p) { return bench.report(p.doing, {0, 0, p.under_way, p.run}); };
  comparing::Runner runner(system, probing);
  Comparison found;
  found.duration = t.duration;
  comparing::choose_step(system, probing, runner, found);
  t.step = found.step;
  t.step_origin = found.step_origin;
}

std::vector<Setting> options_of(const System& system, const TuneRequest& request, const Tuning& t,
                                std::optional<std::size_t> at) {
  if (!at) return {};
  std::vector<Setting> settings = request.options;
  const std::vector<Setting> gains = gain_settings(find_formulation(t.formulation), system, t.points[*at].gains);
  settings.insert(settings.end(), gains.begin(), gains.end());
  settings.push_back({"projection", "none", {}});
  return settings;
}

}  // namespace

const TunePoint* Tuning::recommended() const {
  if (coupled) return &points[*coupled];
  return best ? &points[*best] : nullptr;
}

bool Tuning::worsens_motion(const TunePoint& point) const {
  return point.motion_error > clearly_worse * none.motion_error;
}

Tuning tune(const System& system, const TuneRequest& request) {
  Tuning t;
  t.model = system.model().name;
  t.file = system.model().file;
  t.duration = request.duration.value_or(default_duration(system));
  t.position_rows = system.layout().nphi;
  t.velocity_rows = system.layout().npsi;
  choose_formulation(system, request, t);
  check_tune_request(system, request, t);
  Bench bench(system, request);
  choose_step(system, request, bench, t);
  Search search(system, request, bench, t);
  search.run_without_gains();
  if (!bench.interrupted()) search.map();
  if (!t.only_round_off) {
    if (!bench.interrupted()) search.refine();
    if (request.coupled && !bench.interrupted()) search.couple();
  }
  // what does not help, or ranks round-off, is no recommendation
  if (t.only_round_off || (t.best && tie * t.points[*t.best].objective >= 1.0)) t.best = t.coupled = std::nullopt;
  t.best_options = options_of(system, request, t, t.best);
  t.coupled_options = options_of(system, request, t, t.coupled);
  t.runs = bench.runs();
  t.interrupted = bench.interrupted();
  return t;
}

}  // namespace rheon
