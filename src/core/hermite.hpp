// Hermite's interpolation on a step of length h: polynomials through what is known at both of its ends.
//
// At theta = 0..1 the polynomial and its rates are sums of what is known, with weights that all components share. With
// x = theta and y = 1 - theta:
//
//   cubic     y^2 (3 - 2y) x0 + x^2 (3 - 2x) x1 + h x y^2 v0 - h x^2 y v1
//   quintic   y^3 (10 - 15y + 6y^2) x0 + x^3 (10 - 15x + 6x^2) x1 + h x y^3 (4 - 3y) v0 - h x^3 y (4 - 3x) v1
//             + h^2/2 x^2 y^3 a0 + h^2/2 x^3 y^2 a1
#pragma once

namespace rheon {

/// Weights of values and rates at both ends. What is combined may be numbers or vectors, and must outlive the result.
struct HermiteCubic {
  double x0, x1, v0, v1;
  template <class X>
  auto operator()(const X& at_0, const X& at_1, const X& rate_0, const X& rate_1) const {
    return x0 * at_0 + x1 * at_1 + v0 * rate_0 + v1 * rate_1;
  }
};

/// The same with second rates.
struct HermiteQuintic {
  double x0, x1, v0, v1, a0, a1;
  template <class X>
  auto operator()(const X& at_0, const X& at_1, const X& rate_0, const X& rate_1, const X& second_0,
                  const X& second_1) const {
    return x0 * at_0 + x1 * at_1 + v0 * rate_0 + v1 * rate_1 + a0 * second_0 + a1 * second_1;
  }
};

/// x(theta)
inline HermiteCubic cubic_value(double theta, double h) {
  const double x = theta, y = 1.0 - theta;
  return {y * y * (3 - 2 * y), x * x * (3 - 2 * x), h * x * y * y, -(h * x * x * y)};
}

/// x'(theta), a rate in time
inline HermiteCubic cubic_rate(double theta, double h) {
  const double x = theta, y = 1.0 - theta;
  return {-6 * x * y / h, 6 * x * y / h, y * (y - 2 * x), x * (x - 2 * y)};
}

inline HermiteQuintic quintic_value(double theta, double h) {
  const double x = theta, y = 1.0 - theta;
  return {y * y * y * (10 - 15 * y + 6 * y * y), x * x * x * (10 - 15 * x + 6 * x * x),
          h * (y * y * y * x * (4 - 3 * y)),     -(h * (x * x * x * y * (4 - 3 * x))),
          h * h * (0.5 * y * y * y * x * x),     h * h * (0.5 * x * x * x * y * y)};
}

inline HermiteQuintic quintic_rate(double theta, double h) {
  const double x = theta, y = 1.0 - theta;
  return {-30 * x * x * y * y / h,
          30 * x * x * y * y / h,
          y * y * (6 - 5 * y) * (3 * y - 2),
          x * x * (6 - 5 * x) * (3 * x - 2),
          0.5 * h * x * y * y * (2 * y - 3 * x),
          0.5 * h * x * x * y * (3 * y - 2 * x)};
}

/// x''(theta)
inline HermiteQuintic quintic_second_rate(double theta, double h) {
  const double x = theta, y = 1.0 - theta;
  return {60 * x * y * (x - y) / (h * h), 60 * x * y * (y - x) / (h * h), 12 * x * y * (2 - 5 * y) / h,
          -12 * x * y * (2 - 5 * x) / h,  y * (3 - 12 * y + 10 * y * y),  x * (3 - 12 * x + 10 * x * x)};
}

}  // namespace rheon
