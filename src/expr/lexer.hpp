// Characters to tokens.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "rheon/expr/syntax.hpp"

namespace rheon::expr {

enum class TokenKind : std::uint8_t { end, number, name, symbol };

struct Token {
  TokenKind kind = TokenKind::end;
  std::size_t offset = 0, length = 0;
  std::string_view text;  ///< a name without its primes; a symbol in its normal spelling (`^` for `**`)
  double number = 0.0;
  int primes = 0;
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}
  /// The next token, or nothing after writing `error`.
  std::optional<Token> next(SyntaxError& error);

 private:
  std::optional<Token> number(SyntaxError& error);
  Token name();
  std::optional<Token> symbol(SyntaxError& error);
  SyntaxError unknown_character() const;
  std::size_t letter_length(std::size_t at) const;
  bool digit(std::size_t at) const { return at < text_.size() && text_[at] >= '0' && text_[at] <= '9'; }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace rheon::expr
