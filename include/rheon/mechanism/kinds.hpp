// The kinds of bodies, joints, drivers, forces and drawings that a model may name: what `rheon list` and the documents show.
//
//   for (const PartKind& kind : part_kinds()) std::printf("%s: %s\n", kind.name.c_str(), kind.title.c_str());
#pragma once

#include <string>
#include <vector>

#include "rheon/core/api.hpp"

namespace rheon {

/// A key below a part in a model file, and a method of its class in C++.
struct PartField {
  std::string name;
  std::string type;  ///< in words: `two bodies`, `a number in m`
  bool required = false;
  std::string help, example;
};

/// One row of a table. A value that owns its texts.
struct PartKind {
  std::string section;  ///< `bodies`, `joints`, `drivers`, `forces`, `view`
  std::string name;     ///< the key that says what it is
  std::string title;
  bool planar = false, spatial = false;  ///< may stand in a model of the plane, in a model in space
  std::vector<PartField> fields;
};

/// All kinds, by section, in the order of their tables. A copy; any thread.
RHEON_API std::vector<PartKind> part_kinds();

}  // namespace rheon
