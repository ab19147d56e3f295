// Bogacki-Shampine 3(2); the cubic through both ends is of the method's own order. [Bogacki1989]
#include "integrators/kinds.hpp"

namespace rheon {

namespace bogacki_shampine {
constexpr double a[] = {1.0 / 2, 0.0, 3.0 / 4, 2.0 / 9, 1.0 / 3, 4.0 / 9};
constexpr double b[] = {2.0 / 9, 1.0 / 3, 4.0 / 9, 0.0};
constexpr double c[] = {0.0, 1.0 / 2, 3.0 / 4, 1.0};
// b minus the weights (7/24, 1/4, 1/3, 1/8) of order 2
constexpr double error[] = {2.0 / 9 - 7.0 / 24, 1.0 / 3 - 1.0 / 4, 4.0 / 9 - 1.0 / 3, -1.0 / 8};
const DenseOutput dense{.order = 3, .end = 3, .a = {}, .c = {}, .terms = {}};
const Tableau tableau{.stages = 4,
                      .a = a,
                      .b = b,
                      .c = c,
                      .error = error,
                      .second_error = {},
                      .error_order = 2,
                      .last_is_end = true,
                      .dense = &dense};
}  // namespace bogacki_shampine

IntegratorKind bogacki_shampine_kind() {
  return {.name = "bogacki-shampine",
          .title = "Bogacki-Shampine 3(2) with dense output",
          .reference = "Bogacki1989",
          .order = 3,
          .tableau = &bogacki_shampine::tableau};
}

}  // namespace rheon
