// Radau IIA with three stages, order 5, with the embedded estimate of RADAU5. [Hairer1996] table IV.5.6, (IV.8.19)
#include "integrators/kinds.hpp"

namespace rheon {

namespace radau5 {
constexpr double s6 = 2.449489742783178098;  // root of 6
// clang-format off
constexpr double a[] = {
    (88 - 7 * s6) / 360,      (296 - 169 * s6) / 1800, (-2 + 3 * s6) / 225,
    (296 + 169 * s6) / 1800,  (88 + 7 * s6) / 360,     (-2 - 3 * s6) / 225,
    (16 - s6) / 36,           (16 + s6) / 36,          1.0 / 9};
// clang-format on
constexpr double b[] = {(16 - s6) / 36, (16 + s6) / 36, 1.0 / 9};
constexpr double c[] = {(4 - s6) / 10, (4 + s6) / 10, 1.0};
// the real eigenvalue of a: 1 / (3 + 3^(2/3) - 3^(1/3))
constexpr double g = 1.0 / (3.0 + 2.080083823051904115 - 1.442249570307408382);
constexpr double error[] = {g / 3 * (-13 - 7 * s6), g / 3 * (-13 + 7 * s6), -g / 3};
const CollocationTableau tableau{
    .stages = 3, .a = a, .b = b, .c = c, .stiffly_accurate = true, .error_order = 3, .error = error, .error_start = g};
}  // namespace radau5

IntegratorKind radau5_kind() {
  return {.name = "radau5",
          .title = "Radau IIA, three stages, for stiff problems",
          .reference = "Hairer1996",
          .order = 5,
          .collocation = &radau5::tableau};
}

}  // namespace rheon
