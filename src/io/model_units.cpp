#include "io/model_units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <unordered_map>

namespace rheon::reader {
namespace {

using expr::SyntaxError;
using expr::SyntaxNode;
using expr::SyntaxTree;

std::string part_text(const SyntaxTree& tree, const SyntaxNode& node) {
  constexpr std::size_t shown = 30;
  const std::string_view text =
      std::string_view(tree.text).substr(std::min(node.offset, tree.text.size()), node.length);
  return text.size() <= shown ? std::string(text) : "…" + std::string(text.substr(text.size() - shown));
}

/// Families of built-in functions by what they ask of their arguments.
enum class Rule { angle, alike_same, alike_pure, root, power, choose, keep, none };

Rule rule_of(const std::string& name) {
  static const std::unordered_map<std::string, Rule> rules = {
      {"sin", Rule::angle},       {"cos", Rule::angle},        {"tan", Rule::angle},        {"asin", Rule::angle},
      {"acos", Rule::angle},      {"atan", Rule::angle},       {"sinh", Rule::angle},       {"cosh", Rule::angle},
      {"tanh", Rule::angle},      {"exp", Rule::angle},        {"log", Rule::angle},        {"atan2", Rule::alike_pure},
      {"min", Rule::alike_same},  {"max", Rule::alike_same},   {"hypot", Rule::alike_same}, {"abs", Rule::keep},
      {"floor", Rule::keep},      {"sign", Rule::alike_pure},  {"sqrt", Rule::root},        {"pow", Rule::power},
      {"step", Rule::alike_pure}, {"pulse", Rule::alike_pure}, {"ramp", Rule::alike_pure},  {"if", Rule::choose}};
  const auto found = rules.find(name);
  return found == rules.end() ? Rule::none : found->second;
}

class Checker {
 public:
  Checker(const SyntaxTree& tree, const LeafDim& leaf, bool equation, std::vector<SyntaxError>& errors)
      : tree_(tree), leaf_(leaf), equation_(equation), errors_(errors), dims_(tree.nodes.size()) {}

  Dim run() {
    for (std::size_t k = 0; k < tree_.nodes.size(); ++k) dims_[k] = visit(tree_.nodes[k], k + 1 == tree_.nodes.size());
    return dims_.empty() ? unknown_dim() : dims_.back();
  }

 private:
  const SyntaxNode& child(const SyntaxNode& node, std::size_t k) const {
    return tree_.nodes[static_cast<std::size_t>(node.children[k])];
  }
  const Dim& dim(const SyntaxNode& node, std::size_t k) const {
    return dims_[static_cast<std::size_t>(node.children[k])];
  }
  static bool literal(const SyntaxNode& node) { return node.kind == SyntaxNode::Kind::number; }

  Dim visit(const SyntaxNode& node, bool root) {
    switch (node.kind) {
      case SyntaxNode::Kind::number: return number(node.number);
      case SyntaxNode::Kind::name: return leaf_(node);
      case SyntaxNode::Kind::call: return call(node);
      case SyntaxNode::Kind::unary: return node.name == "not" ? pure_dim() : dim(node, 0);
      case SyntaxNode::Kind::binary: return binary(node, root);
      case SyntaxNode::Kind::conditional: return join(node, 1, 2, "the two values");
    }
    return unknown_dim();
  }

  /// Any number may hide a unit (9.81, or the 2 of -2*x'), so it makes no promise.
  static Dim number(double value) { return value == 0.0 || value == 1.0 ? pure_dim() : unknown_dim(); }

  Dim binary(const SyntaxNode& node, bool root) {
    const std::string& op = node.name;
    if (op == "+" || op == "-") return alike(node, equation_ && root ? "the two sides" : "the terms");
    if (op == "*") return product(dim(node, 0), dim(node, 1), false);
    if (op == "/") return quotient(node);
    if (op == "^" || op == "**") return raise(node);
    if (op == "and" || op == "or") return pure_dim();
    alike(node, "the two sides");  // comparisons
    return pure_dim();
  }

  Dim quotient(const SyntaxNode& node) {
    const SyntaxNode& below = child(node, 1);
    if (literal(below)) {
      // 1/3 is mathematics, and nobody hides a unit in a whole divisor such as m*L^2/12.
      if (literal(child(node, 0))) return pure_dim();
      if (below.number == std::floor(below.number)) return dim(node, 0);
    }
    return product(dim(node, 0), dim(node, 1), true);
  }

  static Dim product(const Dim& a, const Dim& b, bool divide) {
    if (a.kind == Dim::Kind::unknown || b.kind == Dim::Kind::unknown) return unknown_dim();
    // `pure` is weaker than `weak` is weaker than `known`: one declared factor vouches for the product.
    return {std::max(a.kind, b.kind), divide ? a.dimension / b.dimension : a.dimension * b.dimension,
            a.measured || b.measured};
  }

