// The singular values of la/eigenvalues.hpp: apart, because no other file costs as much to compile.
#include <Eigen/SVD>
#include <algorithm>
#include <limits>

#include "la/eigenvalues.hpp"

namespace rheon {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// Where there is nothing that Eigen's iterations take.
LeftSingular unsolved(const Eigen::MatrixXd& A) {
  const Eigen::Index n = std::min(A.rows(), A.cols());
  return {Eigen::VectorXd::Constant(n, unknown), Eigen::MatrixXd::Constant(A.rows(), n, unknown)};
}

}  // namespace

LeftSingular left_singular(const Eigen::MatrixXd& A) {
  if (A.size() == 0 || !A.allFinite()) return unsolved(A);
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(A, Eigen::ComputeThinU);
  return {svd.singularValues(), svd.matrixU()};
}

LeftSingular left_singular_by_rotations(const Eigen::MatrixXd& A) {
  if (A.size() == 0 || !A.allFinite()) return unsolved(A);
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(A, Eigen::ComputeThinU);
  return {svd.singularValues(), svd.matrixU()};
}

Eigen::VectorXcd least_left_singular(const Eigen::MatrixXcd& A) {
  if (A.size() == 0 || !A.allFinite()) return Eigen::VectorXcd::Constant(A.rows(), unknown);
  // square, so there is nothing to make square first
  return Eigen::JacobiSVD<Eigen::MatrixXcd, Eigen::NoQRPreconditioner>(A, Eigen::ComputeFullU).matrixU().rightCols(1);
}

}  // namespace rheon
