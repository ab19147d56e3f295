// Rows, columns and coordinates are counted in int; containers in std::size_t.
#pragma once

#include <cstddef>

namespace rheon {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace rheon
