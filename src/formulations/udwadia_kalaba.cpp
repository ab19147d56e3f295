// `udwadia-kalaba`: the explicit equation of motion by the generalised inverse. [Udwadia1992], [Kang2003]
//
//   a0 = M^-1 Q,   B = A L^-T  (M = L L^T),   v' = a0 + L^-T B^+ (g - A a0),   g = b - R w - S phi       [Kang2003] (19)
//   lambda = -(B^+)^T B^+ (g - A a0)                     from A^T lambda = Q - M v'
//
//   paper      code
//   M^-1/2     L^-T: any root of M^-1 gives the same v'
//   R, S       options alpha, beta: a number, one a row, or matrices that couple the rows
//   (18)       b with the sign that makes A v' = b; the printed one is reversed
//
// Constraints that do work (section `nonideal` of a model, C_j along coordinate j):
//   v' += L^-T (I - B^+ B) L^-1 C,   C may contain lambda of the ideal constraints, which is what is reported.
//
// Rows of any rank: the generalised inverse satisfies dependent rows together, and contradicting ones in the sense of
// least squares. Dense: for small systems.
#include <Eigen/Cholesky>
#include <cmath>

#include "formulations/dense_rows.hpp"
#include "formulations/kinds.hpp"
#include "formulations/rate_support.hpp"
#include "formulations/stabilisation.hpp"
#include "la/products.hpp"
#include "la/pseudo_inverse.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

constexpr OptionSpec options[] = {
    {.name = "alpha",
     .type = OptionType::gains,
     .fallback = "0",
     .unit = "1/s",
     .min = 0.0,
     .help = "gain on the velocity-level violation (R): a number, one a row, or a matrix that couples rows"},
    {.name = "beta",
     .type = OptionType::gains,
     .fallback = "0",
     .unit = "1/s^2",
     .min = 0.0,
     .help = "gain on the position-level violation (S): a number, one a row, or a matrix that couples rows"},
};

class UdwadiaKalaba final : public RateForm {
 public:
  UdwadiaKalaba(const System& system, const OptionValues& values)
      : system_(&system),
        terms_(system.make_terms()),
        gains_(system, values, "alpha", "beta"),
        rows_(system),
        inverse_(system.layout().rows(), system.layout().nv),
        cholesky_(system.layout().nv) {
    const Layout& n = system.layout();
    Bt_ = Eigen::MatrixXd::Zero(n.nv, n.rows());
    B_ = Eigen::MatrixXd::Zero(n.rows(), n.nv);
    g_ = y_ = held_ = Vec::Zero(n.rows());
    x_ = tied_ = Vec::Zero(n.nv);
  }

  Status rate(State& s, Rates& rates) override {
    if (auto ok = system_->evaluate(s, gains_.any() ? want_stabilised_rate : want_rate, terms_); !ok) return ok;
    g_ = terms_.b;
    gains_.subtract_from(g_, terms_);
    rows_.gather(terms_);
    cholesky_.compute(rows_.M);
    ++factorisations_;
    if (cholesky_.info() != Eigen::Success) return singular_mass();
    s.a = terms_.Q;  // a0
    cholesky_.matrixL().solveInPlace(s.a);
    cholesky_.matrixU().solveInPlace(s.a);
    s.lambda.setZero();
    if (g_.size() > 0) constrain(s);
    const bool works = !system_->model().nonideal.empty();
    if (works)
      if (auto ok = add_work_of_constraints(s); !ok) return ok;
    if (!s.a.allFinite()) return {Code::not_finite, -1, 0, s.a.sum(), "explicit equation of motion"};
    if (auto ok = complete_rates(*system_, terms_, s, rates); !ok) return ok;
    if (works) add_power_of_drives(s);
    return {};
  }

  Counters counters() const override { return {terms_.evaluations, factorisations_, 0}; }

 private:
  /// v' += L^-T (I - B^+ B) L^-1 C, with C for the multipliers of the ideal constraints.
  Status add_work_of_constraints(State& s) {
    if (auto ok = system_->evaluate(s, Want::nonideal, terms_); !ok) return ok;
    x_ = terms_.nonideal;
    cholesky_.matrixL().solveInPlace(x_);
    if (g_.size() > 0) {
      y_.noalias() = B_ * x_;
      inverse_.apply(y_, tied_);
      x_ -= tied_;
      inverse_.apply_transposed(tied_, y_);
      held_ = rows_.scale.cwiseProduct(y_);
    }
    cholesky_.matrixU().solveInPlace(x_);
    s.a += x_;
    return {};
  }

  /// Of C, the part A^T mu is held by the constraints themselves; if they move, it takes power from what drives them.
  void add_power_of_drives(State& s) {
    if (g_.size() == 0) return;
    y_.setZero();
    multiply_add(system_->jacobian_pattern(), terms_.A, s.v.data(), -1.0, y_.data());
    s.power_driving += held_.dot(y_);
  }

  void constrain(State& s) {
    Bt_ = rows_.A.transpose();
    cholesky_.matrixL().solveInPlace(Bt_);
    B_ = Bt_.transpose();
    inverse_.factor(B_, dense_rank_tolerance);
    multiply_add(system_->jacobian_pattern(), terms_.A, s.a.data(), -1.0, g_.data());
    y_ = rows_.scale.cwiseProduct(g_);
    inverse_.apply(y_, x_);
    inverse_.apply_transposed(x_, y_);
    s.lambda = -rows_.scale.cwiseProduct(y_);
    cholesky_.matrixU().solveInPlace(x_);
    s.a += x_;
  }

  Status singular_mass() const {
    int worst = 0;
    for (int j = 1; j < rows_.M.rows(); ++j)
      if (rows_.M(j, j) < rows_.M(worst, worst)) worst = j;
    return {Code::singular, worst, 0, rows_.M(worst, worst), "mass matrix"};
  }

  const System* system_;
  Terms terms_;
  Stabilisation gains_;
  DenseRows rows_;
  PseudoInverse inverse_;
  Eigen::LLT<Eigen::MatrixXd> cholesky_;
  Eigen::MatrixXd Bt_, B_;
  Vec g_, y_, x_, tied_, held_;
  long long factorisations_ = 0;
};

std::unique_ptr<RateForm> make(const System& system, const OptionValues& values) {
  return std::make_unique<UdwadiaKalaba>(system, values);
}

}  // namespace

FormulationKind udwadia_kalaba_kind() {
  return {.name = "udwadia-kalaba",
          .title = "explicit equation of motion by the generalised inverse, coupled gains",
          .reference = "Udwadia1992; Kang2003 (12)-(27)",
          .options = options,
          .claims = {.nonholonomic = true,
                     .nonlinear_nonholonomic = true,
                     .redundant = true,
                     .general_speeds = true,
                     .nonideal = true,
                     .massless = false},
          .default_integrator = "dopri5",
          .make_rate = &make};
}

}  // namespace rheon
