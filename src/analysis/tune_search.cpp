// The search for gains: a grid as in [Kang2003] figs. 3 to 6, a finer look around its best point, coupled matrices.
#include <algorithm>
#include <cmath>

#include "analysis/compare_parts.hpp"
#include "analysis/tune_parts.hpp"

namespace rheon::tuning {

namespace {

/// At which runs are compared with the reference: a choice, as default_intervals of compare_times.cpp.
constexpr int rows_of_motion = 200;
/// The reference of the motion has steps so many times shorter: errors of order four are 256 times smaller, of order two 16. A
/// choice.
constexpr double refinement_of_reference = 4.0;

/// beta / alpha^2: overdamped below 0.25, critical there, underdamped above. A choice, with both kinds in it.
constexpr double ratios[] = {0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5};
/// Where the finer look may go beyond them: at both ends one root of s^2 + alpha s + beta hardly damps (below, 0.02 alpha; above,
/// it turns through two radians and a half and more as it decays).
constexpr double smallest_ratio = 0.02, largest_ratio = 2.0;
/// Over two decades, each 1.66 times the one before. With the ratios, 80 runs.
constexpr int alphas_in_map = 10;
/// The smallest alpha of the map, and the largest, as parts of the one at which the integrator becomes unstable. Choices: nearer
/// to that there is no margin, and lower ones are looked at where the smallest is the best.
constexpr double begin_of_map = 0.01, end_of_map = 0.95;
/// While the smallest alpha is the best, the map goes on below it by this factor, until nothing decays within the run. A choice.
constexpr double extension = 2.0;
/// Where the integrator sets no limit, gains beyond this h alpha damp no faster: a violation that is damped critically or less
/// decays by exp(-10) in a step. A choice.
constexpr double unlimited = 20.0;
/// Rounds of eight runs around the best point, each with the root of the step before: the first with half the distance of the map
/// (a factor of 1.29 in alpha), the last with 1.03, about what `tie` distinguishes. Ratios begin with the second quotient in the
/// map.
constexpr int refinements = 4;
constexpr double first_ratio_step = 1.5;

/// A cost must fall by a thousandth to count: less is the noise of a search. A choice.
constexpr double clearly_smaller = 0.999;
/// The stages of a step and the solution of their equations round more than once. A choice; larger, and violations that gains would
/// lower count as round-off.
constexpr double roundings_in_a_step = 8.0;
/// Changes of the entries of coupled matrices, as parts of alpha and beta: 1/2, 1/4, 1/8, 1/16, halved after a sweep that
/// does not help. A bound on the sweeps that help, each of as many runs as twice the entries.
constexpr int most_sweeps = 15;
constexpr double first_coupling = 0.5, last_coupling = 0.05;

double rounded(double x, int digits) {
  if (x == 0.0 || !std::isfinite(x)) return x;
  const double unit = std::pow(10.0, digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(x)))));
  return std::round(x * unit) / unit;
}

Gains same_for_all(const Layout& n, double alpha, double beta) {
  return {alpha * Eigen::MatrixXd::Identity(n.rows(), n.rows()), beta * Eigen::MatrixXd::Identity(n.nphi, n.nphi)};
}

double size_of(const TunePoint& p) { return p.gains.R.norm(); }

/// A symmetric entry of R or S that the coupled search may change.
struct Entry {
  Eigen::MatrixXd Gains::*matrix;
  Eigen::Index i, j;
};

/// Rows of different level stay uncoupled: formulations with an option for each level could not take it.
std::vector<Entry> free_entries(const Layout& n) {
  std::vector<Entry> entries;
  for (Eigen::Index i = 0; i < n.rows(); ++i)
    for (Eigen::Index j = i; j < n.rows(); ++j)
      if ((i < n.nphi) == (j < n.nphi)) entries.push_back({&Gains::R, i, j});
  for (Eigen::Index i = 0; i < n.nphi; ++i)
    for (Eigen::Index j = i; j < n.nphi; ++j) entries.push_back({&Gains::S, i, j});
  return entries;
}

void change(Gains& gains, const Entry& e, double by) {
  Eigen::MatrixXd& M = gains.*e.matrix;
  M(e.i, e.j) = rounded(M(e.i, e.j) + by, 6);
  M(e.j, e.i) = M(e.i, e.j);
}

double relative(double value, double without, double floor) {
  if (!std::isfinite(without)) return value;  // the run without gains ran away: nothing to relate to
  return std::max(value, floor) / std::max(without, floor);
}

}  // namespace

std::optional<std::size_t> best_of(const std::vector<TunePoint>& points, std::size_t first) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = first; i < points.size(); ++i) least = std::min(least, points[i].objective);
  std::optional<std::size_t> best;
  if (!std::isfinite(least)) return best;
  for (std::size_t i = first; i < points.size(); ++i) {
    if (points[i].objective > tie * least) continue;
    if (!best || std::pair(size_of(points[i]), points[i].beta) < std::pair(size_of(points[*best]), points[*best].beta))
      best = i;
  }
  return best;
}

