#include "io/row_rules.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "rheon/core/error.hpp"

namespace rheon::io {

void require_times_in_order(const std::string& path, const std::vector<double>& t) {
  for (std::size_t row = 0; row < t.size(); ++row) {
    if (!std::isfinite(t[row])) throw Error(fmt::format("cannot read {}: the time of row {} is {}", path, row, t[row]));
    if (row > 0 && t[row] < t[row - 1])
      throw Error(
          fmt::format("cannot read {}: time goes back from {} s to {} s in row {}", path, t[row - 1], t[row], row));
  }
}

void require_distinct_names(const std::string& path, const std::vector<Channel>& channels) {
  std::set<std::string> names;
  for (const Channel& c : channels)
    if (!names.insert(c.name).second)
      throw Error(fmt::format("cannot read {}: there are two channels \"{}\"", path, c.name));
}

}  // namespace rheon::io
