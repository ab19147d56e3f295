#include "la/definiteness.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>

namespace rheon {
namespace {

using Matrix = Eigen::MatrixXd;

struct Directions {
  int negative, singular;
};

/// By a full pattern: zeros may be entries.
Directions directions(const Matrix& M) {
  const int n = static_cast<int>(M.rows());
  std::vector<std::pair<int, int>> entries;
  SparseValues values;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      entries.emplace_back(i, j);
      values.push_back(M(i, j));
    }
  const Pattern pattern = Pattern::from_entries(n, n, entries);
  return {negative_direction(pattern, values), singular_direction(pattern, values)};
}

TEST(Definiteness, PositiveMatricesHaveNeither) {
  for (const Matrix& M : {Matrix(Matrix::Identity(3, 3)), Matrix{{2.0, 1.0}, {1.0, 2.0}}, Matrix(0, 0)}) {
    EXPECT_EQ(directions(M).negative, -1);
    EXPECT_EQ(directions(M).singular, -1);
  }
}

// Masses in tonnes and inertias in grams: the scale of a coordinate is not its definiteness.
TEST(Definiteness, ScalesDoNotMatter) {
  const double a = 1e-12, b = 1e12;
  for (const Matrix& M : {Matrix{{a, 0.0}, {0.0, b}}, Matrix{{a, 0.5}, {0.5, b}}}) {
    EXPECT_EQ(directions(M).negative, -1);
    EXPECT_EQ(directions(M).singular, -1);
  }
  EXPECT_GE(directions(Matrix{{a, 2.0}, {2.0, b}}).negative, 0);
}

TEST(Definiteness, NegativeEnergyIsFoundInItsBlock) {
  EXPECT_GE(directions(Matrix{{1.0, 2.0}, {2.0, 1.0}}).negative, 0);
  EXPECT_GE(directions(Matrix{{1.0, 2.0}, {2.0, 1.0}}).singular, 0);
  const Matrix block{{1.0, 0.0, 0.0}, {0.0, 1.0, 2.0}, {0.0, 2.0, 1.0}};
  EXPECT_GE(directions(block).negative, 1);
  EXPECT_EQ(directions(Matrix{{1.0, 0.0}, {0.0, -1.0}}).negative, 1);
}

// x^T M x = (x1 + x2)^2 is zero, not negative, along (1, -1)
TEST(Definiteness, SemidefiniteIsSingularOnly) {
  const Directions d = directions(Matrix{{1.0, 1.0}, {1.0, 1.0}});
  EXPECT_EQ(d.negative, -1);
  EXPECT_GE(d.singular, 0);
}

TEST(Definiteness, ARowOfZerosIsSingularOnly) {
  const Directions d = directions(Matrix{{1.0, 0.0}, {0.0, 0.0}});
  EXPECT_EQ(d.negative, -1);
  EXPECT_EQ(d.singular, 1);
}

// x^T M x = 2 x1 x2 takes both signs
TEST(Definiteness, AZeroDiagonalBesideOtherEntriesIsNegative) {
  EXPECT_GE(directions(Matrix{{0.0, 1.0}, {1.0, 0.0}}).negative, 0);
  EXPECT_GE(directions(Matrix{{1.0, 1.0}, {1.0, 0.0}}).negative, 0);
}

TEST(Definiteness, EntriesThatAreNotInThePatternAreZeros) {
  const Pattern pattern = Pattern::from_entries(2, 2, {{0, 0}});
  EXPECT_EQ(negative_direction(pattern, {1.0}), -1);
  EXPECT_EQ(singular_direction(pattern, {1.0}), 1);
}

}  // namespace
}  // namespace rheon
