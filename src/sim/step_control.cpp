#include "sim/step_control.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace rheon {

namespace {

// PI controller in the manner of [Hairer1993] II.4
/// The next step is for an error of 0.9^(p+1) of the tolerance, so that few are refused. [Hairer1993] has 0.8, 0.9 or roots of 1/4.
constexpr double safety = 0.9;
/// Exponents are (1 - w/2)/(p+1) of the present error and w/2/(p+1) of the previous one: with w/2 = 0.2, which damps the size of
/// steps where stability limits them ([Hairer1996] IV.2).
constexpr double previous_weight = 0.4;
/// By which a step may differ from the one before: an estimate says little about steps that are far longer or shorter. [Hairer1993]
/// has 1.5 to 5 as the largest.
constexpr double least_factor = 0.2, greatest_factor = 5.0;
/// Parts of the tolerance: an error of zero has no power below zero, and with this one steps of orders up to ten grow by about
/// `greatest_factor` already.
constexpr double least_error = 1e-10;
/// A step that failed outright (no error estimate) is tried again with this part of it. A choice: nearer to 1 it fails more
/// often, and from a far smaller one steps have to grow again.
constexpr double failure_factor = 0.25;
/// A way up to this part of a step is taken in one. A choice: the tolerance bears it, since 1.05 times 0.9 (`safety`) is less
/// than 1.
constexpr double stretch = 1.05;
/// A step shorter than this part of the size proposed was cut. A choice: what is above has tried that size well enough.
constexpr double uncut = 0.95;
/// A cut step has not tried the size proposed: that may grow by a fifth at most, a choice, not by `greatest_factor`.
constexpr double growth_when_cut = 1.2;
/// A length that exceeds whole steps by this part, or by this part of a step, does so by round-off of the division: it is no wish for one
/// more step. Lengths are differences of times, with some roundings of the larger one.
constexpr double length_round_off = 1e-12, excess_round_off = 1e-9;
/// Steps that differ by more than this part are reported as another size: far more than round-off, less than a note shows.
constexpr double same_size = 1e-9;
/// A first step of less than this part of the run would take too long to grow to a size at which the run ends; error control
/// shortens it where it must be. Where neither a rate nor an option bounds it, it is a tenth of the run. Choices.
constexpr double least_first_part = 1e-9, least_first_steps = 10;
/// Of the time in which the motion changes the state by its own size, or by `least_size` (in its units) where it is less: with a
/// hundredth, methods of all orders have small errors, and the step grows from there ([Hairer1993] II.4).
constexpr double first_part = 0.01, least_size = 0.1;
/// A step ends at the latest after this part of the window of the loads that it enters, or is this part of it long: the end of a
/// step, which every method sees, falls into it then. A choice; smaller, and steps there are shorter than they need be.
constexpr double part_of_window = 0.5;

struct Bound {
  double t;
  bool switches;
};

/// All times at which steps shall end, in order. Times that differ by round-off (0.1 + 0.2 and 0.3) are one.
std::vector<Bound> bounds_of(const Plan& plan, const std::vector<double>& switching_times, bool land) {
  std::vector<Bound> wanted;
  for (const double t : switching_times) wanted.push_back({t, true});
  if (land)
    for (const double t : plan.times) wanted.push_back({t, false});
  std::stable_sort(wanted.begin(), wanted.end(), [](const Bound& a, const Bound& b) { return a.t < b.t; });
  const double resolution =
      64 * std::numeric_limits<double>::epsilon() * std::max(std::abs(plan.start), std::abs(plan.end));
  std::vector<Bound> bounds{{plan.start, true}};
  for (const Bound& next : wanted) {
    if (next.t >= plan.end - resolution) break;
    if (next.t > bounds.back().t + resolution)
      bounds.push_back(next);
    else if (next.switches && !bounds.back().switches)
      bounds.back() = next;
  }
  bounds.push_back({plan.end, false});
  return bounds;
}

}  // namespace

std::int64_t steps_in(double length, double h) {
  const double steps = length / h * (1.0 - length_round_off) - excess_round_off;
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(steps)));
}

