// Rank of many rows. Answers by counting: coordinates in a ring, each equal to the one before.
#include "constraints/sparse_rank.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "constraints/row_rank.hpp"
#include "model/wants.hpp"
#include "rheon/analysis/check.hpp"
#include "rheon/io/model_reader.hpp"

namespace rheon::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// n coordinates of different masses; n - 1 rows make them equal, and one more closes the ring if asked for.
System ring(int n, bool closed) {
  std::string names, kinetic, rows;
  for (int i = 0; i < n; ++i) {
    const std::string k = std::to_string(i), x = "x" + k;
    names += (i > 0 ? ", " : "") + x;
    kinetic += (i > 0 ? " + " : "") + std::to_string(1 + i % 7) + "*" + x + "'^2/2";
    if (i > 0) rows += "  r" + k + ": " + x + " = x" + std::to_string(i - 1) + "\n";
  }
  if (closed) rows += "  last: x0 = x" + std::to_string(n - 1) + "\n";
  return System(read_model_text(
      "rheon: 1\nname: ring\ncoordinates: [" + names + "]\nkinetic: " + kinetic + "\nconstraints:\n" + rows,
      "ring.yaml"));
}

std::optional<SparseRank> rank_of(const System& system) {
  Terms terms = system.make_terms();
  EXPECT_TRUE(system.evaluate(system.make_state(), want_stabilised_rate, terms));
  return sparse_rank(system, terms, rank_tolerance);
}

TEST(SparseRank, CountsIndependentRows) {
  for (const int n : {2, 3, 50}) {
    const auto open = rank_of(ring(n, false)), closed = rank_of(ring(n, true));
    ASSERT_TRUE(open && closed);
    EXPECT_EQ(open->rank, n - 1);
    EXPECT_THAT(open->dependent, ElementsAre());
    EXPECT_EQ(closed->rank, n - 1);
    EXPECT_THAT(closed->dependent, ElementsAre(n - 1));
  }
}

TEST(SparseRank, CheckOfManyRowsReportsTheRankAndWhatItLeftOut) {
  const CheckReport open = check(ring(2200, false));
  EXPECT_EQ(open.rank, 2199);
  EXPECT_EQ(open.degrees_of_freedom, 1);
  const CheckReport closed = check(ring(2200, true));
  EXPECT_TRUE(closed.rank_known);
  EXPECT_EQ(closed.rank, 2199);
  ASSERT_FALSE(closed.findings.empty());
  EXPECT_EQ(closed.findings[0].kind, "not examined");
  EXPECT_THAT(closed.findings[0].rows, ElementsAre("last"));
  EXPECT_THAT(to_text(closed.findings[0]), HasSubstr("2200 rows, only up to 2000 are examined"));
}

}  // namespace
}  // namespace rheon::test
