#include "code/interpreter.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>

namespace rheon::code {

namespace {

static_assert(FLT_EVAL_METHOD == 0, "each operation is rounded to double once, as in machine code");

constexpr std::uint32_t not_used = std::numeric_limits<std::uint32_t>::max();
constexpr int base_count = first_stream + most_streams;

}  // namespace

/// Where the bases and streams are. Programs that store to `in` have a caller who may be written to there.
struct Interpreter::Bases {
  double* at[base_count];
  double& operator()(std::uint8_t base, std::int32_t index) const { return at[base][index]; }
  double& operator()(Operand o) const { return at[o.base][o.index]; }
};

/// The steps of one section. Values live behind the work of the program; the place of one that is used no more serves another.
class Interpreter::Encoder {
 public:
  Encoder(const Section& section, int first_slot, Interpreter& to)
      : section_(section),
        to_(to),
        first_slot_(first_slot),
        last_use_(section.list.size(), not_used),
        uses_(section.list.size(), 0),
        place_(section.list.size()),
        slot_(section.list.size(), -1) {
    for (std::uint32_t i = 0; i < section.list.size(); ++i)
      each_operand(section.calls, section.list[i], [&](Ref v) {
        last_use_[v] = i;
        ++uses_[v];
      });
  }

  void run() {
    for (std::uint32_t i = 0; i < section_.list.size(); ++i) encode(i);
  }
  int slots() const { return slots_; }

 private:
  const Instruction& at(std::uint32_t i) const { return section_.list[i]; }

  void encode(std::uint32_t i) {
    const Instruction& x = at(i);
    switch (x.op) {
      case Operation::load: return load(i);
      case Operation::store: return store(i);
      case Operation::cosine: return release_operands(i);
      case Operation::mul:
        if (joins_next(i)) return;
        return append(i, Action::mul);
      case Operation::add: return sum(i);
      case Operation::sub: return sum(i);
      case Operation::div: return append(i, Action::div);
      case Operation::max: return append(i, Action::max);
      case Operation::neg: return append(i, Action::neg);
      case Operation::abs: return append(i, Action::abs);
      case Operation::sqrt: return append(i, Action::sqrt);
      default: return call(i);
    }
  }

  /// Read where it is used: a program writes to a place only after the last use of what it read there.
  void load(std::uint32_t i) {
    const Instruction& x = at(i);
    if (x.base < indexed) {
      place_[i] = {x.base, x.number};
      return;
    }
    take_slot(i);
    append({.action = Action::load_indexed, .a_base = static_cast<std::uint8_t>(x.base - indexed), .a = x.number},
           place_[i]);
  }

  void store(std::uint32_t i) {
    const Instruction& x = at(i);
    const Operand from = place_[x.a];
    Step step{.action = Action::move, .a_base = from.base, .a = from.index};
    if (x.base < indexed) {
      append(step, {x.base, x.number});
    } else {
      step.action = Action::store_indexed;
      append(step, {static_cast<std::uint8_t>(x.base - indexed), x.number});
    }
    release_operands(i);
  }

  /// Is a product used by the next instruction alone, and only once, in a sum or difference?
  bool joins_next(std::uint32_t i) const {
    if (i + 1 == section_.list.size() || uses_[i] != 1) return false;
    const Instruction& next = at(i + 1);
    return (next.op == Operation::add || next.op == Operation::sub) && (next.a == i || next.b == i);
  }

  void sum(std::uint32_t i) {
    const Instruction& x = at(i);
    const bool adds = x.op == Operation::add;
    if (i == 0 || at(i - 1).op != Operation::mul || !joins_next(i - 1))
      return append(i, adds ? Action::add : Action::sub);
    const Instruction& product = at(i - 1);
    const bool first = x.a == i - 1;
    const Operand a = place_[product.a], b = place_[product.b], c = place_[first ? x.b : x.a];
    release_operands(i - 1);
    release_operands(i);
    take_slot(i);
    append({.action = adds    ? Action::mul_add
                      : first ? Action::mul_sub
                              : Action::sub_mul,
            .a_base = a.base,
            .b_base = b.base,
            .c_base = c.base,
            .a = a.index,
            .b = b.index,
            .c = c.index},
           place_[i]);
  }

  void append(std::uint32_t i, Action action) {
    const Instruction& x = at(i);
    const Operand a = place_[x.a], b = operand_count(x.op) > 1 ? place_[x.b] : Operand{};
    release_operands(i);
    take_slot(i);
    append({.action = action, .a_base = a.base, .b_base = b.base, .a = a.index, .b = b.index}, place_[i]);
  }

  void append(Step step, Operand to) {
    step.to_base = to.base;
    step.to = to.index;
    to_.steps_.push_back(step);
  }

  void call(std::uint32_t i) {
    const Instruction& x = at(i);
    const Call& call = section_.calls[static_cast<std::size_t>(x.number)];
    const int operands = operand_count(x.op);
    CallStep step{.op = x.op, .function = call.function, .object = call.object, .number = call.number};
    step.a = place_[x.a];
    if (operands > 1) step.b = place_[x.b];
    if (operands > 2) step.c = place_[call.c];
    take_slot(i);
    step.to = place_[i];
    if (x.op == Operation::sine) {
      take_slot(i + 1);
      step.cosine = place_[i + 1];
    }
    release_operands(i);
    to_.steps_.push_back({.action = Action::call, .a = static_cast<std::int32_t>(to_.calls_.size())});
    to_.calls_.push_back(step);
  }

