// Where functions of time alone have zeros, and where they vary.
#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "core/function_search.hpp"
#include "expr/time_functions.hpp"

namespace rheon::expr {

namespace {

/// Stretches looked at in the search for the zeros of one function, and for where it varies.
constexpr int most_looks = 200000, most_window_looks = 20000;
/// Shorter stretches, as a part of the run, are not divided: two zeros in one are not distinguished, nor is a zero that is only
/// touched. A function that jumps there has its zero at the jump.
constexpr double shortest = 1e-11;
/// Part of its range by which a function may change where it is flat, and by which a part of a stretch must change to count.
constexpr double flat = 0.05, noticeable = 0.005;
/// A function varies throughout a stretch if it does between half of so many neighbours, at distances that are not even: pulses
/// that repeat must not fall on them.
constexpr int parts = 32;
constexpr double unevenness = 0.4, golden = 0.6180339887498949;
/// Stretches below this part of the run are not divided in the search for where a function varies.
constexpr double shortest_window = 1e-9;

/// The zeros of a function in a stretch of time.
class ZeroSearch {
 public:
  ZeroSearch(const TimeFunction& function, double level, Interval run)
      : function_(function), level_(level), run_(run) {}

  bool find(std::vector<double>& times) {
    std::vector<Interval> open{run_};
    while (!open.empty()) {
      const Interval t = open.back();
      open.pop_back();
      if (++looks_ > most_looks) return false;
      const Sloped f = function_.over(t, work_);
      const Interval value = f.value - Interval{level_, level_};
      if (!value.contains(0.0) || (f.value.lo == level_ && f.value.hi == level_)) continue;
      const bool one_way = !f.slope.contains(0.0);
      const double middle = 0.5 * (t.lo + t.hi);
      if (one_way || t.width() <= shortest * run_.width() || middle <= t.lo || middle >= t.hi) {
        const double a = at(t.lo), b = at(t.hi);
        if ((a < 0.0) != (b < 0.0) && std::isfinite(a) && std::isfinite(b)) times.push_back(crossing(t, a < 0.0));
        continue;
      }
      open.push_back({middle, t.hi});
      open.push_back({t.lo, middle});
    }
    return true;
  }

 private:
  double at(double t) { return function_.at(t, work_) - level_; }
  /// By bisection, down to neighbouring numbers.
  double crossing(Interval t, bool negative_first) {
    constexpr int no_limit = std::numeric_limits<int>::max();
    return bisected(t.lo, t.hi, no_limit, [&](double x) { return (at(x) < 0.0) == negative_first; }).second;
  }

  const TimeFunction& function_;
  double level_;
  Interval run_;
  TimeFunction::Work work_;
  int looks_ = 0;
};

/// Where a function varies, in three steps: its range, by the stretches that could exceed it; stretches that are flat, by
/// interval arithmetic, and others, by numbers; neighbours joined.
class WindowSearch {
 public:
  WindowSearch(const TimeFunction& function, Interval run) : function_(function), run_(run) {}

  void find(std::vector<TimeFunctions::Window>& windows) {
    if (!find_range()) return;
    std::vector<Interval> open{run_}, varying;
    while (!open.empty()) {
      const Interval t = open.back();
      open.pop_back();
      // given up: as if it varied everywhere, so that no bound on the step comes of it
      if (++looks_ > most_window_looks) return;
      if (!(function_.over(t, work_).value.width() > flat * range_.width())) continue;
      if (t.width() <= shortest_window * run_.width() || varies_throughout(t)) {
        varying.push_back(t);
        continue;
      }
      const double middle = 0.5 * (t.lo + t.hi);
      open.push_back({middle, t.hi});
      open.push_back({t.lo, middle});
    }
    join(varying, windows);
  }

