// The kinds of bodies, joints, drivers, forces and drawings that a model may name: what `rheon list` and the documents show.
#pragma once

#include <string>
#include <vector>

#include "rheon/core/api.hpp"

namespace rheon {

struct PartField {
  std::string name;
  std::string type;  ///< in words: `two bodies`, `a number in m`
  bool required = false;
  std::string help, example;
};

struct PartKind {
  std::string section;  ///< `bodies`, `joints`, `drivers`, `forces`, `view`
  std::string name;     ///< the key that says what it is
  std::string title;
  bool planar = false, spatial = false;
  std::vector<PartField> fields;
};

/// All kinds, by section, in the order of their tables. A copy; any thread.
RHEON_API std::vector<PartKind> part_kinds();

}  // namespace rheon
