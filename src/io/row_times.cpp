#include "io/row_times.hpp"

#include <fmt/format.h>

#include <cmath>

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

}  // namespace rheon::io
