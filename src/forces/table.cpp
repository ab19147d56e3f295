// All kinds of forces. The key of a kind says what a force is; they are looked for in this order.
#include "forces/kinds.hpp"

namespace rheon::forces {

std::span<const ComponentKind> kinds() {
  static const ComponentKind table[] = {
      spring_kind(), torsion_kind(),  bushing_kind(), bump_stop_kind(), actuator_kind(),
      torque_kind(), friction_kind(), contact_kind(), drag_kind(),      force_kind(),
  };
  return table;
}

}  // namespace rheon::forces
