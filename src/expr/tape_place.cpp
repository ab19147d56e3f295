// Gives every value a place in the work array and writes the instructions. Scratch is reused as soon as its value
// has had its last use, which keeps the work array of long tapes in the cache.
#include "expr/tape_program.hpp"

namespace rheon::expr {
namespace {

constexpr std::uint32_t nowhere = 0xffffffffu;

class Placement {
 public:
  explicit Placement(const ValueList& list)
      : list_(list), place_(list.values.size(), nowhere), last_use_(list.values.size(), 0),
        output_of_(list.values.size(), nowhere) {}

  TapeProgram run() {
    program_.tables = list_.tables;
    program_.output_size = list_.outputs.size();
    place_constants_and_inputs();
    find_last_uses();
    choose_direct_outputs();
    for (std::uint32_t k = 0; k < list_.values.size(); ++k) {
      if (list_.values[k].kind == Value::Kind::operation) emit(k);
    }
    program_.code.push_back({TapeOp::stop, 0, 0, 0, 0, 0});
    for (std::uint32_t k = 0; k < list_.outputs.size(); ++k) {
      const std::uint32_t from = place_[list_.outputs[k]];
      if ((from & output_flag) == 0) program_.copies.push_back({from, k});
    }
    program_.work_size = next_;
    return std::move(program_);
  }

 private:
  void place_constants_and_inputs() {
    for (std::uint32_t k = 0; k < list_.values.size(); ++k) {
      if (list_.values[k].kind != Value::Kind::constant) continue;
      program_.constants.push_back(list_.values[k].constant);
      place_[k] = next_++;
    }
    for (std::uint32_t k = 0; k < list_.values.size(); ++k) {
      if (list_.values[k].kind != Value::Kind::input) continue;
      program_.input_slots.push_back(list_.values[k].extra[0]);
      place_[k] = next_++;
    }
  }

  void find_last_uses() {
    for (std::uint32_t k = 0; k < list_.values.size(); ++k) {
      const Value& value = list_.values[k];
      if (value.kind != Value::Kind::operation) continue;
      for (std::size_t j = 0; j < value.operand_count; ++j) last_use_[value.operand[j]] = k;
    }
  }

  /// A value that is one output and no operand is stored where the caller wants it.
  void choose_direct_outputs() {
    std::vector<std::uint32_t> times(list_.values.size(), 0);
    for (const std::uint32_t output : list_.outputs) ++times[output];
    for (std::uint32_t k = 0; k < list_.outputs.size(); ++k) {
      const std::uint32_t v = list_.outputs[k];
      const Value::Kind kind = list_.values[v].kind;
      const bool computed = kind == Value::Kind::operation || kind == Value::Kind::fused;
      if (computed && times[v] == 1 && last_use_[v] == 0) output_of_[v] = k;
      if (times[v] > 0 && output_of_[v] == nowhere) last_use_[v] = nowhere;  // copied at the end: never free
    }
  }

  std::uint32_t take_place(std::uint32_t v) {
    if (output_of_[v] != nowhere) return place_[v] = output_flag | output_of_[v];
    if (free_.empty()) return place_[v] = next_++;
    place_[v] = free_.back();
    free_.pop_back();
    return place_[v];
  }

  void release_operands(const Value& value, std::uint32_t at) {
    for (std::size_t j = 0; j < value.operand_count; ++j) {
      const std::uint32_t v = value.operand[j];
      if (last_use_[v] != at || list_.values[v].kind == Value::Kind::constant ||
          list_.values[v].kind == Value::Kind::input) {
        continue;
      }
      last_use_[v] = nowhere;  // an operand that occurs twice is released once
      free_.push_back(place_[v]);
    }
  }

  void emit(std::uint32_t k) {
    const Value& value = list_.values[k];
    Instruction made{value.op, 0, 0, 0, 0, 0};
    std::uint32_t* const fields[] = {&made.a, &made.b, &made.c, &made.d};
    for (std::size_t j = 0; j < value.operand_count; ++j) *fields[j] = place_[value.operand[j]];
    if (value.op == TapeOp::table) {
      made.c = value.extra[0];
      made.d = value.extra[1];
    }
    release_operands(value, k);
    made.dst = take_place(k);
    if (value.partner != Value::no_partner) {
      const std::uint32_t other = take_place(value.partner);
      const bool leads_with_sine = value.op == TapeOp::sin;
      made.op = TapeOp::sin_cos;
      made.b = leads_with_sine ? other : made.dst;
      if (!leads_with_sine) made.dst = other;
    }
    program_.code.push_back(made);
  }

  const ValueList& list_;
  TapeProgram program_;
  std::vector<std::uint32_t> place_, last_use_, output_of_, free_;
  std::uint32_t next_ = 0;
};

}  // namespace

TapeProgram place(const ValueList& list) { return Placement(list).run(); }

}  // namespace rheon::expr
