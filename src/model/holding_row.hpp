// Rows that hold motions without kinetic energy: see model/held_mass.hpp.
#pragma once

namespace rheon {

/// A row that holds a motion without kinetic energy (a coordinate without mass, the length of a quaternion) has an inertia
/// D of its own: M contains A^T D A and Q contains A^T D b. With A v' = b neither motion nor multipliers change by it.
struct HoldingRow {
  int row = 0;
  double inertia = 0.0;  ///< D
};

}  // namespace rheon
