// How units are written: one spelling for each, in channels, files, reports and messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rheon/core/units.hpp"

namespace rheon {

/// One name in a unit: `mm` to the power -2.
struct UnitFactor {
  std::string name;
  double power = 1.0;
};
/// The names of a unit as written, parentheses multiplied out; none if it is no unit.
std::vector<UnitFactor> unit_factors(std::string_view text);

/// The canonical spelling of a unit: `N m`, `Nm` and `kg m^2/s^2` become `N*m`, `kg*mm/s^2` stays in the units that it
/// names, a single word (`J`, `kN`, `deg`) and units with an angle keep their names. What is no unit stays as it is.
std::string canonical_unit(std::string_view written);

/// The SI unit of a value that was written in this unit: `km/h` becomes `m/s`, `rpm` and `deg/s` become `rad/s`.
std::string si_unit(std::string_view written);

/// The unit of the rate, or with `times` = 2 of the acceleration, of what is in `unit`; "" if that is unknown.
std::string rate_unit(std::string_view unit, int times = 1);

}  // namespace rheon
