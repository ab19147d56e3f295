// Syntax tree to graph nodes, in the order of the tree's vector: children first, no recursion.
#include <cstdlib>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "expr/functions.hpp"
#include "rheon/core/names.hpp"
#include "rheon/expr/syntax.hpp"

namespace rheon::expr {
namespace {

// A text with more mistakes than this has one cause; listing them all helps nobody.
constexpr std::size_t most_errors = 25;
// A resolver may lower the arguments of its own calls, and theirs in turn: the only nesting that uses the stack.
constexpr int deepest_foreign_calls = 100;
// Sums longer than this are made in one piece, as a balanced tree.
constexpr std::size_t long_sum = 16;

class LowerPass {
 public:
  LowerPass(const SyntaxTree& tree, Graph& graph, Resolver& resolver, std::vector<SyntaxError>& errors)
      : tree_(tree), graph_(graph), resolver_(resolver), errors_(errors), first_error_(errors.size()) {}

  Node run(int root) {
    const Node nothing = graph_.constant(0.0);
    mark(root);
    if (!foreign_calls_fit()) return nothing;
    value_.assign(static_cast<std::size_t>(root - first_) + 1, nothing);
    for (int k = first_; k <= root && !gave_up(); ++k) {
      if (role(k) == Role::value) value_[local(k)] = lower(k);
    }
    return value_.back();
  }

 private:
  /// Not part of what is lowered; lowered on its own; a link of a long sum, lowered with the sum's top; inside a
  /// foreign call, whose meaning only the resolver knows.
  enum class Role : std::uint8_t { none, value, link, foreign };

  const SyntaxNode& node(int k) const { return tree_.nodes[static_cast<std::size_t>(k)]; }
  std::size_t local(int k) const { return static_cast<std::size_t>(k - first_); }
  Role& role(int k) { return role_[local(k)]; }
  Node value(const SyntaxNode& parent, std::size_t child) const { return value_[local(parent.children[child])]; }
  bool gave_up() const { return errors_.size() - first_error_ >= most_errors; }

  static bool is_sum(const SyntaxNode& n) {
    return n.kind == SyntaxNode::Kind::binary && (n.name == "+" || n.name == "-");
  }
  bool is_foreign_call(const SyntaxNode& n) const {
    return n.kind == SyntaxNode::Kind::call && find_function(n.name) == nullptr;
  }

  /// Gives a role to every node below the root, parents first.
  void mark(int root) {
    first_ = first_of(root);
    role_.assign(static_cast<std::size_t>(root - first_) + 1, Role::none);
    role(root) = Role::value;
    for (int k = root; k >= first_; --k) {
      const SyntaxNode& n = node(k);
      if (role(k) == Role::none) continue;
      const bool foreign = role(k) == Role::foreign || is_foreign_call(n);
      for (const int child : n.children) role(child) = foreign ? Role::foreign : Role::value;
    }
    mark_long_sums(root);
  }

  /// The nodes below a root stand next to each other in the tree, the root last.
  int first_of(int root) const {
    int first = root;
    while (!node(first).children.empty()) {
      const std::vector<int>& children = node(first).children;
      int least = children.front();
      for (const int child : children) least = least < child ? least : child;
      first = least;
    }
    return first;
  }

  void mark_long_sums(int root) {
    std::vector<std::uint32_t> terms(role_.size(), 1);
    for (int k = first_; k <= root; ++k) {
      if (role(k) == Role::value && is_sum(node(k))) {
        terms[local(k)] = terms[local(node(k).children[0])] + terms[local(node(k).children[1])];
      }
    }
    for (int k = root; k >= first_; --k) {
      const bool in_long_sum = role(k) == Role::link || (role(k) == Role::value && terms[local(k)] > long_sum);
      if (!in_long_sum || !is_sum(node(k))) continue;
      if (role(k) == Role::value) tops_.push_back(k);
      for (const int child : node(k).children) {
        if (is_sum(node(child))) role(child) = Role::link;
      }
    }
  }

  bool foreign_calls_fit() {
    std::vector<int> depth(role_.size(), 0);
    for (int k = first_; k < first_ + static_cast<int>(role_.size()); ++k) {
      if (role(k) == Role::none) continue;
      int deepest = 0;
      for (const int child : node(k).children) deepest = std::max(deepest, depth[local(child)]);
      depth[local(k)] = deepest + (is_foreign_call(node(k)) ? 1 : 0);
      if (depth[local(k)] > deepest_foreign_calls) {
        report(node(k), "calls of \"" + node(k).name + "\" are nested too deeply",
               "nest at most " + std::to_string(deepest_foreign_calls) + " calls of tables and the like");
        return false;
      }
    }
    return true;
  }

