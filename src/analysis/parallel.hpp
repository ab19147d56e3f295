// Independent pieces of work on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace rheon {

/// Calls work(0) .. work(count - 1), `jobs` at a time. The first exception ends the rest and is thrown again.
void in_parallel(std::size_t count, int jobs, const std::function<void(std::size_t)>& work);

}  // namespace rheon