 private:
  /// The largest and the smallest number found, each looked for where interval arithmetic leaves room for more.
  bool find_range() {
    const double first = function_.at(run_.lo, work_);
    range_ = {first, first};
    for (const double sign : {1.0, -1.0}) {
      using Candidate = std::pair<double, Interval>;
      const auto less = [](const Candidate& a, const Candidate& b) { return a.first < b.first; };
      std::priority_queue<Candidate, std::vector<Candidate>, decltype(less)> open(less);
      const auto add = [&](Interval t) {
        const Interval v = function_.over(t, work_).value;
        open.push({sign > 0.0 ? v.hi : -v.lo, t});
        note(0.5 * (t.lo + t.hi));
      };
      for (int k = 0; k < initial_parts; ++k) add(part(run_, k, initial_parts));
      for (int k = 0; k < divisions; ++k) {
        const auto [bound, t] = open.top();
        const double best = sign > 0.0 ? range_.hi : -range_.lo;
        if (!(bound > best + 0.1 * range_.width()) || t.width() <= shortest_window * run_.width()) break;
        open.pop();
        add(part(t, 0, 2));
        add(part(t, 1, 2));
      }
    }
    return std::isfinite(range_.lo) && std::isfinite(range_.hi) && range_.width() > 0.0;
  }
  void note(double t) {
    const double y = function_.at(t, work_);
    if (std::isfinite(y)) range_ = {std::min(range_.lo, y), std::max(range_.hi, y)};
  }
  static Interval part(Interval t, int k, int of) {
    return {t.lo + t.width() * k / of, t.lo + t.width() * (k + 1) / of};
  }
  bool varies_throughout(Interval t) {
    // a step as long as a part sees a change of this size in the part
    const double least = noticeable * range_.width();
    int count = 0;
    double before = function_.at(t.lo, work_);
    for (int k = 1; k <= parts; ++k) {
      const double shift = unevenness * (std::fmod(golden * k, 1.0) - 0.5);
      const double here = function_.at(k == parts ? t.hi : t.lo + t.width() * (k + shift) / parts, work_);
      if (std::abs(here - before) > least) ++count;
      before = here;
    }
    return 2 * count >= parts;
  }
  void join(const std::vector<Interval>& varying, std::vector<TimeFunctions::Window>& windows) const {
    const std::size_t first = windows.size();
    for (const Interval& t : varying) {
      if (windows.size() > first && t.lo <= windows.back().end)
        windows.back().end = t.hi;
      else
        windows.push_back({t.lo, t.hi});
    }
  }

  static constexpr int initial_parts = 16, divisions = 400;
  const TimeFunction& function_;
  Interval run_;
  Interval range_;
  TimeFunction::Work work_;
  int looks_ = 0;
};

}  // namespace

TimeFunctions::Times TimeFunctions::switching_times(double from, double to) const {
  Times found;
  if (!(to > from)) return found;
  const Interval run{from, to};
  TimeFunction::Work work;
  for (const Switch& s : switches_) {
    std::vector<double> levels = s.levels;
    if (s.whole_numbers) {
      const Interval range = s.function.over(run, work).value;
      if (!(range.width() < most_looks)) {
        found.complete = false;
        continue;
      }
      for (double level = std::ceil(range.lo); level <= range.hi; level += 1.0) levels.push_back(level);
    }
    if (levels.empty()) levels.push_back(0.0);
    for (const double level : levels)
      if (!ZeroSearch(s.function, level, run).find(found.times)) found.complete = false;
  }
  std::sort(found.times.begin(), found.times.end());
  found.times.erase(std::unique(found.times.begin(), found.times.end()), found.times.end());
  return found;
}

std::vector<TimeFunctions::Window> TimeFunctions::windows(double from, double to) const {
  std::vector<Window> found;
  if (!(to > from)) return found;
  for (const TimeFunction& function : varying_) WindowSearch(function, {from, to}).find(found);
  std::sort(found.begin(), found.end(), [](const Window& a, const Window& b) { return a.begin < b.begin; });
  return found;
}

}  // namespace rheon::expr