  void report(const SyntaxNode& at, std::string what, std::string remedy) {
    errors_.push_back({at.offset, at.length, std::move(what), std::move(remedy)});
  }

  Node lower(int k) {
    const SyntaxNode& n = node(k);
    switch (n.kind) {
      case SyntaxNode::Kind::number: return graph_.constant(n.number);
      case SyntaxNode::Kind::name: return lower_name(n);
      case SyntaxNode::Kind::call: return lower_call(n);
      case SyntaxNode::Kind::unary: return graph_.make(n.name == "not" ? Op::logical_not : Op::neg, value(n, 0));
      case SyntaxNode::Kind::binary: return is_top(k) ? lower_long_sum(k) : lower_binary(n);
      case SyntaxNode::Kind::conditional: return graph_.select(value(n, 0), value(n, 1), value(n, 2));
    }
    return graph_.constant(0.0);
  }

  /// Tops were noted from the end of the tree backwards and are met from its beginning.
  bool is_top(int k) {
    if (tops_.empty() || tops_.back() != k) return false;
    tops_.pop_back();
    return true;
  }

  Node lower_long_sum(int top) {
    std::vector<std::pair<int, bool>> open{{top, false}};
    std::vector<Node> terms;
    while (!open.empty()) {
      const auto [k, negative] = open.back();
      open.pop_back();
      const SyntaxNode& n = node(k);
      if (k == top || role(k) == Role::link) {
        open.emplace_back(n.children[1], negative != (n.name == "-"));
        open.emplace_back(n.children[0], negative);
      } else {
        const Node term = value_[local(k)];
        terms.push_back(negative ? graph_.make(Op::neg, term) : term);
      }
    }
    return graph_.sum(terms);
  }

  Node lower_binary(const SyntaxNode& n) {
    const Node a = value(n, 0), b = value(n, 1);
    const std::string& op = n.name;
    if (op == "+") return graph_.make(Op::add, a, b);
    if (op == "-") return graph_.make(Op::sub, a, b);
    if (op == "*") return graph_.make(Op::mul, a, b);
    if (op == "/") return graph_.make(Op::div, a, b);
    if (op == "^") return graph_.make(Op::pow, a, b);
    if (op == "<") return graph_.compare(Op::less, a, b);
    if (op == "<=") return graph_.compare(Op::less_equal, a, b);
    if (op == ">") return graph_.compare(Op::less, b, a);
    if (op == ">=") return graph_.compare(Op::less_equal, b, a);
    if (op == "==") return graph_.make(Op::equal, a, b);
    if (op == "!=") return graph_.make(Op::logical_not, graph_.make(Op::equal, a, b));
    return graph_.make(op == "and" ? Op::logical_and : Op::logical_or, a, b);
  }

  Node lower_name(const SyntaxNode& n) {
    if ((n.name == "pi" || n.name == "π") && n.primes == 0) return graph_.constant(std::numbers::pi);
    if (const std::optional<Node> meaning = resolver_.name(n.name, n.primes)) return *meaning;
    if (const FunctionRow* row = find_function(n.name)) {
      report(n, "\"" + n.name + "\" is a function and needs arguments", "write " + std::string(row->info.signature));
      return graph_.constant(0.0);
    }
    const std::string spelled = n.name + std::string(static_cast<std::size_t>(n.primes), '\'');
    if (n.primes > 0 && resolver_.name(n.name, 0)) {
      report(n, "\"" + spelled + "\" has no meaning here, though \"" + n.name + "\" has", "remove the prime");
    } else {
      report(n, "unknown name \"" + shortened(spelled) + "\"", did_you_mean(n.name, candidates()));
    }
    return graph_.constant(0.0);
  }

  static std::string shortened(const std::string& name) {
    return name.size() <= 60 ? name : name.substr(0, 57) + "...";
  }

  const std::vector<std::string>& candidates() {
    if (!candidates_) candidates_ = resolver_.candidates();
    return *candidates_;
  }

