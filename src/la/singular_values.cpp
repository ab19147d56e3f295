// The singular values of la/eigenvalues.hpp: apart, because no other file costs as much to compile.
#include <Eigen/SVD>

#include "la/eigenvalues.hpp"

namespace rheon {

LeftSingular left_singular(const Eigen::MatrixXd& A) {
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(A, Eigen::ComputeThinU);
  return {svd.singularValues(), svd.matrixU()};
}

LeftSingular left_singular_by_rotations(const Eigen::MatrixXd& A) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(A, Eigen::ComputeThinU);
  return {svd.singularValues(), svd.matrixU()};
}

Eigen::VectorXcd least_left_singular(const Eigen::MatrixXcd& A) {
  return Eigen::JacobiSVD<Eigen::MatrixXcd>(A, Eigen::ComputeFullU).matrixU().rightCols(1);
}

}  // namespace rheon
