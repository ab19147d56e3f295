#include "rheon/sim/results.hpp"

namespace rheon {

int Results::find(std::string_view name) const {
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (channels[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace rheon
