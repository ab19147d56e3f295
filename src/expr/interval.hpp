// Intervals, and intervals with that of a slope in time: enough of their arithmetic to know where a function of time cannot
// have a zero and where it cannot vary. Results are widened by a few units in the last place.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace rheon::expr {

struct Interval {
  double lo = 0.0, hi = 0.0;
  bool contains(double x) const { return lo <= x && x <= hi; }
  double width() const { return hi - lo; }
};

inline constexpr Interval whole_line{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};

inline Interval widened(double lo, double hi) {
  if (std::isnan(lo) || std::isnan(hi)) return whole_line;
  // a rounded operation is off by half a unit in the last place, a library function by one or two
  constexpr double few = 4 * std::numeric_limits<double>::epsilon();
  return {std::isinf(lo) ? lo : lo - few * std::abs(lo), std::isinf(hi) ? hi : hi + few * std::abs(hi)};
}
inline Interval hull(Interval a, Interval b) { return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; }
/// What both contain; a if round-off leaves nothing.
inline Interval common(Interval a, Interval b) {
  const Interval both{std::max(a.lo, b.lo), std::min(a.hi, b.hi)};
  return both.lo <= both.hi ? both : a;
}

inline Interval operator-(Interval a) { return {-a.hi, -a.lo}; }
inline Interval operator+(Interval a, Interval b) { return widened(a.lo + b.lo, a.hi + b.hi); }
inline Interval operator-(Interval a, Interval b) { return widened(a.lo - b.hi, a.hi - b.lo); }
inline Interval operator*(Interval a, Interval b) {
  // a bound that is exactly zero stays so beside one that is infinite
  const auto product = [](double x, double y) { return x == 0.0 || y == 0.0 ? 0.0 : x * y; };
  const double p[] = {product(a.lo, b.lo), product(a.lo, b.hi), product(a.hi, b.lo), product(a.hi, b.hi)};
  return widened(*std::min_element(p, p + 4), *std::max_element(p, p + 4));
}
inline Interval operator/(Interval a, Interval b) {
  if (b.contains(0.0)) return whole_line;
  return a * widened(1.0 / b.hi, 1.0 / b.lo);
}

inline Interval sine(Interval x) {
  constexpr double turn = 2 * std::numbers::pi, quarter = std::numbers::pi / 2;
  if (!(x.width() < turn) || !(std::abs(x.lo) < 1e15)) return {-1.0, 1.0};
  const auto passes = [&](double peak) { return std::floor((x.hi - peak) / turn) > std::floor((x.lo - peak) / turn); };
  const double a = std::sin(x.lo), b = std::sin(x.hi);
  const Interval ends = widened(std::min(a, b), std::max(a, b));
  return {passes(-quarter) ? -1.0 : std::max(-1.0, ends.lo), passes(quarter) ? 1.0 : std::min(1.0, ends.hi)};
}
inline Interval cosine(Interval x) { return sine(x + Interval{std::numbers::pi / 2, std::numbers::pi / 2}); }

/// Of a function that grows.
template <class F>
Interval growing(F f, Interval x) {
  return widened(f(x.lo), f(x.hi));
}

inline Interval absolute(Interval x) {
  if (x.lo >= 0.0) return x;
  return x.hi <= 0.0 ? -x : Interval{0.0, std::max(-x.lo, x.hi)};
}

inline Interval whole_power(Interval x, double n) {
  if (n < 0.0) return Interval{1.0, 1.0} / whole_power(x, -n);
  if (std::fmod(n, 2.0) == 0.0) x = absolute(x);
  return widened(std::pow(x.lo, n), std::pow(x.hi, n));
}

/// Value and slope.
struct Sloped {
  Interval value, slope;
};

}  // namespace rheon::expr
