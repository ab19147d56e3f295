// q, v, a at the end of a step as functions of the displacement dq: the Newmark family with generalised-alpha weights.
//
//   e_1 = (dq - h v) / (beta h^2) - (1/(2 beta) - 1) e,   v_1 = v + h ((1 - gamma) e + gamma e_1)        [Newmark1959]
//   (1 - alpha_m) e_1 + alpha_m e = (1 - alpha_f) a_1 + alpha_f a                                         [Arnold2007]
//
// a_1 fulfils the equations of motion at the end of the step itself, so multipliers are of second order as well; the
// auxiliary acceleration e travels in the memory of the State. For alpha_m = alpha_f = 0 it equals a.
#pragma once

#include "constraints/mass_metric.hpp"
#include "methods/newton_equations.hpp"
#include "rheon/methods/form.hpp"

namespace rheon {

class NewmarkStep {
 public:
  /// `e` is the auxiliary acceleration at the start; `from` and `e` must stay alive.
  void begin(const Scheme& scheme, const State& from, const double* e, double h) {
    from_ = &from;
    e_ = e;
    if (h == h_ && scheme == s_) return;
    s_ = scheme;
    h_ = h;
    find_coefficients();
  }
  /// Taylor prediction of dq.
  void predict(Vec& dq) const { dq = h_ * from_->v + (0.5 * h_ * h_) * from_->a; }
  /// q, v, a of `it` for a displacement dq. In one loop: small systems would spend more on beginning three.
  void follow(const Vec& dq, State& it) const {
    const double *d = dq.data(), *q = from_->q.data(), *v = from_->v.data(), *e0 = e_;
    double *q_end = it.q.data(), *v_end = it.v.data(), *a_end = it.a.data();
    const Coefficients c_v = v_, c_a = a_;
    for (Index k = 0; k < dq.size(); ++k) {
      q_end[k] = q[k] + d[k];
      v_end[k] = c_v.dq * d[k] - c_v.v * v[k] - c_v.e * e0[k];
      a_end[k] = c_a.dq * d[k] - c_a.v * v[k] - c_a.e * e0[k];
    }
    if (s_.alpha_m == 0.0 && s_.alpha_f == 0.0) return;
    const Eigen::Map<const Vec> e(e_, dq.size());
    it.a += (s_.alpha_m / (1.0 - s_.alpha_f)) * e - (s_.alpha_f / (1.0 - s_.alpha_f)) * from_->a;
  }
  /// A correction d of the displacement, and what q, v, a of `it` make of it.
  void correct(const Vec& d, Vec& dq, State& it) const {
    NumberAlgebra numbers;
    follow_correction(numbers, d, dq);
    follow_correction(numbers, d, it.q);
    follow_correction(numbers, d, velocity_scale_ / scale_, it.v);
    follow_correction(numbers, d, 1.0 / scale_, it.a);
  }
  /// The auxiliary acceleration at the end, for the final a there.
  template <class Out>
  void auxiliary(const Vec& a, Out&& e_end) const {
    if (s_.alpha_m == 0.0 && s_.alpha_f == 0.0) {
      e_end = a;
      return;
    }
    const Eigen::Map<const Vec> e(e_, a.size());
    e_end = ((1.0 - s_.alpha_f) * a + s_.alpha_f * from_->a - s_.alpha_m * e) / (1.0 - s_.alpha_m);
  }
  /// da/d(dq) = 1/scale: residuals of the equations of motion times this are displacements.
  double scale() const { return scale_; }
  /// dv/da.
  double velocity_scale() const { return velocity_scale_; }
  /// Size of the motion in this step, the measure of corrections.
  double motion(const MassMetric& metric, const Vec& dq, const State& it) const {
    NumberAlgebra numbers;
    return size_of_motion(numbers, metric.norm(dq), metric.norm(from_->v), metric.norm(it.a), metric.norm(from_->a),
                          h_);
  }
  double h() const { return h_; }
  const State& from() const { return *from_; }

 private:
  /// Of dq, of v and of e, the latter two taken away.
  struct Coefficients {
    double dq = 0.0, v = 0.0, e = 0.0;
  };

  /// Once for steps of the same length: divisions take longer than small systems have to be moved.
  void find_coefficients() {
    const double w = (1.0 - s_.alpha_m) / (1.0 - s_.alpha_f);
    v_ = {s_.gamma / (s_.beta * h_), s_.gamma / s_.beta - 1.0, (0.5 * s_.gamma / s_.beta - 1.0) * h_};
    a_ = {w / (s_.beta * h_ * h_), w / (s_.beta * h_), w * (0.5 / s_.beta - 1.0)};
    scale_ = s_.beta * h_ * h_ * (1.0 - s_.alpha_f) / (1.0 - s_.alpha_m);
    velocity_scale_ = scale_ * s_.gamma / (s_.beta * h_);
  }

  Scheme s_;
  const State* from_ = nullptr;
  const double* e_ = nullptr;
  double h_ = 0.0;
  Coefficients v_, a_;
  double scale_ = 0.0, velocity_scale_ = 0.0;
};

}  // namespace rheon
