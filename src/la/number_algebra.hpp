// The arithmetic that statements of methods are written in, for numbers.
//
// The equations of a method are stated once, in templates over an algebra (methods/*_equations.hpp). NumberAlgebra carries them out
// where they stand, for general solvers; ProgramAlgebra (kernels/program_algebra.hpp) writes them down as a program, for kernels.
// Both have the operations below. Numbers of a vector are reached by `entry`. What an algebra calls a piece is one of many that are
// alike, such as what is computed for one coordinate: programs make loops of them.
#pragma once

#include <cmath>

#include "core/index.hpp"
#include "rheon/la/sparse.hpp"

namespace rheon {

/// x[i] of a std::vector or of a vector of Eigen.
template <class Vector>
decltype(auto) entry(Vector&& x, int i) {
  if constexpr (requires { x.rows(); })
    return x[i];
  else
    return x[at(i)];
}

/// 0, 1, …, count - 1: all numbers of a vector, where a statement wants to know which.
struct AllEntries {
  int count = 0;
  std::size_t size() const { return at(count); }
  int operator[](std::size_t k) const { return static_cast<int>(k); }
};

struct NumberAlgebra {
  using Number = double;
  static constexpr double zero = 0.0;
  static void begin_piece() {}
  static double constant(double x) { return x; }
  static bool is_zero(double) { return false; }  ///< known to be, whatever the inputs are
  static double add(double a, double b) { return a + b; }
  static double sub(double a, double b) { return a - b; }
  static double mul(double a, double b) { return a * b; }
  static double div(double a, double b) { return a / b; }
  static double neg(double a) { return -a; }
  static double abs(double a) { return std::abs(a); }
  static double sqrt(double a) { return std::sqrt(a); }
  /// The larger; where one is not a number, b.
  static double max(double a, double b) { return a > b ? a : b; }
  /// Sum of x_i y_i over the i = which[k].
  template <class Which, class X, class Y>
  static double dot(const Which& which, const X& x, const Y& y) {
    double sum = 0.0;
    for (std::size_t k = 0; k < which.size(); ++k) sum += entry(x, which[k]) * entry(y, which[k]);
    return sum;
  }

  /// y += B x
  template <class Values, class X, class Y>
  static void multiply_add(const Pattern& p, const Values& B, const X& x, Y&& y) {
    for (int i = 0; i < p.rows; ++i)
      for (int k = p.start[at(i)]; k < p.start[at(i) + 1]; ++k) entry(y, i) += entry(B, k) * entry(x, p.col[at(k)]);
  }
  /// y += B^T x
  template <class Values, class X, class Y>
  static void multiply_transposed_add(const Pattern& p, const Values& B, const X& x, Y&& y) {
    for (int i = 0; i < p.rows; ++i)
      for (int k = p.start[at(i)]; k < p.start[at(i) + 1]; ++k) entry(y, p.col[at(k)]) += entry(B, k) * entry(x, i);
  }
};

}  // namespace rheon
