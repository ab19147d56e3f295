// Translation to machine code: values live in the sixteen vector registers; when these are full, the value that is
// needed latest makes room (the best choice there is for code without branches).
#include "code/machine_code.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <unordered_map>

#include "code/schedule.hpp"
#include "code/sections.hpp"
#include "code/x86_encoder.hpp"

#if defined(__x86_64__) && defined(__linux__) && !defined(__ILP32__)  // places are encoded as 8 bytes
#include <sys/mman.h>
#define RHEON_X86_64_CODE 1
#endif

namespace rheon::code {

namespace {

constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();
constexpr int register_count = 16;
constexpr int size_of_number = 8, size_of_offset = 4;

/// The code of one section.
class Translator {
 public:
  /// `first_slot`: where values that do not fit into registers go in the work array; `masks`: where the masks of the sign
  /// are among the constants.
  Translator(const Section& section, int first_slot, int masks, X86Encoder& encoder)
      : list_(section.list),
        calls_(section.calls),
        register_of_(list_.size(), -1),
        slot_of_(list_.size(), -1),
        home_(list_.size()),
        next_use_(list_.size(), never),
        after_a_(list_.size(), never),
        after_b_(list_.size(), never),
        mask_(masks),
        first_slot_(first_slot),
        encoder_(encoder) {
    for (auto i = static_cast<std::uint32_t>(list_.size()); i-- > 0;) {
      const int operands = operand_count(list_[i].op);
      if (operands > 0) after_a_[i] = next_use_[list_[i].a];
      if (operands > 1) after_b_[i] = next_use_[list_[i].b];
      if (operands > 2) after_c_[i] = next_use_[third(list_[i])];
      if (operands > 0) next_use_[list_[i].a] = i;
      if (operands > 1) next_use_[list_[i].b] = i;
      if (operands > 2) next_use_[third(list_[i])] = i;
    }
  }

  void run() {
    for (std::uint32_t i = 0; i < list_.size(); ++i) {
      translate(i);
      // not before: the instruction itself may still read there
      free_slots_.insert(free_slots_.end(), released_.begin(), released_.end());
      released_.clear();
    }
  }

  int slots() const { return slots_; }

 private:
  Ref third(const Instruction& i) const { return calls_[static_cast<std::size_t>(i.number)].c; }

  void translate(std::uint32_t i) {
    const Instruction& x = list_[i];
    switch (x.op) {
      case Operation::load: home_[i] = place(x); break;
      case Operation::add: arithmetic(i, X86Encoder::add, true); break;
      case Operation::mul: arithmetic(i, X86Encoder::mul, true); break;
      case Operation::sub: arithmetic(i, X86Encoder::sub, false); break;
      case Operation::div: arithmetic(i, X86Encoder::div, false); break;
      case Operation::max: arithmetic(i, X86Encoder::max, false); break;
      case Operation::neg:
      case Operation::abs:
      case Operation::sqrt: unary(i); break;
      case Operation::store: store(i); break;
      case Operation::cosine: used(x.a, after_a_[i]); break;
      default: call(i); break;
    }
  }

  void arithmetic(std::uint32_t i, X86Encoder::Arithmetic op, bool commutes) {
    Ref a = list_[i].a, b = list_[i].b;
    std::uint32_t after_b = after_b_[i];
    if (commutes && register_of_[a] < 0 && (register_of_[b] >= 0 || after_a_[i] == never)) {
      std::swap(a, b);
      after_b = after_a_[i];
    }
    const int ra = in_register(a);
    pinned_[0] = ra;
    const bool from_memory = register_of_[b] < 0 && after_b == never;
    if (!from_memory) pinned_[1] = in_register(b);
    const Address where = home_[b];
    const int rb = register_of_[b];
    used(list_[i].a, after_a_[i]);
    used(list_[i].b, after_b_[i]);
    pinned_[0] = pinned_[1] = -1;
    const int to = take(i, ra, rb);
    if (from_memory)
      encoder_.arithmetic(op, to, ra, where);
    else
      encoder_.arithmetic(op, to, ra, rb);
  }

