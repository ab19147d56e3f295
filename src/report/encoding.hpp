// Numbers of a channel as text inside a page (viewer/FORMAT.md).
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rheon::report {

/// 64 bits each, little-endian; all first bytes, then all second bytes, and so on: neighbours are alike, and shrink better.
std::string shuffled_bytes(std::span<const double> values);

std::string zlib_compressed(std::string_view bytes);
std::string base64(std::string_view bytes);

/// The three one after the other.
std::string encoded(std::span<const double> values);

}  // namespace rheon::report
