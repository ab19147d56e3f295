// Energies of a motion, stated once; those that programs find, too, over an algebra (la/number_algebra.hpp).
//
//   mechanical energy   E = T + V
//   total energy        E + 1/2 phi^T alpha phi      where rows are springs: State::energy_constraint
//   unexplained         total energy, less that of the start and the works since
//
// Impulses sigma of rows change velocities by M dv + A^T sigma = 0 from v0 to v1. The kinetic energy changes by
// (v0 + v1)^T M dv / 2. Of that, drives do v1^T M dv = sigma^T phi_t, since A v1 + phi_t = 0.
#pragma once

#include "la/number_algebra.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

/// T + V
template <class Algebra, class Number>
Number mechanical_energy(Algebra& algebra, Number kinetic, Number potential) {
  return algebra.add(kinetic, potential);
}

/// Of terms with Want::energy.
inline double mechanical_energy(const Terms& terms) {
  NumberAlgebra numbers;
  return mechanical_energy(numbers, terms.kinetic, terms.potential);
}

/// The same of a state. `terms`: scratch numbers.
inline Status find_mechanical_energy(const System& system, const State& s, Terms& terms, double& energy) {
  if (auto ok = system.evaluate(s, Want::energy, terms); !ok) return ok;
  energy = mechanical_energy(terms);
  return {};
}

/// Of the terms at `s`.
inline double total_energy(const Terms& terms, const State& s) {
  return mechanical_energy(terms) + s.energy_constraint;
}

/// phi^T alpha phi / 2 of rows that are springs, with lambda = alpha phi.
inline double energy_of_springs(const Vec& phi, const Vec& lambda) { return 0.5 * lambda.dot(phi); }

inline double unexplained_energy(double total, double at_start, const Works& works) {
  return total - at_start - works.total();
}

/// (v0 + v1)^T M dv / 2, without cancellation between the two ends; `momentum`: M dv, `sum`: v0 + v1. Summed over the coordinates in
/// the order of `which`.
template <class Algebra, class Which, class Momentum, class Sum>
auto energy_of_change(Algebra& algebra, const Which& which, const Momentum& momentum, const Sum& sum) {
  return algebra.mul(algebra.constant(0.5), algebra.dot(which, momentum, sum));
}

/// Of all coordinates; `momentum` becomes M (v1 - v0).
inline double energy_of_change(const System& system, const Terms& terms, const Vec& v0, const Vec& v1, Vec& momentum) {
  NumberAlgebra numbers;
  momentum.setZero();
  numbers.multiply_add(system.mass_pattern(), terms.M, v1 - v0, momentum);
  return energy_of_change(numbers, AllEntries{system.layout().nv}, momentum, v0 + v1);
}

/// v1^T M dv: what drives do of the energy of that change. `momentum` becomes M v1.
inline double work_of_drives(const System& system, const Terms& terms, const Vec& v0, const Vec& v1, Vec& momentum) {
  momentum.setZero();
  NumberAlgebra numbers;
  numbers.multiply_add(system.mass_pattern(), terms.M, v1, momentum);
  return momentum.dot(v1) - momentum.dot(v0);
}

}  // namespace rheon
