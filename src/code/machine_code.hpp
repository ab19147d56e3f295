// The executor for x86-64 processors with AVX under Linux: a program as machine code. It rounds as the program is written: one
// rounded operation after the other, and no multiplication fused with an addition.
//
// The frames of this code have no unwind information: no exception may pass through them. The types of the functions that
// programs call (program.hpp) are noexcept for this reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "code/sections.hpp"

namespace rheon::code {

class MachineCode {
 public:
  MachineCode() = default;
  /// Empty where the processor is another one, and where the system gives no executable memory. Sections that are carried out once
  /// are put in an order that suits the processor (schedule.hpp).
  MachineCode(Sections& sections, std::vector<double> constants);
  explicit operator bool() const { return entry_ != nullptr; }
  std::size_t work_size() const { return work_size_; }
  void run(const double* in, double* out, double* work) const noexcept { entry_(in, out, work, constants_.data()); }
  std::size_t size() const { return code_size_; }  ///< bytes of code

 private:
  struct Unmap {
    std::size_t size;
    void operator()(void* memory) const;
  };
  bool install(const std::vector<std::uint8_t>& code);
  using Entry = void (*)(const double*, double*, double*, const double*);
  Entry entry_ = nullptr;
  std::unique_ptr<void, Unmap> memory_{nullptr, Unmap{0}};
  std::vector<double> constants_;
  std::vector<std::int32_t> offsets_;  ///< that loops read
  std::size_t work_size_ = 0, code_size_ = 0;
};

}  // namespace rheon::code
