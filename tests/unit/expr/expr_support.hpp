// Shared by the tests of expressions: names to inputs, text to nodes, nodes to numbers.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "rheon/expr/graph.hpp"
#include "rheon/expr/syntax.hpp"

namespace rheon::expr::test {

/// `t` is time; other names become inputs in the order in which they are declared, from slot 2 on. `x'` is an input
/// of its own. Tables are called by their names.
class Names : public Resolver {
 public:
  Names(Graph& graph, std::vector<std::string> inputs) : graph_(graph), names_{"t", "side"} {
    names_.insert(names_.end(), inputs.begin(), inputs.end());
  }

  std::optional<Node> name(std::string_view id, int primes) override {
    const std::string full = std::string(id) + std::string(static_cast<std::size_t>(primes), '\'');
    for (std::size_t k = 0; k < names_.size(); ++k) {
      if (names_[k] == full && full != "side") return graph_.input(static_cast<int>(k));
    }
    return std::nullopt;
  }

  std::optional<Node> call(const SyntaxTree& tree, const SyntaxNode& node, std::vector<SyntaxError>& errors) override {
    const auto table = tables_.find(node.name);
    if (table == tables_.end() || node.children.size() != 1) return std::nullopt;
    return graph_.table(table->second, lower(tree, graph_, *this, errors, node.children[0]));
  }

  std::vector<std::string> candidates() const override { return names_; }

  int slot(std::string_view name) const {
    for (std::size_t k = 0; k < names_.size(); ++k) {
      if (names_[k] == name) return static_cast<int>(k);
    }
    ADD_FAILURE() << "no input " << name;
    return 0;
  }
  const std::vector<std::string>& names() const { return names_; }
  void add_table(const TableData& data) { tables_[data.name] = graph_.add_table(data); }

 private:
  Graph& graph_;
  std::vector<std::string> names_;
  std::map<std::string, int, std::less<>> tables_;
};

/// A graph with names; `node` reads a text that must be right.
struct Sheet {
  explicit Sheet(std::vector<std::string> inputs = {"x", "y", "z", "a", "b", "c", "x'", "y'", "z'"})
      : names(graph, std::move(inputs)) {}

  Node node(std::string_view text) {
    const std::variant<SyntaxTree, SyntaxError> parsed = parse(text);
    if (const SyntaxError* error = std::get_if<SyntaxError>(&parsed)) {
      ADD_FAILURE() << error->what << "\n" << point_at(text, *error);
      return graph.constant(0.0);
    }
    std::vector<SyntaxError> errors;
    const Node result = lower(std::get<SyntaxTree>(parsed), graph, names, errors);
    for (const SyntaxError& error : errors) ADD_FAILURE() << error.what << "\n" << point_at(text, error);
    return result;
  }

  Node d(Node n, std::string_view name) { return graph.derivative(n, names.slot(name)); }
  Node d(std::string_view text, std::string_view name) { return d(node(text), name); }

  std::string text(Node n) const { return graph.to_text(n, names.names()); }

  double at(Node n, const std::vector<std::pair<std::string, double>>& values = {}) const {
    std::vector<double> inputs(names.names().size(), 0.0);
    bool side_given = false;
    for (const auto& [name, value] : values) {
      inputs[static_cast<std::size_t>(names.slot(name))] = value;
      side_given = side_given || name == "side";
    }
    if (!side_given) inputs[side_input] = inputs[time_input];
    const Node outputs[] = {n};
    const Tape tape(graph, outputs);
    std::vector<double> work(tape.work_size());
    double result = 0.0;
    tape.evaluate(inputs.data(), &result, work.data());
    return result;
  }
  double at(std::string_view expression, const std::vector<std::pair<std::string, double>>& values = {}) {
    return at(node(expression), values);
  }

  Graph graph;
  Names names;
};

/// The error of a text that must be refused by the parser.
inline SyntaxError refused(std::string_view text, bool equation = false) {
  const std::variant<SyntaxTree, SyntaxError> parsed = equation ? parse_equation(text) : parse(text);
  if (const SyntaxError* error = std::get_if<SyntaxError>(&parsed)) return *error;
  ADD_FAILURE() << "accepted: " << text.substr(0, 100);
  return {};
}

}  // namespace rheon::expr::test
