// Translation to machine code: values live in the sixteen vector registers; when these are full, the value that is
// needed latest makes room (the best choice there is for code without branches).
#include "code/native_code.hpp"

#include <bit>
#include <limits>

#include "code/x86_encoder.hpp"

#if defined(__x86_64__) && defined(__linux__)
#include <sys/mman.h>
#define RHEON_NATIVE_CODE 1
#endif

namespace rheon::code {

namespace {

constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();
constexpr int register_count = 16;
constexpr int size_of_number = 8;

class Translator {
 public:
  explicit Translator(const StraightLine& program)
      : list_(program.instructions()),
        register_of_(list_.size(), -1),
        slot_of_(list_.size(), -1),
        home_(list_.size()),
        next_use_(list_.size(), never),
        after_a_(list_.size(), never),
        after_b_(list_.size(), never),
        after_c_(list_.size(), never),
        mask_(static_cast<int>(program.constants().size())),
        first_slot_(program.work_size()) {
    for (auto i = static_cast<std::uint32_t>(list_.size()); i-- > 0;) {
      const int operands = operand_count(list_[i].op);
      if (operands > 0) after_a_[i] = next_use_[list_[i].a];
      if (operands > 1) after_b_[i] = next_use_[list_[i].b];
      if (operands > 2) after_c_[i] = next_use_[list_[i].c];
      if (operands > 0) next_use_[list_[i].a] = i;
      if (operands > 1) next_use_[list_[i].b] = i;
      if (operands > 2) next_use_[list_[i].c] = i;
    }
  }

  void run() {
    encoder_.prologue();
    for (std::uint32_t i = 0; i < list_.size(); ++i) {
      translate(i);
      // not before: the instruction itself may still read there
      free_slots_.insert(free_slots_.end(), released_.begin(), released_.end());
      released_.clear();
    }
    encoder_.epilogue();
  }

  const std::vector<std::uint8_t>& code() const { return encoder_.code(); }
  std::size_t work_size() const { return static_cast<std::size_t>(first_slot_ + slots_); }

 private:
  static int operand_count(Op op) {
    switch (op) {
      case Op::load: return 0;
      case Op::neg:
      case Op::abs:
      case Op::sqrt:
      case Op::call1:
      case Op::sine:
      case Op::cosine:
      case Op::store: return 1;
      case Op::call3: return 3;
      default: return 2;
    }
  }

  void translate(std::uint32_t i) {
    const Instruction& x = list_[i];
    switch (x.op) {
      case Op::load: home_[i] = {x.base, size_of_number * x.number}; break;
      case Op::add: arithmetic(i, X86Encoder::add, true); break;
      case Op::mul: arithmetic(i, X86Encoder::mul, true); break;
      case Op::sub: arithmetic(i, X86Encoder::sub, false); break;
      case Op::div: arithmetic(i, X86Encoder::div, false); break;
      case Op::max: arithmetic(i, X86Encoder::max, false); break;
      case Op::neg:
      case Op::abs:
      case Op::sqrt: unary(i); break;
      case Op::store: store(i); break;
      case Op::cosine: used(x.a, after_a_[i]); break;
      default: call(i); break;
    }
  }

  void arithmetic(std::uint32_t i, X86Encoder::Arithmetic op, bool commutes) {
    Value a = list_[i].a, b = list_[i].b;
    std::uint32_t after_b = after_b_[i];
    if (commutes && register_of_[a] < 0 && (register_of_[b] >= 0 || after_a_[i] == never)) {
      std::swap(a, b);
      after_b = after_a_[i];
    }
    const int ra = in_register(a);
    pinned_[0] = ra;
    const bool from_memory = register_of_[b] < 0 && after_b == never;
    if (!from_memory) pinned_[1] = in_register(b);
    const Place where = home_[b];
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
    const auto mask = [&](int k) { return Place{constant_base, size_of_number * (mask_ + 2 * k)}; };
    switch (list_[i].op) {
      case Op::neg: return encoder_.negate(to, ra, mask(0));
      case Op::abs: return encoder_.clear_sign(to, ra, mask(1));
      default: return encoder_.arithmetic(X86Encoder::sqrt, to, ra, ra);
    }
  }

  void store(std::uint32_t i) {
    const Value a = list_[i].a;
    const Place to{list_[i].base, size_of_number * list_[i].number};
    encoder_.store(to, in_register(a));
    if (home_[a].base < 0) home_[a] = to;
    used(a, after_a_[i]);
  }

