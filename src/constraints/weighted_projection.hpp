// A few steps towards the constraints with the least movement in a given metric P, for states that are close to them:
//
//     P dq + phi_q^T mu = 0,  phi + phi_q dq = 0         P dv + A^T sigma = 0,  w + A dv = 0
//
// With P = M + c C + k K, coordinates that stiff springs or dampers tie to the constrained ones come along. The Projector
// finishes the work, to round-off.
#pragma once

#include "constraints/multiplier_forces.hpp"
#include "la/saddle_solver.hpp"
#include "rheon/methods/form.hpp"

namespace rheon {

class WeightedProjection {
 public:
  /// `P` must outlive the object.
  WeightedProjection(const System& system, const Pattern& P);
  /// What rows cannot be met is left to the Projector; only what is not finite is a failure.
  Status position(const SparseValues& P, State& s);
  /// `forces`: impulses of the reactions bring those of forces that depend on them, A^T - N in the place of A^T, with N as
  /// they have evaluated it last; null: none.
  Status velocity(const SparseValues& P, State& s, MultiplierForces* forces = nullptr);
  Counters counters() const { return {terms_.evaluations, phi_solver_.factorisations + solver_.factorisations, 0, 0}; }

 private:
  Status correct(SaddleSolver& solver, const SparseValues& P, Vec& x, MultiplierForces* forces = nullptr);

  const System* system_;
  Terms terms_;
  Pattern phi_pattern_;
  SaddleSolver phi_solver_, solver_;
  Vec zero_, step_, g_, mu_;
};

}  // namespace rheon
