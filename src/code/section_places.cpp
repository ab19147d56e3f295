#include "code/section_places.hpp"

#include <algorithm>
#include <limits>

namespace rheon::code {

namespace {

constexpr int size_of_number = 8;

std::optional<int> even_stride(const std::vector<int>& index) {
  const int stride = index.size() > 1 ? index[1] - index[0] : 0;
  for (std::size_t r = 1; r < index.size(); ++r)
    if (index[r] - index[r - 1] != stride) return std::nullopt;
  return stride;
}

}  // namespace

int SectionPlaces::use(int base, std::vector<int> index) {
  const auto [entry, is_new] = known_.try_emplace({base, std::move(index)}, static_cast<int>(list_.size()));
  if (is_new) list_.push_back({&entry->first, even_stride(entry->first.second)});
  ++list_[static_cast<std::size_t>(entry->second)].uses;
  return entry->second;
}

/// For those bases and strides that are used most.
void SectionPlaces::open_streams() {
  std::map<std::pair<int, int>, int> uses;
  for (const Place& p : list_)
    if (p.stride && *p.stride != 0) uses[{p.key->first, *p.stride}] += p.uses;
  std::vector<std::pair<int, Stream>> order;
  for (const auto& [key, count] : uses)
    order.push_back({count, {key.first, key.second, std::numeric_limits<int>::max()}});
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (std::size_t k = 0; k < order.size() && k < most_streams; ++k) section_.streams.push_back(order[k].second);
  for (Stream& s : section_.streams)
    for (const Place& p : list_)
      if (p.in(s)) s.start = std::min(s.start, p.key->second.front());
}

void SectionPlaces::settle(bool calls) {
  if (!calls) open_streams();
  std::vector<const std::vector<int>*> listed;
  for (Place& p : list_) {
    const int base = p.key->first, first = p.key->second.front();
    const auto stream =
        std::find_if(section_.streams.begin(), section_.streams.end(), [&](const Stream& s) { return p.in(s); });
    if (p.stride && *p.stride == 0) {
      p.reach = {base, first};
    } else if (stream != section_.streams.end()) {
      p.reach = {first_stream + static_cast<int>(stream - section_.streams.begin()), first - stream->start};
    } else {
      p.reach = {indexed + base, static_cast<int>(listed.size())};
      listed.push_back(&p.key->second);
    }
  }
  section_.offsets_per_repeat = static_cast<int>(listed.size());
  section_.offsets.reserve(listed.size() * static_cast<std::size_t>(section_.repeats));
  for (std::size_t r = 0; !listed.empty() && r < static_cast<std::size_t>(section_.repeats); ++r)
    for (const auto* index : listed) section_.offsets.push_back(size_of_number * (*index)[r]);
}

}  // namespace rheon::code
