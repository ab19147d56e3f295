// Rows that come from a file: what is drawn or compared takes channels by their names, and times in order.
#pragma once

#include <string>
#include <vector>

#include "rheon/sim/results.hpp"

namespace rheon::io {

/// Throws Error with the file and the row if a time is not finite or before the last one.
void require_times_in_order(const std::string& path, const std::vector<double>& t);

/// The same if two channels have one name.
void require_distinct_names(const std::string& path, const std::vector<Channel>& channels);

}  // namespace rheon::io
