// The text of a model file, and places in it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rheon/core/error.hpp"

namespace rheon::reader {

inline constexpr std::size_t max_file = 16u << 20;  ///< bytes; a model of 5,000 coordinates has about two million

/// The text without a byte order mark, and where its lines start. The text must outlive it.
class Source {
 public:
  Source(std::string_view text, std::string file);

  std::string_view text() const { return text_; }
  const std::string& file() const { return file_; }
  Place place(std::size_t offset) const;  ///< columns count characters, not bytes
  Place whole_file() const { return {file_, 0, 0}; }
  std::size_t offset(int line, int byte_column) const;  ///< both from 0, as yaml-cpp counts
  /// The line around an offset with a caret below it, cut to a readable width.
  std::string show(std::size_t offset) const;

  /// What makes the text unreadable as such: too long, control characters, not UTF-8.
  std::optional<Problem> unreadable() const;

 private:
  std::optional<Problem> bad_byte(std::size_t offset, std::string what, std::string remedy) const;

  std::string_view text_;
  std::string file_;
  std::size_t characters_before(std::size_t offset) const;
  std::vector<std::size_t> lines_;
  std::vector<std::size_t> characters_;  ///< before every block of bytes: a file may be one long line
};

/// Length of the UTF-8 character at `offset`, 0 if the bytes are not valid UTF-8.
std::size_t utf8_length(std::string_view text, std::size_t offset);

/// A comma between parentheses inside a flow collection; yaml-cpp would end the scalar there.
inline constexpr char hidden_comma = '\x1f';

/// The text as yaml-cpp shall see it, byte for byte at the same offsets, with such commas hidden: so that
/// `{fx: reaction(steer, xA), speed: hypot(xA', yA')}` means what it says. Nesting deeper than `max_depth` is
/// reported here, before a recursive parser can run out of stack.
inline constexpr std::size_t max_depth = 200;
struct Prepared {
  std::string text;
  std::optional<Problem> problem;
  std::optional<std::size_t> unclosed;  ///< offset of a bracket that the text never closes
  std::vector<std::size_t> comments;    ///< offsets of their #, increasing
};
Prepared prepare(const Source& source);

}  // namespace rheon::reader
