#include "code/section_places.hpp"

#include <algorithm>
#include <limits>

namespace rheon::code {

namespace {

constexpr int bytes_of_number = 8;

std::optional<int> even_stride(const std::vector<int>& index) {
  const int stride = index.size() > 1 ? index[1] - index[0] : 0;
  for (std::size_t r = 1; r < index.size(); ++r)
    if (index[r] - index[r - 1] != stride) return std::nullopt;
  return stride;
}

}  // namespace

int SectionPlaces::use(int base, const std::vector<int>& index) {
  const std::optional<int> stride = even_stride(index);
  const auto next = static_cast<int>(list_.size());
  int number = next;
  const std::vector<int>* listed = nullptr;
  if (stride) {
    const std::uint64_t key = (static_cast<std::uint64_t>(base) << 62) ^ (static_cast<std::uint64_t>(index[0]) << 31) ^
                              (static_cast<std::uint32_t>(*stride) & 0x7fffffffu);
    number = even_.try_emplace(key, next).first->second;
  } else {
    const auto entry = uneven_.try_emplace({base, index}, next).first;
    number = entry->second;
    listed = &entry->first.second;
  }
  if (number == next) list_.push_back({.base = base, .first = index[0], .stride = stride, .index = listed});
  ++list_[static_cast<std::size_t>(number)].uses;
  return number;
}

/// For those bases and strides that are used most.
void SectionPlaces::open_streams() {
  std::map<std::pair<int, int>, int> uses;
  for (const Use& p : list_)
    if (p.stride && *p.stride != 0) uses[{p.base, *p.stride}] += p.uses;
  std::vector<std::pair<int, Stream>> order;
  for (const auto& [key, count] : uses)
    order.push_back({count, {key.first, key.second, std::numeric_limits<int>::max()}});
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (std::size_t k = 0; k < order.size() && k < most_streams; ++k) section_.streams.push_back(order[k].second);
  for (Stream& s : section_.streams)
    for (const Use& p : list_)
      if (p.in(s)) s.start = std::min(s.start, p.first);
}

void SectionPlaces::choose_reach(bool calls) {
  if (!calls) open_streams();
  std::vector<const Use*> listed;
  for (Use& p : list_) {
    const int base = p.base, first = p.first;
    const auto stream =
        std::find_if(section_.streams.begin(), section_.streams.end(), [&](const Stream& s) { return p.in(s); });
    if (p.stride && *p.stride == 0) {
      p.reach = {base, first};
    } else if (stream != section_.streams.end()) {
      p.reach = {first_stream + static_cast<int>(stream - section_.streams.begin()), first - stream->start};
    } else {
      p.reach = {indexed + base, static_cast<int>(listed.size())};
      listed.push_back(&p);
    }
  }
  section_.offsets_per_repeat = static_cast<int>(listed.size());
  section_.offsets.reserve(listed.size() * static_cast<std::size_t>(section_.repeats));
  for (int r = 0; !listed.empty() && r < section_.repeats; ++r)
    for (const Use* p : listed)
      section_.offsets.push_back(bytes_of_number *
                                 (p->stride ? p->first + r * *p->stride : (*p->index)[static_cast<std::size_t>(r)]));
}

}  // namespace rheon::code
