// Names, calls and their messages; the built-in functions' values.
#include <cmath>
#include <numbers>

#include "unit/expr/expr_support.hpp"

namespace rheon::expr::test {
namespace {

std::vector<SyntaxError> errors_of(std::string_view text) {
  Sheet sheet;
  const auto parsed = parse(text);
  std::vector<SyntaxError> errors;
  lower(std::get<SyntaxTree>(parsed), sheet.graph, sheet.names, errors);
  return errors;
}

TEST(Lower, FunctionValues) {
  Sheet s;
  const double x = 0.37, y = -1.6;
  const std::vector<std::pair<std::string, double>> at{{"x", x}, {"y", y}};
  EXPECT_EQ(s.at("sin(x)", at), std::sin(x));
  EXPECT_EQ(s.at("cos(x)", at), std::cos(x));
  EXPECT_EQ(s.at("tan(x)", at), std::tan(x));
  EXPECT_EQ(s.at("asin(x)", at), std::asin(x));
  EXPECT_EQ(s.at("acos(x)", at), std::acos(x));
  EXPECT_EQ(s.at("atan(x)", at), std::atan(x));
  EXPECT_EQ(s.at("atan2(x, y)", at), std::atan2(x, y));
  EXPECT_EQ(s.at("sinh(x)", at), std::sinh(x));
  EXPECT_EQ(s.at("cosh(x)", at), std::cosh(x));
  EXPECT_EQ(s.at("tanh(x)", at), std::tanh(x));
  EXPECT_EQ(s.at("exp(x)", at), std::exp(x));
  EXPECT_EQ(s.at("log(x)", at), std::log(x));
  EXPECT_EQ(s.at("sqrt(x)", at), std::sqrt(x));
  EXPECT_EQ(s.at("abs(y)", at), 1.6);
  EXPECT_EQ(s.at("sign(y)", at), -1.0);
  EXPECT_EQ(s.at("sign(x - x)", at), 0.0);
  EXPECT_EQ(s.at("min(x, y)", at), y);
  EXPECT_EQ(s.at("max(x, y, 0)", at), x);
  EXPECT_EQ(s.at("hypot(x, y)", at), std::hypot(x, y));
  EXPECT_EQ(s.at("pow(x, y)", at), std::pow(x, y));
  EXPECT_EQ(s.at("floor(y)", at), -2.0);
  EXPECT_EQ(s.at("if(x < y, 1, 2)", at), 2.0);
  EXPECT_EQ(s.at("cos(pi)"), -1.0);
}

TEST(Lower, EveryListedFunctionIsAccepted) {
  for (const FunctionInfo& info : functions()) {
    std::string call(info.signature);
    if (const std::size_t dots = call.find(", ..."); dots != std::string::npos) call.erase(dots, 5);
    Sheet sheet({"x", "y", "a", "b", "condition", "t0", "t1"});
    sheet.node(call);
    EXPECT_FALSE(info.help.empty());
  }
}

TEST(Lower, OutsideTheDomainComesNotANumber) {
  Sheet s;
  EXPECT_TRUE(std::isnan(s.at("sqrt(x)", {{"x", -1}})));
  EXPECT_TRUE(std::isnan(s.at("log(x)", {{"x", -1}})));
  EXPECT_TRUE(std::isnan(s.at("asin(x)", {{"x", 2}})));
  EXPECT_TRUE(std::isinf(s.at("1/x", {{"x", 0}})));
  EXPECT_TRUE(std::isnan(s.at("max(x, sqrt(y))", {{"x", 1}, {"y", -1}})));
  EXPECT_TRUE(std::isnan(s.at("min(sqrt(y), x)", {{"x", 1}, {"y", -1}})));
  EXPECT_TRUE(std::isinf(s.at("1/0")));
  EXPECT_TRUE(std::isnan(s.at("sqrt(-1) + x")));
  EXPECT_FALSE(s.graph.is_constant(s.node("log(0)")));
}

TEST(Lower, UnknownNamesAreAllReported) {
  const std::vector<SyntaxError> errors = errors_of("foo + x*bar' + sin(baz)");
  ASSERT_EQ(errors.size(), 3u);
  EXPECT_EQ(errors[0].offset, 0u);
  EXPECT_EQ(errors[0].length, 3u);
  EXPECT_EQ(errors[1].offset, 8u);
  EXPECT_EQ(errors[1].length, 4u);
  EXPECT_EQ(errors[2].offset, 19u);
}

TEST(Lower, MessagesNameTheRemedy) {
  struct Expectation {
    std::string text, what, remedy;
    std::size_t offset, length;
  };
  const Expectation expectations[] = {
      {"sinn(x)", "unknown function \"sinn\"", "did you mean \"sin\"?", 0, 4},
      {"1 + sin", "needs arguments", "sin(x)", 4, 3},
      {"sin(x, y)", "takes 1 argument, 2 are given", "sin(x)", 0, 9},
      {"atan2(x)", "takes 2 arguments, 1 is given", "atan2(y, x)", 0, 8},
      {"max(x)", "takes 2 or more arguments", "max(a, b, ...)", 0, 6},
      {"sin()", "0 are given", "sin(x)", 0, 5},
      {"2*x(y)", "\"x\" is not a function", "*", 2, 1},
      {"x''", "no meaning", "remove the prime", 0, 3},
      {"pulse(t, 2, 1)", "ends at", "larger", 0, 14},
      {"ramp(t, 1, 1)", "ends at", "larger", 0, 13},
  };
  for (const Expectation& e : expectations) {
    const std::vector<SyntaxError> errors = errors_of(e.text);
    ASSERT_EQ(errors.size(), 1u) << e.text;
    EXPECT_NE(errors[0].what.find(e.what), std::string::npos) << errors[0].what;
    EXPECT_NE(errors[0].remedy.find(e.remedy), std::string::npos) << errors[0].remedy;
    EXPECT_EQ(errors[0].offset, e.offset) << e.text;
    EXPECT_EQ(errors[0].length, e.length) << e.text;
  }
}

TEST(Lower, ManyErrorsAreCut) {
  std::string text = "q0";
  for (int k = 1; k < 1000; ++k) text += "*q" + std::to_string(k);
  const std::vector<SyntaxError> errors = errors_of(text);
  EXPECT_GE(errors.size(), 10u);
  EXPECT_LE(errors.size(), 50u);
}

TEST(Lower, PartOfATree) {
  Sheet s;
  const auto parsed = parse("foo(unknown, x + y*2)");
  const SyntaxTree& tree = std::get<SyntaxTree>(parsed);
  std::vector<SyntaxError> errors;
  const Node part = lower(tree, s.graph, s.names, errors, tree.nodes.back().children[1]);
  EXPECT_TRUE(errors.empty());
  EXPECT_EQ(part, s.node("x + 2*y"));
}

TEST(Lower, ForeignCallsAreNotLoweredBeforeTheResolverSaysSo) {
  class Reaction : public Names {
   public:
    using Names::Names;
    std::optional<Node> call(const SyntaxTree& tree, const SyntaxNode& node, std::vector<SyntaxError>&) override {
      seen = tree.nodes[static_cast<std::size_t>(node.children[0])].name;
      return input_;
    }
    std::string seen;
    Node input_{};
  };
  Graph graph;
  Reaction names(graph, {"x"});
  names.input_ = graph.input(7);
  const auto parsed = parse("2*reaction(steer, xA)");
  std::vector<SyntaxError> errors;
  const Node n = lower(std::get<SyntaxTree>(parsed), graph, names, errors);
  EXPECT_TRUE(errors.empty());
  EXPECT_EQ(names.seen, "steer");
  EXPECT_EQ(graph.inputs_of(n), std::vector<int>{7});
}

}  // namespace
}  // namespace rheon::expr::test
