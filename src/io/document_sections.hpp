// Sections of a document that is built in code.
#pragma once

#include <string_view>

#include "rheon/io/document.hpp"

namespace rheon::build {

/// The value of a section; a new one gets its place in the order of docs/format.md.
Value& section_of(Value& document, std::string_view name);

}  // namespace rheon::build
