// The classical step of Runge and Kutta, of fourth order, for paths that analyses follow:
//
//   y <- y + h/6 (k1 + 2 k2 + 2 k3 + k4),   k1 = f(y), k2 = f(y + h/2 k1), k3 = f(y + h/2 k2), k4 = f(y + h k3)
#pragma once

namespace rheon {

/// `slope(y, k)` gives k = f(y) and says by true or a good Status whether it could; k1 is known. Y has sums and multiples. y is not
/// changed where a slope is not found.
template <class Y, class Slope>
auto classical_step(Y& y, const Y& k1, double h, Slope&& slope) {
  Y k2, k3, k4;
  auto ok = slope(Y(y + 0.5 * h * k1), k2);
  if (ok) ok = slope(Y(y + 0.5 * h * k2), k3);
  if (ok) ok = slope(Y(y + h * k3), k4);
  if (ok) y = y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  return ok;
}

}  // namespace rheon
