// Error estimate of a collocation step by an embedded formula with the start as one more stage, filtered so that stiff
// components do not dominate it. [Hairer1996] (IV.8.19)
//
//   r = g h f(y0) + sum_i e_i (Y_i - y0),   (I - g h J) err = r          for y = (q, v)
//
// with J the Jacobian of the equations of motion at the start, velocities kept on the constraints:
//
//   err_q = r_q + g h err_v,   (M + g h C + g^2 h^2 K) err_v + A^T sigma = M r_v - g h K r_q,   A err_v = 0
#pragma once

#include "constraints/tangent.hpp"
#include "la/saddle_solver.hpp"
#include "rheon/methods/form.hpp"

namespace rheon {

class EmbeddedError {
 public:
  EmbeddedError(const System& system, const CollocationTableau& tableau, const Tangent& tangent);
  /// From the terms at the start (want_newton) and the increments of the stages; the result is in `q` and `v`.
  Status estimate(const State& from, const Terms& terms, double h, const std::vector<Vec>& dQ,
                  const std::vector<Vec>& dV);
  Vec q, v;
  long long factorisations() const { return solver_.factorisations; }

 private:
  const System* system_;
  const CollocationTableau* tableau_;
  const Tangent* tangent_;
  SaddleSolver solver_;
  SparseValues values_;
  Vec force_, zero_, sigma_;
};

}  // namespace rheon
