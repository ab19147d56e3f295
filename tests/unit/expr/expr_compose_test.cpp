// Functions taken apart into parts F(w), w at most quadratic: put together again they are the function.
#include <gtest/gtest.h>

#include <cmath>

#include "rheon/expr/graph.hpp"

namespace rheon::expr {
namespace {

class Compose : public ::testing::Test {
 protected:
  Graph g;
  Node x = g.input(2), y = g.input(3), t = g.input(0);
  static constexpr int first = 2, count = 2, fresh = 10;

  Node square(Node n) { return g.make(Op::mul, n, n); }
  Node length2() { return g.make(Op::add, square(x), square(y)); }
  std::vector<Composition> parts(Node n) { return g.compose(n, first, count, fresh); }

  double value(Node n, std::vector<double> inputs) {
    inputs.resize(20);
    const Tape tape(g, std::vector<Node>{n});
    std::vector<double> work(tape.work_size() + 1);
    double out = 0.0;
    tape.evaluate(inputs.data(), &out, work.data());
    return out;
  }
};

TEST_F(Compose, WhatIsAtMostQuadraticHasNoParts) {
  EXPECT_TRUE(parts(x).empty());
  EXPECT_TRUE(parts(g.constant(3.0)).empty());
  EXPECT_TRUE(parts(g.make(Op::mul, x, y)).empty());
  EXPECT_TRUE(parts(g.make(Op::sub, length2(), g.make(Op::sin, t))).empty());
}

TEST_F(Compose, ASpringIsAFunctionOfItsSquaredLength) {
  const Node s = g.make(Op::sqrt, length2());
  const Node energy = g.make(Op::mul, g.constant(50.0), square(g.make(Op::sub, s, g.constant(1.0))));
  const auto p = parts(g.make(Op::add, energy, g.make(Op::mul, g.constant(9.81), y)));
  ASSERT_EQ(p.size(), 1u);  // the weight is linear
  ASSERT_EQ(p[0].inner.size(), 1u);
  EXPECT_EQ(p[0].inner[0], length2());
  std::vector<double> inputs(20);
  inputs[fresh] = 4.0;
  EXPECT_DOUBLE_EQ(value(p[0].outer, inputs), 50.0 * (2.0 - 1.0) * (2.0 - 1.0));
}

TEST_F(Compose, PartsAddUpToTheFunction) {
  const Node f = g.make(Op::sub, g.make(Op::mul, g.make(Op::sin, x), g.make(Op::cos, y)),
                        g.make(Op::mul, g.constant(3.0), g.make(Op::exp, g.make(Op::mul, x, y))));
  const double qx = 0.7, qy = -0.4;
  double sum = 0.0;
  for (const Composition& c : parts(f)) {
    std::vector<double> inputs(20);
    inputs[2] = qx, inputs[3] = qy;
    for (std::size_t k = 0; k < c.inner.size(); ++k) inputs[fresh + k] = value(c.inner[k], {0, 0, qx, qy});
    sum += value(c.outer, inputs);
  }
  EXPECT_NEAR(sum, std::sin(qx) * std::cos(qy) - 3 * std::exp(qx * qy), 1e-15);
}

}  // namespace
}  // namespace rheon::expr
