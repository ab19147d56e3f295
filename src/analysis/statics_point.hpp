// Forces and stiffness of the free motions at one configuration at rest.
//
//   Z: basis of A dq = 0, orthonormal in the metric D = diag(M);   g = -Z^T Q;   J = Z^T (K + H) Z
#pragma once

#include <Eigen/Core>

#include "constraints/projector.hpp"
#include "constraints/reaction_split.hpp"

namespace rheon {

struct StaticPoint {
  State s;                     ///< t, side, q, lambda; v = a = 0
  Eigen::MatrixXd Z;           ///< free motions
  Vec mass;                    ///< D
  Vec root_mass;               ///< roots of D for the coordinates; the mean of them for all if speeds are generalised
  Vec residual;                ///< Q - A^T lambda
  Eigen::MatrixXd reactions;   ///< -A_ij lambda_i
  Vec g;                       ///< minus the force on the free motions
  Eigen::MatrixXd J;           ///< their stiffness
  double force_size = 0;       ///< of the terms whose sum the residual is, in the metric of g
  double stiffness_noise = 0;  ///< what may be left of terms that cancel: eigenvalues of J below it are zero
  double potential = 0;
  double norm() const { return g.stableNorm(); }  // no underflow
  double size(const Vec& dq) const { return dq.cwiseProduct(root_mass).norm(); }
};

class StaticsAt {
 public:
  explicit StaticsAt(const System& system);
  /// Everything from s.t, s.side and s.q, which satisfies the constraints.
  Status evaluate(StaticPoint& p);
  /// Coordinates after the free motion y, back on the constraints.
  Status move(const StaticPoint& from, const Vec& y, State& to);
  long long evaluations() const { return terms_.evaluations; }

 private:
  Status forces(StaticPoint& p);
  Status stiffness(StaticPoint& p);
  Status stiffness_by_differences(StaticPoint& p);
  Status measure_noise(Eigen::MatrixXd& sizes, StaticPoint& p);
  Status unbalanced(const State& s, Vec& force);
  Status displace(const State& from, const Vec& u, State& to);
  Status rate(State& s, const Vec& u, Vec& q_dot);

  const System* system_;
  Terms terms_;
  Projector projector_;
  ReactionSplit split_;
  State probe_;
};

}  // namespace rheon
