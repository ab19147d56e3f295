// What a model's text says about its parts, and the model with something changed in it: how `check` tries what it is about
// to advise.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rheon/model/model.hpp"

namespace rheon {

/// One change: a part is left out, or a revolute joint becomes one of another kind.
struct ModelChange {
  std::string part;  ///< joint, driver, body or constraint
  std::string kind;  ///< spherical, universal, cylindrical or on_line; "": the part is left out
  /// Of a universal joint: which of the directions at right angles to the hinge's axis (up to three are tried) is the
  /// axis of the second body.
  int across = 0;
};

/// A value; its functions hold what they need, and are empty in one that was not made by variants_of (rheon/io/model_variants.hpp).
/// Any thread may call them. They do not throw for what a changed text says.
struct ModelVariants {
  /// Joints, drivers and constraints by name: what can be left out without taking mass away.
  std::vector<std::string> parts;
  std::vector<std::string> drivers;      ///< of these
  std::vector<std::string> unconnected;  ///< bodies that no joint, shared point, driver, force or equation names
  /// The model with all changes at once, without outputs, picture and `simulate`; nothing where the text then makes no
  /// sense (something else needs the part, there is no such direction, ...).
  std::function<std::optional<Model>(const std::vector<ModelChange>&)> changed;
  /// A change as a user would write it: `universal with axes: [z, x]`.
  std::function<std::string(const ModelChange&)> written;
};

}  // namespace rheon
