#include "reproduction/counts.hpp"

#include <fmt/format.h>

namespace rheon::reproduction {

Counts count(std::span<const ClaimResult> claims) {
  Counts c;
  for (const ClaimResult& claim : claims) {
    c.agrees += claim.verdict == Verdict::agrees;
    c.differs += claim.verdict == Verdict::differs;
    c.unforeseen += claim.verdict == Verdict::differs && !claim.foreseen;
    c.not_run += claim.verdict == Verdict::not_run;
    c.left_out += claim.verdict == Verdict::left_out;
  }
  return c;
}

std::string to_text(const Counts& c) {
  std::string text =
      fmt::format("{} agree{}, {} differ{}", c.agrees, c.agrees == 1 ? "s" : "", c.differs, c.differs == 1 ? "s" : "");
  if (c.unforeseen > 0) text += fmt::format(" ({} without a known reason)", c.unforeseen);
  if (c.not_run > 0) text += fmt::format(", {} not run", c.not_run);
  if (c.left_out > 0) text += fmt::format(", {} left out", c.left_out);
  return text;
}

}  // namespace rheon::reproduction
