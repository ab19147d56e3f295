// The classical Runge-Kutta method for references.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace peers {

/// From 0 to t in steps of about h; rates(y, y').
template <class Rates>
void integrate(std::vector<double>& y, double t, double h, Rates&& rates) {
  const std::size_t size = y.size();
  const long count = std::max(1L, std::lround(t / h));
  h = t / static_cast<double>(count);
  std::vector<double> k1(size), k2(size), k3(size), k4(size), between(size);
  const auto shifted = [&](double part, const std::vector<double>& k) -> const std::vector<double>& {
    for (std::size_t i = 0; i < size; ++i) between[i] = y[i] + part * h * k[i];
    return between;
  };
  for (long n = 0; n < count; ++n) {
    rates(y, k1);
    rates(shifted(0.5, k1), k2);
    rates(shifted(0.5, k2), k3);
    rates(shifted(1.0, k3), k4);
    for (std::size_t i = 0; i < size; ++i) y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
  }
}

}  // namespace peers
