// The executor for every machine: carries out the operations of a program one after the other.
//
// It does what machine_code.hpp does, operation by operation, so the bits are the same; only where values are kept differs. A
// product that the very next operation adds or takes away is one step with it, to save the way through memory; it is rounded
// all the same.
#pragma once

#include <cstdint>
#include <vector>

#include "code/sections.hpp"

namespace rheon::code {

class Interpreter {
 public:
  Interpreter() = default;
  Interpreter(const Sections& sections, std::vector<double> constants);
  std::size_t work_size() const { return work_size_; }
  void run(const double* in, double* out, double* work) const noexcept;

  /// A number: the base that it is reached from, and how far behind it.
  struct Operand {
    std::uint8_t base = 0;
    std::int32_t index = 0;
  };
  enum class Action : std::uint8_t {
    add,
    sub,
    mul,
    div,
    max,
    neg,
    abs,
    sqrt,
    move,
    mul_add,        ///< a*b + c
    mul_sub,        ///< a*b - c
    sub_mul,        ///< c - a*b
    load_indexed,   ///< from the place that the list of the section has for this repetition
    store_indexed,  ///< to such a place
    call            ///< a.index: which
  };
  struct Step {
    Action action{};
    std::uint8_t to_base = 0, a_base = 0, b_base = 0, c_base = 0;
    std::int32_t to = 0, a = 0, b = 0, c = 0;
  };
  struct CallStep {
    Operation op{};
    void* function = nullptr;
    const void* object = nullptr;
    int number = 0;
    Operand a{}, b{}, c{}, to{}, cosine{};
  };

 private:
  class Encoder;
  struct Part {
    std::size_t begin = 0, end = 0;  ///< steps
    int repeats = 1;
    std::vector<Stream> streams{};
    std::size_t offsets = 0;  ///< where those of the first repetition are
    int offsets_per_repeat = 0;
  };
  struct Bases;
  void run_once(const Part& part, const Bases& bases, const std::int32_t* offsets) const noexcept;
  static void run_call(const CallStep& call, const Bases& bases) noexcept;

  std::vector<Step> steps_;
  std::vector<CallStep> calls_;
  std::vector<Part> parts_;
  std::vector<std::int32_t> offsets_;
  std::vector<double> constants_;
  std::size_t work_size_ = 0;
};

}  // namespace rheon::code
