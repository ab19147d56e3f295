#include "expr/parser.hpp"

#include <algorithm>
#include <utility>

namespace rheon::expr {
namespace {

// How tightly things bind, loosest first.
constexpr int level_equation = 0, level_choice = 1, level_or = 2, level_and = 3, level_not = 4, level_compare = 5,
              level_add = 6, level_mul = 7, level_sign = 8, level_pow = 9;

struct Operator {
  std::string_view text;
  int level;
};

constexpr Operator operators[] = {
    {"or", level_or},      {"and", level_and},    {"<", level_compare},  {"<=", level_compare}, {">", level_compare},
    {">=", level_compare}, {"==", level_compare}, {"!=", level_compare}, {"+", level_add},      {"-", level_add},
    {"*", level_mul},      {"/", level_mul},      {"^", level_pow},
};

constexpr std::string_view words[] = {"and", "or", "not", "if", "else"};

bool is_reserved(std::string_view name) {
  return std::find(std::begin(words), std::end(words), name) != std::end(words);
}

std::uint32_t narrow(std::size_t place) { return static_cast<std::uint32_t>(place); }

}  // namespace

bool Parser::fail(std::size_t offset, std::size_t length, std::string what, std::string remedy) {
  error_ = {offset, length, std::move(what), std::move(remedy)};
  return false;
}

bool Parser::fail_here(std::string what, std::string remedy) {
  return fail(token_.offset, token_.length, std::move(what), std::move(remedy));
}

bool Parser::advance() {
  std::optional<Token> token = lexer_.next(error_);
  if (token) token_ = *token;
  return token.has_value();
}

std::variant<SyntaxTree, SyntaxError> Parser::run() {
  if (tree_.text.size() > max_text) {
    fail(max_text, 1, "the text is longer than " + std::to_string(max_text >> 20) + " MiB", "split the expression");
    return error_;
  }
  bool good = advance();
  while (good && !done_) good = want_operand_ ? expect_operand() : expect_operator();
  if (!good) return error_;
  return std::move(tree_);
}

int Parser::append(SyntaxNode node) {
  tree_.nodes.push_back(std::move(node));
  return static_cast<int>(tree_.nodes.size()) - 1;
}

void Parser::open(Open what, int level, const Token& token) {
  open_.push_back({.text = token.text,
                   .offset = narrow(token.offset),
                   .length = narrow(token.length),
                   .first_operand = narrow(operands_.size()),
                   .open = what,
                   .level = static_cast<std::int8_t>(level)});
}

void Parser::push_leaf(SyntaxNode node) {
  const std::uint32_t begin = narrow(node.offset);
  const std::uint32_t end = narrow(node.offset + node.length);
  operands_.push_back({append(std::move(node)), begin, end});
  want_operand_ = false;
}

/// A place where a value must begin.
bool Parser::expect_operand() {
  if (token_.kind == TokenKind::number) {
    SyntaxNode node;
    node.offset = token_.offset;
    node.length = token_.length;
    node.number = token_.number;
    push_leaf(std::move(node));
    return advance();
  }
  if (is_symbol("(")) {
    open(Open::parenthesis, 0, token_);
    return advance();
  }
  if (is_symbol("+") || is_symbol("-") || is_word("not")) return open_prefix();
  if (token_.kind == TokenKind::name && (is_word("if") || !is_reserved(token_.text))) return open_call_or_name();
  if (is_symbol(")") && !open_.empty() && open_.back().open == Open::call &&
      operands_.size() == open_.back().first_operand) {
    return close_parenthesis();  // f()
  }
  if (token_.kind == TokenKind::end) {
    if (tree_.nodes.empty() && open_.empty()) return fail(0, 0, "the expression is empty", "write an expression");
    return fail_here("a value is missing at the end", "complete the expression");
  }
  return fail_here("a value is expected here", "write a number, a name, a function or a parenthesis before it");
}

bool Parser::open_prefix() {
  const bool negation = token_.text == "not";
  if (negation && !open_.empty() && open_.back().level > level_not) {
    return fail_here("\"not\" cannot follow an operator that binds tighter", "put parentheses around \"not ...\"");
  }
  open(Open::prefix, negation ? level_not : level_sign, token_);
  return advance();
}

bool Parser::open_call_or_name() {
  const Token name = token_;
  if (!advance()) return false;
  if (is_symbol("(")) {
    if (name.primes > 0) return fail(name.offset, name.length, "a function cannot have primes", "write * before (");
    open(Open::call, 0, name);
    return advance();
  }
  if (name.text == "if")
    return fail(name.offset, name.length, "\"if\" needs arguments here", "write if(condition, a, b)");
  SyntaxNode node;
  node.kind = SyntaxNode::Kind::name;
  node.offset = name.offset;
  node.length = name.length;
  node.name = name.text;
  node.primes = name.primes;
  push_leaf(std::move(node));
  return true;
}

/// A place where a value has ended.
bool Parser::expect_operator() {
  if (token_.kind == TokenKind::end) return finish();
  if (is_symbol(")")) return close_parenthesis();
  if (is_symbol(",")) return next_argument();
  if (is_symbol("?") || is_word("if")) return open_choice();
  if (is_symbol(":")) return choose_else(Open::question, "\":\" without a \"?\" before it");
  if (is_word("else")) return choose_else(Open::if_word, "\"else\" without an \"if\" before it");
  if (is_symbol("=")) return equals_sign();
  if (token_.kind == TokenKind::symbol || (token_.kind == TokenKind::name && token_.primes == 0)) {
    for (const Operator& known : operators) {
      if (known.text == token_.text) return push_binary(known.level);
    }
  }
  return fail_here("an operator is missing before this", "write * for a product");
}

bool Parser::push_binary(int level) {
  // Left-associative operators finish their equals first; ^ waits for what follows.
  reduce_above(level == level_pow ? level : level - 1);
  if (level == level_compare && is_bare_comparison(operands_.back())) {
    return fail_here("comparisons cannot be chained", "write for example a < b and b < c");
  }
  open(Open::binary, level, token_);
  want_operand_ = true;
  return advance();
}

/// A comparison without parentheses around it.
bool Parser::is_bare_comparison(const Operand& operand) const {
  const SyntaxNode& node = tree_.nodes[static_cast<std::size_t>(operand.node)];
  if (node.kind != SyntaxNode::Kind::binary || node.offset != operand.begin) return false;
  return std::any_of(std::begin(operators), std::end(operators),
                     [&](const Operator& known) { return known.level == level_compare && known.text == node.name; });
}

/// Finishes everything on the stack that binds tighter than `level`, up to the innermost bracket.
void Parser::reduce_above(int level) {
  while (!open_.empty() && open_.back().open < Open::parenthesis && open_.back().level > level) reduce_top();
}

void Parser::reduce_top() {
  const Entry top = open_.back();
  open_.pop_back();
  const bool sign_without_effect = top.open == Open::prefix && top.text == "+";
  if (sign_without_effect) {
    operands_.back().begin = top.offset;
    return;
  }
  const std::size_t count = top.open == Open::prefix ? 1 : top.open == Open::binary ? 2 : 3;
  const std::size_t first = operands_.size() - count;
  SyntaxNode node;
  for (std::size_t k = first; k < operands_.size(); ++k) node.children.push_back(operands_[k].node);
  const std::uint32_t begin = top.open == Open::prefix ? top.offset : operands_[first].begin;
  const std::uint32_t end = operands_.back().end;
  node.offset = begin;
  node.length = end - begin;
  node.name = top.text;
  node.kind = top.open == Open::prefix   ? SyntaxNode::Kind::unary
              : top.open == Open::binary ? SyntaxNode::Kind::binary
                                         : SyntaxNode::Kind::conditional;
  // `a if c else b` is stored as condition, value, other value, like `c ? a : b`.
  if (top.open == Open::choice && top.value_first) std::swap(node.children[0], node.children[1]);
  operands_.resize(first);
  operands_.push_back({append(std::move(node)), begin, end});
}

bool Parser::reduce_to_bracket() {
  reduce_above(-1);
  return !open_.empty() && (open_.back().open == Open::question || open_.back().open == Open::if_word)
             ? fail_unclosed(open_.back())
             : true;
}

bool Parser::fail_unclosed(const Entry& entry) {
  switch (entry.open) {
    case Open::question: return fail(entry.offset, entry.length, "\"?\" without \":\"", "write condition ? a : b");
    case Open::if_word:
      return fail(entry.offset, entry.length, "\"if\" without \"else\"", "write a if condition else b");
    default: return fail(entry.offset, entry.length, "this parenthesis is not closed", "add a closing parenthesis");
  }
}

bool Parser::close_parenthesis() {
  if (!want_operand_ && !reduce_to_bracket()) return false;
  if (open_.empty()) return fail_here("this parenthesis was never opened", "remove it, or open one before");
  const Entry bracket = open_.back();
  open_.pop_back();
  const std::uint32_t end = narrow(token_.offset + token_.length);
  if (bracket.open == Open::parenthesis) {
    operands_.back().begin = bracket.offset;
    operands_.back().end = end;
  } else {
    SyntaxNode node;
    node.kind = SyntaxNode::Kind::call;
    node.offset = bracket.offset;
    node.length = end - bracket.offset;
    node.name = bracket.text;
    for (std::size_t k = bracket.first_operand; k < operands_.size(); ++k) node.children.push_back(operands_[k].node);
    operands_.resize(bracket.first_operand);
    push_leaf(std::move(node));
  }
  want_operand_ = false;
  return advance();
}

bool Parser::next_argument() {
  if (!reduce_to_bracket()) return false;
  if (open_.empty() || open_.back().open != Open::call) {
    return fail_here("a comma only separates the arguments of a function", "write a decimal point, or name a function");
  }
  want_operand_ = true;
  return advance();
}

bool Parser::open_choice() {
  reduce_above(level_choice);
  const bool question = token_.text == "?";
  open(question ? Open::question : Open::if_word, 0, token_);
  want_operand_ = true;
  return advance();
}

/// `:` or `else`: the middle part is complete, the last one follows.
bool Parser::choose_else(Open partner, std::string_view what) {
  reduce_above(-1);
  if (open_.empty() || open_.back().open != partner)
    return fail_here(std::string(what), "write it as c ? a : b or a if c else b");
  Entry& entry = open_.back();
  entry.value_first = partner == Open::if_word;
  entry.text = "if";
  entry.open = Open::choice;
  entry.level = level_choice;
  want_operand_ = true;
  return advance();
}

bool Parser::equals_sign() {
  if (!equation_) return fail_here("\"=\" is not expected in an expression", "compare with ==");
  if (equals_seen_) return fail_here("an equation has only one \"=\"", "write one equation for each");
  if (!reduce_to_bracket()) return false;
  if (!open_.empty()) return fail_here("\"=\" stands inside parentheses", "compare with ==");
  equals_seen_ = true;
  open(Open::binary, level_equation, token_);
  open_.back().text = "-";
  want_operand_ = true;
  return advance();
}

bool Parser::finish() {
  if (!reduce_to_bracket()) return false;
  if (!open_.empty()) return fail_unclosed(open_.back());
  if (equation_ && !equals_seen_) {
    return fail_here("an equation needs \"=\"", "write left = right with one \"=\", for example ... = 0");
  }
  done_ = true;
  return true;
}

std::variant<SyntaxTree, SyntaxError> parse(std::string_view text) { return Parser(text, false).run(); }

std::variant<SyntaxTree, SyntaxError> parse_equation(std::string_view text) { return Parser(text, true).run(); }

}  // namespace rheon::expr
