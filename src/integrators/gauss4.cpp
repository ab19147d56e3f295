// Gauss collocation with two stages, order 4. [Hairer1993] table II.7.3
#include "integrators/kinds.hpp"

namespace rheon {

namespace gauss4 {
constexpr double s3 = 1.732050807568877294;  // root of 3
constexpr double a[] = {0.25, 0.25 - s3 / 6, 0.25 + s3 / 6, 0.25};
constexpr double b[] = {0.5, 0.5};
constexpr double c[] = {0.5 - s3 / 6, 0.5 + s3 / 6};
const CollocationTableau tableau{.stages = 2, .a = a, .b = b, .c = c, .error = {}, .quadrature_order = 4};
}  // namespace gauss4

IntegratorKind gauss4_kind() {
  return {.name = "gauss4",
          .title = "Gauss collocation, two stages, with projection",
          .reference = "Hairer1993; Ascher1991",
          .order = 4,
          .collocation = &gauss4::tableau};
}

}  // namespace rheon
