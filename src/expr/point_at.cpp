// The text with carets below the place of an error.
#include <algorithm>

#include "rheon/expr/syntax.hpp"

namespace rheon::expr {
namespace {

constexpr std::size_t width = 100;
constexpr std::string_view gap = "...";

/// Columns count characters, not bytes: bytes 10xxxxxx continue a UTF-8 character.
bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); }));
}

}  // namespace

std::string point_at(std::string_view text, const SyntaxError& error) {
  const std::size_t offset = std::min(error.offset, text.size());
  // The line that holds the place.
  const std::size_t line_break = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  const std::size_t line_begin = line_break == std::string_view::npos ? 0 : line_break + 1;
  const std::size_t line_end = std::min(text.find('\n', offset), text.size());
  std::size_t begin = line_begin, end = line_end;
  if (end - begin > width) {
    // A window with a third of its width before the place.
    const std::size_t inner = width - 2 * gap.size();
    begin = offset - line_begin > inner / 3 ? offset - inner / 3 : line_begin;
    end = std::min(begin + inner, line_end);
    if (end == line_end) begin = std::max(line_begin, end - inner);
    while (begin > line_begin && continues_character(text[begin])) --begin;
    while (end < line_end && continues_character(text[end])) ++end;
  }
  const std::string_view before = begin > line_begin ? gap : std::string_view{};
  std::string out = std::string(before) + std::string(text.substr(begin, end - begin));
  if (end < line_end) out += gap;
  std::replace(out.begin(), out.end(), '\t', ' ');
  const std::size_t marked_end = std::min(offset + error.length, end);
  const std::size_t carets = marked_end > offset ? columns(text.substr(offset, marked_end - offset)) : 0;
  out += '\n';
  out.append(before.size() + columns(text.substr(begin, offset - begin)), ' ');
  out.append(std::max<std::size_t>(1, carets), '^');
  return out;
}

}  // namespace rheon::expr
