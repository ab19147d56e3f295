// CSV: RFC 4180 with line feeds. Numbers in the shortest form that reads back to the same bits, in no locale.
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "io/result_file.hpp"
#include "io/result_formats.hpp"

namespace rheon::io {

namespace {

// Quoted if the plain text would read back as something else.
std::string field(const std::string& text) {
  const bool plain =
      !text.empty() && text.find_first_of(",\"\r\n") == std::string::npos && text.front() != ' ' && text.back() != ' ';
  if (plain) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

void append(std::string& out, double value) {
  std::array<char, 32> text;                                 // the longest shortest form has 24 characters
  if (std::isnan(value)) value = std::copysign(value, 1.0);  // "nan" has no sign
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  out.append(text.data(), end);
}

}  // namespace

void write_csv(const Results& results, const std::string& path) {
  FileBytes file(path);
  constexpr std::size_t block_size = 1u << 16;
  std::string block;
  const std::size_t width = results.channels.size();
  for (std::size_t i = 0; i < width; ++i) {
    if (i > 0) block += ',';
    block += field(results.channels[i].name);
  }
  block += '\n';
  for (std::size_t row = 0; row < results.rows(); ++row) {
    for (std::size_t i = 0; i < width; ++i) {
      if (i > 0) block += ',';
      append(block, results.at(row, i));
    }
    block += '\n';
    if (block.size() >= block_size) {
      file.write(block);
      block.clear();
    }
  }
  file.write(block);
  file.close();
}

}  // namespace rheon::io
