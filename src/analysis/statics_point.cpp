#include "analysis/statics_point.hpp"

#include <cmath>

#include "analysis/classical_step.hpp"
#include "constraints/row_rank.hpp"
#include "core/index.hpp"
#include "la/products.hpp"
#include "model/system_inside.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// Generalised speeds: a finite movement follows q' = T(q) u in this many steps of rk4, so that what the kinematical equations
/// keep is kept: the length of a quaternion to 32 y^6/144, y = (pi/4)/32, which is 5e-11, in a quarter turn, and to round-off in
/// 20 degrees.
constexpr int movement_steps = 32;
/// Central differences: the cube root of the round-off, of coordinates of about size one (m, rad) ...
constexpr double difference = 6e-6;
/// ... and what is left of their digits, in stiffnesses and in the forces that are subtracted: with room, since both round-off over
/// the difference and its square are some 4e-11 of these.
constexpr double digits_of_slopes = 1e-6, forces_of_differences = 1e-9;
/// Stiffnesses below this part of the terms they consist of are zero: some thousand times their round-off.
constexpr double zero_stiffness = 1e-11;

void add_dense(const Pattern& p, const SparseValues& values, Eigen::MatrixXd& B) {
  for (int i = 0; i < p.rows; ++i)
    for (int k = p.start[at(i)]; k < p.start[at(i) + 1]; ++k) B(i, p.col[at(k)]) += values[at(k)];
}

}  // namespace

StaticsAt::StaticsAt(const System& system)
    : system_(&system), terms_(system.make_terms()), projector_(system), split_(system), probe_(system.make_state()) {}

Status StaticsAt::evaluate(StaticPoint& p) {
  p.s.v.setZero();
  p.s.a.setZero();
  if (auto ok = forces(p); !ok) return ok;
  if (auto ok = system_->model().general_speeds ? stiffness_by_differences(p) : stiffness(p); !ok) return ok;
  // cancellation inside the forces: what stiffness makes of the round-off of the coordinates
  p.force_size += p.J.norm() * p.size(p.s.q);
  if (!p.J.allFinite() || !std::isfinite(p.force_size)) return {Code::not_finite, -1, 0, p.force_size, "stiffness"};
  return {};
}

/// A^T lambda is the part of Q that the constraints can carry, lambda of least norm.
Status StaticsAt::forces(StaticPoint& p) {
  const Pattern& A = system_->jacobian_pattern();
  if (auto ok = system_->evaluate(p.s, want_stabilised_rate | Want::energy, terms_); !ok) return ok;
  SystemInside::remove_holding_force(*system_, terms_);
  p.potential = terms_.potential;
  if (auto ok = split_.find(terms_, terms_.Q, p.s.lambda); !ok) return ok;
  DiagonalMass metric(system_->mass_pattern());
  metric.set(terms_.M);
  p.mass = metric.mass();
  p.root_mass = system_->model().general_speeds ? Vec(Vec::Constant(p.s.q.size(), std::sqrt(p.mass.mean())))
                                                : Vec(p.mass.cwiseSqrt());
  p.Z = free_motions(*system_, terms_);
  p.residual = terms_.Q;
  multiply_transposed_add(A, terms_.A, p.s.lambda.data(), -1.0, p.residual.data());
  p.g = -p.Z.transpose() * terms_.Q;
  p.reactions = Eigen::MatrixXd::Zero(A.rows, A.cols);
  add_dense(A, terms_.A, p.reactions);
  p.reactions = (-p.s.lambda).asDiagonal() * p.reactions;
  const Vec size = terms_.Q.cwiseAbs() + p.reactions.cwiseAbs().colwise().sum().transpose();
  p.force_size = metric.force_norm(size.data());
  return {};
}

Status StaticsAt::stiffness(StaticPoint& p) {
  if (p.Z.cols() == 0) {
    p.J.resize(0, 0);
    return {};
  }
  probe_ = p.s;  // with the multipliers that balance Q with its holding forces, whose slopes are in K
  for (const auto& [row, inertia] : SystemInside::holding_rows(*system_)) probe_.lambda[row] += inertia * terms_.b[row];
  if (auto ok = system_->evaluate(probe_, want_full_newton, terms_); !ok) return ok;
  const int nv = system_->layout().nv;
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(nv, nv);
  add_dense(system_->stiffness_pattern(), terms_.K, K);
  Eigen::MatrixXd sizes = K.cwiseAbs();
  add_dense(system_->curvature_pattern(), terms_.H, K);
  p.J = p.Z.transpose() * K * p.Z;
  return measure_noise(sizes, p);
}

