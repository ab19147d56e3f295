// The one linear problem behind every method here:
//
//     [ P  A^T ] [ x  ]   [ f ]
//     [ A   0  ] [ mu ] = [ g ]
//
// P is nv x nv and regular on the null space of A (it may be singular elsewhere); A may have dependent rows as long as
// g is consistent. Solved by the augmented Lagrangian iteration (Powell, Hestenes; [Gonzalez2015] (23)-(25)):
//
//     S = P + A^T W A,   W = penalty * diag(m_i),   x += S^-1 (f - P x - A^T mu - A^T W (A x - g)),   mu += W (A x - g)
//
// which contracts the residual along an eigenvector of A P^-1 A^T (scaled by m) with eigenvalue s by 1/(1 + penalty s)
// in each pass; for nearly dependent rows s is small and the weights are raised on the way. Started from mu = 0 it stays in
// the range of W A and so tends to the multipliers of least norm sum mu_i^2 / m_i: the metric in which rheon reports
// the multipliers of redundant constraints. m_i is the effective mass of row i, 1 / sum_j A_ij^2 / M_jj.
#pragma once

#include <algorithm>
#include <memory>

#include "la/diagonal_mass.hpp"
#include "la/linear_solver.hpp"
#include "la/products.hpp"

namespace rheon {

class SaddleSolver {
 public:
  /// `P` and `A` must outlive the solver; `mass` is the pattern of the mass matrix that `weigh` will see. `definite`: P is symmetric positive semi-definite.
  SaddleSolver(const Pattern& P, const Pattern& A, const Pattern& mass, bool definite, double penalty);

  /// Effective masses of the rows of A for the diagonal of `mass`, and from them W.
  void weigh(const SparseValues& mass, const SparseValues& A);
  /// The same weight for all rows instead.
  void set_weights(double weight) { std::fill(weight_.begin(), weight_.end(), weight); }
  void set_weights(const double* weights) { std::copy_n(weights, weight_.size(), weight_.begin()); }
  /// Builds S for the present weights and factors it. `singular`: row is the velocity coordinate.
  Status factor(const SparseValues& P, const SparseValues& A);
  /// Iterates until A x = g holds to round-off, from the x and mu given. P and A may differ a little from those
  /// factored: the iteration then converges to the system given here. `rank_lost`: row of A that cannot be met.
  Status solve(const SparseValues& P, const SparseValues& A, const double* f, const double* g, double* x, double* mu);
  /// x <- S^-1 x
  void solve_augmented(double* x) { solver_->solve(x); }

  const double* weights() const { return weight_.data(); }
  long long factorisations = 0;

 private:
  struct Residual {
    double worst = 0.0;  ///< largest |A x - g| relative to the size of its terms
    int row = -1;
    double value = 0.0;
  };
  Residual constraint_residual(const SparseValues& A, const double* g, const double* x);
  void pass(const SparseValues& P, const SparseValues& A, const double* f, const double* r, double* x, double* mu);
  void update_sizes(const double* f, const double* x);

  const Pattern* P_;
  const Pattern* A_;
  double penalty_;
  Pattern S_pattern_;
  std::vector<int> P_place_;  ///< in S
  NormalProduct normal_;
  std::unique_ptr<LinearSolver> solver_;
  SparseValues S_;
  DiagonalMass mass_;
  std::vector<double> weight_, residual_, step_, size_, root_mobility_;
};

}  // namespace rheon
