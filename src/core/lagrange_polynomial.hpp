// Lagrange's polynomials: interpolation through values at nodes.
#pragma once

#include <cstddef>
#include <span>

#include "core/index.hpp"

namespace rheon {

/// `weight` times the polynomial that is 1 at node j and 0 at the other ones, at x: prod_k (x - c_k) / (c_j - c_k), k other than j.
inline double lagrange_polynomial(std::span<const double> c, int j, double x, double weight = 1.0) {
  for (std::size_t k = 0; k < c.size(); ++k)
    if (k != at(j)) weight *= (x - c[k]) / (c[at(j)] - c[k]);
  return weight;
}

}  // namespace rheon
