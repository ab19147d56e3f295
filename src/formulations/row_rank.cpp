#include "formulations/row_rank.hpp"

#include <Eigen/QR>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "la/diagonal_mass.hpp"

namespace rheon {

namespace {

/// Coefficients below this part of the largest do not belong to a dependent set.
constexpr double set_tolerance = 1e-7;

struct Scaled {
  Eigen::MatrixXd A;  ///< rows of unit length in the mass metric
  std::vector<double> row_scale;
};

Scaled scaled_rows(const System& system, const Terms& terms) {
  const Pattern& p = system.jacobian_pattern();
  DiagonalMass diagonal(system.mass_pattern());
  diagonal.set(terms.M);
  Scaled s{Eigen::MatrixXd::Zero(p.rows, p.cols), std::vector<double>(at(p.rows), 1.0)};
  for (int i = 0; i < p.rows; ++i) {
    for (int k = p.start[at(i)]; k < p.start[at(i) + 1]; ++k) {
      const int j = p.col[at(k)];
      s.A(i, j) = terms.A[at(k)] / std::sqrt(diagonal.mass()[j]);
    }
    const double norm = s.A.row(i).norm();
    if (norm > 0.0) {
      s.A.row(i) /= norm;
      s.row_scale[at(i)] = 1.0 / norm;
    }
  }
  return s;
}

using RowQr = Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;

int rank_of(const RowQr& qr, double tolerance) {
  const Eigen::VectorXd pivots = qr.matrixQR().diagonal().cwiseAbs();
  int rank = 0;
  while (rank < pivots.size() && pivots[rank] > tolerance * pivots[0]) ++rank;
  return rank;
}

}  // namespace

RankAnalysis analyse_rows(const System& system, const Terms& terms, double tolerance) {
  RankAnalysis result;
  const int rows = system.layout().rows();
  if (rows == 0) return result;
  const Scaled s = scaled_rows(system, terms);
  // columns of A^T in pivot order: the first `rank` are independent, each of the rest is a combination of them
  const RowQr qr(s.A.transpose());
  const Eigen::VectorXd pivots = qr.matrixQR().diagonal().cwiseAbs();
  result.rank = rank_of(qr, tolerance);
  if (result.rank < pivots.size() && result.rank > 0)
    result.gap =
        pivots[result.rank - 1] / std::max(pivots[result.rank], std::numeric_limits<double>::epsilon() * pivots[0]);
  if (result.rank == rows) return result;
  const auto& order = qr.colsPermutation().indices();
  const int r = result.rank;
  const Eigen::MatrixXd R = qr.matrixR();
  for (int d = r; d < rows; ++d) {
    Eigen::VectorXd c = Eigen::VectorXd::Zero(rows);
    if (r > 0) {
      const Eigen::VectorXd x = R.topLeftCorner(r, r).triangularView<Eigen::Upper>().solve(R.block(0, d, r, 1)).col(0);
      for (int k = 0; k < r; ++k) c[order[k]] = -x[k];
    }
    c[order[d]] = 1.0;
    RankAnalysis::Set set;
    for (int i = 0; i < rows; ++i)
      if (std::abs(c[i]) > set_tolerance * c.cwiseAbs().maxCoeff()) {
        set.rows.push_back(i);
        set.coefficients.push_back(c[i] * s.row_scale[at(i)]);
      }
    result.dependent.push_back(std::move(set));
  }
  return result;
}

int row_rank(const System& system, const Terms& terms) { return analyse_rows(system, terms).rank; }

Eigen::MatrixXd free_motions(const System& system, const Terms& terms, double tolerance, int rows) {
  const int nv = system.layout().nv;
  DiagonalMass diagonal(system.mass_pattern());
  diagonal.set(terms.M);
  Eigen::MatrixXd Z = Eigen::MatrixXd::Identity(nv, nv);
  if (rows < 0) rows = system.layout().rows();
  if (rows > 0) {
    // the columns of Q beyond the rank are orthogonal to every row
    const RowQr qr(scaled_rows(system, terms).A.topRows(rows).transpose());
    Z = Eigen::MatrixXd(qr.householderQ() * Z).rightCols(nv - rank_of(qr, tolerance));
  }
  return diagonal.mass().cwiseSqrt().cwiseInverse().asDiagonal() * Z;
}

}  // namespace rheon
