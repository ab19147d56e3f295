// The midpoint rule of step forms that have one of their own.
#include "integrators/kinds.hpp"

namespace rheon {

IntegratorKind implicit_midpoint_kind() {
  return {.name = "implicit-midpoint",
          .title = "implicit midpoint rule",
          .reference = "Hairer1996",
          .order = 2,
          .midpoint = true};
}

}  // namespace rheon
