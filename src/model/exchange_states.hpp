// Two states change places: at the end of every step, and where a step crosses a singular position.
#pragma once

#include <tuple>
#include <utility>

#include "rheon/model/state.hpp"

namespace rheon {

/// As std::swap, in half the instructions: that moves all parts three times and destroys a third state. A part that is added to
/// State and not here does not compile.
inline void exchange_states(State& one, State& other) noexcept {
  const auto parts = [](State& s) {
    auto& [t, side, n, q, v, a, lambda, z, memory, anchors, h, error, power, work, constraint, start, projected] = s;
    return std::tie(t, side, n, q, v, a, lambda, z, memory, anchors, h, error, power, work, constraint, start,
                    projected);
  };
  const auto exchange = [](auto& x, auto& y) {
    if constexpr (requires { x.swap(y); })
      x.swap(y);
    else
      std::swap(x, y);
  };
  const auto others = parts(other);
  std::apply([&](auto&... mine) { std::apply([&](auto&... its) { (exchange(mine, its), ...); }, others); }, parts(one));
}

}  // namespace rheon
