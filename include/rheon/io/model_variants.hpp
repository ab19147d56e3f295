// Changes of a model's text, for analysis/variants.hpp.
#pragma once

#include <span>

#include "rheon/analysis/variants.hpp"
#include "rheon/core/api.hpp"
#include "rheon/core/options.hpp"

namespace rheon {

/// Of a model that was read; `overrides` are those that it was read with. Copies what it needs: the model may go. Never throws
/// for what the text says; parts that cannot be described are left out.
RHEON_API ModelVariants variants_of(const Model& model, std::span<const Setting> overrides = {});

}  // namespace rheon
