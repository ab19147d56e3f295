// Documents to files. A text is written plain where that is read back as the same text, and in double quotes elsewhere.
#include <fmt/format.h>

#include <algorithm>

#include "rheon/io/document.hpp"

namespace rheon {

namespace {

constexpr std::size_t line_width = 120;
constexpr char may_break = '\n';  // between entries of a list or map in one line; texts have no such character left

bool balanced(std::string_view text) {
  int open = 0;
  for (const char c : text) {
    open += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (open < 0) return false;
  }
  return open == 0;
}

/// Would the text be read back as it is without quotes? In brackets YAML gives meaning to more characters; the reader
/// takes commas between parentheses as part of a text there, other tools do not.
bool is_plain(std::string_view text, bool in_brackets) {
  constexpr std::string_view first = "?:,[]{}#&*!|>'\"%@`= ";
  const auto contains = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
  if (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL") return false;
  if (first.find(text.front()) != std::string_view::npos || text.back() == ' ' || text.back() == ':') return false;
  if (text.front() == '-' && (text.size() == 1 || text[1] == ' ' || text[1] == '-')) return false;
  if (contains(": ") || contains(" #") || text.starts_with("...")) return false;
  // A byte order mark and characters that end a line for some tools are safe only in quotes.
  if (contains("\xef\xbb\xbf") || contains("\xc2\x85") || contains("\xe2\x80\xa8") || contains("\xe2\x80\xa9"))
    return false;
  const bool printable = std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20u && byte != 0x7fu;
  });
  if (!printable) return false;
  return !in_brackets || (text.find_first_of(",[]{}:?") == std::string_view::npos && balanced(text));
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += fmt::format("\\{}", c);
    else if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (byte < 0x20u || byte == 0x7fu)
      out += fmt::format("\\x{:02x}", byte);
    else
      out += c;
  }
  return out + '"';
}

std::string scalar(std::string_view text, bool in_brackets) {
  return is_plain(text, in_brackets) ? std::string(text) : quoted(text);
}

/// In one line, with marks where it may be broken.
std::string flow(const Value& value) {
  if (value.is_empty()) return "~";
  if (value.is_text()) return scalar(value.text(), true);
  std::string out(1, value.is_map() ? '{' : '[');
  for (std::size_t k = 0; k < value.items().size(); ++k) {
    if (k > 0) out += std::string(",") + may_break;
    if (value.is_map()) out += scalar(value.keys()[k], true) + ": ";
    out += flow(value.items()[k]);
  }
  return out + (value.is_map() ? '}' : ']');
}

/// Breaks lines where the next entry would exceed the width.
std::string filled(const std::string& line, std::size_t column, std::size_t indent) {
  std::string out;
  for (std::size_t start = 0; start < line.size();) {
    const std::size_t end = std::min(line.find(may_break, start), line.size());
    if (start > 0 && column + 1 + (end - start) > line_width) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (start > 0) {
      out += ' ';
      ++column;
    }
    out.append(line, start, end - start);
    column += end - start;
    start = end + 1;
  }
  return out;
}

/// Comments that code adds may lack the # or have several lines.
std::string as_comment(std::string_view line, std::size_t indent) {
  std::string out = line.starts_with('#') ? "" : "# ";
  for (const char c : line) out += c == '\n' ? '\n' + std::string(indent, ' ') + "# " : std::string(1, c);
  return out;
}

class Writer {
 public:
  std::string run(const Value& document) {
    if (document.is_map() && !document.items().empty()) {
      for (std::size_t k = 0; k < document.items().size(); ++k)
        entry(0, scalar(document.keys()[k], false) + ":", document.items()[k]);
    } else {
      out_ += filled(flow(document), 0, 2) + '\n';
    }
    comment_lines(0, document);
    return std::move(out_);
  }

 private:
  static bool has_lines(const Value& value) {
    return !value.one_line && (value.is_list() || value.is_map()) && !value.items().empty();
  }

  void comments_within(std::size_t indent, const Value& value) {
    for (const Value& item : value.items()) {
      comment_lines(indent, item);
      if (!item.remark.empty()) comment_line(indent, item.remark);
      comments_within(indent, item);
    }
  }

  void comment_lines(std::size_t indent, const Value& value) {
    for (const std::string& line : value.comments) comment_line(indent, line);
  }

  void comment_line(std::size_t indent, const std::string& line) {
    out_ += std::string(indent, ' ') + as_comment(line, indent) + '\n';
  }

  /// `head` is the key with its colon, or a dash.
  void entry(std::size_t indent, const std::string& head, const Value& value) {
    const bool in_list = head == "-";
    // Lines in lines of a list would need a second way of writing them; brackets say the same.
    const bool lines = has_lines(value) && !in_list;
    comment_lines(indent, value);
    if (!lines) comments_within(indent, value);
    out_ += std::string(indent, ' ') + head;
    if (value.is_text())
      out_ += ' ' + scalar(value.text(), false);
    else if (!lines && !(value.is_empty() && !in_list))
      out_ += ' ' + filled(flow(value), indent + head.size() + 1, indent + 4);
    if (!value.remark.empty()) out_ += "  " + as_comment(value.remark, indent);
    out_ += '\n';
    if (!lines) return;
    for (std::size_t k = 0; k < value.items().size(); ++k)
      entry(indent + 2, value.is_map() ? scalar(value.keys()[k], false) + ":" : "-", value.items()[k]);
  }

  std::string out_;
};

}  // namespace

std::string to_yaml(const Value& document) { return Writer().run(document); }

}  // namespace rheon
