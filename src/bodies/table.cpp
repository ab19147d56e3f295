// All kinds of bodies. The key of a kind says what a body is; they are looked for in this order.
#include "bodies/kind.hpp"

namespace rheon::bodies {

std::span<const BodyKind> kinds() {
  static const BodyKind table[] = {point_kind(),    rod_kind(),    box_kind(),  disc_kind(),
                                   cylinder_kind(), sphere_kind(), ring_kind(), general_kind()};
  return table;
}

}  // namespace rheon::bodies
