// Reference for a small planar mechanism of pins, springs and torques.
#pragma once

#include "peers/mechanism.hpp"

namespace peers {

/// Absolute coordinates x, y, angle of each body; accelerations from the dense index-1 equations; Runge-Kutta steps of
/// size h, each followed by a projection of positions and velocities.
std::vector<Vec3> dense_reference(const Mechanism& m, double t, double h);

}  // namespace peers