  void unary(std::uint32_t i) {
    const int ra = in_register(list_[i].a);
    used(list_[i].a, after_a_[i]);
    const int to = take(i, ra, -1);
    const auto mask = [&](int k) { return Address{constant_base, size_of_number * (mask_ + 2 * k)}; };
    switch (list_[i].op) {
      case Operation::neg: return encoder_.negate(to, ra, mask(0));
      case Operation::abs: return encoder_.clear_sign(to, ra, mask(1));
      default: return encoder_.arithmetic(X86Encoder::sqrt, to, ra, ra);
    }
  }

  void store(std::uint32_t i) {
    const Ref a = list_[i].a;
    const Address to = place(list_[i]);
    encoder_.store(to, in_register(a));
    if (home_[a].base < 0) home_[a] = to;
    used(a, after_a_[i]);
  }

  static Address place(const Instruction& x) {
    return {x.base, (x.base >= indexed ? size_of_offset : size_of_number) * x.number};
  }

  /// Calls keep no vector register.
  void call(std::uint32_t i) {
    const Instruction& x = list_[i];
    const Call& call = calls_[static_cast<std::size_t>(x.number)];
    for (int r = 0; r < register_count; ++r)
      if (held_[r] != never) spill(r);
    const int operands = operand_count(x.op);
    encoder_.load(0, home_[x.a]);
    if (operands > 1) encoder_.load(1, home_[x.b]);
    if (operands > 2) encoder_.load(2, home_[call.c]);
    used(x.a, after_a_[i]);
    if (operands > 1) used(x.b, after_b_[i]);
    if (operands > 2) used(call.c, after_c_[i]);
    if (x.op == Operation::sine) {
      give_slot(i);
      give_slot(i + 1);
      encoder_.pass_addresses(home_[i], home_[i + 1]);
    }
    if (x.op == Operation::table) {
      encoder_.pass_object(call.object);
      encoder_.pass_number(call.number);
    }
    encoder_.call(call.function);
    if (x.op == Operation::sine) return;
    held_[0] = i;
    register_of_[i] = 0;
    if (next_use_[i] == never) forget(i);
  }

  int in_register(Ref v) {
    if (register_of_[v] >= 0) return register_of_[v];
    const int r = take(v, -1, -1);
    encoder_.load(r, home_[v]);
    return r;
  }

  /// A register for `v`; not one of those given, unless it is free.
  int take(Ref v, int keep_a, int keep_b) {
    int best = -1;
    std::uint32_t latest = 0;
    for (int r = 0; r < register_count; ++r) {
      if (held_[r] == never) {
        best = r;
        break;
      }
      if (r == pinned_[0] || r == pinned_[1] || r == keep_a || r == keep_b) continue;
      if (best < 0 || next_use_[held_[r]] > latest) {
        best = r;
        latest = next_use_[held_[r]];
      }
    }
    if (held_[best] != never) spill(best);
    held_[best] = v;
    register_of_[v] = best;
    return best;
  }

  void spill(int r) {
    const Ref v = held_[r];
    if (home_[v].base < 0) {
      give_slot(v);
      encoder_.store(home_[v], r);
    }
    held_[r] = never;
    register_of_[v] = -1;
  }

  void give_slot(Ref v) {
    if (free_slots_.empty()) free_slots_.push_back(slots_++);
    slot_of_[v] = free_slots_.back();
    free_slots_.pop_back();
    home_[v] = {work_base, size_of_number * (first_slot_ + slot_of_[v])};
  }

  /// `v` has been used; `next` is where it is used again.
  void used(Ref v, std::uint32_t next) {
    next_use_[v] = next;
    if (next == never) forget(v);
  }

