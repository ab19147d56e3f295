#include "rheon/core/error.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>

namespace rheon {
namespace {

/// Appends `text` as one or more lines, each indented by two blanks.
void append_indented(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    out += "\n  ";
    out += text.substr(0, end);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
}

std::string joined(const std::vector<Problem>& problems) {
  if (problems.empty()) return "the model cannot be used";
  std::string out;
  for (const Problem& problem : problems) {
    if (!out.empty()) out += '\n';
    out += to_text(problem);
  }
  return out;
}

}  // namespace

std::string to_text(const Problem& problem) {
  std::string out;
  const Place& place = problem.place;
  if (!place.file.empty()) out += place.file + ":";
  if (place.line > 0) {
    if (place.file.empty()) out += "line ";
    out += std::to_string(place.line) + ":";
    if (place.column > 0) out += std::to_string(place.column) + ":";
  }
  if (!out.empty()) out += ' ';
  if (!problem.element.empty()) out += problem.element + ": ";
  out += problem.what;
  append_indented(out, problem.numbers);
  append_indented(out, problem.remedy);
  return out;
}

ModelError::ModelError(std::vector<Problem> problems) : Error(joined(problems)), problems_(std::move(problems)) {}

OptionError::OptionError(std::string option, const std::string& what)
    : UsageError("option \"" + option + "\": " + what), option_(std::move(option)) {}

void Problems::throw_if_any() const {
  if (list_.empty()) return;
  std::vector<Problem> ordered = list_;
  // Stable: problems of the same place stay in the order in which they were found.
  std::stable_sort(ordered.begin(), ordered.end(), [](const Problem& a, const Problem& b) {
    return std::tie(a.place.file, a.place.line, a.place.column) < std::tie(b.place.file, b.place.line, b.place.column);
  });
  throw ModelError(std::move(ordered));
}

}  // namespace rheon
