// Text to syntax tree to graph nodes. The tree keeps the place of every part, so every message can point at a
// character; names get their meaning from a Resolver when the tree is lowered into a graph. Nothing throws for what a text
// says; errors are values. Any thread, but for a graph, which has one at a time.
//
//   const auto parsed = parse("2*x' + 1");
//   if (const auto* error = std::get_if<SyntaxError>(&parsed)) std::puts(point_at("2*x' + 1", *error).c_str());
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rheon/core/api.hpp"
#include "rheon/expr/graph.hpp"

namespace rheon::expr {

/// Something wrong with a text at byte [offset, offset + length).
struct SyntaxError {
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string what;
  std::string remedy;
};

/// The text with a line of carets below the place, windowed to 100 columns around it for long texts.
RHEON_API std::string point_at(std::string_view text, const SyntaxError& error);

/// One node of the tree. Children are indices into SyntaxTree::nodes and always smaller than the node's own index
/// (so a loop over the vector visits children first, without recursion).
struct SyntaxNode {
  enum class Kind : std::uint8_t { number, name, call, unary, binary, conditional };
  Kind kind = Kind::number;
  std::size_t offset = 0, length = 0;  ///< the whole part
  double number = 0.0;
  std::string name;  ///< of a name, a called function, or the operator: + - * / ^ < <= > >= == != and or not
  int primes = 0;    ///< `x''` has two
  std::vector<int> children;
};

struct SyntaxTree {
  std::string text;
  std::vector<SyntaxNode> nodes;  ///< the last one is the root
};

/// Longer texts, in bytes, are refused with a message. There is no other limit on the depth of an expression.
inline constexpr std::size_t max_text = 4u << 20;

/// Reads an expression. Grammar, from what binds least: `a if cond else b` and `cond ? a : b`; or; and; not; comparisons
/// (< <= > >= == !=, not chained); + -; * /; unary + -; ^ (right-associative, binds tighter than unary minus;
/// `**` is accepted too); numbers (1, 2.5, 1e-3), names with primes, calls f(a, b), parentheses. `|a|` is not
/// accepted: use abs.
RHEON_API std::variant<SyntaxTree, SyntaxError> parse(std::string_view text);

/// `left = right` as the tree of `left - (right)`. A text without `=`, or with two, is refused with a remedy; `==` is a comparison,
/// not an equation.
RHEON_API std::variant<SyntaxTree, SyntaxError> parse_equation(std::string_view text);

/// Gives meaning to names; users may derive from it. Both return nothing for an unknown name, after which `lower` reports it
/// with `candidates`.
class RHEON_API Resolver {
 public:
  virtual ~Resolver() = default;
  /// A name with its primes, e.g. ("x", 1) for x'.
  virtual std::optional<Node> name(std::string_view id, int primes) = 0;
  /// A call that is no built-in function, e.g. a table or `reaction(steer, xA)`. `node` is the call's node, its
  /// children are not lowered yet. May write an error instead.
  virtual std::optional<Node> call(const SyntaxTree& tree, const SyntaxNode& node, std::vector<SyntaxError>& errors);
  /// Known names, for did-you-mean.
  virtual std::vector<std::string> candidates() const = 0;
};

/// Lowers the tree (or, with `root`, a part of it) into the graph; all errors are added to `errors`, and the result
/// is only valid if none were. Never recurses as deep as the text: 10,000 nested parentheses are fine.
/// Built-in functions: sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt abs sign min max (2 or more
/// arguments) hypot pow floor; `if(cond, a, b)`; `step(t, t0)` 0 before t0 and 1 from t0 on; `pulse(t, t0, t1)`;
/// `ramp(t, t0, t1)` smooth (twice continuously differentiable) rise from 0 to 1. `pi` is a constant.
RHEON_API Node lower(const SyntaxTree& tree, Graph& graph, Resolver& resolver, std::vector<SyntaxError>& errors,
                     int root = -1);

/// Names and short signatures of the built-in functions, for docs and did-you-mean.
struct FunctionInfo {
  std::string_view name, signature, help;
};
RHEON_API std::span<const FunctionInfo> functions();

}  // namespace rheon::expr
