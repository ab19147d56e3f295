#include "rheon/la/sparse.hpp"

#include <algorithm>

namespace rheon {

int Pattern::find(int i, int j) const {
  const auto first = col.begin() + start[static_cast<std::size_t>(i)];
  const auto last = col.begin() + start[static_cast<std::size_t>(i) + 1];
  const auto it = std::lower_bound(first, last, j);
  return it != last && *it == j ? static_cast<int>(it - col.begin()) : -1;
}

Pattern Pattern::from_entries(int rows, int cols, std::vector<std::pair<int, int>> entries) {
  std::sort(entries.begin(), entries.end());
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  Pattern p;
  p.rows = rows;
  p.cols = cols;
  p.start.assign(static_cast<std::size_t>(rows) + 1, 0);
  p.col.reserve(entries.size());
  for (const auto& [i, j] : entries) {
    ++p.start[static_cast<std::size_t>(i) + 1];
    p.col.push_back(j);
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(rows); ++i) p.start[i + 1] += p.start[i];
  return p;
}

Pattern Pattern::head(int count) const {
  Pattern p = *this;
  p.rows = count;
  p.start.resize(static_cast<std::size_t>(count) + 1);
  p.col.resize(static_cast<std::size_t>(p.start.back()));
  return p;
}

Pattern Pattern::full(int n) {
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) entries.emplace_back(i, j);
  return from_entries(n, n, std::move(entries));
}

}  // namespace rheon
