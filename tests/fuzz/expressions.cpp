// Expressions and equations: any text is read or refused with a place inside it; what is read can be differentiated,
// written, searched for switching times and evaluated.
#include <string>
#include <variant>
#include <vector>

#include "rheon/expr/graph.hpp"
#include "rheon/expr/syntax.hpp"
#include "target.hpp"

namespace rheon::fuzz {
namespace {

using namespace rheon::expr;

const std::vector<std::string> inputs{"t", "side", "x", "y", "x'"};

class Names : public Resolver {
 public:
  explicit Names(Graph& graph) : graph_(graph), table_(graph.add_table(points())) {}

  std::optional<Node> name(std::string_view id, int primes) override {
    const std::string full = std::string(id) + std::string(static_cast<std::size_t>(primes), '\'');
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      if (inputs[k] == full && full != "side") return graph_.input(static_cast<int>(k));
    }
    return std::nullopt;
  }
  std::optional<Node> call(const SyntaxTree& tree, const SyntaxNode& node, std::vector<SyntaxError>& errors) override {
    if (node.name != "table" || node.children.size() != 1) return std::nullopt;
    return graph_.table(table_, lower(tree, graph_, *this, errors, node.children[0]));
  }
  std::vector<std::string> candidates() const override { return inputs; }

 private:
  static TableData points() {
    TableData data;
    data.name = "table";
    data.x = {0.0, 1.0, 2.0};
    data.y = {0.0, 1.0, -1.0};
    return data;
  }
  Graph& graph_;
  int table_;
};

void evaluate(const Graph& graph, const std::vector<Node>& nodes) {
  const Tape tape(graph, nodes);
  std::vector<double> work(tape.work_size()), results(nodes.size());
  const std::vector<double> values{0.25, 0.25, 0.5, -1.5, 2.0};
  tape.evaluate(values.data(), results.data(), work.data());
}

void read(std::string_view text, bool equation) {
  const std::variant<SyntaxTree, SyntaxError> parsed = equation ? parse_equation(text) : parse(text);
  if (const SyntaxError* error = std::get_if<SyntaxError>(&parsed)) {
    require(error->offset + error->length <= text.size(), "the place of an error is inside the text");
    require(!error->what.empty() && !point_at(text, *error).empty(), "an error has words");
    return;
  }
  Graph graph;
  Names names(graph);
  std::vector<SyntaxError> errors;
  const Node node = lower(std::get<SyntaxTree>(parsed), graph, names, errors);
  for (const SyntaxError& error : errors) {
    require(error.offset + error.length <= text.size(), "the place of an error is inside the text");
  }
  if (!errors.empty()) return;
  const Node slope = graph.derivative(node, 2);
  evaluate(graph, {node, slope, graph.derivative(slope, 0)});
  graph.switching_times(std::vector<Node>{node});
  require(!graph.to_text(node, inputs).empty(), "an expression can be written");
}

}  // namespace
}  // namespace rheon::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return -1;  // longer texts cost time and show nothing new
  for (const bool equation : {false, true}) {
    rheon::fuzz::allow_refusal([&] { rheon::fuzz::read(rheon::fuzz::text_of(data, size), equation); });
  }
  return 0;
}
