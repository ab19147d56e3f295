// What every operation does to numbers. Constant folding and the tape share it, so both give the same value.
#pragma once

#include <cmath>

#include "rheon/expr/graph.hpp"

namespace rheon::expr {

/// Not-a-number wins over every other argument, unlike std::fmin.
inline double min_of(double a, double b) { return a < b || a != a ? a : b; }
inline double max_of(double a, double b) { return a > b || a != a ? a : b; }

inline double sign_of(double a) {
  if (a > 0.0) return 1.0;
  return a < 0.0 ? -1.0 : a;  // keeps zero and not-a-number
}

inline double truth(bool b) { return b ? 1.0 : 0.0; }

/// Operations of one argument.
inline double apply(Op op, double a) {
  switch (op) {
    case Op::neg: return -a;
    case Op::sin: return std::sin(a);
    case Op::cos: return std::cos(a);
    case Op::tan: return std::tan(a);
    case Op::asin: return std::asin(a);
    case Op::acos: return std::acos(a);
    case Op::atan: return std::atan(a);
    case Op::sinh: return std::sinh(a);
    case Op::cosh: return std::cosh(a);
    case Op::tanh: return std::tanh(a);
    case Op::exp: return std::exp(a);
    case Op::log: return std::log(a);
    case Op::sqrt: return std::sqrt(a);
    case Op::abs: return std::abs(a);
    case Op::sign: return sign_of(a);
    case Op::floor: return std::floor(a);
    case Op::logical_not: return truth(a == 0.0);
    default: return NAN;
  }
}

/// Operations of two arguments.
inline double apply(Op op, double a, double b) {
  switch (op) {
    case Op::add: return a + b;
    case Op::sub: return a - b;
    case Op::mul: return a * b;
    case Op::div: return a / b;
    case Op::pow: return std::pow(a, b);
    case Op::atan2: return std::atan2(a, b);
    case Op::min: return min_of(a, b);
    case Op::max: return max_of(a, b);
    case Op::hypot: return std::hypot(a, b);
    case Op::less: return truth(a < b);
    case Op::less_equal: return truth(a <= b);
    case Op::equal: return truth(a == b);
    case Op::logical_and: return truth(a != 0.0 && b != 0.0);
    case Op::logical_or: return truth(a != 0.0 || b != 0.0);
    default: return NAN;
  }
}

/// How many nodes an operation takes.
inline int arity(Op op) {
  switch (op) {
    case Op::constant:
    case Op::input: return 0;
    case Op::neg:
    case Op::sin:
    case Op::cos:
    case Op::tan:
    case Op::asin:
    case Op::acos:
    case Op::atan:
    case Op::sinh:
    case Op::cosh:
    case Op::tanh:
    case Op::exp:
    case Op::log:
    case Op::sqrt:
    case Op::abs:
    case Op::sign:
    case Op::floor:
    case Op::logical_not: return 1;
    case Op::select: return 3;
    default: return 2;
  }
}

}  // namespace rheon::expr
