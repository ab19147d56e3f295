// The explicit midpoint rule, order 2. [Hairer1993] (II.1.2)
#include "integrators/kinds.hpp"

namespace rheon {

namespace explicit_midpoint {
constexpr double a[] = {0.5};
constexpr double b[] = {0.0, 1.0};
constexpr double c[] = {0.0, 0.5};
const Tableau tableau{.stages = 2, .a = a, .b = b, .c = c, .error = {}, .second_error = {}};
}  // namespace explicit_midpoint

IntegratorKind explicit_midpoint_kind() {
  return {.name = "explicit-midpoint",
          .title = "explicit midpoint rule",
          .reference = "Hairer1993",
          .order = 2,
          .tableau = &explicit_midpoint::tableau};
}

}  // namespace rheon
