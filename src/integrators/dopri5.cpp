// Dormand-Prince 5(4) with continuous extension of order 4. [Hairer1993] table II.5.2 and section II.6
#include "integrators/kinds.hpp"

namespace rheon {

namespace dopri5 {
// clang-format off
constexpr double a[] = {
    1.0 / 5,
    3.0 / 40, 9.0 / 40,
    44.0 / 45, -56.0 / 15, 32.0 / 9,
    19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729,
    9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656,
    35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84};
// clang-format on
constexpr double b[] = {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84, 0.0};
constexpr double c[] = {0.0, 0.2, 0.3, 0.8, 8.0 / 9, 1.0, 1.0};
constexpr double error[] = {71.0 / 57600, 0.0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
// the term theta^2 (1 - theta)^2
constexpr double terms[] = {-12715105075.0 / 11282082432.0,  0.0,
                            87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
                            701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
                            69997945.0 / 29380423.0};
const DenseOutput dense{.order = 4, .end = 6, .a = {}, .c = {}, .terms = terms};
const Tableau tableau{.stages = 7,
                      .a = a,
                      .b = b,
                      .c = c,
                      .error = error,
                      .second_error = {},
                      .error_order = 4,
                      .last_is_end = true,
                      .dense = &dense};
}  // namespace dopri5

IntegratorKind dopri5_kind() {
  return {.name = "dopri5",
          .title = "Dormand-Prince 5(4) with dense output",
          .reference = "Hairer1993",
          .order = 5,
          .tableau = &dopri5::tableau};
}

}  // namespace rheon
