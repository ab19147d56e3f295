#include "expr/affine.hpp"

#include <gtest/gtest.h>

namespace rheon::expr {
namespace {

struct AffineForms : ::testing::Test {
  Graph g;
  Node x = g.input(2), y = g.input(3), z = g.input(4);
  std::optional<Affine> form(Node n, std::size_t most = 12) {
    return affine_of(
        g, n, [&](Node atom) { return atom == x || atom == y; }, most);
  }
};

TEST_F(AffineForms, ConstantsAndSums) {
  // 3 - 2 (x - y/4) + x = 3 - x + y/2; powers of two: exact
  const Node sum = g.make(Op::sub, x, g.make(Op::div, y, g.constant(4.0)));
  const Node n = g.make(Op::add, g.make(Op::sub, g.constant(3.0), g.make(Op::mul, g.constant(2.0), sum)), x);
  const auto a = form(n);
  ASSERT_TRUE(a);
  EXPECT_EQ(a->constant, 3.0);
  ASSERT_EQ(a->terms.size(), 2u);
  EXPECT_EQ(a->terms[0].atom, x);
  EXPECT_EQ(a->terms[0].weight, -1.0);
  EXPECT_EQ(a->terms[1].atom, y);
  EXPECT_EQ(a->terms[1].weight, 0.5);
}

TEST_F(AffineForms, AtomsMayBeAnything) {
  const Node s = g.make(Op::sin, z);
  const auto a = affine_of(
      g, g.make(Op::mul, g.constant(-2.0), s), [&](Node n) { return n == s; }, 1);
  ASSERT_TRUE(a);
  ASSERT_EQ(a->terms.size(), 1u);
  EXPECT_EQ(a->terms[0].atom, s);
  EXPECT_EQ(a->terms[0].weight, -2.0);
}

TEST_F(AffineForms, RefusesTheRest) {
  EXPECT_FALSE(form(z));
  EXPECT_FALSE(form(g.make(Op::mul, x, y)));
  EXPECT_FALSE(form(g.make(Op::sin, x)));
  EXPECT_FALSE(form(g.make(Op::div, g.constant(1.0), x)));
  EXPECT_FALSE(form(g.make(Op::add, x, y), 1));
  EXPECT_TRUE(form(g.make(Op::add, x, y), 2));
}

}  // namespace
}  // namespace rheon::expr
