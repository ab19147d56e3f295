#include "report/rows_answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace rheon::report {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

struct Table : RowSource {
  explicit Table(std::vector<std::vector<double>> values) {
    for (auto& one : values) columns.push_back(std::make_shared<const std::vector<double>>(std::move(one)));
  }
  struct View : RowView {
    explicit View(const Table& t) : table(&t) {}
    std::size_t rows() const override { return table->columns.empty() ? 0 : table->columns.front()->size(); }
    SharedColumn column(std::size_t channel) const override { return table->columns[channel]; }
    const Table* table;
  };
  std::size_t channels() const override { return columns.size(); }
  std::unique_ptr<const RowView> view() const override { return std::make_unique<View>(*this); }
  std::vector<SharedColumn> columns;
};

void expect_range(const std::vector<double>& t, double from, double to, std::size_t begin, std::size_t end) {
  const RowRange range = range_of(t, from, to);
  EXPECT_EQ(range.begin, begin) << from << " to " << to;
  EXPECT_EQ(range.end, end) << from << " to " << to;
}

TEST(RowsAnswer, RangeHasANeighbourOnEachSide) {
  const std::vector<double> t{0, 1, 2, 3, 4};
  expect_range(t, 1, 3, 0, 5);
  expect_range(t, 1.5, 2.5, 1, 4);
  expect_range(t, 2.1, 2.9, 2, 4);  // no row inside
  expect_range(t, 2, 2, 1, 4);
  expect_range(t, -9, -8, 0, 1);
  expect_range(t, 8, 9, 4, 5);
  expect_range(t, -inf, inf, 0, 5);
  expect_range({}, 0, 1, 0, 0);
  expect_range({7}, 0, 1, 0, 1);
}

TEST(RowsAnswer, TimesInAnyOrderLeaveNothingOut) {
  const std::vector<double> t{3, 0, std::nan(""), 0, 2, 5, 1, 6};
  for (double from = -1; from < 7; from += 0.5)
    for (double to = from; to < 7; to += 0.5) {
      const RowRange range = range_of(t, from, to);
      ASSERT_LE(range.end, t.size());
      for (std::size_t row = 0; row < t.size(); ++row)
        if (from <= t[row] && t[row] <= to) {
          EXPECT_GE(row, range.begin) << from << " to " << to;
          EXPECT_LT(row, range.end) << from << " to " << to;
        }
    }
  const RowRange all = range_of({std::nan(""), std::nan("")}, 0, 1);
  EXPECT_EQ(all.size(), 2u);
}

TEST(RowsAnswer, BytesAsTheFormatSays) {
  const Table table({{0, 1, 2}, {5, 6, 7}, {8, 9, 10}});
  const std::string bytes =
      rows_answer({.result = 0, .channels = {2, 1}, .from = 1.5, .to = 1.6}, table, 1000, [] { return false; });
  const unsigned char head[16]{2, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
  ASSERT_EQ(bytes.size(), 16u + 8 * 6);
  EXPECT_EQ(std::memcmp(bytes.data(), head, 16), 0);
  const std::uint8_t one[8]{0, 0, 0, 0, 0, 0, 0xF0, 0x3F};  // 1.0
  EXPECT_EQ(std::memcmp(bytes.data() + 16, one, 8), 0);
  const std::uint8_t nine[8]{0, 0, 0, 0, 0, 0, 0x22, 0x40};
  EXPECT_EQ(std::memcmp(bytes.data() + 32, nine, 8), 0);
}

TEST(RowsAnswer, NothingToShowIsAnAnswerToo) {
  const std::string none =
      rows_answer({.result = 0, .channels = {}, .from = -inf, .to = inf}, Table({}), 1000, [] { return false; });
  EXPECT_EQ(none.size(), 16u);
  const std::string empty =
      rows_answer({.result = 0, .channels = {1}, .from = -inf, .to = inf}, Table({{}, {}}), 1000, [] { return false; });
  EXPECT_EQ(empty.size(), 16u);
}

TEST(RowsAnswer, TooMuchAtATimeIsRefused) {
  const Table table({std::vector<double>(100), std::vector<double>(100)});
  const RowsRequest request{.result = 0, .channels = {1, 1}, .from = -inf, .to = inf, .most = 10};
  EXPECT_NO_THROW(rows_answer(request, table, 1600, [] { return false; }));
  EXPECT_THROW(rows_answer(request, table, 1599, [] { return false; }), HttpRefusal);
}

TEST(RowsAnswer, GivenUpWhenTheServerEnds) {
  const Table table({{0, 1}, {2, 3}});
  std::atomic<int> asked = 0;  // columns are made by several threads
  const auto ending = [&] { return ++asked > 1; };
  EXPECT_THROW(rows_answer({.result = 0, .channels = {1}, .from = -inf, .to = inf}, table, 1000, ending), HttpRefusal);
}

}  // namespace
}  // namespace rheon::report
