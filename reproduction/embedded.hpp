// Texts that were compiled in: models of the published examples and their reference solutions (reproduction/embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace rheon::reproduction {

struct EmbeddedText {
  std::string_view name, text;
};

std::span<const EmbeddedText> embedded_models();
std::span<const EmbeddedText> embedded_benchmarks();  ///< models of the benchmark problems
/// CSV: a header, then rows, for the papers 0.2 s apart; definitions in tests/data/reference/README.md.
std::span<const EmbeddedText> embedded_references();

}  // namespace rheon::reproduction
