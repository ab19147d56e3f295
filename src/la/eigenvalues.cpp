#include "la/eigenvalues.hpp"

#include <Eigen/Eigenvalues>
#include <limits>

namespace rheon {

namespace {

constexpr double unknown_value = std::numeric_limits<double>::quiet_NaN();

/// Eigen's iterations take nothing that is empty or not finite.
bool can_be_solved(const Eigen::MatrixXd& A) { return A.size() > 0 && A.allFinite(); }

}  // namespace

SymmetricEigen<Eigen::Dynamic> symmetric_eigen(const Eigen::MatrixXd& A) {
  if (!can_be_solved(A))
    return {Eigen::VectorXd::Constant(A.rows(), unknown_value),
            Eigen::MatrixXd::Constant(A.rows(), A.cols(), unknown_value)};
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

SymmetricEigen<3> symmetric_eigen(const Eigen::Matrix3d& A) {
  if (!A.allFinite()) return {Eigen::Vector3d::Constant(unknown_value), Eigen::Matrix3d::Constant(unknown_value)};
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& A) {
  if (!can_be_solved(A)) return Eigen::VectorXd::Constant(A.rows(), unknown_value);
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

Eigen::VectorXcd eigenvalues(const Eigen::MatrixXd& A) {
  if (!can_be_solved(A)) return Eigen::VectorXcd::Constant(A.rows(), unknown_value);
  return Eigen::EigenSolver<Eigen::MatrixXd>(A, false).eigenvalues();
}

}  // namespace rheon
