// Elimination of [P A^T; A -E] against the residual of the equations, and machine code against loops.
#include "la/kkt_factors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/index.hpp"
#include "la/products.hpp"

namespace rheon {
namespace {

struct Problem {
  Pattern P, A;
  SparseValues P_values, A_values;
  std::vector<double> compliance, f, g;
};

/// A chain of n points in the plane, each coupled with the next by mass and by a row, and a few rows across.
Problem chain(std::mt19937& random, int n, bool symmetric) {
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  std::vector<std::pair<int, int>> mass, rows;
  for (int i = 0; i < n; ++i)
    for (int d = 0; d < 2; ++d) {
      mass.emplace_back(2 * i + d, 2 * i + d);
      rows.emplace_back(i, 2 * i + d);
      if (i == 0) continue;
      mass.emplace_back(2 * i + d, 2 * i - 2 + d);
      mass.emplace_back(2 * i - 2 + d, 2 * i + d);
      rows.emplace_back(i, 2 * i - 2 + d);
    }
  rows.emplace_back(n, 0);
  rows.emplace_back(n, 2 * n - 1);
  Problem p;
  p.P = Pattern::from_entries(2 * n, 2 * n, mass);
  p.A = Pattern::from_entries(n + 1, 2 * n, rows);
  for (const auto& [i, j] : entries_of(p.P)) p.P_values.push_back(i == j ? 2.0 : i < j || symmetric ? 0.5 : 0.3);
  for (int k = 0; k < p.A.nonzeros(); ++k) p.A_values.push_back(number(random));
  for (int i = 0; i < p.P.rows; ++i) p.f.push_back(number(random));
  for (int i = 0; i < p.A.rows; ++i) p.g.push_back(number(random));
  p.compliance.assign(at(p.A.rows), 0.0);
  return p;
}

/// Largest residual of both equations.
double residual(const Problem& p, const std::vector<double>& x, const std::vector<double>& mu) {
  std::vector<double> first = p.f, second = p.g;
  multiply_add(p.P, p.P_values, x.data(), -1.0, first.data());
  multiply_transposed_add(p.A, p.A_values, mu.data(), -1.0, first.data());
  multiply_add(p.A, p.A_values, x.data(), -1.0, second.data());
  for (std::size_t i = 0; i < second.size(); ++i) second[i] += p.compliance[i] * mu[i];
  double worst = 0.0;
  for (const double r : first) worst = std::max(worst, std::abs(r));
  for (const double r : second) worst = std::max(worst, std::abs(r));
  return worst;
}

class KktFactorsOf : public testing::TestWithParam<bool> {};

TEST_P(KktFactorsOf, SolveTheSystemWithLoopsAndWithMachineCodeAlike) {
  std::mt19937 random(3);
  for (const int n : {1, 2, 7, 40, 3000}) {  // the last is rolled up into loops
    for (const double e : {0.0, 1e-3}) {
      Problem p = chain(random, n, GetParam());
      p.compliance.assign(p.compliance.size(), e);
      std::vector<std::vector<double>> x(2, p.f), mu(2, p.g);
      for (const bool as_program : {false, true}) {
        KktFactors factors(p.P, p.A, GetParam(), as_program);
        ASSERT_TRUE(factors.factor(p.P_values.data(), p.A_values.data(), p.compliance.data()));
        factors.solve(x[as_program].data(), mu[as_program].data());
        // multipliers of random rows reach some hundreds; round-off of them and of the growth 1 / independence
        double size = 1.0;
        for (const double m : mu[as_program]) size = std::max(size, std::abs(m));
        EXPECT_LT(residual(p, x[as_program], mu[as_program]), 1e-14 * size / factors.independence()) << n << ", " << e;
      }
      EXPECT_EQ(x[0], x[1]);
      EXPECT_EQ(mu[0], mu[1]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Matrices, KktFactorsOf, testing::Bool(),
                         [](const auto& test) { return test.param ? "Symmetric" : "Unsymmetric"; });

TEST(KktStructure, ColumnsThatAreAlikeCountOnce) {
  std::mt19937 random(3);
  const auto structure = [&](int n) {
    const Problem p = chain(random, n, true);
    return KktStructure(p.P, p.A);
  };
  EXPECT_GT(structure(2000).updates(), 9 * structure(200).updates());
  EXPECT_EQ(structure(2000).distinct_updates(), structure(200).distinct_updates());
  std::vector<std::pair<int, int>> full;
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 20; ++j) full.emplace_back(i, j);
  const KktStructure dense(Pattern::from_entries(20, 20, full), Pattern::from_entries(0, 20, {}));
  EXPECT_EQ(dense.distinct_updates(), dense.updates());
}

TEST(KktFactors, DependentRowsAreSeen) {
  // two coordinates of mass 1, rows (1, 0) and (1, t): the second keeps t^2 / (1 + t^2) of its pivot
  const Pattern P = Pattern::from_entries(2, 2, {{0, 0}, {1, 1}});
  const Pattern A = Pattern::from_entries(2, 2, {{0, 0}, {1, 0}, {1, 1}});
  KktFactors factors(P, A, true);
  const SparseValues mass{1.0, 1.0};
  for (const double t : {1.0, 1e-2, 1e-4}) {
    const SparseValues rows{1.0, 1.0, t};
    EXPECT_TRUE(factors.factor(mass.data(), rows.data(), nullptr));
    // round-off of 1 - 1 in the pivot
    EXPECT_NEAR(factors.independence(), t * t / (1.0 + t * t), 4e-16);
  }
  const SparseValues rows{1.0, 1.0, 0.0};
  factors.factor(mass.data(), rows.data(), nullptr);
  EXPECT_EQ(factors.independence(), 0.0);
}

TEST(KktFactors, ACoordinateWithoutMassIsRefused) {
  const Pattern P = Pattern::from_entries(2, 2, {{0, 0}, {1, 1}});
  const Pattern A = Pattern::from_entries(1, 2, {{0, 0}, {0, 1}});
  KktFactors factors(P, A, true);
  const SparseValues mass{1.0, 0.0}, rows{1.0, 1.0};
  EXPECT_FALSE(factors.factor(mass.data(), rows.data(), nullptr));
}

}  // namespace
}  // namespace rheon
