// Gives every value a place in the work array and writes the instructions. Scratch is reused as soon as its value
// has had its last use, which keeps the work array of long tapes in the cache.
#include <bit>
#include <iterator>

#include "expr/tape_program.hpp"

namespace rheon::expr {
namespace {

constexpr std::uint32_t nowhere = 0xffffffffu;

class Placement {
 public:
  Placement(const ValueList& list, const std::vector<std::uint32_t>& order)
      : list_(list), order_(order), place_(list.values.size(), nowhere), last_use_(list.values.size(), nowhere) {}

  TapeProgram run() {
    program_.tables = list_.tables;
    program_.output_size = list_.outputs.size();
    find_last_uses();
    place_outputs();
    place_constants();
    place_inputs();
    for (const std::uint32_t k : order_) emit(k);
    for (std::uint32_t k = 0; k < list_.outputs.size(); ++k) {
      const Value& value = list_.values[list_.outputs[k]];
      const std::uint32_t from = place_[list_.outputs[k]];
      if (from != k && value.kind != Value::Kind::constant) program_.copies.push_back({from, k});
    }
    program_.work_size = next_;
    return std::move(program_);
  }

 private:
  /// A computed value lives in the place of its first output, for ever.
  void place_outputs() {
    program_.image.assign(list_.outputs.size(), 0.0);
    for (std::uint32_t k = 0; k < list_.outputs.size(); ++k) {
      const std::uint32_t v = list_.outputs[k];
      const Value::Kind kind = list_.values[v].kind;
      if (kind == Value::Kind::constant) program_.image[k] = list_.values[v].constant;
      if (kind == Value::Kind::constant || kind == Value::Kind::input || place_[v] != nowhere) continue;
      place_[v] = k;
      last_use_[v] = nowhere;
    }
    next_ = static_cast<std::uint32_t>(list_.outputs.size());
  }

  void place_constants() {
    LongKeyMap constants;
    for (std::uint32_t k = 0; k < list_.values.size(); ++k) {
      if (list_.values[k].kind != Value::Kind::constant || last_use_[k] == nowhere) continue;
      const std::uint64_t bits = std::bit_cast<std::uint64_t>(list_.values[k].constant);
      if (constants.insert(bits, next_)) {
        program_.image.push_back(list_.values[k].constant);
        ++next_;
      }
      place_[k] = constants.find(bits);
      last_use_[k] = nowhere;
    }
  }

  void place_inputs() {
    for (std::uint32_t k = 0; k < list_.values.size(); ++k) {
      if (list_.values[k].kind != Value::Kind::input) continue;
      program_.input_slots.push_back(list_.values[k].extra[0]);
      place_[k] = next_++;
      last_use_[k] = nowhere;
    }
  }

  void find_last_uses() {
    for (const std::uint32_t k : order_) {
      const Value& value = list_.values[k];
      for (std::size_t j = 0; j < value.operand_count; ++j) last_use_[value.operand[j]] = k;
    }
  }

  std::uint32_t take_place(std::uint32_t v) {
    if (place_[v] != nowhere) return place_[v];
    if (free_.empty()) return place_[v] = next_++;
    place_[v] = free_.back();
    free_.pop_back();
    return place_[v];
  }

  void release_operands(const Value& value, std::uint32_t at) {
    for (std::size_t j = 0; j < value.operand_count; ++j) {
      const std::uint32_t v = value.operand[j];
      if (last_use_[v] != at) continue;
      last_use_[v] = nowhere;  // an operand that occurs twice is released once
      free_.push_back(place_[v]);
    }
  }

  void emit(std::uint32_t k) {
    const Value& value = list_.values[k];
    if (program_.runs.empty() || program_.runs.back().op != value.op) program_.runs.push_back({value.op, 0});
    ++program_.runs.back().count;
    ++program_.instruction_count;
    std::vector<std::uint32_t>& code = program_.code;
    const std::size_t results = value.op == TapeOp::sin_cos ? 2 : 1;
    const std::size_t begin = code.size();
    code.resize(begin + results);
    for (std::size_t j = 0; j < value.operand_count; ++j) code.push_back(place_[value.operand[j]]);
    if (value.op == TapeOp::table) code.insert(code.end(), std::begin(value.extra), std::end(value.extra));
    release_operands(value, k);
    code[begin + (value.cosine_leads ? 1 : 0)] = take_place(k);
    if (results == 2) code[begin + (value.cosine_leads ? 0 : 1)] = take_place(value.partner);
  }

  const ValueList& list_;
  const std::vector<std::uint32_t>& order_;
  TapeProgram program_;
  std::vector<std::uint32_t> place_;
  std::vector<std::uint32_t> last_use_;  // nowhere: not used, or kept to the end
  std::vector<std::uint32_t> free_;
  std::uint32_t next_ = 0;
};

}  // namespace

TapeProgram place(const ValueList& list, const std::vector<std::uint32_t>& order) {
  return Placement(list, order).run();
}

}  // namespace rheon::expr
