// Which pieces of a program are alike, and where they follow each other in a pattern that repeats.
#pragma once

#include <unordered_map>

#include "code/straight_line.hpp"

namespace rheon::code {

/// The instructions of a program that compute or store, in their order; loads are places that these refer to.
struct Computations {
  explicit Computations(const StraightLine& program);
  const Instruction& operator[](std::size_t k) const { return program->instructions()[value_at(k)]; }
  const Call& call(const Instruction& i) const { return program->calls()[static_cast<std::size_t>(i.number)]; }
  Value operand(const Instruction& i, int k) const { return k == 0 ? i.a : k == 1 ? i.b : call(i).c; }
  const Instruction& definition(Value v) const { return program->instructions()[v]; }
  std::size_t size() const { return size_; }
  /// Of an instruction that is no load.
  std::size_t rank(Value v) const { return v - (loads_before_[v / stride] + loads_since_[v]); }

  const StraightLine* program;
  std::vector<std::uint32_t> piece_start;  ///< ranks; a last entry behind the end

 private:
  /// The instruction with this rank.
  Value value_at(std::size_t rank) const {
    const std::uint16_t since = shift_since_[rank];
    return since == far ? far_.at(static_cast<std::uint32_t>(rank))
                        : static_cast<Value>(rank + shift_before_[rank / stride] + since);
  }

  /// Loads before an instruction and before a rank: in full for every 64th, for others how many more there are. Lists of
  /// ranks and of instructions would be half as large as the program.
  static constexpr std::size_t stride = 64;
  static constexpr std::uint16_t far = 0xffff;  ///< more than can be told: see `far_`
  std::vector<std::uint32_t> loads_before_, shift_before_;
  std::vector<std::uint8_t> loads_since_;
  std::vector<std::uint16_t> shift_since_;
  std::unordered_map<std::uint32_t, Value> far_;  ///< by rank
  std::size_t size_ = 0;
};

/// Ranks from `first` on, `length` of them, `repeats` times.
struct Stretch {
  std::size_t first, length;
  int repeats;
};

/// In order; together the whole program.
std::vector<Stretch> find_stretches(const Computations& all);

}  // namespace rheon::code
