// Which pieces of a program are alike, and where they follow each other in a pattern that repeats.
#pragma once

#include "code/straight_line.hpp"

namespace rheon::code {

/// The instructions of a program that compute or store, in their order; loads are places that these refer to.
struct Computations {
  explicit Computations(const StraightLine& program);
  const Instruction& operator[](std::size_t k) const { return program->instructions()[order[k]]; }
  const Call& call(const Instruction& i) const { return program->calls()[static_cast<std::size_t>(i.number)]; }
  Value operand(const Instruction& i, int k) const { return k == 0 ? i.a : k == 1 ? i.b : call(i).c; }
  const Instruction& definition(Value v) const { return program->instructions()[v]; }
  std::size_t size() const { return order.size(); }
  /// With the pieces in another order.
  void arrange(const std::vector<std::uint32_t>& pieces);

  const StraightLine* program;
  bool writes_once = false;  ///< known to write to each place at most once, and to none that it reads
  std::vector<Value> order;
  std::vector<std::uint32_t> rank;         ///< of each instruction of the program, but for loads
  std::vector<std::uint32_t> piece_start;  ///< ranks; a last entry behind the end
};

/// Ranks from `first` on, `length` of them, `repeats` times.
struct Stretch {
  std::size_t first, length;
  int repeats;
};

/// In order; together the whole program.
std::vector<Stretch> find_stretches(const Computations& all);
/// Is a program long enough for loops?
bool worth_rolling(const Computations& all);

}  // namespace rheon::code
