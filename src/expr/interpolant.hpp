// Piecewise polynomial through the points of a table: linear, or the natural cubic spline.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "expr/interval.hpp"
#include "rheon/expr/graph.hpp"

namespace rheon::expr {

class Interpolant {
 public:
  /// Throws UsageError unless there are two or more finite points with strictly increasing x.
  explicit Interpolant(const TableData& data);

  /// The derivative of the given order (0 is the value) at x, on the piece that holds `chooser`.
  /// Outside its range a table holds its end values, so every derivative is zero there.
  double evaluate(double x, double chooser, int order) const noexcept;

  /// Bounds of the derivative of the given order for x in [lo, hi], each on its own piece.
  Interval range(double lo, double hi, int order) const;

  /// From this order on every derivative is zero.
  int degree() const { return degree_; }
  const std::vector<double>& knots() const { return x_; }

 private:
  using Polynomial = std::array<double, 4>;  // in powers of (x - left knot)

  void fit_linear(const std::vector<double>& y);
  void fit_natural_spline(const std::vector<double>& y);

  std::vector<double> x_;
  std::vector<Polynomial> pieces_;
  double first_ = 0.0, last_ = 0.0;
  int degree_ = 1;
};

}  // namespace rheon::expr
