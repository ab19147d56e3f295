#include "la/diagonal_mass.hpp"

#include <cmath>

#include "core/index.hpp"

namespace rheon {

double row_mobility(const Pattern& A, int row, const SparseValues& values, const Eigen::VectorXd& mass) {
  NumberAlgebra numbers;
  return mobility_of_row(numbers, A, row, values, [&](double x, int j) { return x / mass[j]; });
}

DiagonalMass::DiagonalMass(const Pattern& M) : mass_(Eigen::VectorXd::Ones(M.rows)) {
  for (int j = 0; j < M.rows; ++j) place_.push_back(M.find(j, j));
}

void DiagonalMass::set(const SparseValues& M) {
  double total = 0.0;
  int massive = 0;
  for (std::size_t j = 0; j < place_.size(); ++j) {
    const double m = M[at(place_[j])];
    mass_[static_cast<Eigen::Index>(j)] = m;
    if (m > 0.0) total += m, ++massive;
  }
  if (massive == mass_.size()) return;
  const double mean = massive > 0 ? total / massive : 1.0;
  for (double& m : mass_)
    if (!(m > 0.0)) m = mean;
}

double DiagonalMass::norm(const double* x) const {
  double sum = 0.0;
  for (Eigen::Index j = 0; j < mass_.size(); ++j) sum += mass_[j] * x[j] * x[j];
  return std::sqrt(sum);
}

double DiagonalMass::force_norm(const double* f) const {
  double sum = 0.0;
  for (Eigen::Index j = 0; j < mass_.size(); ++j) sum += f[j] * f[j] / mass_[j];
  return std::sqrt(sum);
}

}  // namespace rheon
