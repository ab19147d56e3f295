// A mechanism in the language of MuJoCo.
#pragma once

#include <utility>

#include "peers/mechanism.hpp"

namespace peers {

/// Name and content of each file; the first includes the others. MJCF nests bodies, and its reader stops at a depth of
/// about 100, which included files begin anew.
using MujocoFiles = std::vector<std::pair<std::string, std::string>>;

MujocoFiles mujoco_files(const Mechanism& m, double step);

}  // namespace peers
