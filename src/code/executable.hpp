// A program made ready to run, by one of two executors that carry out the same operations in the same order and give the same
// bits: machine code (machine_code.hpp) where the processor is known and the system allows it, else the interpreter.
#pragma once

#include <cstddef>
#include <limits>
#include <string_view>

#include "code/interpreter.hpp"
#include "code/machine_code.hpp"
#include "code/program.hpp"

namespace rheon::code {

enum class Executor : unsigned char { interpreter, machine_code };

/// The executor of this process, found once: the interpreter where the environment says RHEON_CODE=interpret, where the processor
/// is not known, or where the system gives no executable memory. RHEON_CODE=native asks for machine code; where there is none, and
/// for any other value, a UsageError is thrown.
Executor executor();
/// In words, with the reason where it is the interpreter.
std::string_view describe_executor();

class Executable {
 public:
  Executable() = default;
  /// Pieces that repeat become loops (sections.hpp). Empty where more than `most_instructions` are left then; the caller has
  /// another method. Whether it is empty does not depend on the executor.
  explicit Executable(Program program, std::size_t most_instructions = std::numeric_limits<std::size_t>::max(),
                      Executor by = executor());
  explicit operator bool() const { return ready_; }
  /// Doubles of work: one array for each thread.
  std::size_t work_size() const { return machine_ ? machine_.work_size() : interpreter_.work_size(); }
  /// What a program stores to `in` is written there: its caller must have it so.
  void run(const double* in, double* out, double* work) const noexcept {
    if (machine_)
      machine_.run(in, out, work);
    else
      interpreter_.run(in, out, work);
  }
  std::size_t operations() const { return operations_; }     ///< arithmetic and calls
  std::size_t code_size() const { return machine_.size(); }  ///< bytes of machine code; 0: interpreted
  Executor executed_by() const { return machine_ ? Executor::machine_code : Executor::interpreter; }

 private:
  void prepare(Program program, std::size_t most_instructions, Executor by);
  MachineCode machine_;
  Interpreter interpreter_;  ///< empty where there is machine code
  std::size_t operations_ = 0;
  bool ready_ = false;
};

}  // namespace rheon::code
