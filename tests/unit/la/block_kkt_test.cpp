// Elimination of block matrices in a fixed order against the residual of the equations.
#include "la/block_kkt.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "la/products.hpp"

namespace rheon {
namespace {

struct Entry {
  int row, col;  ///< of the vectors of `solve`
  double value;
};

/// A chain of n coordinates, each coupled with the next, and held by rows of two or three neighbours; full blocks, with
/// nothing on the diagonal of the rows but `compliance`. Without `mass` the diagonal blocks of coordinates are zero.
struct Problem {
  Pattern P, A;
  std::vector<Entry> entries;

  Problem(int n, bool mass, bool twice) {
    std::vector<std::pair<int, int>> pairs, rows;
    for (int i = 0; i < n; ++i) {
      pairs.emplace_back(i, i);
      if (i == 0) continue;
      pairs.emplace_back(i, i - 1);
      pairs.emplace_back(i - 1, i);
      if (i % 2 == 0) continue;
      for (int k = 0; k < (twice ? 2 : 1); ++k) {
        rows.emplace_back(i / 2 * (twice ? 2 : 1) + k, i);
        rows.emplace_back(i / 2 * (twice ? 2 : 1) + k, i - 1);
      }
    }
    P = Pattern::from_entries(n, n, pairs);
    A = Pattern::from_entries(n / 2 * (twice ? 2 : 1), n, rows);
    with_mass = mass;
  }
  bool with_mass;

  void fill(BlockKkt& m, int block, double compliance, std::mt19937& random) {
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    std::fill(m.values().begin(), m.values().end(), 0.0);
    entries.clear();
    const auto set = [&](int i, int r, int j, int c, double value) {
      m.values()[static_cast<std::size_t>(m.place(i, r, j, c))] = value;
      entries.push_back({m.position(i, r), m.position(j, c), value});
    };
    for (const auto& [i, j] : entries_of(P))
      for (int r = 0; r < block; ++r)
        for (int c = 0; c < block; ++c)
          if (i != j || with_mass) set(i, r, j, c, (i == j && r == c ? 6.0 : 0.0) + 0.3 * number(random));
    for (const auto& [i, j] : entries_of(A))
      for (int r = 0; r < block; ++r)
        for (int c = 0; c < block; ++c) {
          // rows in pairs are the same
          const double value = (r == c ? 1.0 : 0.0) + 0.1 * std::sin(3.0 * j + r + 2 * c);
          set(P.rows + i, r, j, c, value);
          set(j, r, P.rows + i, c, value);
        }
    for (int i = 0; compliance != 0.0 && i < A.rows; ++i)
      for (int r = 0; r < block; ++r) set(P.rows + i, r, P.rows + i, r, -compliance);
  }
  double residual(const std::vector<double>& x, std::vector<double> right) const {
    for (const Entry& e : entries)
      right[static_cast<std::size_t>(e.row)] -= e.value * x[static_cast<std::size_t>(e.col)];
    double worst = 0.0;
    for (const double r : right) worst = std::max(worst, std::abs(r));
    return worst;
  }
};

class BlockKktOf : public testing::TestWithParam<int> {};

TEST_P(BlockKktOf, SolvesTheSystem) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  for (const int n : {2, 3, 12, 301}) {
    Problem p(n, true, false);
    BlockKkt m(p.P, p.A, GetParam()), narrow(p.P, p.A, GetParam(), false);
    for (int again = 0; again < 2; ++again) {  // nothing of the last factors is left over
      p.fill(m, GetParam(), 0.0, random);
      narrow.values() = m.values();
      ASSERT_TRUE(m.factor());
      ASSERT_TRUE(narrow.factor());
      ASSERT_EQ(m.values(), narrow.values());
      std::vector<double> right(static_cast<std::size_t>(m.size()), 0.0);
      for (int i = 0; i < p.P.rows + p.A.rows; ++i)
        for (int r = 0; r < GetParam(); ++r) right[static_cast<std::size_t>(m.position(i, r))] = number(random);
      std::vector<double> x = right, again_x = right;
      m.solve(x.data());
      narrow.solve(again_x.data());
      EXPECT_EQ(x, again_x);
      // numbers of order one, pivots of order one: round-off of sums of some twenty terms
      EXPECT_LT(p.residual(x, right), 1e-12) << n;
    }
  }
}

TEST_P(BlockKktOf, SolvesWithRowsThatDependOnOthersIfTheyAreSoft) {
  std::mt19937 random(6);
  Problem p(8, true, true);
  BlockKkt m(p.P, p.A, GetParam());
  p.fill(m, GetParam(), 1e-10, random);
  ASSERT_TRUE(m.factor());
  // forces on coordinates alone: multipliers stay of order one
  std::vector<double> right(static_cast<std::size_t>(m.size()), 0.0);
  for (int j = 0; j < 8; ++j) right[static_cast<std::size_t>(m.position(j, 0))] = 1.0 + j;
  std::vector<double> x = right;
  m.solve(x.data());
  // pivots of 1e-10 leave six digits of the multipliers along the dependent combination
  EXPECT_LT(p.residual(x, right), 1e-5);
}

TEST_P(BlockKktOf, RefusesPivotsWithoutDigits) {
  std::mt19937 random(7);
  Problem light(6, false, false);
  BlockKkt m(light.P, light.A, GetParam());
  light.fill(m, GetParam(), 0.0, random);
  EXPECT_FALSE(m.factor());
  Problem dependent(6, true, true);
  BlockKkt d(dependent.P, dependent.A, GetParam());
  dependent.fill(d, GetParam(), 0.0, random);
  EXPECT_FALSE(d.factor());
}

INSTANTIATE_TEST_SUITE_P(Sizes, BlockKktOf, testing::Values(2, 3, 4, 6));

}  // namespace
}  // namespace rheon
