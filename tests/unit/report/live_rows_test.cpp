// Rows of a run that goes on: what a look shows stays as it was, whatever comes later.
#include "report/live_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace rheon::report {
namespace {

Results start() {
  Results results;
  results.channels = {{"t", "s"}, {"x", "m"}};
  results.summary.formulation = "ali3p";
  return results;
}

void add(LiveRows& rows, std::size_t number, double x) {
  const double values[] = {static_cast<double>(number), x};
  rows.row(number, values);
}

TEST(LiveRows, NothingBeforeTheStart) {
  const LiveRows rows;
  EXPECT_EQ(rows.channels(), 0u);
  EXPECT_EQ(rows.view()->rows(), 0u);
  EXPECT_TRUE(rows.running());
}

TEST(LiveRows, AViewKeepsTheRowsOfItsInstant) {
  LiveRows rows;
  rows.begin(start());
  for (std::size_t k = 0; k < 3000; ++k) add(rows, k, 1.0);
  const auto before = rows.view();
  for (std::size_t k = 1500; k < 5000; ++k) add(rows, k, 2.0);  // the run went back and found another way
  const auto after = rows.view();
  ASSERT_EQ(before->rows(), 3000u);
  ASSERT_EQ(after->rows(), 5000u);
  EXPECT_EQ(*before->column(1), std::vector<double>(3000, 1.0));
  std::vector<double> both(1500, 1.0);
  both.resize(5000, 2.0);
  EXPECT_EQ(*after->column(1), both);
  EXPECT_EQ(after->column(0)->at(4999), 4999.0);
}

TEST(LiveRows, RowsThatWereTakenBackAreGoneAtTheEnd) {
  LiveRows rows;
  rows.begin(start());
  for (std::size_t k = 0; k < 10; ++k) add(rows, k, 1.0);
  add(rows, 4, 2.0);
  EXPECT_EQ(rows.view()->rows(), 5u);
  Results results = start();
  results.values.resize(2 * 3);
  results.summary.ending = Ending::stopped;
  rows.end(results, "out.h5");
  EXPECT_EQ(rows.view()->rows(), 3u);
  EXPECT_FALSE(rows.running());
  EXPECT_EQ(rows.state().about.summary.ending, Ending::stopped);
  EXPECT_EQ(rows.state().file, "out.h5");
}

TEST(LiveRows, OneThreadAddsWhileOthersLook) {
  LiveRows rows;
  rows.begin(start());
  std::thread run([&] {
    std::size_t next_return = 1000;
    for (std::size_t k = 0; k < 20000; ++k) {
      add(rows, k, static_cast<double>(k));
      if (k != next_return) continue;
      next_return += 1000;
      k -= 50;
    }
  });
  std::size_t seen = 0;
  while (seen < 20000) {
    const auto view = rows.view();
    const SharedColumn t = view->column(0), x = view->column(1);
    seen = std::max(seen, view->rows());
    ASSERT_EQ(t->size(), view->rows());
    EXPECT_EQ(*t, *x);
  }
  run.join();
}

}  // namespace
}  // namespace rheon::report
