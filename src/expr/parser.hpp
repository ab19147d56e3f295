// Tokens to syntax tree, with an explicit stack of what is still open: depth costs memory, never the call stack.
#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "expr/lexer.hpp"
#include "rheon/expr/syntax.hpp"

namespace rheon::expr {

class Parser {
 public:
  Parser(std::string_view text, bool equation) : lexer_(text), equation_(equation) { tree_.text = text; }
  std::variant<SyntaxTree, SyntaxError> run();

 private:
  /// What waits on the stack. From `parenthesis` on, things that only their own partner closes.
  enum class Open : std::uint8_t { binary, prefix, choice, parenthesis, call, question, if_word };
  struct Entry {  // 32 bits are plenty below max_text, and a text of nothing but "(" has millions of these
    std::string_view text;
    std::uint32_t offset = 0, length = 0;
    std::uint32_t first_operand = 0;  // call: operands before it
    Open open = Open::binary;
    std::int8_t level = 0;     // how tightly it binds
    bool value_first = false;  // choice: written as `a if c else b`
  };
  /// A finished part; its extent includes the parentheses around it.
  struct Operand {
    int node;
    std::uint32_t begin, end;
  };

  bool advance();
  void open(Open what, int level, const Token& token);
  bool expect_operand();
  bool expect_operator();
  bool open_prefix();
  bool open_call_or_name();
  bool push_binary(int level);
  bool is_bare_comparison(const Operand& operand) const;
  bool close_parenthesis();
  bool next_argument();
  bool open_choice();
  bool choose_else(Open partner, std::string_view what);
  bool equals_sign();
  bool finish();

  void reduce_above(int level);
  void reduce_top();
  bool reduce_to_bracket();
  int append(SyntaxNode node);
  void push_leaf(SyntaxNode node);
  bool fail(std::size_t offset, std::size_t length, std::string what, std::string remedy);
  bool fail_here(std::string what, std::string remedy);
  bool fail_unclosed(const Entry& entry);
  bool is_symbol(std::string_view text) const { return token_.kind == TokenKind::symbol && token_.text == text; }
  bool is_word(std::string_view text) const {
    return token_.kind == TokenKind::name && token_.primes == 0 && token_.text == text;
  }

  Lexer lexer_;
  bool equation_;
  bool equals_seen_ = false;
  Token token_;
  SyntaxTree tree_;
  std::vector<Entry> open_;
  std::vector<Operand> operands_;
  SyntaxError error_;
  bool done_ = false;
  bool want_operand_ = true;
};

}  // namespace rheon::expr
