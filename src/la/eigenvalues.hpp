// Eigenvalues and singular values of dense matrices. As in la/decompositions.hpp: Eigen's algorithms, compiled once.
//
// An empty matrix has none. Of a matrix with an entry that is not finite all values and vectors are NaN.
#pragma once

#include <Eigen/Core>

namespace rheon {

template <int Size>
struct SymmetricEigen {
  Eigen::Matrix<double, Size, 1> values;      ///< ascending
  Eigen::Matrix<double, Size, Size> vectors;  ///< a column for each, of unit length
};
/// Only the lower triangle of A is read.
SymmetricEigen<Eigen::Dynamic> symmetric_eigen(const Eigen::MatrixXd& A);
SymmetricEigen<3> symmetric_eigen(const Eigen::Matrix3d& A);
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& A);

/// Of any square matrix; conjugates stand together.
Eigen::VectorXcd eigenvalues(const Eigen::MatrixXd& A);

/// A = U diag(values) V^T: the left part of it.
struct LeftSingular {
  Eigen::VectorXd values;  ///< descending
  Eigen::MatrixXd U;       ///< as many columns as values
};
/// By divide and conquer: for matrices of hundreds of rows.
LeftSingular left_singular(const Eigen::MatrixXd& A);
/// By Jacobi's rotations: slower, and small values as accurate as they can be.
LeftSingular left_singular_by_rotations(const Eigen::MatrixXd& A);
/// The left singular vector of the least singular value of a square matrix.
Eigen::VectorXcd least_left_singular(const Eigen::MatrixXcd& A);

}  // namespace rheon
