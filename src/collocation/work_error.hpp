// Error control of the works: integrals of powers along the motion, which need steps as short as the powers ask for, whatever
// the motion allows.
#pragma once

#include <algorithm>
#include <cmath>

#include "methods/allowed_error.hpp"
#include "rheon/model/state.hpp"

namespace rheon {

/// Largest error in parts of absolute + relative W, with W the largest of all works: what is small against others need not be
/// known to as many digits. Not a number if one of the errors is not.
inline double work_error(const Works& error, const Works& before, const Works& after, double relative,
                         double absolute) {
  double size = 0.0, worst = 0.0;
  for (double Works::*part : {&Works::applied, &Works::friction, &Works::driving}) {
    size = std::max({size, std::abs(before.*part), std::abs(after.*part)});
    if (!(std::abs(error.*part) <= worst)) worst = std::abs(error.*part);
  }
  return worst == 0.0 ? 0.0 : worst / allowed_error(size, size, relative, absolute);
}

}  // namespace rheon