  void forget(Ref v) {
    if (register_of_[v] >= 0) held_[register_of_[v]] = never;
    register_of_[v] = -1;
    if (slot_of_[v] >= 0) released_.push_back(slot_of_[v]);
    slot_of_[v] = -1;
  }

  const std::vector<Instruction>& list_;
  const std::vector<Call>& calls_;
  std::vector<int> register_of_, slot_of_;
  std::vector<Address> home_;  ///< where a value is in memory, if it is
  std::vector<std::uint32_t> next_use_, after_a_, after_b_;
  std::unordered_map<std::uint32_t, std::uint32_t> after_c_;
  int mask_;        ///< place of the masks of the sign among the constants
  int first_slot_;  ///< of spilled values, in the work array
  int slots_ = 0;
  std::vector<int> free_slots_, released_;
  Ref held_[register_count] = {never, never, never, never, never, never, never, never,
                               never, never, never, never, never, never, never, never};
  int pinned_[2] = {-1, -1};
  X86Encoder& encoder_;
};

void translate_section(const Section& s, const std::int32_t* offsets, Translator& translator, X86Encoder& encoder) {
  if (s.repeats == 1) return translator.run();
  for (std::size_t k = 0; k < s.streams.size(); ++k)
    encoder.set_stream(first_stream + static_cast<int>(k), {s.streams[k].base, size_of_number * s.streams[k].start});
  encoder.begin_loop(s.repeats, offsets);
  translator.run();
  for (std::size_t k = 0; k < s.streams.size(); ++k)
    encoder.advance_stream(first_stream + static_cast<int>(k), size_of_number * s.streams[k].stride);
  encoder.end_loop(size_of_offset * s.offsets_per_repeat);
}

bool supported() {
#ifdef RHEON_X86_64_CODE
  return __builtin_cpu_supports("avx") != 0;
#else
  return false;
#endif
}

}  // namespace

void MachineCode::Unmap::operator()(void* memory) const {
#ifdef RHEON_X86_64_CODE
  munmap(memory, size);
#else
  static_cast<void>(memory);
#endif
}

MachineCode::MachineCode(Sections& sections, std::vector<double> constants) : constants_(std::move(constants)) {
  if (!supported()) return;
  const bool loops = sections.list.size() > 1 || sections.list.front().repeats > 1;
  for (Section& s : sections.list)
    if (s.repeats == 1) schedule(s);
  std::size_t offset_count = 0;
  for (const Section& s : sections.list) offset_count += s.offsets.size();
  offsets_.reserve(offset_count);
  for (const Section& s : sections.list) offsets_.insert(offsets_.end(), s.offsets.begin(), s.offsets.end());
  X86Encoder encoder;
  encoder.prologue(loops);
  const std::int32_t* offsets = offsets_.data();
  int slots = 0;
  for (const Section& s : sections.list) {
    Translator translator(s, sections.work_size, static_cast<int>(constants_.size()), encoder);
    translate_section(s, offsets, translator, encoder);
    offsets += s.offsets.size();
    slots = std::max(slots, translator.slots());
  }
  encoder.epilogue(loops);
  if (!install(encoder.code())) return;
  constants_.insert(constants_.end(), 2, -0.0);
  constants_.insert(constants_.end(), 2, std::bit_cast<double>(~std::bit_cast<std::uint64_t>(-0.0)));
  work_size_ = static_cast<std::size_t>(sections.work_size + slots);
}

bool MachineCode::install(const std::vector<std::uint8_t>& code) {
#ifdef RHEON_X86_64_CODE
  void* const memory = mmap(nullptr, code.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  memory_ = {memory, Unmap{code.size()}};
  std::memcpy(memory, code.data(), code.size());
  // never writable and executable at once; systems that forbid even this have the interpreter
  if (mprotect(memory, code.size(), PROT_READ | PROT_EXEC) != 0) return false;
  entry_ = reinterpret_cast<Entry>(memory);
  code_size_ = code.size();
  return true;
#else
  static_cast<void>(code);
  return false;
#endif
}

}  // namespace rheon::code
