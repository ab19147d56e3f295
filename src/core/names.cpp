#include "rheon/core/names.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace rheon {
namespace {

// Names longer than this are not compared: nobody mistypes them, and the cost is the product of the lengths.
constexpr std::size_t longest_compared = 64;
// Names of a list in a message, of more the number: a choice.
constexpr std::size_t longest_list = 12;

char folded(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Edits (insert, delete, replace, swap neighbours) that turn one name into the other, case ignored.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> before(width), previous(width), current(width);
  for (std::size_t j = 0; j < width; ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j < width; ++j) {
      const bool same = folded(a[i - 1]) == folded(b[j - 1]);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (same ? 0 : 1)});
      const bool swapped =
          i > 1 && j > 1 && folded(a[i - 1]) == folded(b[j - 2]) && folded(a[i - 2]) == folded(b[j - 1]);
      if (swapped) current[j] = std::min(current[j], before[j - 2] + 1);
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

/// How many edits a name of this length may be away and still be meant; one letter is never "near" another.
std::size_t tolerated(std::size_t length) { return length <= 1 ? 0 : std::max<std::size_t>(1, length / 3); }

}  // namespace

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

std::string nearest(std::string_view name, const std::vector<std::string>& candidates) {
  if (name.empty() || name.size() > longest_compared) return {};
  std::size_t best = std::numeric_limits<std::size_t>::max();
  const std::string* found = nullptr;
  for (const std::string& candidate : candidates) {
    if (candidate.empty() || candidate.size() > longest_compared) continue;
    const std::size_t allowed = tolerated(std::min(name.size(), candidate.size()));
    const std::size_t gap = std::max(name.size(), candidate.size()) - std::min(name.size(), candidate.size());
    if (gap > allowed) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance <= allowed && distance < best) {
      best = distance;
      found = &candidate;
    }
  }
  return found ? *found : std::string{};
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
  if (candidates.empty()) return {};
  if (const std::string near = nearest(name, candidates); !near.empty()) return "did you mean \"" + near + "\"?";
  std::string out = "known names: ";
  const std::size_t shown = std::min(candidates.size(), longest_list);
  for (std::size_t k = 0; k < shown; ++k) {
    if (k > 0) out += ", ";
    out += candidates[k];
  }
  if (shown < candidates.size()) out += " and " + std::to_string(candidates.size() - shown) + " more";
  return out;
}

}  // namespace rheon
