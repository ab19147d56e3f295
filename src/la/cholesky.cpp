#include "la/cholesky.hpp"

#include <Eigen/Cholesky>
#include <cmath>

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

bool factor_in_place(Eigen::MatrixXd& M, Eigen::Index size, double least_pivot) {
  for (Eigen::Index i = 0; i < size; ++i)
    for (Eigen::Index j = 0; j <= i; ++j) {
      double sum = M(i, j);
      const double whole = sum;
      for (Eigen::Index k = 0; k < j; ++k) sum -= M(i, k) * M(j, k);
      if (i == j && !(sum > least_pivot * std::abs(whole))) return false;
      M(i, j) = i == j ? std::sqrt(sum) : sum / M(j, j);
    }
  return true;
}

}  // namespace rheon