double whole_time(double begin, double end, std::int64_t k, std::int64_t count) {
  const double t = begin + (end - begin) * static_cast<double>(k) / static_cast<double>(count);
  // of numbers that differ by round-off, the one that people write: 900, not 899.9999999999999
  const double digits = std::pow(10.0, 14 - std::max(0, std::ilogb(std::max(std::abs(begin), std::abs(end))) * 3 / 10));
  const double written = std::nearbyint(t * digits) / digits;
  // of the product, the quotient and the sum above: what differs by more is another time
  const double round_off = 2 * std::numeric_limits<double>::epsilon() * std::max(std::abs(begin), std::abs(t));
  return std::abs(written - t) <= round_off ? written : t;
}

StepControl::StepControl(const Plan& plan, const std::vector<double>& switching_times,
                         const std::vector<expr::TimeFunctions::Window>& windows, bool land)
    : plan_(&plan), switches_(!switching_times.empty()) {
  find_stretches(windows);
  const std::vector<Bound> bounds = bounds_of(plan, switching_times, land || plan.step > 0.0);
  std::int64_t first = 0;
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
    const double length = bounds[i + 1].t - bounds[i].t;
    std::int64_t count = 1;
    if (plan.step > 0.0) {
      count = steps_in(length, plan.step);
      const double h = length / static_cast<double>(count);
      if (std::abs(h - plan.step) > same_size * plan.step) uneven_ = h;
    }
    pieces_.push_back({bounds[i].t, bounds[i + 1].t, first, count, bounds[i].switches});
    first += count;
  }
}

const StepControl::Piece& StepControl::piece_of_step(std::int64_t n) const {
  auto it =
      std::upper_bound(pieces_.begin(), pieces_.end(), n, [](std::int64_t k, const Piece& p) { return k < p.first; });
  return *std::prev(it);
}

const StepControl::Piece& StepControl::piece_of_time(double t) const {
  auto it =
      std::upper_bound(pieces_.begin(), pieces_.end(), t, [](double time, const Piece& p) { return time < p.begin; });
  return it == pieces_.begin() ? pieces_.front() : *std::prev(it);
}

double StepControl::fixed_size(std::int64_t n) const {
  const Piece& p = piece_of_step(n);
  return (p.end - p.begin) / static_cast<double>(p.count);
}

double StepControl::fixed_time(std::int64_t n) const {
  const Piece& last = pieces_.back();
  if (n >= last.first + last.count) return last.end;
  const Piece& p = piece_of_step(n);
  if (n == p.first) return p.begin;
  return whole_time(p.begin, p.end, n - p.first, p.count);
}

/// A hundredth of the time in which the initial motion changes the state by its own size.
double StepControl::first_size(const State& s) const {
  const double limit =
      plan_->largest_step > 0.0 ? plan_->largest_step : (plan_->end - plan_->start) / least_first_steps;
  if (plan_->first_step > 0.0) return std::min(plan_->first_step, limit);
  double h = limit;
  for (Index i = 0; i < s.v.size(); ++i) {
    const double rate = std::abs(s.a[i]);
    if (rate > 0.0) h = std::min(h, first_part * std::max(std::abs(s.v[i]), least_size) / rate);
  }
  for (Index i = 0; i < s.q.size() && i < s.v.size(); ++i) {
    const double rate = std::abs(s.v[i]);
    if (rate > 0.0) h = std::min(h, first_part * std::max(std::abs(s.q[i]), least_size) / rate);
  }
  return std::max(h, least_first_part * (plan_->end - plan_->start));
}

/// Where windows overlap, the shortest counts.
void StepControl::find_stretches(const std::vector<expr::TimeFunctions::Window>& windows) {
  std::vector<double> ends;
  for (const auto& w : windows) ends.insert(ends.end(), {w.begin, w.end});
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  std::multiset<double> open;  // lengths of the windows that are open
  std::vector<expr::TimeFunctions::Window> by_end(windows);
  std::sort(by_end.begin(), by_end.end(), [](const auto& a, const auto& b) { return a.end < b.end; });
  auto begun = windows.begin();
  auto ended = by_end.begin();
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    for (; begun != windows.end() && begun->begin <= ends[i]; ++begun) open.insert(begun->end - begun->begin);
    for (; ended != by_end.end() && ended->end <= ends[i]; ++ended) open.erase(open.find(ended->end - ended->begin));
    if (!open.empty()) stretches_.push_back({ends[i], ends[i + 1], part_of_window * *open.begin()});
  }
}

