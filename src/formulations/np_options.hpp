// Options of the two methods in which multipliers have inertia, damping and stiffness of their own.
#pragma once

#include "rheon/core/options.hpp"

namespace rheon {

constexpr OptionSpec np_damping_option(std::string_view fallback) {
  return {
      .name = "damping",
      .type = OptionType::number,
      .fallback = fallback,
      .unit = "1/s",
      .min = 0.0,
      .help = "damping of each constraint per unit of its mass, besides what the model gives: violations fall with it"};
}

constexpr OptionSpec np_stiffness_option(std::string_view fallback) {
  return {.name = "stiffness",
          .type = OptionType::number,
          .fallback = fallback,
          .unit = "1/s^2",
          .min = 0.0,
          .help = "stiffness of each position-level constraint per unit of its mass, besides what the model gives"};
}

inline constexpr OptionSpec np_coefficients_option{
    .name = "coefficients",
    .type = OptionType::choice,
    .fallback = "model",
    .choices = "model|rates",
    .help =
        "damping and stiffness of a constraint: those of the model along its direction plus the two options, or the "
        "two options alone, as always with generalised speeds (a spring that pushes away from a constraint makes the "
        "former unstable)"};

}  // namespace rheon
