#include "rheon/core/parallel.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace rheon {

void in_parallel(std::size_t count, int jobs, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::mutex failing;
  std::exception_ptr failure;
  std::size_t failure_of = count;
  const auto take_turns = [&] {
    // looked at before a number is taken: whatever is below a number that failed is carried out
    while (!failed) {
      const std::size_t i = next++;
      if (i >= count) return;
      try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(failing);
        if (i < failure_of) {
          failure = std::current_exception();
          failure_of = i;
        }
        failed = true;
      }
    }
  };
  const auto threads = std::min(count, static_cast<std::size_t>(std::max(1, jobs)));
  {
    std::vector<std::jthread> helpers;  // joined at the end, also if one more cannot be had
    try {
      for (std::size_t k = 1; k < threads; ++k) helpers.emplace_back(take_turns);
    } catch (...) {
      failed = true;
      throw;
    }
    take_turns();
  }
  if (failure) std::rethrow_exception(failure);
}

int usable_cores() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }

double thread_cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

long long peak_memory() {
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) != 0) return 0;
#if defined(__APPLE__)
  return usage.ru_maxrss;
#else
  return 1024LL * usage.ru_maxrss;  // given in kilobytes
#endif
}

}  // namespace rheon
