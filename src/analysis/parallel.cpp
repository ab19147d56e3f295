#include "analysis/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace rheon {

void in_parallel(std::size_t count, int jobs, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::exception_ptr failure;
  std::mutex failing;
  const auto take_turns = [&] {
    for (std::size_t i = next++; i < count && !failed; i = next++) try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(failing);
        if (!failure) failure = std::current_exception();
        failed = true;
      }
  };
  const auto threads = std::min(count, static_cast<std::size_t>(std::max(1, jobs)));
  std::vector<std::thread> helpers;
  for (std::size_t k = 1; k < threads; ++k) helpers.emplace_back(take_turns);
  take_turns();
  for (std::thread& helper : helpers) helper.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace rheon