  /// Calls keep no vector register.
  void call(std::uint32_t i) {
    const Instruction& x = list_[i];
    for (int r = 0; r < register_count; ++r)
      if (held_[r] != never) spill(r);
    const int operands = operand_count(x.op);
    encoder_.load(0, home_[x.a]);
    if (operands > 1) encoder_.load(1, home_[x.b]);
    if (operands > 2) encoder_.load(2, home_[x.c]);
    used(x.a, after_a_[i]);
    if (operands > 1) used(x.b, after_b_[i]);
    if (operands > 2) used(x.c, after_c_[i]);
    if (x.op == Op::sine) {
      give_slot(i);
      give_slot(i + 1);
      encoder_.pass_addresses(home_[i], home_[i + 1]);
    }
    if (x.op == Op::table) {
      encoder_.pass_object(x.object);
      encoder_.pass_number(x.number);
    }
    encoder_.call(x.function);
    if (x.op == Op::sine) return;
    held_[0] = i;
    register_of_[i] = 0;
    if (next_use_[i] == never) forget(i);
  }

  int in_register(Value v) {
    if (register_of_[v] >= 0) return register_of_[v];
    const int r = take(v, -1, -1);
    encoder_.load(r, home_[v]);
    return r;
  }

  /// A register for `v`; not one of those given, unless it is free.
  int take(Value v, int keep_a, int keep_b) {
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
    const Value v = held_[r];
    if (home_[v].base < 0) {
      give_slot(v);
      encoder_.store(home_[v], r);
    }
    held_[r] = never;
    register_of_[v] = -1;
  }

  void give_slot(Value v) {
    if (free_slots_.empty()) free_slots_.push_back(slots_++);
    slot_of_[v] = free_slots_.back();
    free_slots_.pop_back();
    home_[v] = {work_base, size_of_number * (first_slot_ + slot_of_[v])};
  }

  /// `v` has been used; `next` is where it is used again.
  void used(Value v, std::uint32_t next) {
    next_use_[v] = next;
    if (next == never) forget(v);
  }

  void forget(Value v) {
    if (register_of_[v] >= 0) held_[register_of_[v]] = never;
    register_of_[v] = -1;
    if (slot_of_[v] >= 0) released_.push_back(slot_of_[v]);
    slot_of_[v] = -1;
  }

  const std::vector<Instruction>& list_;
  std::vector<int> register_of_, slot_of_;
  std::vector<Place> home_;  ///< where a value is in memory, if it is
  std::vector<std::uint32_t> next_use_, after_a_, after_b_, after_c_;
  int mask_;        ///< place of the masks of the sign among the constants
  int first_slot_;  ///< of spilled values, in the work array
  int slots_ = 0;
  std::vector<int> free_slots_, released_;
  Value held_[register_count] = {never, never, never, never, never, never, never, never,
                                 never, never, never, never, never, never, never, never};
  int pinned_[2] = {-1, -1};
  X86Encoder encoder_;
};

bool supported() {
#ifdef RHEON_NATIVE_CODE
  return __builtin_cpu_supports("avx") != 0;
#else
  return false;
#endif
}

}  // namespace

void NativeCode::Unmap::operator()(void* memory) const {
#ifdef RHEON_NATIVE_CODE
  munmap(memory, size);
#else
  static_cast<void>(memory);
#endif
}

NativeCode::NativeCode(const StraightLine& program) {
  if (!supported()) return;
#ifdef RHEON_NATIVE_CODE
  Translator translator(program);
  translator.run();
  const auto& code = translator.code();
  void* const memory = mmap(nullptr, code.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  memory_ = {memory, Unmap{code.size()}};
  std::memcpy(memory, code.data(), code.size());
  // never writable and executable at once; systems that forbid even this have the other way
  if (mprotect(memory, code.size(), PROT_READ | PROT_EXEC) != 0) return;
  entry_ = reinterpret_cast<Entry>(memory);
  constants_ = program.constants();
  constants_.insert(constants_.end(), 2, -0.0);
  constants_.insert(constants_.end(), 2, std::bit_cast<double>(~std::bit_cast<std::uint64_t>(-0.0)));
  work_size_ = translator.work_size();
  code_size_ = code.size();
  for (const Instruction& i : program.instructions())
    operations_ += i.op != Op::load && i.op != Op::store && i.op != Op::cosine;
#endif
}

}  // namespace rheon::code
