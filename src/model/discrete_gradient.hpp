// Discrete gradients: what replaces grad f at the midpoint of a step so that grad f . (q1 - q0) = f(q1) - f(q0) exactly.
//
// For f at most quadratic the gradient at the midpoint does it. Other functions are written as f = F(w(q)) with inner
// functions w_k at most quadratic (lengths squared, coordinates, …), for which the same holds with w in place of q:
//
//   Df = sum_k (F_k + c_k) grad w_k(q_m),   c_k = (F(w1) - F(w0) - sum F_j dw_j) g_k dw_k / sum g_j dw_j^2
//
// F_k = dF/dw_k at the mean of w0 and w1 (which is not w(q_m)), g_k = F_k^2 + (F/w_k)^2 a metric that makes units agree. With one inner function this is (F(w1) - F(w0))/(w1 - w0) grad w: the secant of a spring's
// energy over its length squared ([Dopico2015] (26), (28)), with its limit where the length does not change. Because
// every w_k that a symmetry of f leaves alone keeps doing so at the midpoint, momenta are conserved too
// ([OGonzalez1996]).
#pragma once

#include <vector>

#include "rheon/expr/graph.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

class DiscreteGradient {
 public:
  DiscreteGradient() = default;
  /// For the potential and the position-level rows of a model with v = q'.
  explicit DiscreteGradient(Model& model);

  struct Work {
    std::vector<double> inputs, w0, w1, wm, dw, gradient, outer, slope, scratch;
  };
  Work make_work() const;
  /// Adds Df - grad f(q_m) to the rows of A that need it and subtracts it from Q for the potential, in the terms of the
  /// midpoint. `from`, `mid`, `end`: q at the start, the midpoint and the end; t and side of `mid` hold for all.
  void correct(const State& from, const State& mid, const State& end, Terms& terms, Work& work) const;

 private:
  struct Part {
    int row = -1;                       ///< position-level row, -1 for the potential
    std::size_t count = 0;              ///< inner functions
    expr::Tape inner, outer, gradient;  ///< w; F and F_k; nonzero dw_k/dq_j
    struct Entry {
      std::size_t k;
      int j;
      int place;  ///< in the values of A; -1 for the potential
    };
    std::vector<Entry> entries;  ///< of `gradient`
  };
  void add(Model& model, int row, expr::Node f);
  std::vector<Part> parts_;
  InputMap map_;
  friend class System;
  void find_places(const Pattern& jacobian);
};

}  // namespace rheon
