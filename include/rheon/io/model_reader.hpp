// Model text (YAML) to Model. Any thread; nothing is kept between calls.
//
//   const Setting longer[] = {{"L", "1.2 m", {}}};
//   const System system(read_model("pendulum.yaml", longer));
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "rheon/core/api.hpp"
#include "rheon/core/options.hpp"
#include "rheon/model/model.hpp"

namespace rheon {

/// Channels of a mechanism in addition to those that every result has.
struct MechanismChannels {
  bool balance = false;  ///< what is left of Newton's and Euler's equations of every body: `balance.crank.force`, …
  /// Of every joint and every shared point on each of its bodies, also in the axes of the body: `hinge.crank.local.fx`.
  bool reactions = false;
  /// What the picture needs (Model::scene). Without it a model whose rows are not kept takes less memory.
  bool view = true;
};

/// Reads a model file. `overrides` replace parameters by name (value as text: number, number with unit, expression).
/// Throws ModelError with every problem found, each with file:line:column; also for a file that cannot be read.
RHEON_API Model read_model(const std::string& path, std::span<const Setting> overrides = {},
                           MechanismChannels channels = {});

/// The same from memory; `file` is the name used in messages.
RHEON_API Model read_model_text(std::string_view text, const std::string& file, std::span<const Setting> overrides = {},
                                MechanismChannels channels = {});

/// JSON Schema of the model format, generated from the reader's own key tables.
RHEON_API std::string model_schema();

}  // namespace rheon