Search::Search(const System& system, const TuneRequest& request, Bench& bench, Tuning& tuning)
    : system_(&system),
      request_(&request),
      bench_(&bench),
      tuning_(&tuning),
      formulation_(&find_formulation(tuning.formulation)),
      integrator_(&find_integrator(tuning.integrator)) {}

RunRequest Search::request_for(std::vector<Setting> settings) const {
  RunRequest run;
  run.formulation = tuning_->formulation;
  run.integrator = tuning_->integrator;
  run.step = tuning_->step;
  run.duration = tuning_->duration;
  run.samples = rows_of_motion;
  run.options = request_->options;
  run.options.insert(run.options.end(), settings.begin(), settings.end());
  return run;
}

TunePoint Search::point(TuneStage stage, double alpha, double k) const {
  TunePoint p;
  p.stage = stage;
  p.alpha = rounded(alpha, 4);
  p.k = k;
  p.beta = rounded(k * p.alpha * p.alpha, 6);
  p.gains = same_for_all(system_->layout(), p.alpha, p.beta);
  p.margins = gain_margins(p.gains, *integrator_, tuning_->step);
  return p;
}

TunePoint Search::point(const Gains& gains) const {
  TunePoint p;
  p.stage = TuneStage::coupled;
  p.alpha = p.k = p.beta = std::numeric_limits<double>::quiet_NaN();
  p.gains = gains;
  p.margins = gain_margins(p.gains, *integrator_, tuning_->step);
  return p;
}

void Search::complete(const Measured& measured, TunePoint& p) const {
  const Summary& summary = measured.results.summary;
  if (summary.ending == Ending::interrupted) return;
  p.outcome = summary.ending == Ending::completed ? TuneOutcome::completed : TuneOutcome::stopped;
  p.reason = summary.message;
  p.position = measured.position;
  p.velocity = measured.velocity;
  const auto difference = [&](const Results& from) {
    return comparing::differences(*system_, measured.results, from)[index_of(ComparedQuantity::positions)].value;
  };
  p.from_projected = difference(projected_);
  p.motion_error = difference(fine_);
  if (p.outcome != TuneOutcome::completed || !std::isfinite(p.position) || !std::isfinite(p.velocity)) return;
  // a factor in one is worth the same factor in the other: no weights to choose, no dimension
  const double velocity = relative(p.velocity, tuning_->none.velocity, floor_velocity_);
  p.objective = tuning_->position_rows == 0
                    ? velocity
                    : std::sqrt(velocity * relative(p.position, tuning_->none.position, floor_position_));
}

void Search::run_without_gains() {
  Tuning& t = *tuning_;
  const TunePoint zero = point(TuneStage::none, 0.0, 0.0);
  std::vector<Setting> settings = gain_settings(*formulation_, *system_, zero.gains), full = settings;
  settings.push_back({"projection", "none", {}});
  full.push_back({"projection", "full", {}});
  std::vector<RunRequest> requests{request_for(settings), request_for(full)};
  std::vector<Measured> measured;
  bench_->run("without gains", requests, measured);
  // the finer run has its rows where steps of the others end
  std::vector<Measured> fine;
  std::vector<RunRequest> finer{request_for(full)};
  finer[0].step = t.step / refinement_of_reference;
  finer[0].times = measured[1].results.channels.empty() ? std::vector<double>{} : measured[1].results.column("t");
  bench_->run("with a finer step", finer, fine);
  projected_ = std::move(measured[1].results);
  fine_ = std::move(fine[0].results);
  t.projected_error = comparing::differences(*system_, projected_, fine_)[index_of(ComparedQuantity::positions)].value;

  const Measured& none = measured[0];
  const double eps = std::numeric_limits<double>::epsilon();
  const double steps = std::max(1.0, static_cast<double>(none.results.summary.steps));
  floor_position_ = eps * none.size_position;
  floor_velocity_ = eps * none.size_velocity;
  t.none = zero;
  t.none.position = none.position;
  t.none.velocity = none.velocity;
  complete(none, t.none);
  // roundings of velocities add up as a random walk, some to a step, and positions follow them over the whole run
  t.round_off_velocity = roundings_in_a_step * floor_velocity_ * std::sqrt(steps);
  t.round_off_position = roundings_in_a_step * floor_position_ * std::sqrt(steps) + t.round_off_velocity * t.duration;
  t.constant_rows = none.largest_bias == 0.0;
  const bool small = t.none.position <= t.round_off_position && t.none.velocity <= t.round_off_velocity;
  t.only_round_off = t.none.outcome == TuneOutcome::completed && (t.constant_rows || small);
}

bool Search::known(const TunePoint& p) const {
  return std::any_of(tuning_->points.begin(), tuning_->points.end(),
                     [&](const TunePoint& other) { return other.gains.R == p.gains.R && other.gains.S == p.gains.S; });
}

