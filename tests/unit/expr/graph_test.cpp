// Sharing and simplification: what must be one node, what must vanish, what must stay.
#include <cmath>

#include "unit/expr/expr_support.hpp"

namespace rheon::expr::test {
namespace {

TEST(Graph, EqualExpressionsAreOneNode) {
  const std::pair<const char*, const char*> pairs[] = {
      {"a*b", "b*a"},
      {"a + b", "b + a"},
      {"a + b + c", "c + (b + a)"},
      {"a*b*c", "c*(b*a)"},
      {"a*b/c", "b/c*a"},
      {"2*(3*x)", "6*x"},
      {"x + x", "2*x"},
      {"3*x + 4*x", "7*x"},
      {"x*x", "x^2"},
      {"x*x*x", "x^3"},
      {"x^2*x^3", "x^5"},
      {"(x^2)^3", "x^6"},
      {"y*x*y", "x*y^2"},
      {"x/2", "0.5*x"},
      {"3*(x/3)", "x"},
      {"6*x/3", "2*x"},
      {"x/(-2)", "-0.5*x"},
      {"-(-x)", "x"},
      {"-(x - y)", "y - x"},
      {"x - (-y)", "x + y"},
      {"-x*y", "x*(-y)"},
      {"(-x)*(-y)", "x*y"},
      {"sin(-x)", "-sin(x)"},
      {"cos(-x)", "cos(x)"},
      {"cos(x - y)", "cos(y - x)"},
      {"abs(-x)", "abs(x)"},
      {"(-x)^2", "x^2"},
      {"(-x)^3", "-x^3"},
      {"(2*x)^2", "4*x^2"},
      {"abs(x)^2", "x^2"},
      {"sqrt(x^2)", "abs(x)"},
      {"x^0.5", "sqrt(x)"},
      {"x^1", "x"},
      {"x + 0", "x"},
      {"1*x", "x"},
      {"x/1", "x"},
      {"(x + 1) + 2", "x + 3"},
      {"(x + y) - y", "x"},
      {"2*(x + 1) - 2*x", "2"},
      {"2*(x + y)", "2*x + 2*y"},
      {"min(x, y)", "min(y, x)"},
      {"hypot(x, 0)", "abs(x)"},
      {"log(exp(x))", "x"},
      {"if(x < y, z, z)", "z"},
      {"if(1 < 2, x, y)", "x"},
      {"if(not x < y, a, b)", "if(x < y, b, a)"},
      {"x < y and 1", "x < y"},
      {"pow(x, 3)", "x^3"},
      {"x > y", "y < x"},
  };
  for (const auto& [left, right] : pairs) {
    Sheet sheet;
    const Node a = sheet.node(left);
    const Node b = sheet.node(right);
    EXPECT_EQ(a, b) << left << " gives " << sheet.text(a) << ", " << right << " gives " << sheet.text(b);
    Sheet reversed;  // the order of making must not matter
    EXPECT_EQ(reversed.node(right), reversed.node(left)) << left << " and " << right;
  }
}

TEST(Graph, WhatIsZeroIsTheConstantZero) {
  for (const char* text : {"0*x", "x - x", "x*y - y*x", "a*b*c - c*b*a", "(a + b + c) - (c + b + a)", "x*y/z - y*(x/z)",
                           "2*x - x - x", "0 < 0", "x < x", "sin(x)*cos(y) - cos(y)*sin(x)", "(x - y) + (y - x)",
                           "x^2*y - x*y*x", "0 and x", "(x + y)*z - z*(y + x)", "0/cosh(x)"}) {
    Sheet sheet;
    EXPECT_TRUE(sheet.graph.is_zero(sheet.node(text))) << text << " gives " << sheet.text(sheet.node(text));
  }
}

TEST(Graph, FailuresAreNotSimplifiedAway) {
  for (const char* text : {"x/x", "0/x", "1/0", "sqrt(-1)", "log(0)", "0/0", "exp(log(x))", "sqrt(x)^2", "x*(1/x)",
                           "x^2/x", "1e308*10", "(x + 3)/0 + x", "x/0 - x/0 + 4*(x/0)", "(x + 1)*(1/0) - (1/0)*x"}) {
    Sheet sheet;
    EXPECT_FALSE(sheet.graph.is_constant(sheet.node(text))) << text;
    EXPECT_NE(sheet.node(text), sheet.node("x")) << text;
  }
}

TEST(Graph, DifferentExpressionsStayDifferent) {
  const std::pair<const char*, const char*> pairs[] = {
      {"abs(x)^3", "x^3"},
      {"x - y", "y - x"},
      {"x/y", "y/x"},
      {"x^y", "y^x"},
      {"x < y", "y < x"},
      {"x < y", "x <= y"},
      {"atan2(x, y)", "atan2(y, x)"},
      {"sin(x)", "cos(x)"},
      {"(x^2)^0.5", "x"},
      {"sin(x)^2", "cos(x)^2"},
      {"2*x", "x + 2"},
      {"if(x < y, a, b)", "if(x < y, b, a)"},
      {"min(x, y)", "max(x, y)"},
      {"x*(y + z)", "x*y + z"},
      {"(-x)^3", "x^3"},
      {"x + 1e-15*y", "x"},
      {"sin(x)^2 + 2*cos(x)^2", "1"},
      {"sin(x)^2 + cos(y)^2", "1"},
      {"(1 + 1e-9)*x*(y + z)", "x*y + x*z"},
  };
  for (const auto& [left, right] : pairs) {
    Sheet s;
    EXPECT_NE(s.node(left), s.node(right)) << left << " and " << right;
    EXPECT_FALSE(s.graph.is_constant(s.graph.make(Op::sub, s.node(left), s.node(right)))) << left << " - " << right;
  }
}

TEST(Graph, SquaresOfSineAndCosineJoin) {
  const std::pair<const char*, const char*> pairs[] = {
      {"sin(x)^2 + cos(x)^2", "1"},
      {"a + b*(c*sin(x))^2 + b*(c*cos(x))^2", "a + b*c^2"},
      {"0.3*sin(x)^2 + y + 0.3*cos(x)^2", "y + 0.3"},
      {"sin(x)^3 + sin(x)*cos(x)^2", "sin(x)"},
      {"x*(y + z) - x*y - x*z", "0"},
      {"(x + y)^2 - x^2 - 2*x*y - y^2", "0"},
      {"a*(b*sin(x)*cos(y) + c) - a*c - b*cos(y)*a*sin(x)", "0"},
      {"(sin(x) + cos(x))^2 - 1 - 2*sin(x)*cos(x)", "0"},
  };
  for (const auto& [left, right] : pairs) {
    Sheet s;
    EXPECT_EQ(s.node(left), s.node(right)) << left << " gives " << s.text(s.node(left));
  }
}

TEST(Graph, ConstantsFold) {
  Sheet s;
  const Node n = s.node("2*3 + sin(0) - 4/2 + 2^3");
  ASSERT_TRUE(s.graph.is_constant(n));
  EXPECT_EQ(s.graph.value(n), 12.0);
  EXPECT_EQ(s.graph.value(s.graph.constant(-0.0)), 0.0);
  EXPECT_EQ(s.graph.constant(-0.0), s.graph.constant(0.0));
  EXPECT_EQ(s.graph.constant(NAN), s.graph.constant(-NAN));
}

TEST(Graph, CommonPartsAreMadeOnce) {
  Sheet s;
  s.node("(y - 1)*sin(y - 1)");
  const std::size_t before = s.graph.size();
  s.node("sin(y - 1)*(y - 1)");
  EXPECT_EQ(s.graph.size(), before);
}

TEST(Graph, DependenceOnInputs) {
  Sheet s;
  const Node n = s.node("x*sin(y) + 0*z + (c - c)");
  EXPECT_TRUE(s.graph.depends_on(n, s.names.slot("x")));
  EXPECT_TRUE(s.graph.depends_on(n, s.names.slot("y")));
  EXPECT_FALSE(s.graph.depends_on(n, s.names.slot("z")));
  EXPECT_FALSE(s.graph.depends_on(n, s.names.slot("c")));
  EXPECT_EQ(s.graph.inputs_of(n), (std::vector<int>{s.names.slot("x"), s.names.slot("y")}));
  EXPECT_TRUE(s.graph.inputs_of(s.node("3*pi")).empty());
}

TEST(Graph, DependenceOnVeryManyInputs) {
  Graph graph;
  std::vector<Node> terms;
  std::vector<int> slots;
  for (int k = 0; k < 1000; ++k) {
    terms.push_back(graph.make(Op::sin, graph.input(3 * k)));
    slots.push_back(3 * k);
  }
  const Node n = graph.make(Op::mul, graph.sum(terms), graph.input(0));
  EXPECT_EQ(graph.inputs_of(n), slots);
  for (int slot = 0; slot < 3000; slot += 7) EXPECT_EQ(graph.depends_on(n, slot), slot % 3 == 0) << slot;
}

TEST(Graph, Substitution) {
  Sheet s({"x", "y", "z"});
  const Node n = s.node("x^2 + sin(y)*x + if(x < y, z, 1)");
  const std::vector<Replacement> replacements{{s.names.slot("x"), s.node("2")}, {s.names.slot("y"), s.node("z + 1")}};
  EXPECT_EQ(s.graph.substitute(n, replacements), s.node("4 + 2*sin(z + 1) + if(2 < z + 1, z, 1)"));
  EXPECT_EQ(s.graph.substitute(n, {}), n);
}

TEST(Graph, SubstitutionFindsSwitchingTimes) {
  Sheet s({"x", "t0"});
  const Node n = s.node("step(t, t0) + step(x, 1)");
  EXPECT_TRUE(s.graph.switching_times(std::vector<Node>{n}).empty());
  const std::vector<Replacement> replacements{{s.names.slot("x"), s.graph.input(time_input)},
                                              {s.names.slot("t0"), s.graph.constant(2.5)}};
  const Node replaced = s.graph.substitute(n, replacements);
  EXPECT_EQ(s.graph.switching_times(std::vector<Node>{replaced}), (std::vector<double>{1.0, 2.5}));
}

TEST(Graph, TextReadsBackAsTheSameNode) {
  for (const char* text : {"x - (y - z)",
                           "x/(y*z)",
                           "x/y/z",
                           "(x + y)*z",
                           "-x^2",
                           "(-x)^y",
                           "2^(x*y)",
                           "(x^y)^z",
                           "x^y^z",
                           "x*(y/z)",
                           "not (x < y) or z < 1 and y == 2",
                           "(x < y) < z",
                           "if(x < y, -x, x - -3)",
                           "atan2(x, -y)",
                           "-(x*y)",
                           "x - 2",
                           "x*-2.5e-7",
                           "(x + y)^-2",
                           "1/(1/x)",
                           "a - (b + c)",
                           "(a or b) and c",
                           "3 - x",
                           "-2*x + y"}) {
    Sheet sheet;
    const Node n = sheet.node(text);
    EXPECT_EQ(sheet.node(sheet.text(n)), n) << text << " became " << sheet.text(n);
  }
}

TEST(Graph, TextOfAHugeSharedExpressionIsCut) {
  Graph graph;
  Node n = graph.input(0);
  for (int k = 0; k < 100; ++k) n = graph.make(Op::mul, graph.make(Op::sin, n), graph.make(Op::cos, n));
  EXPECT_LT(graph.to_text(n, {}).size(), 100000u);
}

TEST(Graph, WrongCallsThrow) {
  Graph graph;
  const Node x = graph.input(2);
  EXPECT_ANY_THROW(graph.make(Op::add, x));
  EXPECT_ANY_THROW(graph.make(Op::sin, x, x));
  EXPECT_ANY_THROW(graph.make(Op::table, x, x));
  EXPECT_ANY_THROW(graph.input(-1));
  EXPECT_ANY_THROW(graph.table(0, x));
}

TEST(Graph, MovingKeepsHandles) {
  Graph graph;
  const Node x = graph.input(2);
  Graph other = std::move(graph);
  EXPECT_EQ(other.input(2), x);
}

}  // namespace
}  // namespace rheon::expr::test
