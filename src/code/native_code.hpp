// Machine code of a straight-line program. Rounds as the program is written: one rounded operation after the other.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>

#include "code/straight_line.hpp"

namespace rheon::code {

class NativeCode {
 public:
  NativeCode() = default;
  /// Pieces that repeat become loops (sections.hpp). Empty where this processor or system is not supported, or where more
  /// than `most_instructions` are left; the caller then has another way.
  explicit NativeCode(StraightLine program, std::size_t most_instructions = std::numeric_limits<std::size_t>::max());
  explicit operator bool() const { return entry_ != nullptr; }
  std::size_t work_size() const { return work_size_; }  ///< doubles of work: one array for each thread
  /// What a program stores to `in` is written there: its caller must have it so.
  void run(const double* in, double* out, double* work) const noexcept { entry_(in, out, work, constants_.data()); }
  std::size_t operations() const { return operations_; }  ///< arithmetic and calls
  std::size_t size() const { return code_size_; }         ///< bytes of code

 private:
  struct Unmap {
    std::size_t size;
    void operator()(void* memory) const;
  };
  void translate(StraightLine program, std::size_t most_instructions);
  bool install(const std::vector<std::uint8_t>& code);
  using Entry = void (*)(const double*, double*, double*, const double*);
  Entry entry_ = nullptr;
  std::unique_ptr<void, Unmap> memory_{nullptr, Unmap{0}};
  std::vector<double> constants_;
  std::vector<std::int32_t> offsets_;  ///< that loops read
  std::size_t work_size_ = 0, code_size_ = 0, operations_ = 0;
};

}  // namespace rheon::code
