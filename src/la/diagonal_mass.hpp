// Sizes of motions, forces and constraint rows in the metric of the diagonal of the mass matrix.
#pragma once

#include <Eigen/Core>

#include "la/number_algebra.hpp"
#include "rheon/la/sparse.hpp"

namespace rheon {

/// sum_j A_ij^2 / m_j of row i: how easily its residual moves; 0 where its gradient vanishes. Its inverse is the effective mass of the
/// row. `over_mass(x, j)` is x / m_j. Stated once for numbers and for programs (number_algebra.hpp).
template <class Algebra, class Values, class OverMass>
auto mobility_of_row(Algebra& algebra, const Pattern& A, int row, const Values& values, OverMass&& over_mass) {
  typename Algebra::Number sum = algebra.zero;
  for (int k = A.start[at(row)]; k < A.start[at(row) + 1]; ++k)
    sum = algebra.add(sum, over_mass(algebra.mul(entry(values, k), entry(values, k)), A.col[at(k)]));
  return sum;
}

/// The same for numbers.
double row_mobility(const Pattern& A, int row, const SparseValues& values, const Eigen::VectorXd& mass);

class DiagonalMass {
 public:
  /// `M` has a full diagonal, as that of a System always does.
  explicit DiagonalMass(const Pattern& M);
  /// A coordinate without mass counts with the mean of the others: it must not make its rows weightless.
  void set(const SparseValues& M);
  const Eigen::VectorXd& mass() const { return mass_; }
  /// Root of sum_j mass_j x_j^2.
  double norm(const double* x) const;
  /// Root of sum_j f_j^2 / mass_j: the acceleration that forces could make, in the same metric.
  double force_norm(const double* f) const;

 private:
  std::vector<int> place_;
  Eigen::VectorXd mass_;
};

}  // namespace rheon
