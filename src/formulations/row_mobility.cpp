#include "formulations/row_mobility.hpp"

#include <cmath>

namespace rheon {

namespace {
std::size_t at(int i) { return static_cast<std::size_t>(i); }
}  // namespace

RowMobility::RowMobility(const System& system) : A_(&system.jacobian_pattern()), mass_(Vec::Ones(system.layout().nv)) {
  for (int j = 0; j < system.layout().nv; ++j) diagonal_.push_back(system.mass_pattern().find(j, j));
}

void RowMobility::set(const SparseValues& M) {
  double total = 0.0;
  int massive = 0;
  for (int j = 0; j < mass_.size(); ++j) {
    mass_[j] = diagonal_[at(j)] >= 0 ? M[at(diagonal_[at(j)])] : 0.0;
    if (mass_[j] > 0.0) total += mass_[j], ++massive;
  }
  const double mean = massive > 0 ? total / massive : 1.0;
  for (double& m : mass_)
    if (!(m > 0.0)) m = mean;
}

double RowMobility::of_row(int row, const SparseValues& A, const Vec& mass) const {
  double sum = 0.0;
  for (int k = A_->start[at(row)]; k < A_->start[at(row) + 1]; ++k) sum += A[at(k)] * A[at(k)] / mass[A_->col[at(k)]];
  return sum;
}

double RowMobility::norm(const double* x) const {
  double sum = 0.0;
  for (int j = 0; j < mass_.size(); ++j) sum += mass_[j] * x[j] * x[j];
  return std::sqrt(sum);
}

double RowMobility::force_norm(const double* f) const {
  double sum = 0.0;
  for (int j = 0; j < mass_.size(); ++j) sum += f[j] * f[j] / mass_[j];
  return std::sqrt(sum);
}

}  // namespace rheon