  void take_slot(std::uint32_t i) {
    if (free_.empty()) free_.push_back(slots_++);
    slot_[i] = free_.back();
    free_.pop_back();
    place_[i] = {work_base, first_slot_ + slot_[i]};
    if (last_use_[i] == not_used) free_.push_back(slot_[i]);  // nobody reads it
  }

  void release_operands(std::uint32_t i) {
    each_operand(section_.calls, at(i), [&](Ref v) {
      // a product that is part of a sum lives in no place
      if (last_use_[v] != i || slot_[v] < 0) return;
      free_.push_back(slot_[v]);
      slot_[v] = -1;  // an operand that occurs twice is released once
    });
  }

  const Section& section_;
  Interpreter& to_;
  int first_slot_, slots_ = 0;
  std::vector<std::uint32_t> last_use_;
  std::vector<std::uint32_t> uses_;
  std::vector<Operand> place_;
  std::vector<int> slot_, free_;
};

Interpreter::Interpreter(const Sections& sections, std::vector<double> constants) : constants_(std::move(constants)) {
  int slots = 0;
  for (const Section& s : sections.list) {
    Part part{.begin = steps_.size(),
              .repeats = s.repeats,
              .streams = s.streams,
              .offsets = offsets_.size(),
              .offsets_per_repeat = s.offsets_per_repeat};
    Encoder encoder(s, sections.work_size, *this);
    encoder.run();
    slots = std::max(slots, encoder.slots());
    part.end = steps_.size();
    offsets_.insert(offsets_.end(), s.offsets.begin(), s.offsets.end());
    parts_.push_back(std::move(part));
  }
  steps_.shrink_to_fit();
  work_size_ = static_cast<std::size_t>(sections.work_size + slots);
}

void Interpreter::run(const double* in, double* out, double* work) const noexcept {
  Bases bases{};
  bases.at[in_base] = const_cast<double*>(in);
  bases.at[out_base] = out;
  bases.at[work_base] = work;
  bases.at[constant_base] = const_cast<double*>(constants_.data());
  for (const Part& part : parts_) {
    for (std::size_t k = 0; k < part.streams.size(); ++k)
      bases.at[static_cast<std::size_t>(first_stream) + k] = bases.at[part.streams[k].base] + part.streams[k].start;
    const std::int32_t* offsets = offsets_.data() + part.offsets;
    for (int r = 0; r < part.repeats; ++r) {
      run_once(part, bases, offsets);
      for (std::size_t k = 0; k < part.streams.size(); ++k)
        bases.at[static_cast<std::size_t>(first_stream) + k] += part.streams[k].stride;
      offsets += part.offsets_per_repeat;
    }
  }
}

void Interpreter::run_once(const Part& part, const Bases& bases, const std::int32_t* offsets) const noexcept {
  const Step* const end = steps_.data() + part.end;
  for (const Step* s = steps_.data() + part.begin; s != end; ++s) {
    const auto a = [&] { return bases(s->a_base, s->a); };
    const auto b = [&] { return bases(s->b_base, s->b); };
    const auto c = [&] { return bases(s->c_base, s->c); };
    const auto set = [&](double x) { bases(s->to_base, s->to) = x; };
    switch (s->action) {
      case Action::add: set(a() + b()); break;
      case Action::sub: set(a() - b()); break;
      case Action::mul: set(a() * b()); break;
      case Action::mul_add: set(a() * b() + c()); break;
      case Action::mul_sub: set(a() * b() - c()); break;
      case Action::sub_mul: set(c() - a() * b()); break;
      case Action::move: set(a()); break;
      case Action::div: set(a() / b()); break;
      case Action::max: set(a() > b() ? a() : b()); break;
      case Action::neg: set(-a()); break;
      case Action::abs: set(std::abs(a())); break;
      case Action::sqrt: set(std::sqrt(a())); break;
      // lists of places count bytes
      case Action::load_indexed:
        set(bases(s->a_base, offsets[s->a] / static_cast<std::int32_t>(sizeof(double))));
        break;
      case Action::store_indexed:
        bases(s->to_base, offsets[s->to] / static_cast<std::int32_t>(sizeof(double))) = a();
        break;
      case Action::call: run_call(calls_[static_cast<std::size_t>(s->a)], bases); break;
    }
  }
}

void Interpreter::run_call(const CallStep& call, const Bases& bases) noexcept {
  const double a = bases(call.a);
  switch (call.op) {
    case Operation::call1: bases(call.to) = reinterpret_cast<Function1>(call.function)(a); return;
    case Operation::call2: bases(call.to) = reinterpret_cast<Function2>(call.function)(a, bases(call.b)); return;
    case Operation::call3:
      bases(call.to) = reinterpret_cast<Function3>(call.function)(a, bases(call.b), bases(call.c));
      return;
    case Operation::sine:
      reinterpret_cast<SineAndCosine>(call.function)(a, &bases(call.to), &bases(call.cosine));
      return;
    default:
      bases(call.to) = reinterpret_cast<ObjectFunction>(call.function)(call.object, a, bases(call.b), call.number);
      return;
  }
}

}  // namespace rheon::code
