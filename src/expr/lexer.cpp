#include "expr/lexer.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace rheon::expr {
namespace {

bool is_latin_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Bytes of the UTF-8 character that starts with `lead`; 1 for what is no character.
std::size_t character_length(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  if (byte >= 0xf0) return 4;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 1;
}

struct Hint {
  std::string_view characters, remedy;
};

constexpr Hint hints[] = {
    {"|", "write abs(x) for an absolute value, and \"or\" between conditions"},
    {"&", "write \"and\""},
    {"!", "write \"not\", or != for \"different from\""},
    {"=", "compare with =="},
    {"[", "use round parentheses"},
    {"{", "use round parentheses"},
    {"%", "there is no remainder operator: x - y*floor(x/y) is the remainder"},
    {"×", "write *"},
    {"·", "write *"},
    {"÷", "write /"},
    {"−", "write the minus sign of the keyboard"},
    {"²", "write ^2"},
    {"³", "write ^3"},
    {"′", "write the apostrophe of the keyboard"},
    {"’", "write the apostrophe of the keyboard"},
    {"≤", "write <="},
    {"≥", "write >="},
    {"≠", "write !="},
    {"√", "write sqrt(x)"},
};

// Longer symbols first.
constexpr std::string_view symbols[] = {"**", "<=", ">=", "==", "!=", "+", "-", "*", "/",
                                        "^",  "(",  ")",  ",",  "<",  ">", "?", ":", "="};

}  // namespace

/// Length of the letter at this place: Latin letters, underscore and Greek letters; 0 if there is none.
std::size_t Lexer::letter_length(std::size_t at) const {
  if (at >= text_.size()) return 0;
  if (is_latin_letter(text_[at])) return 1;
  const auto lead = static_cast<unsigned char>(text_[at]);
  const bool greek = (lead == 0xce || lead == 0xcf) && at + 1 < text_.size() &&
                     (static_cast<unsigned char>(text_[at + 1]) & 0xc0) == 0x80;
  return greek ? 2 : 0;
}

std::optional<Token> Lexer::next(SyntaxError& error) {
  while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  if (at_ == text_.size()) return Token{TokenKind::end, at_, 0, {}, 0.0, 0};
  if (digit(at_) || (text_[at_] == '.' && digit(at_ + 1))) return number(error);
  if (letter_length(at_) > 0) return name();
  return symbol(error);
}

std::optional<Token> Lexer::number(SyntaxError& error) {
  const char* const begin = text_.data() + at_;
  double value = 0.0;
  const auto [end, code] = std::from_chars(begin, text_.data() + text_.size(), value);
  Token token{TokenKind::number, at_, static_cast<std::size_t>(end - begin), {}, value, 0};
  token.text = text_.substr(at_, token.length);
  const std::size_t after = at_ + token.length;
  if (code == std::errc::result_out_of_range) {
    error = {at_, token.length, "this number is too large or too small for a double", "write a number that fits"};
    return std::nullopt;
  }
  const char following = after < text_.size() ? text_[after] : ' ';
  const char then = after + 1 < text_.size() ? text_[after + 1] : ' ';
  if ((following == 'e' || following == 'E') && (then == '+' || then == '-')) {
    error = {at_, token.length + 2, "this number has an exponent without digits", "write for example 1e-3"};
    return std::nullopt;
  }
  if (following == '.') {
    error = {after, 1, "a number has only one decimal point", "remove one of the points"};
    return std::nullopt;
  }
  at_ = after;
  return token;
}

/// Letters, digits and underscores; parts may be joined by points (`crank.x`); primes follow directly.
Token Lexer::name() {
  const std::size_t begin = at_;
  while (true) {
    if (const std::size_t letter = letter_length(at_); letter > 0) {
      at_ += letter;
    } else if (digit(at_)) {
      ++at_;
    } else if (at_ < text_.size() && text_[at_] == '.' && letter_length(at_ + 1) > 0) {
      ++at_;
    } else {
      break;
    }
  }
  Token token{TokenKind::name, begin, 0, text_.substr(begin, at_ - begin), 0.0, 0};
  while (at_ < text_.size() && text_[at_] == '\'') {
    ++token.primes;
    ++at_;
  }
  token.length = at_ - begin;
  return token;
}

std::optional<Token> Lexer::symbol(SyntaxError& error) {
  for (const std::string_view spelling : symbols) {
    if (!text_.substr(at_).starts_with(spelling)) continue;
    Token token{TokenKind::symbol, at_, spelling.size(), spelling == "**" ? std::string_view("^") : spelling, 0.0, 0};
    at_ += spelling.size();
    return token;
  }
  error = unknown_character();
  return std::nullopt;
}

SyntaxError Lexer::unknown_character() const {
  const std::size_t length = std::min(character_length(text_[at_]), text_.size() - at_);
  const std::string_view character = text_.substr(at_, length);
  SyntaxError error{at_, length, "this character has no meaning here", "remove it"};
  if (character == "'") {
    error.what = "a prime stands without a name";
    error.remedy = "write it directly after a name, such as x'";
  }
  for (const Hint& hint : hints) {
    if (hint.characters == character) error.remedy = hint.remedy;
  }
  return error;
}

}  // namespace rheon::expr