  Node lower_call(const SyntaxNode& n) {
    const FunctionRow* row = find_function(n.name);
    if (row == nullptr) return lower_foreign_call(n);
    const std::size_t given = n.children.size();
    if (given < row->least || given > row->most) {
      const std::string wanted = std::to_string(row->least) + (row->most == any_number ? " or more" : "");
      report(n,
             "\"" + n.name + "\" takes " + wanted + (wanted == "1" ? " argument, " : " arguments, ") +
                 std::to_string(given) + (given == 1 ? " is given" : " are given"),
             "write " + std::string(row->info.signature));
      return graph_.constant(0.0);
    }
    switch (row->builtin) {
      case Builtin::operation:
        return given == 1 ? graph_.make(row->op, value(n, 0)) : graph_.make(row->op, value(n, 0), value(n, 1));
      case Builtin::minimum:
      case Builtin::maximum: return lower_extreme(n, row->op);
      case Builtin::choice: return graph_.select(value(n, 0), value(n, 1), value(n, 2));
      case Builtin::step: return graph_.compare(Op::less_equal, value(n, 1), value(n, 0));
      case Builtin::pulse: return lower_pulse(n);
      case Builtin::ramp: return lower_ramp(n);
    }
    return graph_.constant(0.0);
  }

  Node lower_foreign_call(const SyntaxNode& n) {
    const std::size_t before = errors_.size();
    if (const std::optional<Node> meaning = resolver_.call(tree_, n, errors_)) return *meaning;
    if (errors_.size() > before) return graph_.constant(0.0);
    SyntaxNode name = n;
    name.length = n.name.size();
    if (resolver_.name(n.name, 0)) {
      report(name, "\"" + n.name + "\" is not a function", "write * before the parenthesis for a product");
      return graph_.constant(0.0);
    }
    std::vector<std::string> known = candidates();
    for (const FunctionInfo& info : functions()) known.emplace_back(info.name);
    report(name, "unknown function \"" + shortened(n.name) + "\"", did_you_mean(n.name, known));
    return graph_.constant(0.0);
  }

  Node lower_extreme(const SyntaxNode& n, Op op) {
    Node result = value(n, 0);
    for (std::size_t k = 1; k < n.children.size(); ++k) result = graph_.make(op, result, value(n, k));
    return result;
  }

  /// A rise or pulse that ends before it begins is a slip of the pen.
  bool ends_after_start(const SyntaxNode& n) {
    const Node t0 = value(n, 1), t1 = value(n, 2);
    if (!graph_.is_constant(t0) || !graph_.is_constant(t1) || graph_.value(t0) < graph_.value(t1)) return true;
    report(n,
           "\"" + n.name + "\" ends at " + std::to_string(graph_.value(t1)) + ", not after its start at " +
               std::to_string(graph_.value(t0)),
           "let the last argument be the larger one");
    return false;
  }

  Node lower_pulse(const SyntaxNode& n) {
    if (!ends_after_start(n)) return graph_.constant(0.0);
    const Node begun = graph_.compare(Op::less_equal, value(n, 1), value(n, 0));
    const Node ended = graph_.compare(Op::less_equal, value(n, 2), value(n, 0));
    return graph_.make(Op::sub, begun, ended);
  }

  /// s^3 (10 - 15 s + 6 s^2) between the knots: value, slope and curvature join 0 and 1 without a jump.
  Node lower_ramp(const SyntaxNode& n) {
    if (!ends_after_start(n)) return graph_.constant(0.0);
    const Node t = value(n, 0), t0 = value(n, 1), t1 = value(n, 2);
    const Node zero = graph_.constant(0.0), one = graph_.constant(1.0);
    const Node s = graph_.make(Op::div, graph_.make(Op::sub, t, t0), graph_.make(Op::sub, t1, t0));
    const Node inner =
        graph_.make(Op::sub, graph_.make(Op::mul, s, graph_.make(Op::mul, s, graph_.constant(6.0))),
                    graph_.make(Op::sub, graph_.make(Op::mul, graph_.constant(15.0), s), graph_.constant(10.0)));
    const Node rise = graph_.make(Op::mul, graph_.make(Op::pow, s, graph_.constant(3.0)), inner);
    const Node before = graph_.compare(Op::less, t, t0);
    const Node during = graph_.compare(Op::less, t, t1);
    return graph_.select(before, zero, graph_.select(during, rise, one));
  }

  const SyntaxTree& tree_;
  Graph& graph_;
  Resolver& resolver_;
  std::vector<SyntaxError>& errors_;
  std::size_t first_error_;
  int first_ = 0;
  std::vector<Role> role_;
  std::vector<int> tops_;
  std::vector<Node> value_;
  std::optional<std::vector<std::string>> candidates_;
};

}  // namespace

std::optional<Node> Resolver::call(const SyntaxTree&, const SyntaxNode&, std::vector<SyntaxError>&) {
  return std::nullopt;
}

Node lower(const SyntaxTree& tree, Graph& graph, Resolver& resolver, std::vector<SyntaxError>& errors, int root) {
  if (root < 0) root = static_cast<int>(tree.nodes.size()) - 1;
  return LowerPass(tree, graph, resolver, errors).run(root);
}

}  // namespace rheon::expr
