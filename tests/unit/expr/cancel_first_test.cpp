// Sums whose large terms cancel: the exact answer comes from fused multiplication, which the graph does not use.
#include <cmath>
#include <limits>
#include <random>

#include "expr/cancel_first.hpp"
#include "unit/expr/expr_support.hpp"

namespace rheon::expr::test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr int large = 2, small = 4;  // two inputs each

double value(const Graph& g, Node n, const std::vector<double>& inputs) {
  const Node outputs[] = {n};
  const Tape tape(g, outputs);
  std::vector<double> work(tape.work_size());
  double out = 0.0;
  tape.evaluate(inputs.data(), &out, work.data());
  return out;
}

// (a + x) - c (b + y) with a and c b up to 1e6 and a difference of at most 1/16.
TEST(CancelFirst, KeepsTheDigitsOfTheRest) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  double lost = 0.0;
  for (int trial = 0; trial < 200; ++trial) {
    const double c = 3 * unit(random), b = std::nearbyint(8 * 1e6 * unit(random)) / 8,
                 a = std::nearbyint(8 * c * b) / 8;
    const double x = unit(random), y = unit(random);
    Graph g;
    const Node A = g.make(Op::add, g.input(large), g.input(small));
    const Node B = g.make(Op::add, g.input(large + 1), g.input(small + 1));
    const Node row = g.make(Op::sub, A, g.make(Op::mul, g.constant(c), B));
    const std::vector<double> inputs{0.0, 0.0, a, b, x, y};
    const double product = c * b, missing = std::fma(c, b, -product);  // c b without error
    const double exact = ((a - product) - missing) + std::fma(-c, y, x);
    const Node kept = cancel_first(g, row, large, 2);
    EXPECT_NEAR(value(g, kept, inputs), exact, 4 * eps * (1 + std::abs(x) + std::abs(c * y)));
    lost = std::max(lost, std::abs(value(g, row, inputs) - exact));
  }
  EXPECT_GT(lost, 1e-11);  // what it is for
}

// sin((a + x) - t), t - a small: also inside functions, and with what depends on time alone.
TEST(CancelFirst, InsideFunctions) {
  Graph g;
  const Node angle = g.make(Op::add, g.input(large), g.input(small));
  const Node row = g.make(Op::sin, g.make(Op::sub, angle, g.input(time_input)));
  const Node kept = cancel_first(g, row, large, 2);
  const std::vector<double> inputs{1e6 + 0.25, 0.0, 1e6, 0.0, 0.25 + 1e-12, 0.0};
  EXPECT_NEAR(value(g, kept, inputs), (0.25 + 1e-12) - 0.25, 1e-27);
  EXPECT_NE(value(g, row, inputs), value(g, kept, inputs));
}

// The same function: equal derivatives, nothing changed where no large input is a term.
TEST(CancelFirst, LeavesTheRestAlone) {
  Graph g;
  const Node x = g.input(small), y = g.input(small + 1), a = g.input(large);
  const Node turned = g.make(Op::add, g.make(Op::mul, x, g.make(Op::cos, a)), g.make(Op::mul, y, g.make(Op::sin, a)));
  EXPECT_EQ(cancel_first(g, turned, large, 2), turned);
  const Node row = g.make(Op::div, g.make(Op::add, g.make(Op::add, turned, a), g.constant(0.5)), g.constant(3.0));
  const Node kept = cancel_first(g, row, large, 2);
  const std::vector<double> inputs{0.1, 0.2, 0.375, 0.4, 0.5, 0.6};
  EXPECT_NEAR(value(g, kept, inputs), value(g, row, inputs), 4 * eps);
  EXPECT_NEAR(value(g, g.derivative(kept, small), inputs), value(g, g.derivative(row, small), inputs), 4 * eps);
  EXPECT_EQ(cancel_first(g, kept, large, 2), kept);  // once is enough
}

// A long sum of large inputs takes time in proportion to its length.
TEST(CancelFirst, LongSums) {
  constexpr int count = 20000;
  Graph g;
  Node sum = g.constant(0.0);
  for (int k = 0; k < count; ++k)
    sum = g.make(Op::add, sum, g.make(Op::sin, g.make(Op::add, g.input(large), g.constant(k))));
  const Node row = g.make(Op::add, sum, g.input(large));
  const Node kept = cancel_first(g, row, large, 2);
  const std::vector<double> inputs{0.0, 0.0, 1.0, 0.0, 0.0, 0.0};
  EXPECT_NEAR(value(g, kept, inputs), value(g, row, inputs), count * eps * 8);
}

}  // namespace
}  // namespace rheon::expr::test
