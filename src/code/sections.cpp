#include "code/sections.hpp"

#include "code/section_builder.hpp"

namespace rheon::code {

std::size_t Sections::length() const {
  std::size_t sum = 0;
  for (const Section& s : list) sum += s.list.size();
  return sum;
}

Sections find_sections(const StraightLine& program) {
  Sections sections;
  sections.work_size = program.work_size();
  const Computations all(program);
  const std::vector<Stretch> stretches = find_stretches(all);
  if (stretches.size() == 1 && stretches.front().repeats == 1)
    sections.list.push_back(
        {.list = {program.instructions().begin(), program.instructions().end()}, .calls = program.calls()});
  else
    build_sections(all, stretches, sections);
  return sections;
}

}  // namespace rheon::code
