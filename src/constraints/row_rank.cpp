#include "constraints/row_rank.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/index.hpp"
#include "la/decompositions.hpp"
#include "la/diagonal_mass.hpp"
#include "la/eigenvalues.hpp"

namespace rheon {

namespace {

/// Coefficients below this part of the largest do not belong to a dependent set. Rows count as dependent to 1e-9 (rank_tolerance),
/// and coefficients are known to that, times the condition of the rows that are kept; those of sets that are meant are about one
/// (half and twice as much pass the tests).
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
    // over its largest entry first: no square of a number that a double can hold overflows or vanishes
    double largest = 0.0;
    for (int k = p.start[at(i)]; k < p.start[at(i) + 1]; ++k) largest = std::max(largest, std::abs(terms.A[at(k)]));
    if (!(largest > 0.0)) continue;
    for (int k = p.start[at(i)]; k < p.start[at(i) + 1]; ++k) {
      const int j = p.col[at(k)];
      s.A(i, j) = terms.A[at(k)] / largest / std::sqrt(diagonal.mass()[j]);
    }
    const double norm = s.A.row(i).stableNorm();
    s.A.row(i) /= norm;
    s.row_scale[at(i)] = 1.0 / norm / largest;
  }
  return s;
}

/// (D A)^T Pi = Q [R1 R2; 0 0], as far as it is needed.
struct Factors {
  int rank = 0;
  std::vector<int> order;            ///< Pi: the first `rank` rows are independent
  Eigen::MatrixXd X;                 ///< R1^-1 R2: the others as combinations of these
  double kept = 0.0, dropped = 0.0;  ///< smallest pivot kept, largest dropped
  double first = 1.0;                ///< largest pivot
};

Factors factor(const Eigen::MatrixXd& A, double tolerance) {
  Factors f;
  const PivotedQr<double> qr = pivoted_qr(Eigen::MatrixXd(A.transpose()));
  f.rank = qr.rank(tolerance);
  f.order = qr.order;
  if (qr.pivots.size() > 0) f.first = qr.pivots[0];  // without coordinates there is none
  if (f.rank > 0) f.kept = qr.pivots[f.rank - 1];
  if (f.rank < qr.pivots.size()) f.dropped = qr.pivots[f.rank];
  const Eigen::Index r = f.rank, rows = A.rows();
  f.X = qr.R.topRightCorner(r, rows - r);
  if (r > 0 && r < rows) solve_upper(qr.R.topLeftCorner(r, r), f.X);
  return f;
}

/// `which` names the rows of s.A.
RankAnalysis analyse(const Scaled& s, const std::vector<int>& which, double tolerance) {
  RankAnalysis result;
  const int rows = static_cast<int>(which.size());
  if (rows == 0) return result;
  const Factors f = factor(s.A, tolerance);
  const int r = result.rank = f.rank;
  for (int k = 0; k < r; ++k) result.independent.push_back(which[at(f.order[at(k)])]);
  std::sort(result.independent.begin(), result.independent.end());
  if (r < rows && r < s.A.cols() && r > 0)
    result.gap = f.kept / std::max(f.dropped, std::numeric_limits<double>::epsilon() * f.first);
  for (int d = r; d < rows; ++d) {
    Eigen::VectorXd c = Eigen::VectorXd::Zero(rows);
    for (int k = 0; k < r; ++k) c[f.order[at(k)]] = -f.X(k, d - r);
    c[f.order[at(d)]] = 1.0;
    RankAnalysis::Set set;
    for (int i = 0; i < rows; ++i)
      if (std::abs(c[i]) > set_tolerance * c.cwiseAbs().maxCoeff()) {
        set.rows.push_back(which[at(i)]);
        set.coefficients.push_back(c[i] * s.row_scale[at(i)]);
      }
    result.dependent.push_back(std::move(set));
  }
  return result;
}

}  // namespace

RankAnalysis analyse_rows(const System& system, const Terms& terms, double tolerance) {
  if (system.layout().rows() == 0) return {};
  std::vector<int> all(at(system.layout().rows()));
  std::iota(all.begin(), all.end(), 0);
  return analyse(scaled_rows(system, terms), all, tolerance);
}

RankAnalysis analyse_rows(const System& system, const Terms& terms, const std::vector<int>& rows) {
  if (rows.empty()) return {};
  const Scaled all = scaled_rows(system, terms);
  Scaled some{Eigen::MatrixXd(static_cast<Eigen::Index>(rows.size()), all.A.cols()), {}};
  for (std::size_t k = 0; k < rows.size(); ++k) {
    some.A.row(static_cast<Eigen::Index>(k)) = all.A.row(rows[k]);
    some.row_scale.push_back(all.row_scale[at(rows[k])]);
  }
  return analyse(some, rows, rank_tolerance);
}

namespace {

/// `rank(decomposition, first row)` of the position-level rows, then of what they leave of those at velocity level.
template <class Rank>
std::vector<int> rows_beyond(const System& system, const Terms& terms, Rank&& rank) {
  const Layout& n = system.layout();
  std::vector<int> beyond;
  if (n.rows() == 0 || n.nv == 0) return beyond;
  const Eigen::MatrixXd At = scaled_rows(system, terms).A.transpose();
  const auto add = [&](const PivotedQr<double>& qr, int kept, int first) {
    for (std::size_t k = at(kept); k < qr.order.size(); ++k) beyond.push_back(first + qr.order[k]);
  };
  Eigen::MatrixXd rest = At.rightCols(n.npsi);
  if (n.nphi > 0) {
    const PivotedQr<double> qr = pivoted_qr(Eigen::MatrixXd(At.leftCols(n.nphi)), Basis::whole);
    const int kept = rank(qr, 0);
    add(qr, kept, 0);
    for (int twice = 0; twice < 2; ++twice) rest -= qr.Q.leftCols(kept) * (qr.Q.leftCols(kept).transpose() * rest);
  }
  if (n.npsi > 0) {
    const PivotedQr<double> qr = pivoted_qr(rest);
    add(qr, rank(qr, n.nphi), n.nphi);
  }
  std::sort(beyond.begin(), beyond.end());
  return beyond;
}

}  // namespace

std::vector<int> rows_that_follow(const System& system, const Terms& terms, double tolerance) {
  // rows have unit length
  return rows_beyond(system, terms, [&](const PivotedQr<double>& qr, int) { return qr.rank_above(tolerance); });
}

std::vector<int> rows_least_needed(const System& system, const Terms& terms, const std::vector<int>& as_many_as) {
  const Layout& n = system.layout();
  const auto positions =
      static_cast<int>(std::count_if(as_many_as.begin(), as_many_as.end(), [&](int row) { return row < n.nphi; }));
  const int velocities = static_cast<int>(as_many_as.size()) - positions;
  return rows_beyond(system, terms, [&](const PivotedQr<double>&, int first) {
    return first == 0 && n.nphi > 0 ? n.nphi - positions : n.npsi - velocities;
  });
}

WeakRows weak_rows(const System& system, const Terms& terms) {
  if (system.layout().rows() == 0 || system.layout().nv == 0) return {};
  LeftSingular svd = left_singular(scaled_rows(system, terms).A);
  return {std::move(svd.values), std::move(svd.U)};
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
    const Eigen::MatrixXd At = scaled_rows(system, terms).A.topRows(rows).transpose();
    const PivotedQr<double> qr = pivoted_qr(At, Basis::whole);
    Z = qr.Q.rightCols(nv - qr.rank(tolerance));
  }
  return diagonal.mass().cwiseSqrt().cwiseInverse().asDiagonal() * Z;
}

}  // namespace rheon
