#include "motion/passed_loads.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/function_search.hpp"
#include "core/hermite.hpp"
#include "core/index.hpp"
#include "model/model_parts.hpp"
#include "model/system_inside.hpp"

namespace rheon {

namespace {

/// A load that a step resolves is, inside of it, nearly the cubic through its values and slopes at both ends. One that is off
/// by more than this part of all that it does there was not seen; a corner is off by half of it at most.
constexpr double unseen = 0.6;
/// Of its own size this much is round-off of a function of the motion, or (of a whole load) does not matter. Choices: smaller, and
/// steps are shortened for what nobody sees; larger, and small loads are passed.
constexpr double load_round_off = 1e-9, little_load = 1e-3;
/// Part of a step over which slopes are taken, and so far from its ends it is looked at: a step may begin at a corner or a jump,
/// which the method sees at its end. A difference over the root of the round-off loses half the digits, and no more are needed.
constexpr double end_distance = 1e-7;
/// So much of what a load does in a step within `end_distance` is a jump: a load that the step resolves does a hundred thousand
/// times less there. A choice in between; larger jumps matter more, and smaller ones are left to the estimate of the error
/// (half and twice as much pass the tests).
constexpr double jump = 0.1;
/// Parts of a step that are distinguished: times of a run have about so many digits within a step. Extrema are flat, and a
/// thousand times less sharp.
constexpr double passage_resolution = 1e-12, extremum_resolution = 1e-9;
/// Enough for both: golden section divides the distance by 1e9 in 44, and the other search is rarely slower than bisection, 40.
constexpr int most_iterations = 60;
/// A step that changes the argument of a function by less than this part of the scale over which it varies resolves it: three
/// stages lie within the scale (half and twice as much pass the tests). (The argument is in units of that scale.)
constexpr double resolved_change = 0.5;

/// The size that a function has where it does something; 0 if that is not known. (The tail of an exponential is no event.)
double height(const expr::LocalFunction& f) {
  double most = f.crosses || !f.knots.empty() ? 0.0 : 1.0;
  for (const double y : f.heights) most = std::max(most, std::abs(y));
  return most;
}

}  // namespace

PassedLoads::PassedLoads(const System& system)
    : system_(&system), terms_(system.make_terms()), between_(system.make_state()) {
  const Model& m = system.model();
  std::vector<expr::Node> nodes, parts;
  for (const ModelPart& part : parts_of(m)) {
    std::vector<expr::LocalFunction> found = expr::local_functions(m.graph, part.value);
    if (found.empty()) continue;
    for (expr::LocalFunction& f : found) {
      nodes.insert(nodes.end(), {f.a, f.b, f.value});
      if (!part.is_force) watched_.push_back({nodes.size() - 1, names_.size(), false, load_round_off * height(f)});
      functions_.push_back(std::move(f));
    }
    if (part.is_force) {
      watched_.push_back({parts.size(), names_.size(), true, 0.0});  // moved behind the functions below
      parts.push_back(part.value);
    }
    names_.push_back(located(part));
  }
  for (Watched& w : watched_)
    if (w.whole) w.value += nodes.size();
  nodes.insert(nodes.end(), parts.begin(), parts.end());
  tape_ = expr::Tape(m.graph, nodes);
  std::vector<expr::Node> arguments;
  for (const expr::LocalFunction& f : functions_) arguments.insert(arguments.end(), {f.a, f.b});
  arguments_ = expr::Tape(m.graph, arguments);
  work_.resize(std::max(tape_.work_size(), arguments_.work_size()));
  for (Values* v : {&argument_begin_, &argument_middle_, &argument_end_}) v->resize(arguments.size());
  for (Values* v : {&here_, &begin_, &after_begin_, &before_end_, &end_, &before_, &behind_}) v->resize(nodes.size());
  for (Values& v : sampled_) v.resize(nodes.size());
  places_.reserve(8 * functions_.size());
}

double PassedLoads::theta_of(int sample) {
  return sample == 0 ? end_distance : sample == samples - 1 ? 1.0 - end_distance : 0.25 * sample;
}

double PassedLoads::decides(const expr::LocalFunction& f, std::size_t k, const Values& values) const {
  return f.a == f.b ? values[3 * k] : values[3 * k] - values[3 * k + 1];
}

/// Positions by the cubic through both ends and their rates, the rest straight: into the inputs of expressions.
bool PassedLoads::move_to(double theta) {
  const double h = to_->t - from_->t, s = 1.0 - theta;
  const auto straight = [&](const Vec& a, const Vec& b, Vec& out) { out = s * a + theta * b; };
  between_.t = from_->t + theta * h;
  between_.same_piece(*from_);
  between_.q = cubic_value(theta, h)(from_->q, to_->q, rate_from_, rate_to_);
  straight(from_->v, to_->v, between_.v);
  straight(from_->a, to_->a, between_.a);
  straight(from_->lambda, to_->lambda, between_.lambda);
  return bool(system_->evaluate(between_, Want::none, terms_));  // only the inputs are wanted
}

void PassedLoads::evaluate(double theta, Values& values) {
  if (move_to(theta)) tape_.evaluate(SystemInside::inputs(terms_), values.data(), work_.data());
}

/// A first look, since most steps pass nothing: by the parabola through the arguments at both ends and in the middle.
bool PassedLoads::may_happen() {
  const auto arguments = [&](double theta, Values& values) {
    if (move_to(theta)) arguments_.evaluate(SystemInside::inputs(terms_), values.data(), work_.data());
  };
  arguments(0.0, argument_begin_);
  arguments(0.5, argument_middle_);
  arguments(1.0, argument_end_);
  for (std::size_t k = 0; k < functions_.size(); ++k) {
    const expr::LocalFunction& f = functions_[k];
    const auto value = [&](const Values& v) { return f.a == f.b ? v[2 * k] : v[2 * k] - v[2 * k + 1]; };
    const double p = value(argument_begin_), q = value(argument_middle_), r = value(argument_end_);
    if ((4.0 * q - 3.0 * p - r) * (3.0 * r - 4.0 * q + p) < 0.0) return true;  // slopes at both ends: it turns
    if (f.crosses && (p * q < 0.0 || q * r < 0.0)) return true;
    if (f.whole_numbers && (std::floor(p) != std::floor(q) || std::floor(q) != std::floor(r))) return true;
    const auto [least, most] = std::minmax({p, q, r});
    if (most - least > resolved_change && most > f.low && least < f.high) return true;
    if (!f.knots.empty() && std::upper_bound(f.knots.begin(), f.knots.end(), least) !=
                                std::lower_bound(f.knots.begin(), f.knots.end(), most))
      return true;
  }
  return false;
}

/// Where a - b is `level`, between two places with different signs of the rest.
double PassedLoads::root(std::size_t k, double level, double left, double right, double at_left, double at_right) {
  const double little = passage_resolution * (std::abs(level) + std::abs(decides(functions_[k], k, sampled_[0])));
  return regula_falsi_root({left, right, at_left, at_right}, passage_resolution, little, most_iterations,
                           [&](double theta) {
                             evaluate(theta, here_);
                             return decides(functions_[k], k, here_) - level;
                           });
}

void PassedLoads::find_crossings(std::size_t k, double level) {
  for (int i = 0; i + 1 < samples; ++i) {
    const double left = decides(functions_[k], k, sampled_[i]) - level,
                 right = decides(functions_[k], k, sampled_[i + 1]) - level;
    if (left * right < 0.0) places_.push_back(root(k, level, theta_of(i), theta_of(i + 1), left, right));
  }
}

/// From three places of which the one in the middle is the largest or smallest.
void PassedLoads::find_extrema(std::size_t k) {
  struct Sample {
    double theta;
    const Values* values;
  };
  const Sample all[] = {{theta_of(0), &sampled_[0]}, {2 * end_distance, &after_begin_},
                        {theta_of(1), &sampled_[1]}, {theta_of(2), &sampled_[2]},
                        {theta_of(3), &sampled_[3]}, {1.0 - 2 * end_distance, &before_end_},
                        {theta_of(4), &sampled_[4]}};
  const auto at_place = [&](std::size_t i) { return decides(functions_[k], k, *all[i].values); };
  for (std::size_t i = 1; i + 1 < std::size(all); ++i) {
    const double before = at_place(i) - at_place(i - 1), after = at_place(i + 1) - at_place(i);
    if (!(before * after < 0.0)) continue;
    const double sign = before > 0.0 ? 1.0 : -1.0;
    const auto value = [&](double theta) {
      evaluate(theta, here_);
      return sign * decides(functions_[k], k, here_);
    };
    places_.push_back(golden_section_maximum(all[i - 1].theta, all[i].theta, all[i + 1].theta, sign * at_place(i),
                                             extremum_resolution, most_iterations, value));
  }
}

/// Of a peak that is narrower than the distance of samples: from the place of its top to the samples next to it. Where the top is
/// nothing has a slope, and a step that ends there sees nothing of it.
void PassedLoads::find_flanks(std::size_t k) {
  const expr::LocalFunction& f = functions_[k];
  const std::size_t tops = places_.size();
  find_extrema(k);
  const std::size_t found = places_.size();
  const auto between = [&](double left, double right, double at_left, double at_right) {
    for (const double level : f.levels)
      if ((at_left - level) * (at_right - level) < 0.0)
        places_.push_back(root(k, level, left, right, at_left - level, at_right - level));
  };
  for (int i = 0; i + 1 < samples; ++i) {
    double left = theta_of(i), at_left = decides(f, k, sampled_[i]);
    const double right = theta_of(i + 1), at_right = decides(f, k, sampled_[i + 1]);
    for (std::size_t n = tops; n < found; ++n) {
      const double top = places_[n];
      if (!(top > left && top < right)) continue;
      evaluate(top, here_);
      const double at_top = decides(f, k, here_);
      between(left, top, at_left, at_top);
      left = top;
      at_left = at_top;
    }
    between(left, right, at_left, at_right);
  }
}

/// The first and the last between two samples.
void PassedLoads::find_whole_numbers(std::size_t k) {
  for (int i = 0; i + 1 < samples; ++i) {
    const double left = sampled_[i][3 * k], right = sampled_[i + 1][3 * k];
    const double first = std::floor(std::min(left, right)) + 1.0, last = std::ceil(std::max(left, right)) - 1.0;
    if (!(first <= last)) continue;
    for (const double level : {first, last})
      if ((left - level) * (right - level) < 0.0)
        places_.push_back(root(k, level, theta_of(i), theta_of(i + 1), left - level, right - level));
  }
}

/// Of the knots between two samples, the highest and the lowest.
void PassedLoads::find_knots(std::size_t k) {
  const expr::LocalFunction& f = functions_[k];
  for (int i = 0; i + 1 < samples; ++i) {
    const double left = sampled_[i][3 * k], right = sampled_[i + 1][3 * k];
    const auto first = std::upper_bound(f.knots.begin(), f.knots.end(), std::min(left, right)) - f.knots.begin();
    const auto last = std::lower_bound(f.knots.begin(), f.knots.end(), std::max(left, right)) - f.knots.begin();
    if (first >= last) continue;
    const auto [low, high] = std::minmax_element(f.heights.begin() + first, f.heights.begin() + last);
    for (const auto& height : {low, high}) {
      const double knot = f.knots[static_cast<std::size_t>(height - f.heights.begin())];
      places_.push_back(root(k, knot, theta_of(i), theta_of(i + 1), left - knot, right - knot));
    }
  }
}

void PassedLoads::find_places() {
  places_.clear();
  for (std::size_t k = 0; k < functions_.size(); ++k) {
    if (functions_[k].crosses) find_crossings(k, 0.0);
    find_flanks(k);
    if (functions_[k].whole_numbers) find_whole_numbers(k);
    if (!functions_[k].knots.empty()) find_knots(k);
  }
  if (places_.empty()) return;
  // what begins and ends at such places is between them; a step may begin at one
  places_.insert(places_.end(), {0.0, 1.0});
  std::sort(places_.begin(), places_.end());
  const std::size_t count = places_.size();
  for (std::size_t i = 0; i + 1 < count; ++i) places_.push_back(0.5 * (places_[i] + places_[i + 1]));
  std::sort(places_.begin(), places_.end());
}

/// Off the cubic, and for a load that was `passed` also beyond what it is at both ends.
bool PassedLoads::is_new(const Watched& w, double theta, const Values& there, Kind kind) const {
  const double begin = sampled_[0][w.value], end = sampled_[samples - 1][w.value], value = there[w.value];
  if (!std::isfinite(value)) return std::isfinite(begin) && std::isfinite(end);
  // a fixed step sees the loads at its ends, not next to them
  const auto [low, high] = kind == Kind::passed ? std::minmax({begin_[w.value], end_[w.value]})
                                                : std::minmax({begin, end, begin_[w.value], end_[w.value]});
  const double range = std::max(high, value) - std::min(low, value);
  const double size = std::max({std::abs(low), std::abs(high), std::abs(value)});
  if (!(range > std::max((w.whole ? little_load : load_round_off) * size, w.least))) return false;
  if (kind == Kind::passed && !(std::max(value - high, low - value) > unseen * range)) return false;
  const double jump_at_ends = std::max(std::abs(begin - begin_[w.value]), std::abs(end - end_[w.value]));
  if (kind == Kind::passed && jump_at_ends > unseen * range) return true;  // no slope leads there
  const double slope_begin = (after_begin_[w.value] - begin) / end_distance,
               slope_end = (end - before_end_[w.value]) / end_distance;
  return std::abs(value - cubic_value(theta, 1.0)(begin, end, slope_begin, slope_end)) > unseen * range;
}

bool PassedLoads::is_any_new(double theta, const Values& there, Kind kind) {
  for (const Watched& w : watched_)
    if (is_new(w, theta, there, kind)) {
      found_ = w.name;
      return true;
    }
  return false;
}

/// Error control finds its way across a jump at an end of a step, not inside of it: what comes behind may be over before it looks.
bool PassedLoads::jumps_at(double theta) {
  evaluate(theta - end_distance, before_);
  evaluate(theta + end_distance, behind_);
  for (const Watched& w : watched_) {
    const double before = before_[w.value], behind = behind_[w.value];
    const auto [low, high] = std::minmax({begin_[w.value], end_[w.value], before, behind});
    const double least =
        std::max((w.whole ? little_load : load_round_off) * std::max(std::abs(low), std::abs(high)), w.least);
    if (!(std::abs(behind - before) > std::max(jump * (high - low), least))) continue;
    found_ = w.name;
    return true;
  }
  return false;
}

double PassedLoads::look(const State& from, const State& to, Kind kind) {
  if (functions_.empty()) return 0.0;
  from_ = &from;
  to_ = &to;
  const auto rates = [&](const State& s, Vec& out) {
    if (!system_->model().general_speeds) {
      out = s.v;
    } else if (system_->evaluate(s, Want::rates, terms_)) {
      out = terms_.q_dot;
    }
  };
  rates(from, rate_from_);
  rates(to, rate_to_);
  if (!may_happen()) return 0.0;
  evaluate(0.0, begin_);
  evaluate(1.0, end_);
  evaluate(2 * end_distance, after_begin_);
  evaluate(1.0 - 2 * end_distance, before_end_);
  for (int i = 0; i < samples; ++i) evaluate(theta_of(i), sampled_[i]);
  find_places();
  for (const double place : places_) {
    if (!(place > end_distance && place < 1.0 - end_distance)) continue;
    evaluate(place, here_);
    if (is_any_new(place, here_, kind)) return place;
    if (kind == Kind::unresolved && jumps_at(place)) return place;
  }
  for (int i = samples - 2; i > 0; --i)
    if (is_any_new(theta_of(i), sampled_[i], kind)) return theta_of(i);
  return 0.0;
}

}  // namespace rheon