/// h shortened so that it ends inside the first stretch in which steps must be shorter.
double StepControl::seen(double t, double h) const {
  auto next = std::upper_bound(stretches_.begin(), stretches_.end(), t,
                               [](double time, const Stretch& s) { return time < s.end; });
  for (; next != stretches_.end() && next->begin < t + h; ++next)
    h = std::min(h, std::max(next->begin - t, 0.0) + next->longest);
  return h;
}

bool StepControl::explains_short_step(double t, double length) const { return seen(t, length) < length; }

expr::TimeFunctions::Window StepControl::unseen() const {
  const auto narrowest = std::min_element(stretches_.begin(), stretches_.end(),
                                          [](const Stretch& a, const Stretch& b) { return a.longest < b.longest; });
  if (narrowest == stretches_.end() || !(plan_->step > narrowest->longest)) return {0.0, 0.0};
  return {narrowest->begin, narrowest->begin + narrowest->longest / part_of_window};
}

/// A landing that differs from the end of the piece by round-off is that end.
double StepControl::next_stop(double t, double landing) const {
  const double end = piece_of_time(t).end;
  const double round_off =
      same_time * (plan_->end - plan_->start) / plan_->samples;  // as for rows: a part of their distance
  return landing < end - round_off ? landing : end;
}

double StepControl::fit(double t, double h, double landing) const {
  h = seen(t, h);
  const double most = plan_->largest_step > 0.0 ? plan_->largest_step : std::numeric_limits<double>::infinity();
  h = std::min(h, most);  // recoveries begin with longer ones
  const double rest = next_stop(t, landing) - t;
  if (rest <= std::min(h * stretch, most)) return rest;
  return rest < 2 * h ? 0.5 * rest : h;  // two even steps rather than a full and a tiny one
}

double StepControl::end_of(double t, double h, double landing) const {
  const double stop = next_stop(t, landing);
  return h >= stop - t ? stop : t + h;
}

/// A step that was cut to land on a time says little about the next one: its error does not enter the memory, the size
/// grows but slowly, and if it was cut by more than half, it does not shrink either.
void StepControl::after_accepted(double h, double error, int error_order, const State& from, State& to) const {
  const double e = std::max(error, least_error);
  const double exponent = 1.0 / (error_order + 1);
  const bool cut = h < uncut * from.h;
  double factor = safety * std::pow(e, -(1.0 - previous_weight / 2) * exponent);
  if (from.error > 0.0) factor *= std::pow(from.error, previous_weight / 2 * exponent);
  factor = std::clamp(factor, least_factor, greatest_factor);
  to.error = cut ? from.error : e;
  to.h = h * factor;
  if (cut) to.h = std::min(to.h, growth_when_cut * from.h);
  if (h < 0.5 * from.h) to.h = std::max(to.h, from.h);
  if (plan_->largest_step > 0.0) to.h = std::min(to.h, plan_->largest_step);
}

double StepControl::after_refused(double h, const StepReport& report, int error_order) const {
  if (!report.status || !std::isfinite(report.error)) return failure_factor * h;
  return h * std::max(least_factor, safety * std::pow(report.error, -1.0 / (error_order + 1)));
}

bool StepControl::at_switch(std::int64_t n, double t) const {
  if (t >= plan_->end) return false;
  const Piece& p = plan_->step > 0.0 ? piece_of_step(n) : piece_of_time(t);
  return p.switches && (plan_->step > 0.0 ? n == p.first : t == p.begin);
}

double StepControl::piece_middle(std::int64_t n, double t) const {
  const Piece& p = plan_->step > 0.0 ? piece_of_step(n) : piece_of_time(t);
  return 0.5 * (p.begin + p.end);
}

}  // namespace rheon
