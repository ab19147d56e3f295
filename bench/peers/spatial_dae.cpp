// Natural coordinates in space: the centre r and three unit vectors e1, e2, e3 of each body. The mass matrix is constant,
// and every row is a quadratic form phi = q^T H q / 2 + g^T q + c.
#include <Eigen/Sparse>
#include <Eigen/SparseLU>
#include <map>
#include <stdexcept>

#include "peers/dae.hpp"

namespace peers {

namespace {

constexpr int per_body = 12;
constexpr double round_off = 1e-13;

struct Entry {
  int row, column;
  double value;
};

/// A place or a direction, linear in the coordinates: component k is fixed[k] + sum of weight * q[first + k].
struct Linear {
  std::vector<std::pair<int, double>> parts;
  Vec3 fixed = Vec3::Zero();

  Vec3 at(const double* q, bool rate = false) const {
    Vec3 sum = rate ? Vec3(Vec3::Zero()) : fixed;
    for (const auto& [first, weight] : parts) sum += weight * Eigen::Map<const Vec3>(q + first);
    return sum;
  }
};

Linear direction(int body, const Vec3& d) {
  if (body == ground) return {{}, d};
  Linear result;
  for (int k = 0; k < 3; ++k)
    if (d[k] != 0.0) result.parts.emplace_back(per_body * body + 3 + 3 * k, d[k]);
  return result;
}

Linear place(const Mechanism& m, int body, const Vec3& at) {
  Linear result = direction(body, m.local(body, at));
  if (body != ground) result.parts.emplace_back(per_body * body, 1.0);
  return result;
}

Linear difference(Linear a, const Linear& b) {
  for (const auto& [first, weight] : b.parts) a.parts.emplace_back(first, -weight);
  a.fixed -= b.fixed;
  return a;
}

struct QuadraticRow {
  std::vector<Entry> H;  // both halves
  std::vector<std::pair<int, double>> g;
  double c = 0.0;
  std::vector<int> columns;  // of the gradient

  double value(const double* q) const {
    double sum = c;
    for (const Entry& e : H) sum += 0.5 * e.value * q[e.row] * q[e.column];
    for (const auto& [k, weight] : g) sum += weight * q[k];
    return sum;
  }
};

/// a . b + constant = 0
QuadraticRow product(const Linear& a, const Linear& b, double constant) {
  std::map<std::pair<int, int>, double> H;
  std::map<int, double> g;
  for (int k = 0; k < 3; ++k) {
    for (const auto& [i, weight_i] : a.parts) {
      g[i + k] += weight_i * b.fixed[k];
      for (const auto& [j, weight_j] : b.parts) {
        H[{i + k, j + k}] += weight_i * weight_j;
        H[{j + k, i + k}] += weight_i * weight_j;
      }
    }
    for (const auto& [j, weight_j] : b.parts) g[j + k] += weight_j * a.fixed[k];
  }
  QuadraticRow row;
  row.c = constant + a.fixed.dot(b.fixed);
  std::map<int, bool> used;
  for (const auto& [at, value] : H)
    if (std::abs(value) > round_off) {
      row.H.push_back({at.first, at.second, value});
      used[at.first] = true;
    }
  for (const auto& [k, value] : g)
    if (std::abs(value) > round_off) {
      row.g.emplace_back(k, value);
      used[k] = true;
    }
  for (const auto& [k, yes] : used) row.columns.push_back(k);
  return row;
}

struct SpringLine {
  Linear d;  // from a to b
  double stiffness, damping, length;
};

class SpatialDae final : public Dae {
 public:
  explicit SpatialDae(const Mechanism& m);
  void residual(const double* y, const double* yp, double* r) override;
  void jacobian(double cj, const double* y, const double* yp, FixedPattern& put) override;
  void state(const double* y, State& s) const override;

 private:
  void add_body(int i);
  void add_joint(const Joint& j);
  void add_product(const Linear& a, const Linear& b, double constant = 0.0) {
    rows_.push_back(product(a, b, constant));
  }
  void add_force(const double* q, const double* v, double* Q) const;
  void find_start();
  /// H q + g into gradient_, at the columns of the row
  void gradient(const QuadraticRow& row, const double* q);

