// References in space, computed without any engine.
#pragma once

#include "peers/mechanism.hpp"

namespace peers {

/// Mechanism of joints, springs and gravity. Position and rotation of each body; accelerations from the index-1
/// equations; Runge-Kutta steps of size h, each followed by a projection of positions and velocities. Few rows may be
/// redundant, many are taken as independent.
std::vector<Vec3> spatial_reference(const Mechanism& m, double t, double h);

/// One disc that rolls, in its minimal equations; steps of size h.
std::vector<Vec3> rolling_disc_reference(const Mechanism& m, double t, double h);

}  // namespace peers
