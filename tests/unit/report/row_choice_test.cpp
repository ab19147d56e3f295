// Rows of a thinned run: laws for random columns, and cases by hand.
#include "report/row_choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>

namespace rheon::report {
namespace {

using testing::ElementsAre;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

using Table = std::vector<std::vector<double>>;

std::vector<Column> columns_of(const Table& table) {
  std::vector<Column> columns;
  for (const auto& values : table) columns.push_back({values.data()});
  return columns;
}

RowChoice peaks(const Table& table, RowRange range, std::size_t most) {
  return choose_peaks(columns_of(table), range, most);
}

/// Smooth, noisy, constant, stepped and broken channels, as runs have them.
Table random_table(std::mt19937& random, std::size_t rows) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> share;
  Table table;
  const std::size_t count = 1 + random() % 6;
  for (std::size_t c = 0; c < count; ++c) {
    std::vector<double> values(rows);
    const auto kind = random() % 5;
    const double speed = share(random);
    for (std::size_t i = 0; i < rows; ++i) {
      const auto t = static_cast<double>(i);
      values[i] = kind == 0   ? std::sin(speed * t)
                  : kind == 1 ? normal(random)
                  : kind == 2 ? speed
                  : kind == 3 ? std::floor(speed * t / 7)
                              : (share(random) < 0.02 ? (random() % 2 ? nan : inf) : t);
    }
    table.push_back(std::move(values));
  }
  return table;
}

/// Least and largest finite value of a channel among some rows.
template <class Rows>
std::pair<double, double> extremes(const std::vector<double>& values, const Rows& rows) {
  std::pair<double, double> found{inf, -inf};
  for (const std::size_t row : rows)
    if (std::isfinite(values[row])) found = {std::min(found.first, values[row]), std::max(found.second, values[row])};
  return found;
}

std::vector<std::size_t> rows_between(std::size_t begin, std::size_t end) {
  std::vector<std::size_t> rows;
  for (std::size_t row = begin; row < end; ++row) rows.push_back(row);
  return rows;
}

TEST(RowChoice, LawsForRandomColumns) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const std::size_t total = 1 + random() % 2000;
    const Table table = random_table(random, total);
    const std::size_t begin = random() % total;
    const RowRange range{begin, begin + 1 + random() % (total - begin)};
    const std::size_t most = 2 + random() % 400;
    const RowChoice choice = peaks(table, range, most);
    const auto& rows = choice.rows;
    ASSERT_FALSE(rows.empty());
    EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end(), std::less_equal<>())) << "increasing, none twice";
    EXPECT_EQ(rows.front(), range.begin);
    EXPECT_EQ(rows.back(), range.end - 1);
    EXPECT_EQ(choice.complete, rows.size() == range.size());
    EXPECT_EQ(choice.fits, rows.size() <= most);
    EXPECT_TRUE(choice.fits || choice.pieces == 1);
    for (std::size_t k = 0; k < choice.pieces; ++k) {
      const RowRange piece{piece_begin(range, choice.pieces, k), piece_begin(range, choice.pieces, k + 1)};
      const std::vector<std::size_t> kept(std::lower_bound(rows.begin(), rows.end(), piece.begin),
                                          std::lower_bound(rows.begin(), rows.end(), piece.end));
      ASSERT_GE(kept.size(), 1u);
      EXPECT_EQ(kept.front(), piece.begin);
      EXPECT_EQ(kept.back(), piece.end - 1);
      for (const auto& values : table)
        EXPECT_EQ(extremes(values, kept), extremes(values, rows_between(piece.begin, piece.end)));
    }
  }
}

TEST(RowChoice, NoMuchLargerNumberOfPiecesFits) {
  std::mt19937 random(7);
  const Table table = random_table(random, 20000);
  for (const std::size_t most : {50u, 400u, 3000u}) {
    const RowChoice choice = peaks(table, {0, 20000}, most);
    ASSERT_TRUE(choice.fits);
    // a piece has at most the ends, 2 peaks a channel, and 4 rows around what is not finite
    EXPECT_GE(choice.rows.size(), most - most / 16 - (6 * table.size() + 2)) << most;
  }
}