  const Mechanism& m_;
  int nq_, nc_ = 0;
  std::vector<Entry> mass_;
  std::vector<double> weight_;  // constant loads
  std::vector<QuadraticRow> rows_;
  std::vector<SpringLine> springs_;
  std::vector<double> gradient_, rate_;
};

SpatialDae::SpatialDae(const Mechanism& m) : m_(m), nq_(per_body * static_cast<int>(m.bodies.size())) {
  weight_.assign(static_cast<std::size_t>(nq_), 0.0);
  gradient_ = rate_ = weight_;
  for (int i = 0; i < static_cast<int>(m.bodies.size()); ++i) add_body(i);
  for (const Joint& j : m.joints) add_joint(j);
  for (const Spring& s : m.springs)
    springs_.push_back({difference(place(m, s.b, s.at_b), place(m, s.a, s.at_a)), s.stiffness, s.damping, s.length});
  nc_ = static_cast<int>(rows_.size());
  differential = 2 * nq_;
  find_start();
}

/// M of the unit vectors is the integral of x x^T dm = tr(I) / 2 - I; six rows keep them orthonormal.
void SpatialDae::add_body(int i) {
  const Body& b = m_.bodies[static_cast<std::size_t>(i)];
  const Mat3 spread = 0.5 * b.inertia.trace() * Mat3::Identity() - b.inertia;
  const int at = per_body * i;
  for (int k = 0; k < 3; ++k) {
    mass_.push_back({at + k, at + k, b.mass});
    weight_[static_cast<std::size_t>(at + k)] = b.mass * m_.gravity[k];
    for (int a = 0; a < 3; ++a)
      for (int c = 0; c < 3; ++c)
        if (std::abs(spread(a, c)) > round_off * spread.norm())
          mass_.push_back({at + 3 + 3 * a + k, at + 3 + 3 * c + k, spread(a, c)});
  }
  for (int a = 0; a < 3; ++a)
    for (int c = a; c < 3; ++c)
      add_product(direction(i, Vec3::Unit(a)), direction(i, Vec3::Unit(c)), a == c ? -1.0 : 0.0);
}

void SpatialDae::add_joint(const Joint& j) {
  const Vec3 side = j.axis.unitOrthogonal(), other = j.axis.cross(side);
  const Linear gap = difference(place(m_, j.b, j.at), place(m_, j.a, j.at));
  if (j.kind == JointKind::prismatic) {
    add_product(direction(j.a, side), gap);
    add_product(direction(j.a, other), gap);
    add_product(direction(j.a, side), direction(j.b, other));
  } else {
    for (int k = 0; k < 3; ++k) add_product(direction(ground, Vec3::Unit(k)), gap);
  }
  if (j.kind == JointKind::universal) add_product(direction(j.a, j.axis), direction(j.b, j.second_axis));
  if (j.kind != JointKind::prismatic && j.kind != JointKind::revolute) return;
  add_product(direction(j.a, j.axis), direction(j.b, side));
  add_product(direction(j.a, j.axis), direction(j.b, other));
}

void SpatialDae::gradient(const QuadraticRow& row, const double* q) {
  for (const int k : row.columns) gradient_[static_cast<std::size_t>(k)] = 0.0;
  for (const auto& [k, value] : row.g) gradient_[static_cast<std::size_t>(k)] = value;
  for (const Entry& e : row.H) gradient_[static_cast<std::size_t>(e.row)] += e.value * q[e.column];
}

void SpatialDae::add_force(const double* q, const double* v, double* Q) const {
  for (const SpringLine& s : springs_) {
    const Vec3 d = s.d.at(q), n = d.normalized();
    const Vec3 pull = (s.stiffness * (d.norm() - s.length) + s.damping * n.dot(s.d.at(v, true))) * n;
    for (const auto& [first, weight] : s.d.parts) Eigen::Map<Vec3>(Q + first) -= weight * pull;
  }
}

void SpatialDae::residual(const double* y, const double* yp, double* r) {
  const double *q = y, *v = q + nq_, *mu = v + nq_, *lambda = mu + nc_, *vp = yp + nq_;
  double *of_q = r, *of_v = r + nq_, *phi = of_v + nq_, *phi_dot = phi + nc_;
  std::copy(weight_.begin(), weight_.end(), of_v);
  add_force(q, v, of_v);
  for (int i = 0; i < nq_; ++i) {
    of_q[i] = yp[i] - v[i];
    of_v[i] = -of_v[i];
  }
  for (const Entry& e : mass_) of_v[e.row] += e.value * vp[e.column];
  for (int k = 0; k < nc_; ++k) {
    const QuadraticRow& row = rows_[static_cast<std::size_t>(k)];
    gradient(row, q);
    phi[k] = row.value(q);
    phi_dot[k] = 0.0;
    for (const int i : row.columns) {
      const double value = gradient_[static_cast<std::size_t>(i)];
      of_q[i] += value * mu[k];
      of_v[i] += value * lambda[k];
      phi_dot[k] += value * v[i];
    }
  }
}

void SpatialDae::jacobian(double cj, const double* y, const double*, FixedPattern& put) {
  const double *q = y, *v = q + nq_, *mu = v + nq_, *lambda = mu + nc_;
  for (int i = 0; i < nq_; ++i) {
    put(i, i, cj);
    put(i, nq_ + i, -1.0);
  }
  for (const Entry& e : mass_) put(nq_ + e.row, nq_ + e.column, cj * e.value);
  for (int k = 0; k < nc_; ++k) {
    const QuadraticRow& row = rows_[static_cast<std::size_t>(k)];
    const int mu_k = 2 * nq_ + k, lambda_k = mu_k + nc_;
    gradient(row, q);
    for (const int i : row.columns) {
      const double value = gradient_[static_cast<std::size_t>(i)];
      put(i, mu_k, value);
      put(nq_ + i, lambda_k, value);
      put(mu_k, i, value);
      put(lambda_k, nq_ + i, value);
    }
    for (const Entry& e : row.H) {
      put(e.row, e.column, e.value * mu[k]);
      put(nq_ + e.row, e.column, e.value * lambda[k]);
      put(lambda_k, e.column, e.value * v[e.row]);
    }
  }
  for (const SpringLine& s : springs_) {
    const Vec3 d = s.d.at(q), speed = s.d.at(v, true);
    const double length = d.norm();
    const Vec3 n = d / length, turning = (speed - n.dot(speed) * n) / length;
    const double pull = s.stiffness * (length - s.length) + s.damping * n.dot(speed);
    const Mat3 by_place = n * (s.stiffness * n + s.damping * turning).transpose() +
                          pull / length * (Mat3::Identity() - n * n.transpose());
    const Mat3 by_speed = s.damping * n * n.transpose();
    for (const auto& [i, weight_i] : s.d.parts)
      for (const auto& [j, weight_j] : s.d.parts)
        for (int k = 0; k < 3; ++k)
          for (int l = 0; l < 3; ++l) {
            put(nq_ + i + k, j + l, weight_i * weight_j * by_place(k, l));
            if (s.damping != 0.0) put(nq_ + i + k, nq_ + j + l, weight_i * weight_j * by_speed(k, l));
          }
  }
}

/// Consistent v' and lambda from the index-1 equations: phi'' = grad . v' + v^T H v.
void SpatialDae::find_start() {
  constexpr int most_checked = 200;  // rows of which the rank is found
  y0.assign(static_cast<std::size_t>(2 * nq_ + 2 * nc_), 0.0);
  yp0 = y0;
  for (std::size_t i = 0; i < m_.bodies.size(); ++i) {
    const Body& b = m_.bodies[i];
    double *q = y0.data() + per_body * i, *v = q + nq_;
    std::copy(b.centre.begin(), b.centre.end(), q);
    std::copy(b.velocity.begin(), b.velocity.end(), v);
    for (int k = 0; k < 3; ++k) {
      Eigen::Map<Vec3>(q + 3 + 3 * k) = Vec3::Unit(k);
      Eigen::Map<Vec3>(v + 3 + 3 * k) = b.spin.cross(Vec3(Vec3::Unit(k)));
    }
  }
  const double *q = y0.data(), *v = q + nq_;
  Eigen::VectorXd right = Eigen::VectorXd::Zero(nq_ + nc_);
  std::copy(weight_.begin(), weight_.end(), right.data());
  add_force(q, v, right.data());
  std::vector<Eigen::Triplet<double>> entries;
  for (const Entry& e : mass_) entries.emplace_back(e.row, e.column, e.value);
  Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(nc_ <= most_checked ? nc_ : 0, nq_);
  for (int k = 0; k < nc_; ++k) {
    const QuadraticRow& row = rows_[static_cast<std::size_t>(k)];
    gradient(row, q);
    for (const int i : row.columns) {
      const double value = gradient_[static_cast<std::size_t>(i)];
      entries.emplace_back(nq_ + k, i, value);
      entries.emplace_back(i, nq_ + k, value);
      if (rows.rows() > 0) rows(k, i) = value;
    }
    for (const Entry& e : row.H) right[nq_ + k] -= e.value * v[e.row] * v[e.column];
  }
  if (rows.rows() > 0 && Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(rows.transpose()).rank() < nc_)
    throw std::runtime_error("written for constraints that are independent");
  Eigen::SparseMatrix<double> matrix(nq_ + nc_, nq_ + nc_);
  matrix.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SparseLU<Eigen::SparseMatrix<double>> lu(matrix);
  const Eigen::VectorXd solution = lu.solve(right);
  std::copy_n(v, nq_, yp0.begin());
  std::copy_n(solution.data(), nq_, yp0.begin() + nq_);
  std::copy_n(solution.data() + nq_, nc_, y0.begin() + 2 * nq_ + nc_);
}

void SpatialDae::state(const double* y, State& s) const {
  for (std::size_t i = 0; i < s.size(); ++i) {
    const double *q = y + per_body * i, *v = q + nq_;
    const Eigen::Map<const Mat3> R(q + 3), R_dot(v + 3);
    const Mat3 W = R_dot * R.transpose();
    s[i].x = Eigen::Map<const Vec3>(q);
    s[i].v = Eigen::Map<const Vec3>(v);
    s[i].R = R;
    s[i].w = 0.5 * Vec3(W(2, 1) - W(1, 2), W(0, 2) - W(2, 0), W(1, 0) - W(0, 1));
  }
}

}  // namespace

std::unique_ptr<Dae> spatial_dae(const Mechanism& m) { return std::make_unique<SpatialDae>(m); }

}  // namespace peers
