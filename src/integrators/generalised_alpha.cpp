// HHT and generalised-alpha for step forms: second order with damping of what the step cannot resolve.
//   [Hilber1977]: alpha in [-1/3, 0], alpha_f = -alpha, alpha_m = 0
//   [Chung1993]:  alpha_m = (2 r - 1)/(r + 1), alpha_f = r/(r + 1), r the spectral radius at infinite frequency
//   both: gamma = 1/2 + alpha_f - alpha_m, beta = (1/2 + gamma)^2 / 4
// used in the form of [Arnold2007], in which the equations hold at the end of the step.
#include "integrators/kinds.hpp"

namespace rheon {

namespace {

Scheme optimal(double alpha_m, double alpha_f) {
  const double gamma = 0.5 + alpha_f - alpha_m;
  return {.beta = 0.25 * (0.5 + gamma) * (0.5 + gamma), .gamma = gamma, .alpha_m = alpha_m, .alpha_f = alpha_f};
}

constexpr OptionSpec hht_options[] = {
    {.name = "hht-alpha",
     .type = OptionType::number,
     .fallback = "-0.1",
     .min = -1.0 / 3,
     .max = 0.0,
     .help = "damping: 0 is the trapezoidal rule, -1/3 damps most"},
};

constexpr OptionSpec alpha_options[] = {
    {.name = "spectral-radius",
     .type = OptionType::number,
     .fallback = "0.8",
     .min = 0.0,
     .max = 1.0,
     .help =
         "what is left of an oscillation of infinite frequency after one step: 1 damps nothing, 0 removes it at once"},
};

Scheme hht(const OptionValues& values) { return optimal(0.0, -values.number("hht-alpha")); }

Scheme generalised_alpha(const OptionValues& values) {
  const double r = values.number("spectral-radius");
  return optimal((2 * r - 1) / (r + 1), r / (r + 1));
}

}  // namespace

IntegratorKind hht_kind() {
  return {.name = "hht",
          .title = "Hilber-Hughes-Taylor",
          .reference = "Hilber1977; Arnold2007",
          .options = hht_options,
          .order = 2,
          .newmark = &hht,
          .damps = true};
}

IntegratorKind generalised_alpha_kind() {
  return {.name = "generalised-alpha",
          .title = "generalised-alpha with chosen spectral radius",
          .reference = "Chung1993; Arnold2007",
          .options = alpha_options,
          .order = 2,
          .newmark = &generalised_alpha,
          .damps = true};
}

}  // namespace rheon
