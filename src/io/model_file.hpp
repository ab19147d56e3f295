// The bytes of a model file.
#pragma once

#include <string>

namespace rheon::reader {

/// Throws ModelError if there is no such file, or it cannot be read, or it is too large for a model.
std::string read_file(const std::string& path);

}  // namespace rheon::reader
