#include "report/column_cache.hpp"

namespace rheon::report {

namespace {

std::size_t bytes_of(const SharedColumn& values) { return values->size() * sizeof(double); }

}  // namespace

SharedColumn ColumnCache::get(const Key& key, const std::function<std::vector<double>()>& read) {
  std::unique_lock lock(mutex_);
  while (true) {
    if (SharedColumn known = find(key)) return known;
    if (reading_.insert(key).second) break;
    read_.wait(lock);
  }
  lock.unlock();
  SharedColumn values;
  std::exception_ptr failure;
  try {
    values = std::make_shared<const std::vector<double>>(read());
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  reading_.erase(key);
  read_.notify_all();
  if (failure) std::rethrow_exception(failure);
  keep(key, values);
  return values;
}

/// With the lock held, like the next.
SharedColumn ColumnCache::find(const Key& key) {
  const auto found = entries_.find(key);
  if (found == entries_.end()) return nullptr;
  latest_first_.splice(latest_first_.begin(), latest_first_, found->second.place);
  return found->second.values;
}

void ColumnCache::keep(const Key& key, const SharedColumn& values) {
  if (bytes_of(values) > most_bytes_) return;
  while (bytes_ + bytes_of(values) > most_bytes_) {
    const auto last = entries_.find(latest_first_.back());
    bytes_ -= bytes_of(last->second.values);
    entries_.erase(last);
    latest_first_.pop_back();
  }
  latest_first_.push_front(key);
  entries_[key] = {values, latest_first_.begin()};
  bytes_ += bytes_of(values);
}

}  // namespace rheon::report
