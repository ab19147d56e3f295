#include "expr/interpolant.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "rheon/core/error.hpp"

namespace rheon::expr {
namespace {

void check(const TableData& data) {
  const std::string name = "table \"" + data.name + "\"";
  if (data.x.size() != data.y.size()) {
    throw UsageError(name + ": " + std::to_string(data.x.size()) + " x values but " + std::to_string(data.y.size()) +
                     " y values");
  }
  if (data.x.size() < 2) throw UsageError(name + ": a table needs at least two points");
  for (std::size_t k = 0; k < data.x.size(); ++k) {
    const std::string where = name + ", point " + std::to_string(k + 1);
    if (!std::isfinite(data.x[k]) || !std::isfinite(data.y[k])) throw UsageError(where + ": not a finite number");
    if (k > 0 && !(data.x[k] > data.x[k - 1])) throw UsageError(where + ": x does not increase");
  }
}

}  // namespace

Interpolant::Interpolant(const TableData& data) {
  check(data);
  x_ = data.x;
  first_ = data.y.front();
  last_ = data.y.back();
  pieces_.resize(x_.size() - 1);
  if (data.kind == TableData::Kind::linear) {
    fit_linear(data.y);
  } else {
    fit_natural_spline(data.y);
  }
}

void Interpolant::fit_linear(const std::vector<double>& y) {
  degree_ = 1;
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    pieces_[k] = {y[k], (y[k + 1] - y[k]) / (x_[k + 1] - x_[k]), 0.0, 0.0};
  }
}

/// Second derivatives at the knots by the Thomas algorithm; the matrix is diagonally dominant, so it cannot fail.
void Interpolant::fit_natural_spline(const std::vector<double>& y) {
  degree_ = 3;
  const std::size_t n = x_.size();
  std::vector<double> curvature(n, 0.0), upper(n, 0.0);
  for (std::size_t k = 1; k + 1 < n; ++k) {
    const double left = x_[k] - x_[k - 1];
    const double right = x_[k + 1] - x_[k];
    const double load = 6.0 * ((y[k + 1] - y[k]) / right - (y[k] - y[k - 1]) / left);
    const double pivot = 2.0 * (left + right) - left * upper[k - 1];
    upper[k] = right / pivot;
    curvature[k] = (load - left * curvature[k - 1]) / pivot;
  }
  for (std::size_t k = n - 1; k-- > 1;) curvature[k] -= upper[k] * curvature[k + 1];
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    const double h = x_[k + 1] - x_[k];
    const double slope = (y[k + 1] - y[k]) / h - h * (2.0 * curvature[k] + curvature[k + 1]) / 6.0;
    pieces_[k] = {y[k], slope, 0.5 * curvature[k], (curvature[k + 1] - curvature[k]) / (6.0 * h)};
  }
}

double Interpolant::evaluate(double x, double chooser, int order) const noexcept {
  if (x != x || chooser != chooser) return NAN;
  if (chooser < x_.front()) return order == 0 ? first_ : 0.0;
  if (chooser > x_.back()) return order == 0 ? last_ : 0.0;
  // only the ends of a smooth interpolant switch; inside, the argument itself determines the piece
  const double at = degree_ > 1 ? std::clamp(x, x_.front(), x_.back()) : chooser;
  const auto right = std::upper_bound(x_.begin(), x_.end(), at);
  const std::size_t piece = std::min(static_cast<std::size_t>(right - x_.begin()), pieces_.size()) - 1;
  const Polynomial& c = pieces_[piece];
  const double d = x - x_[piece];
  switch (order) {
    case 0:
      // The far end is met exactly, not up to the rounding of the polynomial.
      return x == x_.back() ? last_ : c[0] + d * (c[1] + d * (c[2] + d * c[3]));
    case 1: return c[1] + d * (2.0 * c[2] + d * 3.0 * c[3]);
    case 2: return 2.0 * c[2] + 6.0 * d * c[3];
    case 3: return 6.0 * c[3];
    default: return 0.0;
  }
}

Interval Interpolant::range(double lo, double hi, int order) const {
  // beyond so many pieces at a time the answer would take as long as looking at fewer of them more than once
  constexpr std::size_t most_pieces = 256;
  if (!std::isfinite(lo) || !std::isfinite(hi)) return whole_line;
  const auto piece_of = [&](double x) {
    const auto right = std::upper_bound(x_.begin(), x_.end(), x);
    return std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(right - x_.begin(), 1)), pieces_.size()) - 1;
  };
  Interval found{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  if (lo < x_.front()) found = hull(found, order == 0 ? Interval{first_, first_} : Interval{});
  if (hi > x_.back()) found = hull(found, order == 0 ? Interval{last_, last_} : Interval{});
  if (hi < x_.front() || lo > x_.back()) return found;
  const std::size_t first = piece_of(lo), last = piece_of(hi);
  if (last - first > most_pieces) return whole_line;
  for (std::size_t k = first; k <= last; ++k) {
    Polynomial c = pieces_[k];
    for (int n = 0; n < order; ++n) c = {c[1], 2.0 * c[2], 3.0 * c[3], 0.0};
    const double left = std::max(lo, x_[k]), right = std::min(hi, x_[k + 1]);
    // about the middle, where the slope narrows the bounds most
    const double middle = 0.5 * (left + right) - x_[k], half = 0.5 * std::max(0.0, right - left);
    const double value = c[0] + middle * (c[1] + middle * (c[2] + middle * c[3]));
    const double slope = c[1] + middle * (2.0 * c[2] + middle * 3.0 * c[3]), bend = c[2] + 3.0 * middle * c[3];
    const double reach = half * (std::abs(slope) + half * (std::abs(bend) + half * std::abs(c[3])));
    found = hull(found, widened(value - reach, value + reach));
  }
  return found;
}

}  // namespace rheon::expr
