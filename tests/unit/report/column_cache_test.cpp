#include "report/column_cache.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

namespace rheon::report {
namespace {

class ColumnCacheTest : public testing::Test {
 protected:
  /// The first number of the column; `rows` of them.
  double get(std::size_t channel, std::size_t rows = 10) {
    return cache_
        .get({this, channel},
             [&] {
               ++reads_;
               return std::vector<double>(rows, static_cast<double>(channel));
             })
        ->front();
  }
  ColumnCache cache_{3 * 10 * sizeof(double)};
  int reads_ = 0;
};

TEST_F(ColumnCacheTest, WhatWasNotAskedForLongestGoesFirst) {
  for (const std::size_t k : {1u, 2u, 3u, 1u}) EXPECT_EQ(get(k), k);
  EXPECT_EQ(reads_, 3);
  EXPECT_EQ(get(4), 4);  // 2 goes
  for (const std::size_t k : {1u, 3u, 4u}) EXPECT_EQ(get(k), k);
  EXPECT_EQ(reads_, 4);
  EXPECT_EQ(get(2), 2);
  EXPECT_EQ(reads_, 5);
}

TEST_F(ColumnCacheTest, TooLargeToBeKept) {
  EXPECT_EQ(get(1), 1);
  EXPECT_EQ(get(2, 31), 2);
  EXPECT_EQ(get(2, 31), 2);
  EXPECT_EQ(reads_, 3);
  EXPECT_EQ(get(1), 1) << "nothing went for what is not kept";
  EXPECT_EQ(reads_, 3);
  EXPECT_EQ(get(3, 30), 3);  // all room
  EXPECT_EQ(get(3, 30), 3);
  EXPECT_EQ(reads_, 4);
}

TEST_F(ColumnCacheTest, AFailureIsTriedAgain) {
  EXPECT_THROW(cache_.get({this, 1}, []() -> std::vector<double> { throw std::runtime_error("disk"); }),
               std::runtime_error);
  EXPECT_EQ(get(1), 1);
}

TEST_F(ColumnCacheTest, ReadOnceForAllWhoAsk) {
  std::atomic<int> reads{0};
  std::vector<std::thread> threads;
  for (int k = 0; k < 8; ++k)
    threads.emplace_back([&] {
      cache_.get({this, 1}, [&] {
        ++reads;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return std::vector<double>(10, 1.0);
      });
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(reads, 1);
}

}  // namespace
}  // namespace rheon::report
