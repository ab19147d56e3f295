// The classical Runge-Kutta method of order 4. [Hairer1993] table II.1.2
#include "integrators/kinds.hpp"

namespace rheon {

namespace rk4 {
constexpr double a[] = {0.5, 0.0, 0.5, 0.0, 0.0, 1.0};
constexpr double b[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
constexpr double c[] = {0.0, 0.5, 0.5, 1.0};
const Tableau tableau{.stages = 4, .a = a, .b = b, .c = c, .error = {}, .second_error = {}};
}  // namespace rk4

IntegratorKind rk4_kind() {
  return {
      .name = "rk4", .title = "classical Runge-Kutta", .reference = "Hairer1993", .order = 4, .tableau = &rk4::tableau};
}

}  // namespace rheon
