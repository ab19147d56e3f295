// Calls of library functions that programs have in common, such as the sine of a drive in all programs of a step: they are
// taken out into a program of their own, which is run first, and the others read the results. Same functions of the same
// arguments, so the bits stay.
#pragma once

#include <array>
#include <map>
#include <unordered_map>

#include "code/program.hpp"

namespace rheon::code {

class SharedCalls {
 public:
  /// Of arguments computed from inputs before `stable`, and from results. These are read as inputs from `first_result` on;
  /// `results` counts them, also for others that continue with it.
  SharedCalls(int stable, int first_result, int& results)
      : stable_(stable), first_result_(first_result), results_(&results) {}

  /// Programs too long for the caches stay as they are: their loops would lose more than they gain.
  void take_out(Program& program);

  bool empty() const { return place_of_.empty(); }
  /// Writes results as outputs, the first to place 0.
  Program program() const { return own_; }

 private:
  using Key = std::array<std::uint64_t, 8>;
  struct Emitted {
    Ref first = 0, cosine = 0;
  };

  bool is_stable(const Program& program, const Instruction& i, const std::vector<bool>& stable) const;
  Emitted emit(const Program& program, Ref v, const std::vector<Ref>& made);
  int place_of(Ref result);

  int stable_, first_result_;
  int* results_;
  Program own_;
  std::map<Key, Emitted> known_;
  std::unordered_map<Ref, int> place_of_;  ///< by value of the own program
};

}  // namespace rheon::code
