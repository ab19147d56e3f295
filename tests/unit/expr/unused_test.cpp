// Graphs that drop what nobody needs, and tables that come back when they are needed again.
#include "expr/unused.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace rheon::expr {
namespace {

double value_of(const Graph& graph, Node n, std::array<double, 4> inputs) {
  const Node nodes[] = {n};
  const Tape tape(graph, nodes);
  std::vector<double> work(tape.work_size());
  double value = 0.0;
  tape.evaluate(inputs.data(), &value, work.data());
  return value;
}

/// x sin(y) + sqrt(x^2 + y^2), where x and y are inputs 2 and 3.
Node some_function(Graph& g) {
  const Node x = g.input(2), y = g.input(3);
  const Node square = g.make(Op::add, g.make(Op::mul, x, x), g.make(Op::mul, y, y));
  return g.make(Op::add, g.make(Op::mul, x, g.make(Op::sin, y)), g.make(Op::sqrt, square));
}

TEST(UnusedNodes, LeaveWithoutChangingWhatIsKept) {
  Graph g;
  for (int k = 0; k < 500; ++k) g.make(Op::tan, g.make(Op::mul, g.constant(k + 0.5), g.input(2)));
  Node f = some_function(g);
  Node slope = g.derivative(f, 2);
  const std::size_t before = g.size();
  Node* const kept[] = {&f, &slope};
  drop_unused(g, kept);
  EXPECT_LT(g.size() + 1000, before);
  const double x = 0.3, y = 1.1;
  EXPECT_DOUBLE_EQ(value_of(g, f, {0, 0, x, y}), x * std::sin(y) + std::hypot(x, y));
  EXPECT_NEAR(value_of(g, slope, {0, 0, x, y}), std::sin(y) + x / std::hypot(x, y), 1e-15);
  EXPECT_EQ(g.inputs_of(f), (std::vector{2, 3}));
}

// What is made again is the node that is there: sums and products by their parts, in any order.
TEST(UnusedNodes, AreTheOnlyOnesThatAreForgotten) {
  Graph g;
  Node f = some_function(g);
  Node slope = g.derivative(f, 3);
  const Node x = g.input(2), y = g.input(3);
  Node sum = g.make(Op::add, g.make(Op::add, x, y), g.input(4));
  Node product = g.make(Op::mul, g.make(Op::mul, x, y), g.input(4));
  Node* const kept[] = {&f, &slope, &sum, &product};
  drop_unused(g, kept);
  EXPECT_EQ(some_function(g), f);
  EXPECT_EQ(g.derivative(f, 3), slope);
  EXPECT_EQ(g.make(Op::add, g.make(Op::add, g.input(4), g.input(2)), g.input(3)), sum);
  EXPECT_EQ(g.make(Op::mul, g.input(2), g.make(Op::mul, g.input(4), g.input(3))), product);
}

TEST(UnusedNodes, SineAndCosineStillMakeOne) {
  Graph g;
  g.make(Op::exp, g.input(3));  // so that numbers change
  Node square = g.make(Op::pow, g.make(Op::sin, g.input(2)), g.constant(2.0));
  Node* const kept[] = {&square};
  drop_unused(g, kept);
  const Node other = g.make(Op::pow, g.make(Op::cos, g.input(2)), g.constant(2.0));
  EXPECT_EQ(g.make(Op::add, square, other), g.constant(1.0));
}

TEST(RestingGraph, GoesOnAsIfNothingHadBeen) {
  Graph g;
  const Node f = some_function(g);
  rest(g);
  EXPECT_EQ(g.inputs_of(f), (std::vector{2, 3}));  // asking needs no tables
  const Graph copy(g);
  EXPECT_TRUE(copy.depends_on(f, 3));
  const std::size_t size = g.size();
  EXPECT_EQ(some_function(g), f);
  EXPECT_EQ(g.size(), size);
  EXPECT_NEAR(value_of(g, g.derivative(f, 2), {0, 0, 3.0, 4.0}), std::sin(4.0) + 0.6, 1e-15);
}

// More derivatives than are remembered: each is found again as the same node.
TEST(Derivatives, MayBeForgotten) {
  Graph g;
  std::vector<Node> slopes;
  const auto part = [&](int k) { return g.make(Op::sin, g.make(Op::mul, g.input(k), g.input(k + 1))); };
  constexpr int count = 150'000;
  for (int k = 2; k < count; ++k) slopes.push_back(g.derivative(part(k), k));
  const std::size_t size = g.size();
  for (int k = 2; k < count; k += 1000) EXPECT_EQ(g.derivative(part(k), k), slopes[static_cast<std::size_t>(k - 2)]);
  EXPECT_EQ(g.size(), size);
}

}  // namespace
}  // namespace rheon::expr
