// The problem of saddle_solver.hpp where it is known which rows follow from the others: these are left out, the others are
// rigid, and what is lost to nearly dependent ones is refined. Takes rows that are close to each other in the metric of P, as
// light coordinates between heavy ones make them, which penalties on dependent rows do not resolve.
#pragma once

#include <vector>

#include "la/diagonal_mass.hpp"
#include "la/kkt_factors.hpp"
#include "rheon/core/status.hpp"

namespace rheon {

class ReducedSaddle {
 public:
  /// `P`, symmetric positive definite, and `A` must outlive the solver; P is the mass matrix, too.
  ReducedSaddle(const Pattern& P, const Pattern& A);
  void leave_out(const std::vector<int>& rows);
  const std::vector<int>& left_out() const { return left_out_; }

  /// False where the rows that are kept depend on each other.
  bool factor(const SparseValues& P, const SparseValues& A);
  /// What is left of the pivot of the row kept that depends most on others.
  double independence() const { return kkt_.independence(); }
  /// x meets the rows kept, which alone have multipliers. Right after `factor` with the same P, A.
  Status solve(const SparseValues& P, const SparseValues& A, const double* f, const double* g, double* x, double* mu);
  /// After `solve`: the largest |A_i x - g_i| of a row left out, over what all the energy of x and f could make of it.
  double contradiction() const { return contradiction_; }
  /// After `solve`: mu of least norm sum mu_i^2 / m_i over all rows that makes the same force. One solve for each row left out.
  void share(const SparseValues& P, const SparseValues& A, double* mu);
  /// After `share`: the largest part, squared, of a row left out that does not follow from the others.
  double newness() const { return newness_; }
  /// After `solve`: root of that energy.
  double root_energy() const { return root_energy_; }

 private:
  void refined(const SparseValues& P, const SparseValues& A, const double* f, const double* g, double* x, double* mu);
  void drop(double* rows) const;
  double size(const double* x, const double* mu) const;
  void find_null_vectors(const SparseValues& P, const SparseValues& A);
  void judge(const SparseValues& A, const double* f, const double* g, const double* x);

  const Pattern* P_;
  const Pattern* A_;
  KktFactors kkt_;
  DiagonalMass mass_;
  std::vector<int> left_out_;
  std::vector<double> compliance_;
  std::vector<double> mobility_;  ///< 1/m_i
  std::vector<double> force_, motion_, zero_, step_, multiplier_step_;
  std::vector<std::vector<double>> null_;  ///< one for each row left out, orthonormal in 1/m
  double newness_ = 0.0, contradiction_ = 0.0, root_energy_ = 0.0;
};

}  // namespace rheon
