// The one linear problem behind every method here:
//
//     [ P  A^T ] [ x  ]   [ f ]
//     [ A   0  ] [ mu ] = [ g ]
//
// P is nv x nv and regular on the null space of A (it may be singular elsewhere); A may have dependent rows as long as
// g is consistent. There are three methods; the first that works is taken:
//
// 1. Rows that are clearly independent, P regular: elimination of the matrix as it stands (kkt_factors.hpp).
// 2. Otherwise the augmented Lagrangian iteration (Powell, Hestenes; [Gonzalez2015] (23)-(25)) with compliant rows,
//
//        [ P  A^T   ] [ dx  ]   [ f - P x - A^T mu ]
//        [ A  -W^-1 ] [ dmu ] = [ g - A x          ]      W = penalty * diag(m_i)
//
//    which contracts the residual along an eigenvector of A P^-1 A^T (scaled by m) with eigenvalue s by 1/(1 + penalty s)
//    in each pass; for nearly dependent rows s is small and the weights are raised on the way. Started from mu = 0 it
//    stays in the range of W A and so tends to the multipliers of least norm sum mu_i^2 / m_i: the metric in which rheon
//    reports the multipliers of redundant constraints. m_i is the effective mass of row i, 1 / sum_j A_ij^2 / M_jj.
// 3. The same with S = P + A^T W A and dmu = W (A (x + dx) - g) eliminated, where P has no pivots of its own (massless
//    coordinates).
#pragma once

#include <algorithm>
#include <memory>

#include "la/diagonal_mass.hpp"
#include "la/kkt_factors.hpp"
#include "la/linear_solver.hpp"
#include "la/products.hpp"

namespace rheon {

class SaddleSolver {
 public:
  /// `P` and `A` must outlive the solver; `mass` is the pattern of the mass matrix that `weigh` will see.
  /// `definite`: P is symmetric positive semi-definite.
  /// `as_program`: elimination as programs, where that pays.
  SaddleSolver(const Pattern& P, const Pattern& A, const Pattern& mass, bool definite, double penalty,
               bool as_program = true);

  /// Effective masses of the rows of A for the diagonal of `mass`, and from them W. Both must stay until `factor`.
  void weigh(const SparseValues& mass, const SparseValues& A);
  /// Rows are known to depend on each other. Then they are compliant from the start, softer, and right sides that do not
  /// quite agree (at the stages of a step, off the constraints) are met as well as they can be instead of exactly.
  /// `largest`: sum_j A_ij^2 / M_jj of each row where that was largest so far, or null. A row with far less than that is
  /// passing a place where its gradient vanishes and has little to say; scaled up it would contradict the others.
  void expect_dependent(bool dependent, const double* largest = nullptr) {
    dependent_ = dependent;
    largest_ = largest;
  }
  bool expects_dependent() const { return dependent_; }
  /// Rows whose gradients and right sides are zero in all that follows: their multipliers stay what they are. The rows must
  /// stay alive; null: none.
  void leave_out(const std::vector<int>* rows) { left_out_ = rows; }
  /// Rows that keep this part of their pivot beside the others count as independent. By default 1e-7: 9 digits are left, and
  /// refined.
  void require_independence(double part) { clearly_independent_ = part; }
  /// What is left of the pivot of the row that depends most on others, from the last `factor` with rigid rows.
  double independence() const { return independence_; }
  /// Rows are to be compliant with these weights, however independent they are.
  void stay_compliant();
  /// The same weight for all rows instead; rows are compliant then, however independent they are.
  void set_weights(double weight);
  void set_weights(const double* weights);
  /// Factors the matrix for the present weights. `singular`: row is the velocity coordinate.
  Status factor(const SparseValues& P, const SparseValues& A);
  /// Iterates until A x = g holds to round-off, from the x and mu given. P and A may differ a little from those
  /// factored: the iteration then converges to the system given here. `rank_lost`: row of A that cannot be met.
  Status solve(const SparseValues& P, const SparseValues& A, const double* f, const double* g, double* x, double* mu);
  /// From x = 0 and mu = 0, right after `factor` with the same P and A.
  Status solve_afresh(const SparseValues& P, const SparseValues& A, const double* f, const double* g, double* x,
                      double* mu);
  /// Sizes of the terms whose sums are the right sides g, and sum_j A_ij^2 / M_jj below which their round-off is more than
  /// what the row can resolve. Null: g itself, and none.
  void set_right_side_sizes(const double* sizes, const double* least_mobilities) {
    right_sizes_ = sizes;
    least_mobilities_ = least_mobilities;
  }
  /// The solution of the system that was factored, where that is `direct`.
  Status apply(const double* f, const double* g, double* x, double* mu);
  /// Did the last solve end at round-off? Otherwise its residual stopped falling above that: right sides that contradict each
  /// other a little, or passes that gain too little.
  bool settled() const { return settled_; }
  /// If not: size of A^T W r for the residual r, what one more pass would add to the reactions, in parts of all forces. All but
  /// zero for rows that contradict each other, whatever r is.
  double unrest() const { return unrest_; }
  /// Are rows rigid in the factors, so that one pass of `solve` meets them?
  bool direct() const { return factorisation_ == Factorisation::direct; }
  /// x <- S^-1 x, where rows are not rigid.
  void solve_augmented(double* x);