TEST(RowChoice, EverythingIfItFits) {
  const Table table{{1, 2, 3, 4, 5}};
  EXPECT_THAT(peaks(table, {0, 5}, 5).rows, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_TRUE(peaks(table, {0, 5}, 5).complete);
  EXPECT_THAT(peaks(table, {1, 4}, 100).rows, ElementsAre(1, 2, 3));
  EXPECT_THAT(peaks(table, {3, 3}, 100).rows, ElementsAre());
  EXPECT_THAT(peaks(table, {3, 4}, 0).rows, ElementsAre(3));
}

TEST(RowChoice, OnePeakAmongMany) {
  std::vector<double> values(1000, 0.0);
  values[617] = 1.0;
  values[618] = -1.0;
  const RowChoice choice = peaks({values}, {0, 1000}, 4);
  EXPECT_THAT(choice.rows, ElementsAre(0, 617, 618, 999));
  EXPECT_FALSE(choice.complete);
  EXPECT_TRUE(choice.fits);
}

TEST(RowChoice, PeaksAreKeptEvenIfTheyAreTooMany) {
  Table table;
  for (std::size_t c = 0; c < 10; ++c) {
    table.emplace_back(100, 0.0);
    table.back()[10 + 3 * c] = 1.0;
  }
  const RowChoice choice = peaks(table, {0, 100}, 5);
  EXPECT_THAT(choice.rows, ElementsAre(0, 10, 13, 16, 19, 22, 25, 28, 31, 34, 37, 99));
  EXPECT_FALSE(choice.fits);
}

TEST(RowChoice, BothSidesOfAGapAreKept) {
  std::vector<double> values(100, 1.0);
  for (std::size_t row = 40; row < 60; ++row) values[row] = nan;
  EXPECT_THAT(peaks({values}, {0, 100}, 7).rows, ElementsAre(0, 39, 40, 59, 60, 99));
  const RowChoice broken = peaks({std::vector<double>(100, nan)}, {0, 100}, 3);
  EXPECT_THAT(broken.rows, ElementsAre(0, 99));
}

TEST(RowChoice, ColumnsMayLieRowByRow) {
  std::mt19937 random(3);
  const Table table = random_table(random, 1000);
  std::vector<double> by_row;
  for (std::size_t row = 0; row < 1000; ++row)
    for (const auto& values : table) by_row.push_back(values[row]);
  std::vector<Column> columns;
  for (std::size_t c = 0; c < table.size(); ++c) columns.push_back({by_row.data() + c, table.size()});
  EXPECT_EQ(choose_peaks(columns, {10, 990}, 100).rows, peaks(table, {10, 990}, 100).rows);
}

TEST(RowChoice, EvenDistances) {
  EXPECT_THAT(choose_even({0, 101}, 5).rows, ElementsAre(0, 25, 50, 75, 100));
  EXPECT_THAT(choose_even({10, 20}, 4).rows, ElementsAre(10, 13, 16, 19));
  EXPECT_THAT(choose_even({10, 20}, 0).rows, ElementsAre(10, 19));
  EXPECT_THAT(choose_even({4, 5}, 9).rows, ElementsAre(4));
  EXPECT_THAT(choose_even({4, 4}, 9).rows, ElementsAre());
  const RowChoice many = choose_even({0, 1000003}, 4000);
  ASSERT_EQ(many.rows.size(), 4000u);
  std::set<std::size_t> gaps;
  for (std::size_t k = 1; k < many.rows.size(); ++k) gaps.insert(many.rows[k] - many.rows[k - 1]);
  EXPECT_LE(*gaps.rbegin() - *gaps.begin(), 1u);
  EXPECT_EQ(many.rows.back(), 1000002u);
}

}  // namespace
}  // namespace rheon::report
