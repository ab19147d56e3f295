// The values of results as text, within a number of bytes: whole if they fit, otherwise fewer rows (viewer/FORMAT.md).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rheon/sim/results.hpp"

namespace rheon::report {

struct EncodedResult {
  std::vector<std::string> columns;  ///< one a channel
  std::size_t rows = 0;
  std::size_t bytes = 0;  ///< of all columns
  std::string note;       ///< how rows were chosen; "" if all are there
};

/// All results together have at most `most` bytes, shared in proportion to what they would need; results that do not come
/// down to their share with two rows have these two, and the note says so.
std::vector<EncodedResult> encode_within(std::span<const Results* const> results, std::size_t most);

}  // namespace rheon::report
