// Units of measurement: texts such as `kg*m^2/s`, `mm`, `rad/s` become a factor to SI and a dimension. Plain values; any thread.
// Nothing throws but bad_alloc.
//
//   if (const auto unit = parse_unit("mm/s")) {                     // factor 0.001, dimension m/s
//     const double v = 250.0 * unit->factor;                        // 0.25 m/s
//     std::puts(to_text(unit->dimension).c_str());                  // m/s
//   }
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "rheon/core/api.hpp"

namespace rheon {

/// Exponents of kg, m, s, A, K, mol, cd. Angles are dimensionless (rad = 1).
struct Dimension {
  std::array<double, 7> exponent{};
  bool operator==(const Dimension&) const = default;
  bool dimensionless() const { return *this == Dimension{}; }
};

RHEON_API Dimension operator*(const Dimension& a, const Dimension& b);
RHEON_API Dimension operator/(const Dimension& a, const Dimension& b);
RHEON_API Dimension power(const Dimension& a, double exponent);
RHEON_API std::string to_text(const Dimension& dimension);  ///< canonical: `N`, `N*m`, `kg*m^2`, `1`

/// A unit as a multiple of that of SI; units with an offset, such as degrees Celsius, are none.
struct Unit {
  double factor = 1.0;  ///< value in SI = factor * value in this unit
  Dimension dimension;
};

/// Reads a unit expression: names with SI prefixes, `*`, `/`, `^`, blanks as products. Nothing if it is not a unit.
RHEON_API std::optional<Unit> parse_unit(std::string_view text);

}  // namespace rheon
