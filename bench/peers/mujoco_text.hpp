// A mechanism in the languages that MuJoCo reads.
#pragma once

#include "peers/mechanism.hpp"

namespace peers {

struct MujocoText {
  const char* file_name;  ///< tells the language
  std::string content;
};

/// MJCF. It nests bodies, and its reader stops at a depth of about 100: a deep chain is written as URDF, which is flat.
MujocoText mujoco_text(const Mechanism& m, double step);

}  // namespace peers
