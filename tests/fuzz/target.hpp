// What every fuzz target is made of: one function that takes any bytes. It ends, or the target has found a fault: a crash, an
// exception that is no rheon::Error, a sanitizer's report, or a broken promise (`require`).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "rheon/core/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace rheon::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// A promise that must hold for every input.
inline void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

/// Runs what may be refused. Any exception other than rheon::Error passes on and ends the program.
template <class Work>
void allow_refusal(const Work& work) {
  try {
    work();
  } catch (const Error& refusal) {
    require(*refusal.what() != '\0', "a refusal has a reason");
  }
}

}  // namespace rheon::fuzz
