// All kinds of drivers. The key of a kind says what a driver is; they are looked for in this order.
#include "drivers/kinds.hpp"

namespace rheon::drivers {

std::span<const ComponentKind> kinds() {
  static const ComponentKind table[] = {angle_kind(), displacement_kind(), speed_kind(), distance_kind(),
                                        position_kind()};
  return table;
}

}  // namespace rheon::drivers