/// The terms of J: those of K (given by size), and the curvature that the rows would have with multipliers as large as the
/// forces allow, |lambda_i| + |F| / sqrt(mobility of row i). In a balanced mechanism all of them cancel.
Status StaticsAt::measure_noise(Eigen::MatrixXd& sizes, StaticPoint& p) {
  const Pattern& A = system_->jacobian_pattern();
  probe_ = p.s;
  for (int i = 0; i < A.rows; ++i) {
    const double mobility = row_mobility(A, i, terms_.A, p.mass);
    probe_.lambda[i] = std::abs(p.s.lambda[i]) + (mobility > 0.0 ? p.force_size / std::sqrt(mobility) : 0.0);
  }
  if (auto ok = system_->evaluate(probe_, Want::curvature, terms_); !ok) return ok;
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(sizes.rows(), sizes.cols());
  add_dense(system_->curvature_pattern(), terms_.H, H);
  sizes += H.cwiseAbs();
  const Eigen::MatrixXd motions = p.Z.cwiseAbs();
  const double largest = (sizes * motions).cwiseProduct(motions).colwise().sum().maxCoeff();
  p.stiffness_noise = zero_stiffness * std::max(largest, p.J.norm());
  return {};
}

/// A^T lambda - Q with the multipliers as they are.
Status StaticsAt::unbalanced(const State& s, Vec& force) {
  if (auto ok = system_->evaluate(s, Want::jacobian | Want::force | Want::bias, terms_); !ok) return ok;
  SystemInside::remove_holding_force(*system_, terms_);
  force = -terms_.Q;
  multiply_transposed_add(system_->jacobian_pattern(), terms_.A, s.lambda.data(), 1.0, force.data());
  return {};
}

/// With generalised speeds the system has no K and H.
Status StaticsAt::stiffness_by_differences(StaticPoint& p) {
  p.J.resize(p.Z.cols(), p.Z.cols());
  Vec ahead, behind;
  for (Eigen::Index k = 0; k < p.Z.cols(); ++k) {
    const double h = difference / p.Z.col(k).cwiseAbs().maxCoeff();
    for (const double step : {h, -h}) {
      probe_ = p.s;
      if (auto ok = displace(p.s, step * p.Z.col(k), probe_); !ok) return ok;
      if (auto ok = unbalanced(probe_, step > 0.0 ? ahead : behind); !ok) return ok;
    }
    p.J.col(k) = p.Z.transpose() * (ahead - behind) / (2.0 * h);
  }
  if (p.Z.cols() > 0)
    p.stiffness_noise =
        digits_of_slopes * p.J.norm() + forces_of_differences * p.force_size * p.Z.cwiseAbs().maxCoeff();
  return {};
}

/// T(q) u: what the speeds make of the coordinates, without what time does.
Status StaticsAt::rate(State& s, const Vec& u, Vec& q_dot) {
  s.v = u;
  if (auto ok = system_->evaluate(s, Want::rates, terms_); !ok) return ok;
  q_dot = terms_.q_dot;
  s.v.setZero();
  if (auto ok = system_->evaluate(s, Want::rates, terms_); !ok) return ok;
  q_dot -= terms_.q_dot;
  return {};
}

Status StaticsAt::displace(const State& from, const Vec& u, State& to) {
  to = from;
  if (!system_->model().general_speeds) {
    to.q += u;
    return {};
  }
  constexpr double h = 1.0 / movement_steps;  // of a movement of length 1
  Vec k;
  State inside = from;
  const auto slope = [&](const Vec& q, Vec& q_dot) {
    inside.q = q;
    return rate(inside, u, q_dot);
  };
  for (int step = 0; step < movement_steps; ++step) {
    if (auto ok = slope(to.q, k); !ok) return ok;
    if (auto ok = classical_step(to.q, k, h, slope); !ok) return ok;
  }
  return {};
}

Status StaticsAt::move(const StaticPoint& from, const Vec& y, State& to) {
  if (auto ok = displace(from.s, from.Z * y, to); !ok) return ok;
  return projector_.position(to);
}

}  // namespace rheon
