// A mechanism as a rheon model.
#pragma once

#include "peers/mechanism.hpp"
#include "peers/natural.hpp"

namespace peers {

/// In the plane: pins are shared points P0, P1, ... in the order of the natural coordinates. Initial velocities are not
/// written.
std::string planar_text(const NaturalModel& natural);

/// In space. The centre of body 3 are the outputs c3x, c3y, c3z.
std::string spatial_text(const Mechanism& m);

/// A disc that rolls, a sleigh on its blade; with initial velocities and outputs as above.
std::string disc_text(const Mechanism& m);
std::string sleigh_text(const Mechanism& m);

}  // namespace peers
