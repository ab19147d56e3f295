#include "rheon/core/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace rheon::test {
namespace {

TEST(Parallel, EverythingIsDoneOnce) {
  for (const int jobs : {1, 2, 7, 100}) {
    std::vector<std::atomic<int>> times(50);
    in_parallel(times.size(), jobs, [&](std::size_t i) { ++times[i]; });
    for (const auto& n : times) EXPECT_EQ(n, 1) << jobs;
  }
  in_parallel(0, 4, [](std::size_t) { FAIL(); });
}

TEST(Parallel, OneJobIsTheCallingThread) {
  in_parallel(3, 1,
              [caller = std::this_thread::get_id()](std::size_t) { EXPECT_EQ(std::this_thread::get_id(), caller); });
}

// Number 3 fails at once, number 2 later: sequentially 2 would have been the one that is reported.
TEST(Parallel, TheExceptionOfTheLowestNumberIsThrown) {
  for (const int jobs : {1, 4}) {
    std::atomic<int> begun{0};
    std::string message;
    try {
      in_parallel(1000, jobs, [&](std::size_t i) {
        ++begun;
        if (i == 2) std::this_thread::sleep_for(std::chrono::milliseconds(50));
        if (i == 2 || i == 3) throw std::runtime_error(std::to_string(i));
        // the others would take seconds: a machine that lets the failing thread wait does not get through them
        if (i > 3) std::this_thread::sleep_for(std::chrono::milliseconds(10));
      });
    } catch (const std::runtime_error& error) {
      message = error.what();
    }
    EXPECT_EQ(message, "2") << jobs;
    EXPECT_LT(begun, 1000) << jobs;
  }
}

TEST(Parallel, CpuTimeDoesNotCountSleep) {
  const double began = thread_cpu_seconds();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  const double slept = thread_cpu_seconds();
  EXPECT_LT(slept - began, 0.1);  // half of the sleep: what the call itself costs is microseconds
  while (thread_cpu_seconds() - slept < 0.01) {
  }
  EXPECT_GE(usable_cores(), 1);
}

TEST(Memory, PeakGrowsWithWhatIsInUse) {
  const long long before = peak_memory();
  EXPECT_GT(before, 1 << 20);
  const std::vector<char> block(static_cast<std::size_t>(before), 1);  // as much again, written to
  EXPECT_GT(peak_memory(), before + before / 2);
  EXPECT_EQ(block.back(), 1);
}

}  // namespace
}  // namespace rheon::test
