// Kutta-Merson, five stages, order 4, as used by [Bajodah2004]. [Merson1957]
// The estimate compares with the solution of order 3; it is of order 5 for linear problems only.
#include "integrators/kinds.hpp"

namespace rheon {

namespace kutta_merson {
constexpr double a[] = {1.0 / 3, 1.0 / 6, 1.0 / 6, 1.0 / 8, 0.0, 3.0 / 8, 0.5, 0.0, -1.5, 2.0};
constexpr double b[] = {1.0 / 6, 0.0, 0.0, 2.0 / 3, 1.0 / 6};
constexpr double c[] = {0.0, 1.0 / 3, 1.0 / 3, 0.5, 1.0};
// b minus the weights (1/2, 0, -3/2, 2, 0) of the fifth stage's argument, which is itself a solution of order 3
constexpr double error[] = {1.0 / 6 - 0.5, 0.0, 1.5, 2.0 / 3 - 2.0, 1.0 / 6};
const Tableau tableau{.stages = 5, .a = a, .b = b, .c = c, .error = error, .second_error = {}, .error_order = 3};
}  // namespace kutta_merson

IntegratorKind kutta_merson_kind() {
  return {.name = "kutta-merson",
          .title = "Kutta-Merson with its error estimate",
          .reference = "Merson1957; Bajodah2004",
          .order = 4,
          .tableau = &kutta_merson::tableau};
}

}  // namespace rheon
