// q, v, a at the end of a step as functions of the displacement dq: the Newmark family with generalised-alpha weights.
//
//   e_1 = (dq - h v) / (beta h^2) - (1/(2 beta) - 1) e,   v_1 = v + h ((1 - gamma) e + gamma e_1)        [Newmark1959]
//   (1 - alpha_m) e_1 + alpha_m e = (1 - alpha_f) a_1 + alpha_f a                                         [Arnold2007]
//
// a_1 fulfils the equations of motion at the end of the step itself, so multipliers are of second order as well; the
// auxiliary acceleration e travels in State::z. For alpha_m = alpha_f = 0 it equals a.
#pragma once

#include "formulations/mass_metric.hpp"
#include "rheon/formulations/form.hpp"

namespace rheon {

class NewmarkStep {
 public:
  /// `e` is the auxiliary acceleration at the start; `from` and `e` must stay alive.
  void begin(const Scheme& scheme, const State& from, const double* e, double h) {
    s_ = scheme;
    from_ = &from;
    e_ = e;
    h_ = h;
  }
  /// Taylor prediction of dq.
  void predict(Vec& dq) const { dq = h_ * from_->v + (0.5 * h_ * h_) * from_->a; }
  /// q, v, a of `it` for a displacement dq.
  void follow(const Vec& dq, State& it) const {
    const Eigen::Map<const Vec> e(e_, dq.size());
    it.q = from_->q + dq;
    it.v = (s_.gamma / (s_.beta * h_)) * dq - (s_.gamma / s_.beta - 1.0) * from_->v -
           ((0.5 * s_.gamma / s_.beta - 1.0) * h_) * e;
    const double w = (1.0 - s_.alpha_m) / (1.0 - s_.alpha_f);
    it.a = (w / (s_.beta * h_ * h_)) * dq - (w / (s_.beta * h_)) * from_->v - (w * (0.5 / s_.beta - 1.0)) * e;
    if (s_.alpha_m != 0.0 || s_.alpha_f != 0.0)
      it.a += (s_.alpha_m / (1.0 - s_.alpha_f)) * e - (s_.alpha_f / (1.0 - s_.alpha_f)) * from_->a;
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
  double scale() const { return s_.beta * h_ * h_ * (1.0 - s_.alpha_f) / (1.0 - s_.alpha_m); }
  /// dv/da.
  double velocity_scale() const { return scale() * s_.gamma / (s_.beta * h_); }
  /// Size of the motion in this step, the measure of corrections.
  double motion(const MassMetric& metric, const Vec& dq, const State& it) const {
    return metric.norm(dq) + h_ * metric.norm(from_->v) + h_ * h_ * (metric.norm(it.a) + metric.norm(from_->a));
  }
  double h() const { return h_; }
  const State& from() const { return *from_; }

 private:
  Scheme s_;
  const State* from_ = nullptr;
  const double* e_ = nullptr;
  double h_ = 0.0;
};

}  // namespace rheon
