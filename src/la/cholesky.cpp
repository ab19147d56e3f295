#include "la/cholesky.hpp"

#include <Eigen/Cholesky>

namespace rheon {

struct Cholesky::Factor {
  Eigen::LLT<Eigen::MatrixXd> llt;
};

Cholesky::Cholesky(Eigen::Index size) : factor_(new Factor{Eigen::LLT<Eigen::MatrixXd>(size)}) {}
Cholesky::~Cholesky() = default;
Cholesky::Cholesky(Cholesky&&) noexcept = default;
Cholesky& Cholesky::operator=(Cholesky&&) noexcept = default;

bool Cholesky::factor(const Eigen::MatrixXd& M) { return factor_->llt.compute(M).info() == Eigen::Success; }
void Cholesky::solve_lower(Eigen::VectorXd& x) const { factor_->llt.matrixL().solveInPlace(x); }
void Cholesky::solve_lower(Eigen::MatrixXd& X) const { factor_->llt.matrixL().solveInPlace(X); }
void Cholesky::solve_upper(Eigen::VectorXd& x) const { factor_->llt.matrixU().solveInPlace(x); }

}  // namespace rheon
