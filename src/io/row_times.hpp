// Times of rows that come from a file: what is drawn or compared over them takes them in order.
#pragma once

#include <string>
#include <vector>

namespace rheon::io {

/// Throws Error with the file and the row if a time is not finite or before the last one.
void require_times_in_order(const std::string& path, const std::vector<double>& t);

}  // namespace rheon::io
