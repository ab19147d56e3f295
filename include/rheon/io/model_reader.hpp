// Model text (YAML) to Model.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "rheon/core/options.hpp"
#include "rheon/model/model.hpp"

namespace rheon {

/// Reads a model file. `overrides` replace parameters by name (value as text: number, number with unit, expression).
/// Throws ModelError with every problem found, each with file:line:column.
Model read_model(const std::string& path, std::span<const Setting> overrides = {});

/// The same from memory; `file` is the name used in messages.
Model read_model_text(std::string_view text, const std::string& file, std::span<const Setting> overrides = {});

/// JSON Schema of the model format, generated from the reader's own key tables.
std::string model_schema();

}  // namespace rheon
