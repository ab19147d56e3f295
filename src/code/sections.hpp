// A program cut into stretches that are carried out once and loops over pieces that are alike but for their places: the
// links of a chain, the columns of its elimination. The order of computation stays as it is, so the bits do.
#pragma once

#include <cstdint>
#include <vector>

#include "code/program.hpp"

namespace rheon::code {

/// Places within a section: besides the bases of the program,
/// - streams: a base that moves on by a stride with each repetition,
/// - indexed: the base `indexed + b` with the offset that the section lists for this repetition.
inline constexpr int first_stream = 4, most_streams = 8, indexed = 16;

struct Stream {
  int base;
  int stride;  ///< numbers by which it moves on
  int start;   ///< index at the first repetition
};

struct Section {
  std::vector<Instruction> list;  ///< operands are within the list
  std::vector<Call> calls{};
  int repeats = 1;
  std::vector<Stream> streams{};
  /// For each repetition and each indexed place, in this order: its offset from the base in bytes. The number of an
  /// indexed load or store says which of the places it is.
  std::vector<std::int32_t> offsets{};
  int offsets_per_repeat = 0;
};

struct Sections {
  std::vector<Section> list;
  int work_size = 0;           ///< with the values that go from one section to another
  std::size_t length() const;  ///< instructions of all sections
};

/// One section, the program itself, where nothing repeats.
Sections find_sections(const Program& program);

}  // namespace rheon::code
