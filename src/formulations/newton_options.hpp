// Options that every Newton iteration on a step has.
#pragma once

#include "rheon/core/options.hpp"

namespace rheon {

inline constexpr OptionSpec newton_tolerance_option{
    .name = "newton-tolerance",
    .type = OptionType::number,
    .fallback = "1e-10",
    .min = 1e-14,
    .max = 1e-3,
    .help = "stop when the correction falls below this part of the step's displacement"};

inline constexpr OptionSpec max_iterations_option{.name = "max-iterations",
                                                  .type = OptionType::integer,
                                                  .fallback = "25",
                                                  .min = 1,
                                                  .max = 1000,
                                                  .help = "Newton iterations after which a step counts as failed"};

}  // namespace rheon
