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

}  // namespace rheon
