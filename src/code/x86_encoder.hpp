// The few instructions of x86-64 with AVX that straight-line programs need, as bytes.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "code/sections.hpp"

namespace rheon::code {

/// A number in memory: base register and offset in bytes.
struct Address {
  int base = -1;  ///< number of the base, -1: none
  std::int32_t offset = 0;
};

class X86Encoder {
 public:
  enum Arithmetic : std::uint8_t { add = 0x58, mul = 0x59, sub = 0x5c, div = 0x5e, max = 0x5f, sqrt = 0x51 };

  /// Keeps the base pointers in registers that calls preserve; two more for loops.
  void prologue(bool loops) {
    bytes({0xf3, 0x0f, 0x1e, 0xfa});              // endbr64
    bytes({0x53, 0x55, 0x41, 0x56, 0x41, 0x57});  // push rbx, rbp, r14, r15
    if (loops) bytes({0x41, 0x54, 0x41, 0x55});   // push r12, r13
    bytes({0x48, 0x83, 0xec, 0x08});              // sub rsp, 8: aligned for calls
    bytes({0x48, 0x89, 0xfb});                    // mov rbx, rdi
    bytes({0x49, 0x89, 0xf6});                    // mov r14, rsi
    bytes({0x48, 0x89, 0xd5});                    // mov rbp, rdx
    bytes({0x49, 0x89, 0xcf});                    // mov r15, rcx
  }
  void epilogue(bool loops) {
    bytes({0x48, 0x83, 0xc4, 0x08});
    if (loops) bytes({0x41, 0x5d, 0x41, 0x5c});
    bytes({0x41, 0x5f, 0x41, 0x5e, 0x5d, 0x5b});
    bytes({0xc3});
  }

  /// A stream begins at a place of a base.
  void set_stream(int stream, Address at) { address(register_of(stream), at); }
  void advance_stream(int stream, std::int32_t by) { add_to(register_of(stream), by); }
  void begin_loop(std::int32_t repeats, const std::int32_t* offsets) {
    bytes({0x41, 0xbc});  // mov r12d, repeats
    append(&repeats, sizeof repeats);
    bytes({0x49, 0xbd});  // mov r13, offsets
    immediate(offsets);
    loop_start_ = code_.size();
  }
  /// `read`: bytes of offsets that a repetition has read.
  void end_loop(std::int32_t read) {
    if (read != 0) add_to(13, read);
    bytes({0x49, 0xff, 0xcc});  // dec r12
    bytes({0x0f, 0x85});        // jnz
    const auto back = static_cast<std::int32_t>(loop_start_) - static_cast<std::int32_t>(code_.size() + 4);
    append(&back, sizeof back);
  }

  void load(int to, Address from) { with_memory(0x10, 3, to, 0, from); }
  void store(Address to, int from) { with_memory(0x11, 3, from, 0, to); }
  void move(int to, int from) { with_register(0x28, 1, to, 0, from); }
  void arithmetic(Arithmetic op, int to, int a, int b) { with_register(op, 3, to, a, b); }
  void arithmetic(Arithmetic op, int to, int a, Address b) { with_memory(op, 3, to, a, b); }
  /// `mask`: two doubles in memory, the sign bit alone to change it, all others to clear it.
  void negate(int to, int a, Address mask) { with_memory(0x57, 1, to, a, mask); }
  void clear_sign(int to, int a, Address mask) { with_memory(0x54, 1, to, a, mask); }

  void call(const void* function) {
    bytes({0x48, 0xb8});  // mov rax, function
    immediate(function);
    bytes({0xff, 0xd0});
  }
  void pass_object(const void* object) {
    bytes({0x48, 0xbf});  // mov rdi, object
    immediate(object);
  }
  void pass_number(std::int32_t number) {
    bytes({0xbe});  // mov esi, number
    append(&number, sizeof number);
  }
  /// First and second pointer of a call: addresses of two places.
  void pass_addresses(Address first, Address second) {
    address(7, first);
    address(6, second);
  }

  const std::vector<std::uint8_t>& code() const { return code_; }

 private:
  static int register_of(int base) {
    // rbx, r14, rbp, r15; for streams those that calls do not preserve: rdi, rsi, rdx, rcx, r8 to r11
    constexpr int registers[] = {3, 14, 5, 15, 7, 6, 2, 1, 8, 9, 10, 11};
    return registers[base];
  }
  void bytes(std::initializer_list<std::uint8_t> b) { code_.insert(code_.end(), b); }
  void append(const void* from, std::size_t count) {
    const auto* first = static_cast<const std::uint8_t*>(from);
    code_.insert(code_.end(), first, first + count);
  }
  void immediate(const void* pointer) { append(&pointer, sizeof pointer); }

  /// VEX prefix of a scalar or 128-bit instruction of map 0F, then its opcode. pp: 1 for 66, 3 for F2.
  void opcode(std::uint8_t op, int pp, int reg, int vvvv, int rm) {
    const int R = reg < 8 ? 0x80 : 0, v = (~vvvv & 15) << 3;
    if (rm < 8) {
      bytes({0xc5, static_cast<std::uint8_t>(R | v | pp), op});
    } else {
      bytes({0xc4, static_cast<std::uint8_t>(R | 0x40 | 1), static_cast<std::uint8_t>(v | pp), op});
    }
  }
  void with_register(std::uint8_t op, int pp, int reg, int vvvv, int rm) {
    opcode(op, pp, reg, vvvv, rm);
    bytes({static_cast<std::uint8_t>(0xc0 | ((reg & 7) << 3) | (rm & 7))});
  }
  void with_memory(std::uint8_t op, int pp, int reg, int vvvv, Address place) {
    if (place.base < indexed) {
      opcode(op, pp, reg, vvvv, register_of(place.base));
      return operand(reg, place.offset, register_of(place.base));
    }
    bytes({0x41, 0x8b});  // mov eax, [r13 + offset]
    operand(0, place.offset, 13);
    const int base = register_of(place.base - indexed);
    opcode(op, pp, reg, vvvv, base);
    bytes(
        {static_cast<std::uint8_t>(0x44 | ((reg & 7) << 3)), static_cast<std::uint8_t>(base & 7), 0});  // [base + rax]
  }
  void operand(int reg, std::int32_t offset, int base) {
    const bool near = offset >= -128 && offset < 128;
    bytes({static_cast<std::uint8_t>((near ? 0x40 : 0x80) | ((reg & 7) << 3) | (base & 7))});
    if (near)
      bytes({static_cast<std::uint8_t>(offset)});
    else
      append(&offset, sizeof offset);
  }
  void address(int reg, Address place) {  // lea
    const int base = register_of(place.base);
    bytes({static_cast<std::uint8_t>(0x48 | (reg < 8 ? 0 : 4) | (base < 8 ? 0 : 1)), 0x8d});
    operand(reg, place.offset, base);
  }
  void add_to(int reg, std::int32_t number) {
    bytes({static_cast<std::uint8_t>(0x48 | (reg < 8 ? 0 : 1)), 0x81, static_cast<std::uint8_t>(0xc0 | (reg & 7))});
    append(&number, sizeof number);
  }

  std::size_t loop_start_ = 0;
  std::vector<std::uint8_t> code_;
};

}  // namespace rheon::code
