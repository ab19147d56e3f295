// A structure-aware mutator: a model that is read as a document, changed in a way that a person might, and written again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rheon::fuzz {

/// One to three changes: a value replaced by another of the same or of another model, a number changed by sign, size or
/// kind, a key renamed, removed, doubled or moved, an operator or name put into an expression. The same seed gives the same
/// model. A text that is no document comes back as it is.
std::string mutate_model(std::string_view text, std::uint64_t seed);

/// Sections and values of two models mixed.
std::string cross_models(std::string_view first, std::string_view second, std::uint64_t seed);

}  // namespace rheon::fuzz
