// Options that every Newton iteration on a step has.
#pragma once

#include "rheon/core/options.hpp"

namespace rheon {

constexpr OptionSpec newton_tolerance_option(
    std::string_view fallback = "1e-10",
    std::string_view help = "stop when the correction falls below this part of the step's displacement",
    double min = 1e-14) {
  return {.name = "newton-tolerance",
          .type = OptionType::number,
          .fallback = fallback,
          .min = min,
          .max = 1e-3,
          .help = help};
}

constexpr OptionSpec max_iterations_option(
    std::string_view fallback = "25", std::string_view help = "Newton iterations after which a step counts as failed",
    double min = 1) {
  return {.name = "max-iterations",
          .type = OptionType::integer,
          .fallback = fallback,
          .min = min,
          .max = 1000,
          .help = help};
}

}  // namespace rheon
