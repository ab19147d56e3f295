// Constraint rows linear in the rates as forms G(x) dx = 0 in the space of x = (q, t), with exact derivatives:
//
//     G = [phi_q  phi_t;  psi_v  psi(v = 0)]
//
// Coordinates are scaled, x = x0 + S y: by the roots of the masses, and time such that what it drives moves as fast as
// what is chosen freely.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "rheon/model/system.hpp"

namespace rheon {

class ConstraintForms {
 public:
  /// Without speeds of the model's own: v = q'. The origin of y is the state.
  ConstraintForms(const System& system, const State& state);
  int size() const { return system_.layout().nq + 1; }
  bool with_time() const { return with_time_; }  ///< some row contains time or does not vanish at rest
  /// G at y, in the metric of y. False: it has no value there.
  bool values(const Vec& y, const std::vector<int>& rows, Eigen::MatrixXd& G);
  /// W_i = d(G V)/dy_i with the direction V held.
  bool slopes(const Vec& y, const Vec& direction, const std::vector<int>& rows, Eigen::MatrixXd& W);

 private:
  bool evaluate(const Vec& y, const Vec& v, Want want);
  void choose_scales();

  const System& system_;
  Terms terms_;
  const State origin_;
  State state_;
  Vec scale_;
  bool with_time_ = true;
};

/// Of the rows of G those that do not follow from the ones before, by number.
std::vector<int> independent_forms(const Eigen::MatrixXd& G);

/// An orthonormal basis of the rows of G, which are independent: its columns.
Eigen::MatrixXd row_basis(const Eigen::MatrixXd& G);

}  // namespace rheon
