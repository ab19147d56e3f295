// The implicit midpoint rule: for rate forms, and for step forms that have a midpoint rule of their own.
#include "integrators/kinds.hpp"

namespace rheon {

IntegratorKind implicit_midpoint_kind() {
  return {.name = "implicit-midpoint",
          .title = "implicit midpoint rule",
          .reference = "Hairer1993 (II.7.4); Hairer1996",
          .order = 2,
          .rule = RateRule::midpoint,
          .midpoint = true};
}

}  // namespace rheon
