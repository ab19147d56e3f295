// Sizes of motion and of constraint rows in the metric of the masses.
#pragma once

#include "rheon/model/system.hpp"

namespace rheon {

/// Effective masses of rows from a diagonal of masses.
class RowMobility {
 public:
  explicit RowMobility(const System& system);
  /// Diagonal of M; a coordinate without mass counts with the mean of the others.
  void set(const SparseValues& M);
  const Vec& mass() const { return mass_; }
  /// sum_j A_ij^2 / mass_j
  double of_row(int row, const SparseValues& A) const { return of_row(row, A, mass_); }
  double of_row(int row, const SparseValues& A, const Vec& mass) const;
  /// Root of sum_j mass_j x_j^2.
  double norm(const double* x) const;
  /// Root of sum_j f_j^2 / mass_j: the acceleration that forces could make, in the same metric.
  double force_norm(const double* f) const;

 private:
  const Pattern* A_;
  std::vector<int> diagonal_;
  Vec mass_;
};

}  // namespace rheon
