// What is measured of runs: errors against reference solutions, observed orders, energies, violations.
#pragma once

#include <string>
#include <vector>

#include "reproduction/lab.hpp"

namespace rheon::reproduction {

using Numbers = std::vector<double>;

/// A channel of the results and the column of the reference solution it is compared with.
struct Pair {
  std::string channel, column;
};
using Pairs = std::vector<Pair>;
/// Channels and columns of the same names.
Pairs same(std::initializer_list<const char*> names);
Pairs operator+(Pairs a, const Pairs& b);

double largest(const Numbers& x);  ///< of the absolute values; inf if one is not finite
Numbers minus(const Numbers& a, const Numbers& b);
Numbers plus(const Numbers& a, const Numbers& b);
Numbers times(double factor, Numbers x);

/// Largest difference of all pairs; inf if the run did not come to its end.
double error_against(Lab& lab, const std::string& reference, const RunSpec& spec, const Pairs& pairs);
/// log2 of the errors at h and h/2; nan if the smaller one is below `floor`, where round-off begins.
double observed_order(Lab& lab, const std::string& reference, const RunSpec& spec, const Pairs& pairs, double h,
                      double floor = 0.0);
/// Largest difference of a channel between two runs of equal sampling; inf if one did not come to its end.
double difference(Lab& lab, const RunSpec& a, const RunSpec& b, const std::string& channel);

/// Kinetic and potential energy minus its initial value.
Numbers energy_change(const Results& results);
/// (1/T) sqrt(integral of x^2 dt), trapezoidal rule: [Kang2003] (20)
double violation_integral(const Numbers& t, const Numbers& x);

/// A run from a state that violates its constraints: positions and velocities of the consistent start are shifted, then
/// accelerations and multipliers found anew; fixed steps.
struct PerturbedRun {
  Numbers t;
  std::vector<Numbers> phi, phi_dot, psi;  ///< a list for each row
  std::string failure;                     ///< "" if it came to its end
};
struct Shift {
  std::string velocity;  ///< name of the velocity coordinate, `x'`; its coordinate has the same place
  double position = 0.0, rate = 0.0;
};
PerturbedRun run_perturbed(Lab& lab, const RunSpec& spec, const std::vector<Shift>& shifts);

/// Bajodah's particle on the parabola, closed form: t = sqrt(5/(2g)) E(psi | 4/5), x = cos psi, y = sin^2 psi.
struct ParabolaPoint {
  double x, y;
};
ParabolaPoint parabola_at(double t, double g = 9.81);

}  // namespace rheon::reproduction
