#include <fmt/format.h>

#include <cmath>

#include "io/model_context.hpp"
#include "rheon/core/names.hpp"

namespace rheon::reader {
namespace {

using expr::Node;
using expr::SyntaxError;
using expr::SyntaxNode;
using expr::SyntaxTree;

void complain(std::vector<SyntaxError>& errors, const SyntaxNode& node, std::string what, std::string remedy) {
  errors.push_back({node.offset, node.length, std::move(what), std::move(remedy)});
}

const SyntaxNode& child(const SyntaxTree& tree, const SyntaxNode& node, std::size_t k) {
  return tree.nodes[static_cast<std::size_t>(node.children[k])];
}

bool plain_name(const SyntaxNode& node) { return node.kind == SyntaxNode::Kind::name && node.primes == 0; }

}  // namespace

Node NameResolver::failed() {
  tainted_ = true;
  return context_.model().graph.constant(stand_in);
}

// Names that cannot be used here were reported with their place before lowering; here they only get a stand-in.
std::optional<Node> NameResolver::name(std::string_view id, int primes) {
  expr::Graph& graph = context_.model().graph;
  if (id == "t" && primes == 0) return graph.input(context_.model().inputs.t());
  if (const Node* own = use_.find_local(id, primes)) return *own;
  Symbol* symbol = context_.find(std::string(id));
  if (!symbol || symbol->failed || (primes > 0 && !use_.primes)) return failed();
  const Meaning* found = context_.meaning(*symbol, primes);
  return found ? found->node : failed();
}

std::optional<Node> NameResolver::call(const SyntaxTree& tree, const SyntaxNode& node,
                                       std::vector<SyntaxError>& errors) {
  if (node.name == "lambda" || node.name == "reaction") {
    if (!(use_.allowed & on_multipliers)) {
      complain(errors, node, fmt::format("{} must not contain {}(…)", use_.holder, node.name),
               "constraint forces are known to outputs and to section nonideal only");
      return failed();
    }
    if (node.children.empty() || !plain_name(child(tree, node, 0))) {
      complain(errors, node, fmt::format("{} needs the name of a constraint", node.name),
               node.name == "lambda" ? "write lambda(constraint) or lambda(constraint, 2)"
                                     : "write reaction(constraint, coordinate)");
      return failed();
    }
    const std::string& constraint = child(tree, node, 0).name;
    const auto rows = context_.constraint_rows().find(constraint);
    if (rows == context_.constraint_rows().end()) {
      complain(errors, child(tree, node, 0), fmt::format("there is no constraint \"{}\"", constraint),
               did_you_mean(constraint, context_.constraint_names()));
      return failed();
    }
    if (rows->second.empty()) return failed();  // the constraint itself was refused
    return node.name == "lambda" ? multiplier(rows->second, tree, node, errors)
                                 : reaction_along(rows->second, tree, node, errors);
  }
  const Symbol* symbol = context_.find(node.name);
  if (!symbol) {
    if (!context_.incomplete()) {
      complain(errors, node, fmt::format("there is no function \"{}\"", node.name),
               did_you_mean(node.name, candidates()));
    }
    return failed();
  }
  if (symbol->kind != Symbol::Kind::table) {
    complain(errors, node, fmt::format("\"{}\" is a {}, not a function", node.name, to_text(symbol->kind)),
             fmt::format("a product needs a *, as in {}*(…)", node.name));
    return failed();
  }
  return table(*symbol, tree, node, errors);
}

std::vector<std::string> NameResolver::candidates() const {
  std::vector<std::string> all = context_.table_names();
  for (const expr::FunctionInfo& function : expr::functions()) all.emplace_back(function.name);
  if (use_.allowed & on_multipliers) all.insert(all.end(), {"lambda", "reaction"});
  return all;
}

Node NameResolver::table(const Symbol& symbol, const SyntaxTree& tree, const SyntaxNode& node,
                         std::vector<SyntaxError>& errors) {
  if (!use_.tables) {
    complain(errors, node, fmt::format("{} must not use tables", use_.holder), "use numbers and parameters");
    return failed();
  }
  if (node.children.size() != 1) {
    complain(errors, node, fmt::format("table \"{}\" takes one argument, not {}", node.name, node.children.size()), "");
    return failed();
  }
  const Node argument = expr::lower(tree, context_.model().graph, *this, errors, node.children[0]);
  return symbol.failed || !errors.empty() ? failed() : context_.model().graph.table(symbol.index, argument);
}

Node NameResolver::multiplier(const std::vector<int>& rows, const SyntaxTree& tree, const SyntaxNode& node,
                              std::vector<SyntaxError>& errors) {
  const std::string& constraint = child(tree, node, 0).name;
  double row = 1.0;
  if (node.children.size() > 1) {
    const SyntaxNode& number = child(tree, node, 1);
    row = number.kind == SyntaxNode::Kind::number ? number.number : 0.0;
  } else if (rows.size() > 1) {
    row = 0.0;
  }
  const bool valid = row >= 1.0 && row <= static_cast<double>(rows.size()) && row == std::floor(row);
  if (node.children.size() > 2 || !valid) {
    complain(
        errors, node,
        fmt::format("constraint \"{}\" has {} row{}", constraint, rows.size(), rows.size() == 1 ? "" : "s: say which"),
        rows.size() == 1 ? fmt::format("write lambda({})", constraint)
                         : fmt::format("write lambda({}, 1) … lambda({}, {})", constraint, constraint, rows.size()));
    return failed();
  }
  Model& model = context_.model();
  return model.graph.input(model.inputs.lambda(rows[static_cast<std::size_t>(row) - 1]));
}

Node NameResolver::reaction_along(const std::vector<int>& rows, const SyntaxTree& tree, const SyntaxNode& node,
                                  std::vector<SyntaxError>& errors) {
  Model& model = context_.model();
  const std::string_view thing = model.general_speeds ? "speed" : "coordinate";
  if (node.children.size() != 2 || !plain_name(child(tree, node, 1))) {
    complain(errors, node, fmt::format("reaction needs a constraint and a {}", thing),
             fmt::format("write reaction({}, {})", child(tree, node, 0).name, thing));
    return failed();
  }
  const SyntaxNode& along = child(tree, node, 1);
  const Symbol* symbol = context_.find(along.name);
  const auto wanted = model.general_speeds ? Symbol::Kind::speed : Symbol::Kind::coordinate;
  if (!symbol && context_.incomplete()) return failed();
  if (!symbol || symbol->kind != wanted) {
    std::vector<std::string> names;
    for (const Speed& speed : model.speeds) names.push_back(speed.name);
    if (!model.general_speeds) {
      for (std::string& name : names) name.pop_back();  // the speed of x is named x'
    }
    complain(errors, along, fmt::format("there is no {} \"{}\"", thing, along.name), did_you_mean(along.name, names));
    return failed();
  }
  std::vector<Node> terms;
  for (const int row : rows) terms.push_back(reaction(model, row, symbol->index));
  return model.graph.sum(terms);
}

}  // namespace rheon::reader
