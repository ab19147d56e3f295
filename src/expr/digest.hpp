// A number that distinguishes expressions.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "rheon/expr/graph.hpp"

namespace rheon::expr {

/// Mixes numbers and texts into one, in their order.
class Digest {
 public:
  void add(std::uint64_t value);
  void add(double value);
  void add(std::string_view text);
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

/// The same for the same expressions, whatever else is in their graphs.
std::uint64_t digest(const Graph& graph, std::span<const Node> nodes);

}  // namespace rheon::expr
