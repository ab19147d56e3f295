#include "code/sections.hpp"

#include <numeric>

#include "code/piece_order.hpp"
#include "code/section_builder.hpp"

namespace rheon::code {

namespace {

std::size_t length_of(const std::vector<Stretch>& stretches) {
  return std::accumulate(stretches.begin(), stretches.end(), std::size_t{0},
                         [](std::size_t sum, const Stretch& s) { return sum + s.length; });
}

/// Pieces in the order in which they are needed, unless that hides what repeats.
std::vector<Stretch> arrange(Computations& all) {
  if (!worth_rolling(all)) return find_stretches(all);
  std::vector<std::uint32_t> order = order_by_need(all);
  if (order.empty()) return find_stretches(all);
  all.arrange(order);
  std::vector<Stretch> stretches = find_stretches(all);
  if (2 * length_of(stretches) <= all.size()) return stretches;
  all.arrange({});
  std::vector<Stretch> as_written = find_stretches(all);
  if (length_of(as_written) < length_of(stretches)) return as_written;
  all.arrange(std::move(order));
  return stretches;
}

}  // namespace

std::size_t Sections::length() const {
  std::size_t sum = 0;
  for (const Section& s : list) sum += s.list.size();
  return sum;
}

Sections find_sections(const Program& program) {
  Sections sections;
  sections.work_size = program.work_size();
  Computations all(program);
  const std::vector<Stretch> stretches = arrange(all);
  if (stretches.size() == 1 && stretches.front().repeats == 1)
    sections.list.push_back({.list = {program.begin(), program.end()}, .calls = program.calls()});
  else
    build_sections(all, stretches, sections);
  return sections;
}

}  // namespace rheon::code
