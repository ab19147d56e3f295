// Channels of result files in memory, as many as there is room for: those that were not asked for longest go first.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "report/row_source.hpp"

namespace rheon::report {

class ColumnCache {
 public:
  explicit ColumnCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}
  std::size_t most_bytes() const { return most_bytes_; }

  /// The values under this key; what is not there is made by `read`, once for all who ask at the same time. A column larger
  /// than all room is given and not kept.
  using Key = std::pair<const void*, std::size_t>;  ///< file and channel
  SharedColumn get(const Key& key, const std::function<std::vector<double>()>& read);

 private:
  struct Entry {
    SharedColumn values;
    std::list<Key>::iterator place;
  };
  SharedColumn find(const Key& key);
  void keep(const Key& key, const SharedColumn& values);

  std::size_t most_bytes_, bytes_ = 0;
  std::mutex mutex_;
  std::condition_variable read_;
  std::set<Key> reading_;
  std::list<Key> latest_first_;
  std::map<Key, Entry> entries_;
};

}  // namespace rheon::report
