// Newmark's family for step forms; the trapezoidal rule is beta = 1/4, gamma = 1/2, and a rule for rate forms too.
// [Newmark1959]
#include "integrators/kinds.hpp"

namespace rheon {

namespace {
constexpr OptionSpec newmark_options[] = {
    {.name = "newmark-beta",
     .type = OptionType::number,
     .fallback = "0.25",
     .min = 1e-3,
     .max = 1.0,
     .help = "Newmark's beta"},
    {.name = "newmark-gamma",
     .type = OptionType::number,
     .fallback = "0.5",
     .min = 0.5,
     .max = 1.0,
     .help = "Newmark's gamma; above 1/2 the method damps and is of first order"},
};

Scheme trapezoidal(const OptionValues&) { return {.beta = 0.25, .gamma = 0.5}; }
Scheme newmark(const OptionValues& values) {
  return {.beta = values.number("newmark-beta"), .gamma = values.number("newmark-gamma")};
}
}  // namespace

IntegratorKind trapezoidal_kind() {
  return {.name = "trapezoidal",
          .title = "trapezoidal rule",
          .reference = "Gonzalez2015 (10)-(14); Hairer1996",
          .order = 2,
          .rule = RateRule::trapezoidal,
          .newmark = &trapezoidal,
          .varies = true};
}

IntegratorKind newmark_kind() {
  return {.name = "newmark",
          .title = "Newmark with free beta and gamma",
          .reference = "Newmark1959",
          .options = newmark_options,
          .order = 2,
          .newmark = &newmark};
}

}  // namespace rheon