  Dim raise(const SyntaxNode& node) {
    const Dim& exponent = dim(node, 1);
    if (exponent.known() && !exponent.dimension.dimensionless()) {
      clash(child(node, 1), fmt::format("an exponent must be a plain number, not {}", to_text(exponent.dimension)));
      return unknown_dim();
    }
    const Dim& base = dim(node, 0);
    if (base.kind == Dim::Kind::unknown || base.kind == Dim::Kind::pure) return base;
    if (base.dimension.dimensionless()) return base;
    const SyntaxNode* power_node = &child(node, 1);
    double sign = 1.0;
    if (power_node->kind == SyntaxNode::Kind::unary && power_node->name == "-") {
      sign = -1.0;
      power_node = &child(*power_node, 0);
    }
    if (!literal(*power_node)) return unknown_dim();
    return {base.kind, power(base.dimension, sign * power_node->number), base.measured};
  }

  Dim call(const SyntaxNode& node) {
    if (node.children.empty()) return leaf_(node);
    switch (rule_of(node.name)) {
      case Rule::angle:
        for (std::size_t k = 0; k < node.children.size(); ++k) {
          if (dim(node, k).known() && !dim(node, k).dimension.dimensionless()) {
            clash(child(node, k), fmt::format("{}() needs a plain number or an angle, but \"{}\" is in {}", node.name,
                                              part_text(tree_, child(node, k)), to_text(dim(node, k).dimension)));
          }
        }
        return pure_dim();
      case Rule::alike_same: return alike(node, "the arguments");
      case Rule::alike_pure: alike(node, "the arguments"); return pure_dim();
      case Rule::root: {
        const Dim& base = dim(node, 0);
        return {base.kind, power(base.dimension, 0.5), base.measured};
      }
      case Rule::power: return node.children.size() == 2 ? raise(node) : unknown_dim();
      case Rule::choose: return node.children.size() == 3 ? join(node, 1, 2, "the two values") : unknown_dim();
      case Rule::keep: return dim(node, 0);
      case Rule::none: break;
    }
    return leaf_(node);
  }

  /// All children must have the same unit where it is known; that is the unit of the result.
  Dim alike(const SyntaxNode& node, std::string_view parts) {
    Dim result = node.children.empty() ? unknown_dim() : dim(node, 0);
    std::size_t holder = 0;
    for (std::size_t k = 1; k < node.children.size(); ++k) {
      result = merged(node, holder, k, result, dim(node, k), parts);
      if (result.known() && !dim(node, holder).known()) holder = k;
    }
    return result;
  }

  Dim join(const SyntaxNode& node, std::size_t a, std::size_t b, std::string_view parts) {
    return merged(node, a, b, dim(node, a), dim(node, b), parts);
  }

  Dim merged(const SyntaxNode& node, std::size_t a, std::size_t b, const Dim& left, const Dim& right,
             std::string_view parts) {
    if (!left.known() || !right.known()) {
      if (left.known()) return left;
      if (right.known()) return right;
      return left.kind == right.kind && same(left.dimension, right.dimension) ? left : unknown_dim();
    }
    if (same(left.dimension, right.dimension)) return left.measured ? left : right;
    clash(node, fmt::format("{} have different units: \"{}\" is in {}, \"{}\" is in {}", parts,
                            part_text(tree_, child(node, a)), to_text(left.dimension), part_text(tree_, child(node, b)),
                            to_text(right.dimension)));
    return unknown_dim();
  }

  void clash(const SyntaxNode& node, std::string what) {
    errors_.push_back({node.offset, node.length, std::move(what), "correct the expression or the units"});
  }

  const SyntaxTree& tree_;
  const LeafDim& leaf_;
  bool equation_;
  std::vector<SyntaxError>& errors_;
  std::vector<Dim> dims_;
};

}  // namespace

Dim per_second(const Dim& dim, int times) {
  if (dim.kind == Dim::Kind::unknown) return dim;
  // the rate of a plain number, as of atan2(y, x), is per second by nature
  return {std::max(dim.kind, Dim::Kind::weak), dim.dimension * power(dimension_of("s"), -times), dim.measured};
}

bool same(const Dimension& a, const Dimension& b) {
  constexpr double round_off = 1e-9;  // exponents are small; 1/3 added three times misses 1 by 1e-16
  return std::equal(a.exponent.begin(), a.exponent.end(), b.exponent.begin(),
                    [](double x, double y) { return std::abs(x - y) <= round_off; });
}

Dimension dimension_of(std::string_view unit) { return parse_unit(unit).value_or(Unit{}).dimension; }

Dim check_units(const SyntaxTree& tree, const LeafDim& leaf, bool equation, std::vector<SyntaxError>& errors) {
  return Checker(tree, leaf, equation, errors).run();
}

}  // namespace rheon::reader
