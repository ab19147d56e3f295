#include "analysis/constraint_forms.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "constraints/row_rank.hpp"
#include "core/index.hpp"
#include "la/decompositions.hpp"
#include "la/diagonal_mass.hpp"

namespace rheon {

using Matrix = Eigen::MatrixXd;

namespace {

double largest_entry(const Matrix& G) { return G.size() > 0 ? G.cwiseAbs().maxCoeff() : 0.0; }

}  // namespace

ConstraintForms::ConstraintForms(const System& system, const State& state)
    : system_(system), terms_(system.make_terms()), origin_(state), state_(state), scale_(Vec::Ones(size())) {
  state_.lambda = Vec::Zero(system.layout().rows());
  choose_scales();
}

bool ConstraintForms::evaluate(const Vec& y, const Vec& v, Want want) {
  const Eigen::Index n = size() - 1;
  state_.q = origin_.q + scale_.head(n).cwiseProduct(y.head(n));
  state_.t = origin_.t + scale_[n] * y[n];
  state_.v = v;
  return static_cast<bool>(system_.evaluate(state_, want, terms_));
}

void ConstraintForms::choose_scales() {
  const int n = size() - 1;
  const Vec start = Vec::Zero(size());
  if (evaluate(start, Vec::Zero(n), Want::mass)) {
    DiagonalMass diagonal(system_.mass_pattern());
    diagonal.set(terms_.M);
    scale_.head(n) = diagonal.mass().cwiseSqrt().cwiseInverse();
  }
  const Model& m = system_.model();
  std::vector<int> all(at(system_.layout().rows()));
  std::iota(all.begin(), all.end(), 0);
  Matrix G;
  const bool driven = values(start, all, G) && largest_entry(G.rightCols(1)) > 0.0;
  with_time_ = driven || std::any_of(m.constraints.begin(), m.constraints.end(), [&](const ConstraintRow& c) {
                 return m.graph.depends_on(c.residual, m.inputs.t());
               });
  if (!driven) return;
  const Vec rate = least_squares(G.leftCols(n), -G.col(n)).x;
  if (const double speed = rate.stableNorm(); speed > 0.0 && std::isfinite(speed)) scale_[n] = 1.0 / speed;
}

bool ConstraintForms::values(const Vec& y, const std::vector<int>& rows, Matrix& G) {
  const Layout& n = system_.layout();
  if (!evaluate(y, Vec::Zero(n.nv), Want::jacobian)) return false;
  const Pattern& A = system_.jacobian_pattern();
  G = Matrix::Zero(static_cast<Eigen::Index>(rows.size()), size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const int row = rows[k];
    const auto i = static_cast<Eigen::Index>(k);
    for (int e = A.start[at(row)]; e < A.start[at(row) + 1]; ++e)
      G(i, A.col[at(e)]) = terms_.A[at(e)] * scale_[A.col[at(e)]];
    if (with_time_) G(i, n.nq) = (row < n.nphi ? terms_.phi_t[row] : terms_.psi[row - n.nphi]) * scale_[n.nq];
  }
  return G.allFinite();
}

/// G V = w(v) - (1 - tau) w(0) for V = (v, tau), since the rates w of the rows are affine in v. Slopes of w in q are
/// w_q; those in time follow from b = -(w_q v + w_t).
bool ConstraintForms::slopes(const Vec& y, const Vec& direction, const std::vector<int>& rows, Matrix& W) {
  const int n = size() - 1;
  const Pattern& p = system_.row_slope_pattern();
  W = Matrix::Zero(static_cast<Eigen::Index>(rows.size()), size());
  const auto add = [&](const Vec& v, double factor) {
    if (!evaluate(y, v, Want::jacobian | Want::bias | Want::slopes)) return false;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const int row = rows[k];
      const auto i = static_cast<Eigen::Index>(k);
      double along = 0.0;
      for (int e = p.start[at(row)]; e < p.start[at(row) + 1]; ++e) {
        const int j = p.col[at(e)];
        W(i, j) += factor * terms_.w_q[at(e)] * scale_[j];
        along += terms_.w_q[at(e)] * v[j];
      }
      if (with_time_) W(i, n) += factor * (-terms_.b[row] - along) * scale_[n];
    }
    return true;
  };
  const Vec v = scale_.head(n).cwiseProduct(direction.head(n));
  return add(v, 1.0) && add(Vec::Zero(n), scale_[n] * direction[n] - 1.0) && W.allFinite();
}

std::vector<int> independent_forms(const Matrix& G) {
  std::vector<int> chosen;
  Matrix Q(G.cols(), 0);
  for (int k = 0; k < G.rows(); ++k) {
    Vec g = G.row(k).transpose();
    const double size = g.stableNorm();
    for (int pass = 0; pass < 2; ++pass) g -= Q * (Q.transpose() * g);  // twice: orthogonal to round-off
    if (!(g.stableNorm() > rank_tolerance * size)) continue;
    Q.conservativeResize(Eigen::NoChange, Q.cols() + 1);
    Q.rightCols(1) = g.stableNormalized();
    chosen.push_back(k);
  }
  return chosen;
}

Matrix row_basis(const Matrix& G) { return thin_qr(G.transpose()).Q; }

}  // namespace rheon
