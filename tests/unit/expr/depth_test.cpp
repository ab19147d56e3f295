// Very deep and very long texts: handled in time that grows with their length, or refused; never a crash.
#include <chrono>
#include <cmath>

#include "unit/expr/expr_support.hpp"

namespace rheon::expr::test {
namespace {

std::string repeated(std::string_view part, std::size_t times) {
  std::string out;
  out.reserve(part.size() * times);
  for (std::size_t k = 0; k < times; ++k) out += part;
  return out;
}

/// Fails if the scope takes longer than quadratic behaviour could hide; generous for slow and sanitized builds.
class Clock {
 public:
  explicit Clock(double limit) : limit_(limit) {}
  ~Clock() {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
    EXPECT_LT(spent.count(), limit_);
  }

 private:
  double limit_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

constexpr std::size_t deep = 500000;

TEST(Depth, Parentheses) {
  Clock clock(120);
  Sheet s;
  EXPECT_EQ(s.node(repeated("(", deep) + "x" + repeated(")", deep)), s.node("x"));
  EXPECT_EQ(refused(repeated("(", max_text)).what.find("missing"), refused("(").what.find("missing"));
  refused(repeated("(", deep) + "x" + repeated(")", deep - 1));
  refused(repeated("sin(", deep));
  refused(repeated(")", deep));
}

TEST(Depth, NestedCallsWithDerivativesAndText) {
  Clock clock(120);
  Sheet s;
  s.d(repeated("cos(", deep) + "x" + repeated(")", deep), "x");
  constexpr std::size_t calls = deep / 5;
  const Node n = s.node(repeated("sin(", calls) + "x*y" + repeated(")", calls));
  EXPECT_EQ(s.graph.inputs_of(n).size(), 2u);
  const Node slope = s.d(n, "x");
  const std::vector<int> slots{s.names.slot("x"), s.names.slot("y")};
  const std::vector<Node> gradient = s.graph.gradient(n, slots);
  const double value = s.at(slope, {{"x", 0.5}, {"y", 0.25}});
  EXPECT_TRUE(std::isfinite(value));
  EXPECT_NEAR(s.at(gradient[0], {{"x", 0.5}, {"y", 0.25}}), value, 1e-9 * std::abs(value));  // as many factors as calls
  EXPECT_LT(s.text(n).size(), 100000u);
  const Node zero = s.graph.constant(0.0);
  const Node replaced = s.graph.substitute(n, std::vector<Replacement>{{slots[0], zero}, {slots[1], zero}});
  EXPECT_TRUE(s.graph.is_zero(replaced));
}

TEST(Depth, OperatorsOfEveryKind) {
  Clock clock(120);
  for (const char* part : {"-", "+", "- -", "not ", "1+", "1-", "x*", "x/", "x^", "1 if x else ", "x ? 1 : ", "x<1 or ",
                           "(1+", "(x-1)*(", "if(x,1,", "max(x,", "atan2(y,", "(x?"}) {
    std::string text = repeated(part, deep / 10) + "x";
    const std::string_view opened(part);
    const bool closes = opened.find('(') != std::string_view::npos && opened.back() != ')';
    if (closes && opened != "(x?") text += repeated(")", deep / 10);
    const auto parsed = parse(text);
    if (std::holds_alternative<SyntaxError>(parsed)) {
      EXPECT_EQ(opened, "(x?") << std::get<SyntaxError>(parsed).what;
      continue;
    }
    Sheet s;
    std::vector<SyntaxError> errors;
    const Node n = lower(std::get<SyntaxTree>(parsed), s.graph, s.names, errors);
    EXPECT_TRUE(errors.empty()) << part;
    s.d(s.d(n, "x"), "y");
    s.at(n, {{"x", 0.5}});
  }
}

TEST(Depth, LongSumsOfManyInputs) {
  Clock clock(120);
  constexpr int count = 100000;
  Graph graph;
  class Numbered : public Resolver {
   public:
    explicit Numbered(Graph& g) : graph(g) {}
    std::optional<Node> name(std::string_view id, int) override { return graph.input(std::atoi(id.data() + 1) + 2); }
    std::vector<std::string> candidates() const override { return {}; }
    Graph& graph;
  } names(graph);
  std::string text = "x0";
  std::vector<int> slots{2};
  for (int k = 1; k < count; ++k) {
    text += (k % 2 == 0 ? " + 2*x" : " - x") + std::to_string(k);
    slots.push_back(k + 2);
  }
  const auto parsed = parse(text);
  std::vector<SyntaxError> errors;
  const Node n = lower(std::get<SyntaxTree>(parsed), graph, names, errors);
  ASSERT_TRUE(errors.empty());
  EXPECT_EQ(graph.inputs_of(n), slots);
  const std::vector<Node> gradient = graph.gradient(n, slots);
  for (int k = 1; k < count; ++k) {
    ASSERT_TRUE(graph.is_constant(gradient[static_cast<std::size_t>(k)]));
    ASSERT_EQ(graph.value(gradient[static_cast<std::size_t>(k)]), k % 2 == 0 ? 2.0 : -1.0);
  }
  for (int k = 1; k < count; k += count / 10) EXPECT_EQ(graph.value(graph.derivative(n, k + 2)), k % 2 == 0 ? 2 : -1);
}

TEST(Depth, LongProductsOfManyInputs) {
  Clock clock(120);
  constexpr int count = 20000;
  Graph graph;
  Node n = graph.input(2);
  std::vector<int> slots{2};
  for (int k = 1; k < count; ++k) {
    n = graph.make(Op::mul, n, graph.input(k + 2));
    slots.push_back(k + 2);
  }
  const std::vector<Node> gradient = graph.gradient(n, slots);
  const Tape tape(graph, gradient);
  std::vector<double> inputs(count + 2, 1.0), outputs(count), work(tape.work_size());
  inputs[7] = 3.0;
  tape.evaluate(inputs.data(), outputs.data(), work.data());
  for (int k = 0; k < count; ++k) ASSERT_EQ(outputs[static_cast<std::size_t>(k)], k + 2 == 7 ? 1.0 : 3.0) << k;
}

TEST(Depth, ThreeMegabytesOfSum) {
  Clock clock(120);
  Sheet s;
  const Node n = s.node("x" + repeated("+x*y", 375000) + repeated("-y+1", 375000));
  EXPECT_EQ(n, s.node("x + 375000*x*y - 375000*y + 375000"));
  EXPECT_EQ(s.at(s.node(repeated("x+", 1500000) + "x"), {{"x", 1}}), 1500001.0);
}

TEST(Depth, LongTextsOfRubbish) {
  Clock clock(120);
  Sheet s;
  std::vector<SyntaxError> errors;
  const auto names = parse("q" + repeated("+q", 1000000));
  lower(std::get<SyntaxTree>(names), s.graph, s.names, errors);
  EXPECT_FALSE(errors.empty());
  EXPECT_LE(errors.size(), 50u);
  const SyntaxError error = refused(repeated("x+", 1000000) + "*");
  EXPECT_EQ(error.offset, 2000000u);
  errors.clear();
  const std::string long_name(1000000, 'n');
  lower(std::get<SyntaxTree>(parse(long_name)), s.graph, s.names, errors);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_LT(errors[0].what.size() + errors[0].remedy.size(), 1000u);
}

TEST(Depth, NestedTablesAreHandledOrRefused) {
  Clock clock(120);
  Sheet s;
  s.names.add_table({"f", TableData::Kind::linear, {0, 1}, {0, 1}});
  EXPECT_EQ(s.at(repeated("f(", 50) + "x" + repeated(")", 50), {{"x", 0.5}}), 0.5);
  const auto parsed = parse(repeated("f(", deep) + "x" + repeated(")", deep));
  std::vector<SyntaxError> errors;
  lower(std::get<SyntaxTree>(parsed), s.graph, s.names, errors);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors[0].what.find("nested too deeply"), std::string::npos);
}

TEST(Depth, RepeatedSquaringKeepsTheGraphSmall) {
  Clock clock(120);
  // x -> x*sin(x) + x, sixty times: 2^60 terms as text, a few hundred nodes as a graph.
  Graph graph;
  Node n = graph.input(2);
  for (int k = 0; k < 60; ++k) n = graph.make(Op::add, graph.make(Op::mul, n, graph.make(Op::sin, n)), n);
  const Node second = graph.derivative(graph.derivative(n, 2), 2);
  EXPECT_LT(Tape(graph, std::vector<Node>{second}).instruction_count(), 5000u);
  const std::vector<int> slots{2, 3};
  EXPECT_LT(Tape(graph, graph.gradient(n, slots)).instruction_count(), 1000u);
}

}  // namespace
}  // namespace rheon::expr::test
