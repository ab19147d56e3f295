// Groups of coordinates and rows: a partition, and rows stand with what they hold.
#include "la/elimination_groups.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace rheon::test {
namespace {

using Groups = std::vector<EliminationGroup>;
using testing::ElementsAre;
using testing::IsEmpty;

Pattern diagonal(int n) {
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < n; ++i) entries.emplace_back(i, i);
  return Pattern::from_entries(n, n, entries);
}

/// Points in the plane with coordinates 2 k and 2 k + 1; row k is the rod from point k - 1, or from the ground, to k.
Pattern chain(int points) {
  std::vector<std::pair<int, int>> entries;
  for (int k = 0; k < points; ++k)
    for (int j = std::max(0, 2 * (k - 1)); j < 2 * (k + 1); ++j) entries.emplace_back(k, j);
  return Pattern::from_entries(points, 2 * points, entries);
}

void expect_each_once(const Groups& groups, const Pattern& A) {
  std::vector<int> coordinates, rows;
  for (const EliminationGroup& g : groups) {
    EXPECT_FALSE(g.coordinates.empty() && g.rows.empty());
    coordinates.insert(coordinates.end(), g.coordinates.begin(), g.coordinates.end());
    rows.insert(rows.end(), g.rows.begin(), g.rows.end());
  }
  std::sort(coordinates.begin(), coordinates.end());
  std::sort(rows.begin(), rows.end());
  ASSERT_EQ(coordinates.size(), static_cast<std::size_t>(A.cols));
  ASSERT_EQ(rows.size(), static_cast<std::size_t>(A.rows));
  for (int k = 0; k < A.cols; ++k) EXPECT_EQ(coordinates[static_cast<std::size_t>(k)], k);
  for (int k = 0; k < A.rows; ++k) EXPECT_EQ(rows[static_cast<std::size_t>(k)], k);
}

const EliminationGroup& group_of_row(const Groups& groups, int row) {
  return *std::find_if(groups.begin(), groups.end(), [&](const EliminationGroup& g) {
    return std::find(g.rows.begin(), g.rows.end(), row) != g.rows.end();
  });
}

TEST(EliminationGroups, RowsOfAChainStandWithAPointTheyHold) {
  for (const int points : {1, 2, 3, 30}) {
    SCOPED_TRACE(points);
    const Pattern A = chain(points);
    const Groups groups = elimination_groups(A, diagonal(2 * points));
    expect_each_once(groups, A);
    EXPECT_EQ(groups.size(), static_cast<std::size_t>(points));
    for (const EliminationGroup& g : groups) {
      ASSERT_EQ(g.coordinates.size(), 2u);  // x and y of one point
      EXPECT_EQ(g.coordinates[0] / 2, g.coordinates[1] / 2);
      EXPECT_THAT(g.rows, testing::SizeIs(1));  // as many rods as points
      for (const int row : g.rows) EXPECT_GE(A.find(row, g.coordinates[0]), 0) << row;
    }
  }
}

// Two more rods to the only point: there is no other place for them.
TEST(EliminationGroups, MoreRowsThanCoordinatesStayWithWhatTheyHold) {
  const Pattern A = Pattern::from_entries(3, 2, {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}});
  const Groups groups = elimination_groups(A, Pattern::full(2));
  expect_each_once(groups, A);
  EXPECT_EQ(groups.size(), 1u);
}

TEST(EliminationGroups, ARowThatHoldsNothingStandsAlone) {
  const Pattern A = Pattern::from_entries(3, 2, {{0, 0}, {2, 1}});
  const Groups groups = elimination_groups(A, diagonal(2));
  expect_each_once(groups, A);
  const EliminationGroup& alone = group_of_row(groups, 1);
  EXPECT_THAT(alone.coordinates, IsEmpty());
  EXPECT_THAT(alone.rows, ElementsAre(1));
  EXPECT_THAT(group_of_row(groups, 0).coordinates, ElementsAre(0));
  EXPECT_THAT(group_of_row(groups, 2).coordinates, ElementsAre(1));
}

TEST(EliminationGroups, WithoutRowsThereAreTheCoordinates) {
  const Pattern A = Pattern::from_entries(0, 3, {});
  const Groups groups = elimination_groups(A, Pattern::full(3));
  expect_each_once(groups, A);
  EXPECT_EQ(groups.size(), 3u);
}

// Springs on a line, all to coordinate 0: eliminated before the others it would join all of them.
TEST(EliminationGroups, WhatMeetsManyOthersComesLate) {
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < 8; ++j) entries.insert(entries.end(), {{j, j}, {0, j}, {j, 0}});
  const Pattern A = Pattern::from_entries(0, 8, {});
  const Groups groups = elimination_groups(A, Pattern::from_entries(8, 8, entries));
  expect_each_once(groups, A);
  const auto hub = std::find_if(groups.begin(), groups.end(), [](const auto& g) { return g.coordinates[0] == 0; });
  EXPECT_GE(hub - groups.begin(), 6);  // the last two are equal
}

TEST(EliminationGroups, NothingAtAllHasNoGroups) {
  EXPECT_THAT(elimination_groups(Pattern::from_entries(0, 0, {}), Pattern::from_entries(0, 0, {})), IsEmpty());
}

}  // namespace
}  // namespace rheon::test
