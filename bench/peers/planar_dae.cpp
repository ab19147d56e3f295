// Natural coordinates in the plane: every row is a constant distance. The stiffness of springs is left out of the Jacobian.
#include <Eigen/Sparse>
#include <Eigen/SparseLU>

#include "peers/dae.hpp"
#include "peers/natural.hpp"

namespace peers {

namespace {

using Triplet = Eigen::Triplet<double>;

class PlanarDae final : public Dae {
 public:
  explicit PlanarDae(const Mechanism& m)
      : model_(m), nq_(model_.coordinates()), nc_(model_.constraints()), force_(static_cast<std::size_t>(nq_)) {
    differential = 2 * nq_;
    find_start();
  }
  void residual(const double* y, const double* yp, double* r) override;
  void jacobian(double cj, const double* y, const double* yp, FixedPattern& put) override;
  void state(const double* y, State& s) const override { model_.state(y, y + nq_, s); }

 private:
  void find_start();

  NaturalModel model_;
  int nq_, nc_;
  std::vector<double> force_;
};

/// Consistent v' and lambda from the index-1 equations.
void PlanarDae::find_start() {
  const double *q = model_.q0.data(), *v = model_.v0.data();
  std::vector<Triplet> entries;
  Eigen::VectorXd right = Eigen::VectorXd::Zero(nq_ + nc_);
  for (const auto& e : model_.mass) entries.emplace_back(e.row, e.column, e.value);
  model_.force(q, right.data());
  for (int k = 0; k < nc_; ++k) {
    const auto& link = model_.links[static_cast<std::size_t>(k)];
    const Vec2 d = model_.position(link.j, q) - model_.position(link.i, q);
    for (const auto& [p, sign] : {std::pair{link.j, 1.0}, std::pair{link.i, -1.0}})
      for (int x = 0; x < 2 && model_.point(p).q >= 0; ++x) {
        entries.emplace_back(nq_ + k, model_.point(p).q + x, sign * d[x]);
        entries.emplace_back(model_.point(p).q + x, nq_ + k, sign * d[x]);
      }
    right[nq_ + k] = -(model_.velocity(link.j, v) - model_.velocity(link.i, v)).squaredNorm();
  }
  Eigen::SparseMatrix<double> matrix(nq_ + nc_, nq_ + nc_);
  matrix.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SparseLU<Eigen::SparseMatrix<double>> lu(matrix);
  const Eigen::VectorXd solution = lu.solve(right);
  y0.assign(static_cast<std::size_t>(2 * nq_ + 2 * nc_), 0.0);
  yp0 = y0;
  std::copy_n(q, nq_, y0.begin());
  std::copy_n(v, nq_, y0.begin() + nq_);
  std::copy_n(v, nq_, yp0.begin());
  std::copy_n(solution.data(), nq_, yp0.begin() + nq_);
  std::copy_n(solution.data() + nq_, nc_, y0.begin() + 2 * nq_ + nc_);
}

void PlanarDae::residual(const double* y, const double* yp, double* r) {
  const double *q = y, *v = q + nq_, *mu = v + nq_, *lambda = mu + nc_, *vp = yp + nq_;
  model_.force(q, force_.data());
  for (int i = 0; i < nq_; ++i) {
    r[i] = yp[i] - v[i];
    r[nq_ + i] = -force_[static_cast<std::size_t>(i)];
  }
  for (const auto& e : model_.mass) r[nq_ + e.row] += e.value * vp[e.column];
  for (int k = 0; k < nc_; ++k) {
    const auto& link = model_.links[static_cast<std::size_t>(k)];
    const Vec2 d = model_.position(link.j, q) - model_.position(link.i, q);
    const Vec2 dv = model_.velocity(link.j, v) - model_.velocity(link.i, v);
    for (const auto& [p, sign] : {std::pair{link.j, 1.0}, std::pair{link.i, -1.0}})
      for (int x = 0, c = model_.point(p).q; x < 2 && c >= 0; ++x) {
        r[c + x] += sign * d[x] * mu[k];
        r[nq_ + c + x] += sign * d[x] * lambda[k];
      }
    r[2 * nq_ + k] = 0.5 * (d.squaredNorm() - link.length * link.length);
    r[2 * nq_ + nc_ + k] = d.dot(dv);
  }
}

/// Loads that depend on positions are left out, as a Newton matrix may.
void PlanarDae::jacobian(double cj, const double* y, const double*, FixedPattern& put) {
  const double *q = y, *v = q + nq_, *mu = v + nq_, *lambda = mu + nc_;
  for (int i = 0; i < nq_; ++i) {
    put(i, i, cj);
    put(i, nq_ + i, -1.0);
  }
  for (const auto& e : model_.mass) put(nq_ + e.row, nq_ + e.column, cj * e.value);
  for (int k = 0; k < nc_; ++k) {
    const auto& link = model_.links[static_cast<std::size_t>(k)];
    const Vec2 d = model_.position(link.j, q) - model_.position(link.i, q);
    const Vec2 dv = model_.velocity(link.j, v) - model_.velocity(link.i, v);
    const int ends[] = {model_.point(link.i).q, model_.point(link.j).q};
    const double signs[] = {-1.0, 1.0};
    const int mu_k = 2 * nq_ + k, lambda_k = mu_k + nc_;
    for (int a = 0; a < 2; ++a)
      for (int x = 0; x < 2 && ends[a] >= 0; ++x) {
        const int c = ends[a] + x;
        const double value = signs[a] * d[x];
        put(c, mu_k, value);
        put(nq_ + c, lambda_k, value);
        put(mu_k, c, value);
        put(lambda_k, nq_ + c, value);
        put(lambda_k, c, signs[a] * dv[x]);
        for (int b = 0; b < 2; ++b)
          if (ends[b] >= 0) {
            put(c, ends[b] + x, signs[a] * signs[b] * mu[k]);
            put(nq_ + c, ends[b] + x, signs[a] * signs[b] * lambda[k]);
          }
      }
  }
}

}  // namespace

std::unique_ptr<Dae> planar_dae(const Mechanism& m) { return std::make_unique<PlanarDae>(m); }

}  // namespace peers