  const double* weights();
  long long factorisations = 0;

 private:
  struct Residual {
    double worst = 0.0;  ///< largest |A x - g| relative to the size of its terms
    int row = -1;
    double value = 0.0;
  };
  Residual constraint_residual(const SparseValues& A, const double* g, const double* x);
  void find_weights();
  void find_scales();
  Status factor_compliant(const SparseValues& P, const SparseValues& A);
  Status factor_assembled(const SparseValues& P, const SparseValues& A);
  Status refine(const SparseValues& P, const SparseValues& A, const double* f, const double* g, double* x, double* mu);
  Status solve_directly(const SparseValues& P, const SparseValues& A, const double* f, const double* g, double* x,
                        double* mu);
  Status iterate(const SparseValues& P, const SparseValues& A, const double* f, const double* g, double* x, double* mu);
  void pass(const SparseValues& P, const SparseValues& A, const double* f, const double* r, double* x, double* mu);
  double plain_residual(const SparseValues& A, const double* g, const double* x);
  double find_unrest(const SparseValues& A);
  void update_sizes(const double* f, const double* x);

  enum class Factorisation : unsigned char { direct, compliant, assembled };
  /// What the third method needs.
  struct Assembled {
    Assembled(const Pattern& P, const Pattern& A, bool definite);
    Pattern pattern;
    std::vector<int> P_place;
    NormalProduct normal;
    std::unique_ptr<LinearSolver> solver;
    SparseValues values;
  };

  const Pattern* P_;
  const Pattern* A_;
  bool definite_;
  double penalty_;
  KktFactors kkt_;
  std::unique_ptr<Assembled> assembled_;
  DiagonalMass mass_;
  const SparseValues* mass_values_ = nullptr;  ///< to be weighed when weights are needed, see `weigh`
  const SparseValues* row_values_ = nullptr;
  bool given_ = false;  ///< weights were set from outside
  bool dependent_ = false;
  const double* largest_ = nullptr;
  const std::vector<int>* left_out_ = nullptr;
  const double* right_sizes_ = nullptr;
  const double* least_mobilities_ = nullptr;
  double root_energy_ = 0.0;  ///< what `size_` was found from
  /// Rows that keep less of their pivot take passes (docs/adr/016): elimination would leave less than about half of the digits.
  double clearly_independent_ = 1e-7, independence_ = 1.0;
  bool settled_ = true;
  double unrest_ = 0.0;
  Factorisation factorisation_ = Factorisation::direct;
  std::vector<double> weight_, compliance_, residual_, step_, dmu_, size_, root_mobility_;
};

}  // namespace rheon
