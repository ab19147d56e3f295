// Gains that draw violated constraints back to zero, for every rate form:
//
//     A v' = b - R w - S phi,   w = (phi', psi)         error equations  phi'' + R phi' + S phi = 0,  psi' + R psi = 0
//
// R and S may be one number, one number a row, or full matrices that couple the rows ([Kang2003] (16), [Baumgarte1972]).
#pragma once

#include <Eigen/Core>
#include <string_view>

#include "rheon/core/options.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

inline constexpr OptionSpec rate_gain_option{
    .name = "alpha",
    .type = OptionType::gains,
    .fallback = "0",
    .unit = "1/s",
    .min = 0.0,
    .help = "gain on the velocity-level violation (R): a number, one a row, or a matrix that couples rows"};
inline constexpr OptionSpec position_gain_option{
    .name = "beta",
    .type = OptionType::gains,
    .fallback = "0",
    .unit = "1/s^2",
    .min = 0.0,
    .help = "gain on the position-level violation (S): a number, one a row, or a matrix that couples rows"};

class Stabilisation {
 public:
  Stabilisation() = default;
  /// R from one option (all rows), S from another (position-level rows). Throws OptionError naming the rows if the
  /// sizes do not fit.
  Stabilisation(const System& system, const OptionValues& values, std::string_view R, std::string_view S);
  /// R and S from options whose numbers are negative for damping: -R on position-level rows, -R on velocity-level rows,
  /// -S ([Bajodah2004] Gamma1, Gamma, Gamma2).
  static Stabilisation damped(const System& system, const OptionValues& values, std::string_view position_rate,
                              std::string_view velocity, std::string_view position);
  bool any() const { return any_; }
  /// g -= R w + S phi
  void subtract_from(Vec& g, const Terms& terms) const;

 private:
  struct Gain {
    Vec diagonal;
    Eigen::MatrixXd full;  ///< empty unless given as a matrix
  };
  static Gain read(const System& system, const OptionValues& values, std::string_view name, int first, int rows);
  void look();  ///< is anything other than zero?
  Gain R_, S_;
  bool any_ = false;
};

}  // namespace rheon
