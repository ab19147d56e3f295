// All kinds of joints. The key of a kind says what a joint is; they are looked for in this order.
#include "joints/kinds.hpp"

namespace rheon::joints {

std::span<const ComponentKind> kinds() {
  static const ComponentKind table[] = {
      revolute_kind(),  slider_kind(),     weld_kind(),         gear_kind(),           rack_kind(),
      spherical_kind(), prismatic_kind(),  cylindrical_kind(),  universal_kind(),      planar_kind(),
      screw_kind(),     distance_kind(),   on_line_kind(),      on_plane_kind(),       on_circle_kind(),
      on_curve_kind(),  on_surface_kind(), rolling_disc_kind(), rolling_sphere_kind(), wheel_kind(),
      skate_kind(),
  };
  return table;
}

}  // namespace rheon::joints