std::size_t Search::add(const std::string& doing, std::vector<TunePoint> points) {
  std::vector<RunRequest> requests;
  std::vector<TunePoint*> runnable;
  for (TunePoint& p : points) {
    if (!p.margins.acceptable()) {
      p.outcome = TuneOutcome::unstable;
      p.reason = p.margins.slowest >= 0.0 ? "the error equations do not decay"
                                          : "h s lies outside the stability region of the integrator";
      continue;
    }
    std::vector<Setting> settings = gain_settings(*formulation_, *system_, p.gains);
    settings.push_back({"projection", "none", {}});
    requests.push_back(request_for(std::move(settings)));
    runnable.push_back(&p);
  }
  std::vector<Measured> measured;
  bench_->run(doing, requests, measured);
  for (std::size_t i = 0; i < runnable.size(); ++i) complete(measured[i], *runnable[i]);
  const std::size_t first = tuning_->points.size();
  std::move(points.begin(), points.end(), std::back_inserter(tuning_->points));
  return first;
}

void Search::map() {
  Tuning& t = *tuning_;
  if (t.position_rows > 0)
    t.ks.assign(std::begin(ratios), std::end(ratios));
  else
    t.ks = {0.0};
  // the reach of alpha = 1/h is the largest h alpha
  double largest = 0.0;
  for (const double k : t.ks) {
    const GainMargins m =
        gain_margins(same_for_all(system_->layout(), 1.0 / t.step, k / (t.step * t.step)), *integrator_, t.step);
    largest = std::max(largest, std::min(m.reach, unlimited));
  }
  const double end = end_of_map * largest / t.step;
  std::vector<TunePoint> points;
  for (int i = 0; i < alphas_in_map; ++i) {
    const double part = static_cast<double>(i) / (alphas_in_map - 1);
    t.alphas.push_back(rounded(end * std::pow(begin_of_map / end_of_map, 1.0 - part), 3));
    for (const double k : t.ks) points.push_back(point(TuneStage::map, t.alphas.back(), k));
  }
  add("map of gains", std::move(points));
  t.best = best_of(t.points, 0);
  while (t.best && *t.best < t.ks.size() && t.alphas.front() * t.duration > 1.0 && !bench_->interrupted()) extend_map();
}

void Search::extend_map() {
  Tuning& t = *tuning_;
  t.alphas.insert(t.alphas.begin(), rounded(t.alphas.front() / extension, 3));
  std::vector<TunePoint> points;
  for (const double k : t.ks) points.push_back(point(TuneStage::map, t.alphas.front(), k));
  const std::size_t first = add("map of gains", std::move(points));
  std::rotate(t.points.begin(), t.points.begin() + static_cast<std::ptrdiff_t>(first), t.points.end());
  t.best = best_of(t.points, 0);
}

void Search::refine() {
  Tuning& t = *tuning_;
  double alpha_step = std::pow(end_of_map / begin_of_map, 0.5 / (alphas_in_map - 1)), ratio_step = first_ratio_step;
  for (int round = 0; round < refinements && t.best && !bench_->interrupted(); ++round) {
    const TunePoint center = t.points[*t.best];
    std::vector<TunePoint> around;
    for (const int i : {-1, 0, 1})
      for (const int j : {-1, 0, 1}) {
        if (t.position_rows == 0 && j != 0) continue;
        const double k = std::clamp(rounded(center.k * std::pow(ratio_step, j), 4), smallest_ratio, largest_ratio);
        TunePoint p = point(TuneStage::refined, center.alpha * std::pow(alpha_step, i), t.position_rows > 0 ? k : 0.0);
        if (!known(p)) around.push_back(std::move(p));
      }
    add("refinement", std::move(around));
    t.best = best_of(t.points, 0);
    alpha_step = std::sqrt(alpha_step);
    ratio_step = std::sqrt(ratio_step);
  }
}

void Search::couple() {
  Tuning& t = *tuning_;
  if (!t.best) return;
  const TunePoint start = t.points[*t.best];
  const std::vector<Entry> entries = free_entries(system_->layout());
  const std::size_t first = t.points.size();
  TunePoint center = start;
  double part = first_coupling;
  for (int sweep = 0; sweep < most_sweeps && part >= last_coupling && !bench_->interrupted(); ++sweep) {
    std::vector<TunePoint> around;
    for (const Entry& e : entries)
      for (const double sign : {-1.0, 1.0}) {
        Gains gains = center.gains;
        change(gains, e, sign * part * (e.matrix == &Gains::R ? start.alpha : start.beta));
        if (TunePoint p = point(gains); !known(p)) around.push_back(std::move(p));
      }
    if (around.empty()) break;
    const std::size_t begin = add("coupled gains", std::move(around));
    const auto least =
        std::min_element(t.points.begin() + static_cast<std::ptrdiff_t>(begin), t.points.end(),
                         [](const TunePoint& a, const TunePoint& b) { return a.objective < b.objective; });
    if (least->objective < clearly_smaller * center.objective)
      center = *least;
    else
      part *= 0.5;
  }
  t.coupled_tried = best_of(t.points, first);
  if (t.coupled_tried && tie * t.points[*t.coupled_tried].objective < start.objective) t.coupled = t.coupled_tried;
}

}  // namespace rheon::tuning
