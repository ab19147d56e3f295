// M = L L^T of a dense matrix. All memory is taken by the constructor: for the step.
#pragma once

#include <Eigen/Core>
#include <memory>

namespace rheon {

class Cholesky {
 public:
  explicit Cholesky(Eigen::Index size);
  ~Cholesky();
  Cholesky(Cholesky&&) noexcept;
  Cholesky& operator=(Cholesky&&) noexcept;
  /// False: M is not positive definite.
  bool factor(const Eigen::MatrixXd& M);
  /// x = L^-1 x and x = L^-T x
  void solve_lower(Eigen::VectorXd& x) const;
  void solve_lower(Eigen::MatrixXd& X) const;
  void solve_upper(Eigen::VectorXd& x) const;

 private:
  struct Factor;  // keeps Eigen's templates out of the files that use this
  std::unique_ptr<Factor> factor_;
};

/// M = L L^T in place: L on and below the diagonal, which is all of the first `size` rows of M that is read. False: a pivot is not
/// above this part of the size of its diagonal, and then M is left half done.
bool factor_in_place(Eigen::MatrixXd& M, Eigen::Index size, double least_pivot);

}  // namespace rheon
