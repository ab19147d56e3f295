#include "la/definiteness.hpp"

#include <Eigen/SparseCholesky>
#include <cmath>

#include "core/index.hpp"

namespace rheon {

namespace {

/// Of a matrix scaled to a unit diagonal: far above the round-off of its entries, far below any mass that matters.
constexpr double round_off = 1e-12;

using Sparse = Eigen::SparseMatrix<double>;

Sparse scaled(const Pattern& p, const SparseValues& M, double shift) {
  Eigen::VectorXd scale = Eigen::VectorXd::Ones(p.rows);
  for (int i = 0; i < p.rows; ++i) {
    const int place = p.find(i, i);
    const double m = place < 0 ? 0.0 : std::abs(M[at(place)]);
    if (m > 0.0) scale[i] = 1.0 / std::sqrt(m);
  }
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < p.rows; ++i) {
    for (int k = p.start[at(i)]; k < p.start[at(i) + 1]; ++k) {
      const int j = p.col[at(k)];
      entries.emplace_back(i, j, M[at(k)] * scale[i] * scale[j]);
    }
    entries.emplace_back(i, i, shift);
  }
  Sparse S(p.rows, p.rows);
  S.setFromTriplets(entries.begin(), entries.end());
  return S;
}

/// L D L^T of the scaled and shifted matrix: a pivot that is not positive shows an eigenvalue below -shift.
int column_below(const Pattern& pattern, const SparseValues& M, double shift) {
  if (pattern.rows == 0) return -1;
  const Eigen::SimplicialLDLT<Sparse> ldlt(scaled(pattern, M, shift));
  const Eigen::VectorXd D = ldlt.vectorD();
  for (Eigen::Index k = 0; k < D.size(); ++k)
    if (!(D[k] > 0.0)) return ldlt.permutationPinv().indices()[k];
  return -1;
}

}  // namespace

int negative_direction(const Pattern& pattern, const SparseValues& M) { return column_below(pattern, M, round_off); }
int singular_direction(const Pattern& pattern, const SparseValues& M) { return column_below(pattern, M, -round_off); }

}  // namespace rheon
