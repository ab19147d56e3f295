#include "io/model_source.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rheon::reader {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

constexpr std::size_t block = 1024;

bool continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u; }

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t offset) {
  const auto first = static_cast<unsigned char>(text[offset]);
  if (first < 0x80u) return 1;
  const std::size_t length = first >= 0xf0u ? 4 : first >= 0xe0u ? 3 : 2;
  if (first < 0xc2u || first > 0xf4u || offset + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if (!continuation(text[offset + k])) return 0;
  }
  const auto second = static_cast<unsigned char>(text[offset + 1]);
  // Overlong forms, surrogates and numbers beyond Unicode hide in the second byte.
  const bool bad = (first == 0xe0u && second < 0xa0u) || (first == 0xedu && second > 0x9fu) ||
                   (first == 0xf0u && second < 0x90u) || (first == 0xf4u && second > 0x8fu);
  return bad ? 0 : length;
}

Source::Source(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {
  if (text_.starts_with(byte_order_mark)) text_.remove_prefix(byte_order_mark.size());
  lines_.push_back(0);
  if (text_.size() > max_file) return;  // will be refused; its lines are of no use
  std::size_t characters = 0;
  for (std::size_t k = 0; k < text_.size(); ++k) {
    if (k % block == 0) characters_.push_back(characters);
    if (!continuation(text_[k])) ++characters;
    if (text_[k] == '\n') lines_.push_back(k + 1);
  }
}

std::size_t Source::characters_before(std::size_t offset) const {
  if (characters_.empty()) return 0;
  const std::size_t k = std::min(offset / block, characters_.size() - 1);
  const std::string_view rest = text_.substr(k * block, offset - k * block);
  return characters_[k] +
         static_cast<std::size_t>(std::count_if(rest.begin(), rest.end(), [](char c) { return !continuation(c); }));
}

Place Source::place(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto next = std::upper_bound(lines_.begin(), lines_.end(), offset);
  const std::size_t start = *(next - 1);
  const std::size_t characters = characters_before(offset) - characters_before(start);
  return {file_, static_cast<int>(next - lines_.begin()), static_cast<int>(characters) + 1};
}

std::size_t Source::offset(int line, int byte_column) const {
  if (line < 0 || byte_column < 0) return 0;
  const auto row = static_cast<std::size_t>(line);
  if (row >= lines_.size()) return text_.size();
  return std::min(lines_[row] + static_cast<std::size_t>(byte_column), text_.size());
}

std::string Source::show(std::size_t offset) const {
  constexpr std::size_t half = 50;
  offset = std::min(offset, text_.size());
  const auto next = std::upper_bound(lines_.begin(), lines_.end(), offset);
  std::size_t begin = std::max(*(next - 1), offset > half ? offset - half : 0);
  while (begin < offset && continuation(text_[begin])) ++begin;
  std::size_t end = std::min({text_.find('\n', offset), text_.size(), offset + half});
  while (end > offset && end < text_.size() && continuation(text_[end])) --end;
  std::string line(text_.substr(begin, end - begin));
  // One column a character, whatever the terminal makes of tabs and bytes that are no text.
  std::string shown, caret;
  for (std::size_t k = 0; k < line.size();) {
    const std::size_t length = utf8_length(line, k);
    const bool printable = length > 1 || (length == 1 && line[k] >= ' ' && line[k] != '\x7f');
    shown += printable ? line.substr(k, length) : std::string(1, line[k] == '\t' ? ' ' : '.');
    if (begin + k < offset) caret += ' ';
    k += std::max<std::size_t>(length, 1);
  }
  while (!shown.empty() && shown.back() == '.' && line.back() == '\r') shown.pop_back(), line.pop_back();
  return shown + "\n" + caret + "^";
}

std::optional<Problem> Source::bad_byte(std::size_t offset, std::string what, std::string remedy) const {
  Problem problem{place(offset), "", std::move(what), "", std::move(remedy)};
  problem.numbers = fmt::format("byte 0x{:02x} at offset {}", static_cast<unsigned char>(text_[offset]), offset);
  return problem;
}

std::optional<Problem> Source::unreadable() const {
  if (text_.size() > max_file) {
    return Problem{whole_file(), "", "the file is too large for a model",
                   fmt::format("{} bytes; at most {} are read", text_.size(), max_file),
                   "check that this is a model file"};
  }
  for (std::size_t k = 0; k < text_.size();) {
    const auto c = static_cast<unsigned char>(text_[k]);  // char has a sign on some processors alone
    if ((c < ' ' && c != '\n' && c != '\r' && c != '\t') || c == 0x7f) {
      return bad_byte(k, "this is not text: it contains a control character", "check that this is a model file");
    }
    const std::size_t length = utf8_length(text_, k);
    if (length == 0) return bad_byte(k, "the text is not valid UTF-8", "save the file as UTF-8");
    k += length;
  }
  return std::nullopt;
}

}  // namespace rheon::reader
