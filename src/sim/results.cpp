#include "rheon/sim/results.hpp"

#include "rheon/core/names.hpp"

namespace rheon {

int Results::find(std::string_view name) const {
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (channels[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

std::vector<double> Results::column(std::string_view name) const {
  const int k = find(name);
  if (k < 0) {
    std::vector<std::string> known;
    for (const auto& channel : channels) known.push_back(channel.name);
    throw UsageError("there is no channel \"" + std::string(name) + "\"; " + did_you_mean(name, known));
  }
  std::vector<double> numbers;
  numbers.reserve(rows());
  for (std::size_t row = 0; row < rows(); ++row) numbers.push_back(at(row, static_cast<std::size_t>(k)));
  return numbers;
}

}  // namespace rheon
