// A light walk over YAML: just enough of its rules to find flow collections, quotes, comments and block scalars.
#include <fmt/format.h>

#include "io/model_source.hpp"

namespace rheon::reader {
namespace {

bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

class Scanner {
 public:
  explicit Scanner(const Source& source) : source_(source), out_(source.text()) {}

  Prepared run() {
    while (at_ < out_.size() && !problem_) line();
    std::optional<std::size_t> unclosed;
    if (!brackets_.empty()) unclosed = brackets_.back();
    return {std::move(out_), std::move(problem_), unclosed, std::move(comments_)};
  }

 private:
  void line() {
    end_ = out_.find('\n', at_);
    if (end_ == std::string::npos) end_ = out_.size();
    if (quote_ == 0 && brackets_.empty()) {
      if (skip_block_scalar()) {
        at_ = end_ + 1;
        return;
      }
      indentation();
      token_start_ = true;
    }
    while (at_ < end_ && !problem_) character();
    at_ = end_ + 1;
  }

  /// Lines of a `|` or `>` scalar are not looked at.
  bool skip_block_scalar() {
    if (!in_block_) return false;
    std::size_t first = at_;
    while (first < end_ && blank(out_[first])) ++first;
    if (first == end_) return true;
    const int indent = static_cast<int>(first - at_);
    if (block_indent_ < 0 && indent > block_parent_) block_indent_ = indent;
    in_block_ = block_indent_ >= 0 && indent >= block_indent_;
    return in_block_;
  }

  /// Keeps the stack of block levels; `- - x` opens one level per dash.
  void indentation() {
    const std::size_t start = at_;
    while (at_ < end_ && out_[at_] == ' ') ++at_;
    if (at_ == end_ || out_[at_] == '#') return;
    enter(static_cast<int>(at_ - start));
    while (at_ < end_ && indicator(out_[at_]) && (at_ + 1 == end_ || blank(out_[at_ + 1])) && !problem_) {
      ++at_;
      while (at_ < end_ && blank(out_[at_])) ++at_;
      if (at_ < end_) enter(static_cast<int>(at_ - start));
    }
  }

  static bool indicator(char c) { return c == '-' || c == '?' || c == ':'; }

  void enter(int indent) {
    while (!indents_.empty() && indents_.back() > indent) indents_.pop_back();
    if (indents_.empty() || indents_.back() < indent) indents_.push_back(indent);
    check_depth();
  }

  void character() {
    const char c = out_[at_];
    if (quote_ != 0) {
      quoted(c);
    } else if (blank(c)) {
      ++at_;
    } else if (c == '#' && (at_ == 0 || blank(out_[at_ - 1]) || out_[at_ - 1] == '\n')) {
      comments_.push_back(at_);
      at_ = end_;
    } else if (token_start_ && (c == '"' || c == '\'')) {
      quote_ = c;
      ++at_;
    } else if (!brackets_.empty()) {
      in_flow(c);
    } else {
      in_block(c);
    }
  }

  void quoted(char c) {
    const bool doubled = c == '\'' && at_ + 1 < end_ && out_[at_ + 1] == '\'';
    if (quote_ == '"' ? c == '\\' : doubled) {
      at_ += 2;
      return;
    }
    if (c == quote_) {
      quote_ = 0;
      token_start_ = false;
      after_quote_ = true;
    }
    ++at_;
  }

  void in_flow(char c) {
    const bool ends_key = c == ':' && (after_quote_ || at_ + 1 >= end_ || blank(out_[at_ + 1]) ||
                                       std::string_view(",[]{}").find(out_[at_ + 1]) != std::string_view::npos);
    after_quote_ = false;
    token_start_ = false;
    if (c == '[' || c == '{') {
      brackets_.push_back(at_);
      parentheses_ = 0;
      token_start_ = true;
      check_depth();
    } else if (c == ']' || c == '}') {
      brackets_.pop_back();
      parentheses_ = 0;
    } else if (c == '(') {
      ++parentheses_;
    } else if (c == ')') {
      if (parentheses_ > 0) --parentheses_;
    } else if (c == ',' && parentheses_ > 0) {
      out_[at_] = hidden_comma;
    } else if (c == ',' || ends_key) {
      parentheses_ = 0;
      token_start_ = true;
    }
    ++at_;
  }

  void in_block(char c) {
    if (token_start_ && (c == '[' || c == '{')) {
      in_flow(c);
      return;
    }
    if (token_start_ && (c == '|' || c == '>')) {
      in_block_ = true;
      block_parent_ = indents_.empty() ? -1 : indents_.back();
      block_indent_ = -1;
      at_ = end_;
      return;
    }
    token_start_ = c == ':' && (at_ + 1 >= end_ || blank(out_[at_ + 1]));
    ++at_;
  }

  void check_depth() {
    if (indents_.size() + brackets_.size() <= max_depth || problem_) return;
    problem_ = Problem{source_.place(at_), "", "the text is nested too deeply",
                       fmt::format("more than {} levels", max_depth), "close the brackets; a model needs four levels"};
  }

  const Source& source_;
  std::string out_;
  std::optional<Problem> problem_;
  std::size_t at_ = 0, end_ = 0;
  std::vector<int> indents_;
  std::vector<std::size_t> brackets_;  // offsets of open [ and {
  std::vector<std::size_t> comments_;
  int parentheses_ = 0;
  char quote_ = 0;
  bool token_start_ = true, after_quote_ = false;
  bool in_block_ = false;
  int block_parent_ = -1, block_indent_ = -1;
};

}  // namespace

Prepared prepare(const Source& source) { return Scanner(source).run(); }

}  // namespace rheon::reader
