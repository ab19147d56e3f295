// Forces F(t, q, v, lambda) that depend on the multipliers which they change themselves, such as friction by a normal force
// (section `nonideal` of a model):
//
//     [ M  A^T ] [ a      ]   [ Q + F(lambda) ]
//     [ A   0  ] [ lambda ] = [ g             ]
//
// The solution for F = 0 and the answers Y, Z of (a, lambda) to unit forces along the velocities on which such forces act
// leave a small system for the multipliers that F contains, by Newton's method with N = dF/dlambda from the expressions:
//
//     lambda = lambda_0 + Z F(lambda),      (1 - Z N) dlambda = lambda_0 + Z F - lambda
//
// One iteration if F is linear in lambda. Up to the factor det(A M^-1 A^T), det(1 - Z N) is the determinant of the Schur
// complement A M^-1 (A^T - N) of the unsymmetric matrix with N in it. Where it is no longer positive, F feeds back on the
// multipliers more than the masses resist: there are no or several solutions [Painleve1895], and `feedback_lost` says so.
// With laws that are not linear, such as abs(lambda), this is also looked at with the signs of the multipliers changed, one by
// one and all.
#pragma once

#include <vector>

#include "rheon/model/system.hpp"

namespace rheon {

class MultiplierForces {
 public:
  explicit MultiplierForces(const System& system);
  /// Has the model such a section?
  bool any() const { return any_; }
  /// F and N at a state and its multipliers; nothing to do without such a section. A slope that is not finite, as that of a
  /// norm at zero, counts as none. `not_finite`: row is a velocity.
  Status evaluate(const State& s);
  const Vec& force() const { return force_; }                ///< as evaluated last
  const SparseValues& slopes() const { return slopes_; }     ///< N, the same
  const Pattern& slope_pattern() const { return pattern_; }  ///< velocities x rows
  bool depend_on_multipliers() const { return !rows_.empty(); }

  /// On entry, lambda of `s` is that for F = 0; on return the true one, and `force()` fits it; a is not touched.
  /// `respond(force, a, lambda)` gives the answer to a force with g = 0.
  template <class Respond>
  Status find(State& s, Respond&& respond) {
    if (auto ok = gather(respond); !ok) return ok;
    return iterate(s);
  }

  /// On entry a and lambda of `s` are those for F = 0; on return those with F: the answer to F is added to them. `respond`
  /// as above.
  template <class Respond>
  Status add(State& s, Respond&& respond) {
    without_ = s.lambda;
    if (auto ok = find(s, respond); !ok) return ok;
    if (auto ok = respond(force_, answer_a_, answer_lambda_); !ok) return ok;
    s.a += answer_a_;
    s.lambda = without_ + answer_lambda_;
    return {};
  }

  /// Newton's correction of a step: P d + (A^T - N) mu = f, A d = g, with the solution for N = 0 in d and mu on entry, N as
  /// evaluated last, and the answers of P to forces by `respond`.
  template <class Respond>
  Status correct(Vec& d, Vec& mu, Respond&& respond) {
    if (auto ok = gather(respond); !ok) return ok;
    return correct(d, mu);
  }

 private:
  template <class Respond>
  Status gather(Respond&& respond) {
    for (Index k = 0; k < static_cast<Index>(along_.size()); ++k) {
      unit_.setZero();
      unit_[along_[static_cast<std::size_t>(k)]] = 1.0;
      answer_a_.setZero();
      answer_lambda_.setZero();
      if (auto ok = respond(unit_, answer_a_, answer_lambda_); !ok) return ok;
      Y_.col(k) = answer_a_;
      Z_.col(k) = answer_lambda_;
    }
    return {};
  }
  Status iterate(State& s);
  Status correct(Vec& d, Vec& mu);
  Status evaluate_defect(State& s);
  void find_matrix();
  bool eliminate();
  void substitute();
  double judge() const;
  Status check_sign();
  Status check_other_signs(State& s);

  bool any_, linear_ = true;  ///< N does not depend on multipliers
  InputMap map_;
  expr::Tape tape_;  ///< F, then N
  Pattern pattern_;
  SparseValues slopes_;
  std::vector<double> inputs_, outputs_, work_;
  std::vector<int> along_;  ///< velocities along which a force depends on multipliers
  std::vector<int> rows_;   ///< multipliers that forces depend on
  Eigen::MatrixXd Y_, Z_;   ///< answers of accelerations and multipliers to unit forces along these
  Eigen::MatrixXd J_;       ///< 1 - Z N for these multipliers, then its factors
  std::vector<Index> pivot_;
  double determinant_ = 1.0;
  Vec unit_, answer_a_, answer_lambda_, without_, force_, ideal_, x_, change_, defect_, size_, most_;
};

}  // namespace rheon
