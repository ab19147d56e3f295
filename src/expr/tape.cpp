// Running a tape: one loop over compact instructions.
#include <algorithm>
#include <cmath>

#include "expr/tape_program.hpp"

namespace rheon::expr {

struct Tape::Impl : TapeProgram {};

Tape::Tape() = default;
Tape::~Tape() = default;
Tape::Tape(Tape&&) noexcept = default;
Tape& Tape::operator=(Tape&&) noexcept = default;

Tape::Tape(const Graph& graph, std::span<const Node> outputs) {
  std::vector<Id> ids;
  for (const Node n : outputs) ids.push_back(id_of(n));
  ValueList list = lower_to_values(*graph.impl_, ids);
  fuse(list);
  impl_ = std::make_unique<Impl>(Impl{place(list)});
}

std::size_t Tape::work_size() const { return impl_ ? impl_->work_size : 0; }
std::size_t Tape::output_size() const { return impl_ ? impl_->output_size : 0; }
std::size_t Tape::instruction_count() const { return impl_ ? impl_->code.size() - 1 : 0; }

void Tape::evaluate(const double* inputs, double* outputs, double* work) const noexcept {
  if (impl_) impl_->run(inputs, outputs, work);
}

namespace {

void sine_and_cosine(double x, double& sine, double& cosine) {
#if defined(__GLIBC__)
  ::sincos(x, &sine, &cosine);
#else
  sine = std::sin(x);
  cosine = std::cos(x);
#endif
}

}  // namespace

// Every instruction jumps straight to the code of the next one: the processor learns what follows what, which one
// common jump of a loop around a switch would hide from it. Labels as values are an extension of GCC and Clang.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"

void TapeProgram::run(const double* inputs, double* outputs, double* work) const noexcept {
  static const void* const labels[] = {
      &&do_add, &&do_sub, &&do_mul, &&do_div, &&do_neg, &&do_mul_add, &&do_mul_sub, &&do_sub_mul, &&do_mul_mul,
      &&do_neg_mul, &&do_add_add, &&do_mul_add_mul, &&do_mul_sub_mul, &&do_mul_mul_add, &&do_mul_mul_sub,
      &&do_sub_mul_mul, &&do_sin_cos, &&do_sin, &&do_cos, &&do_tan, &&do_asin, &&do_acos, &&do_atan, &&do_atan2,
      &&do_sinh, &&do_cosh, &&do_tanh, &&do_exp, &&do_log, &&do_sqrt, &&do_abs, &&do_sign, &&do_min, &&do_max,
      &&do_hypot, &&do_floor, &&do_pow, &&do_less, &&do_less_equal, &&do_equal, &&do_logical_and, &&do_logical_or,
      &&do_logical_not, &&do_select, &&do_table, &&do_stop};
  double* const base[] = {work, outputs};
  double* const w = work;
  std::copy(constants.begin(), constants.end(), work);
  double* input = work + constants.size();
  for (const std::uint32_t slot : input_slots) *input++ = inputs[slot];
  const Instruction* i = code.data();
  goto* labels[static_cast<std::size_t>(i->op)];

#define RHEON_TAPE_OP(name, value)                      \
  do_##name : base[i->dst >> 31][i->dst & ~output_flag] = (value); \
  ++i;                                                    \
  goto* labels[static_cast<std::size_t>(i->op)];

  RHEON_TAPE_OP(add, w[i->a] + w[i->b])
  RHEON_TAPE_OP(sub, w[i->a] - w[i->b])
  RHEON_TAPE_OP(mul, w[i->a] * w[i->b])
  RHEON_TAPE_OP(div, w[i->a] / w[i->b])
  RHEON_TAPE_OP(neg, -w[i->a])
  RHEON_TAPE_OP(mul_add, w[i->a] * w[i->b] + w[i->c])
  RHEON_TAPE_OP(mul_sub, w[i->a] * w[i->b] - w[i->c])
  RHEON_TAPE_OP(sub_mul, w[i->c] - w[i->a] * w[i->b])
  RHEON_TAPE_OP(mul_mul, w[i->a] * w[i->b] * w[i->c])
  RHEON_TAPE_OP(neg_mul, -(w[i->a] * w[i->b]))
  RHEON_TAPE_OP(add_add, w[i->a] + w[i->b] + w[i->c])
  RHEON_TAPE_OP(mul_add_mul, w[i->a] * w[i->b] + w[i->c] * w[i->d])
  RHEON_TAPE_OP(mul_sub_mul, w[i->a] * w[i->b] - w[i->c] * w[i->d])
  RHEON_TAPE_OP(mul_mul_add, w[i->a] * w[i->b] * w[i->c] + w[i->d])
  RHEON_TAPE_OP(mul_mul_sub, w[i->a] * w[i->b] * w[i->c] - w[i->d])
  RHEON_TAPE_OP(sub_mul_mul, w[i->d] - w[i->a] * w[i->b] * w[i->c])
do_sin_cos : {
  double sine = 0.0, cosine = 0.0;
  sine_and_cosine(w[i->a], sine, cosine);
  base[i->dst >> 31][i->dst & ~output_flag] = sine;
  base[i->b >> 31][i->b & ~output_flag] = cosine;
  ++i;
  goto* labels[static_cast<std::size_t>(i->op)];
}
  RHEON_TAPE_OP(sin, apply(Op::sin, w[i->a]))
  RHEON_TAPE_OP(cos, apply(Op::cos, w[i->a]))
  RHEON_TAPE_OP(tan, apply(Op::tan, w[i->a]))
  RHEON_TAPE_OP(asin, apply(Op::asin, w[i->a]))
  RHEON_TAPE_OP(acos, apply(Op::acos, w[i->a]))
  RHEON_TAPE_OP(atan, apply(Op::atan, w[i->a]))
  RHEON_TAPE_OP(atan2, apply(Op::atan2, w[i->a], w[i->b]))
  RHEON_TAPE_OP(sinh, apply(Op::sinh, w[i->a]))
  RHEON_TAPE_OP(cosh, apply(Op::cosh, w[i->a]))
  RHEON_TAPE_OP(tanh, apply(Op::tanh, w[i->a]))
  RHEON_TAPE_OP(exp, apply(Op::exp, w[i->a]))
  RHEON_TAPE_OP(log, apply(Op::log, w[i->a]))
  RHEON_TAPE_OP(sqrt, apply(Op::sqrt, w[i->a]))
  RHEON_TAPE_OP(abs, apply(Op::abs, w[i->a]))
  RHEON_TAPE_OP(sign, apply(Op::sign, w[i->a]))
  RHEON_TAPE_OP(min, apply(Op::min, w[i->a], w[i->b]))
  RHEON_TAPE_OP(max, apply(Op::max, w[i->a], w[i->b]))
  RHEON_TAPE_OP(hypot, apply(Op::hypot, w[i->a], w[i->b]))
  RHEON_TAPE_OP(floor, apply(Op::floor, w[i->a]))
  RHEON_TAPE_OP(pow, apply(Op::pow, w[i->a], w[i->b]))
  RHEON_TAPE_OP(less, apply(Op::less, w[i->a], w[i->b]))
  RHEON_TAPE_OP(less_equal, apply(Op::less_equal, w[i->a], w[i->b]))
  RHEON_TAPE_OP(equal, apply(Op::equal, w[i->a], w[i->b]))
  RHEON_TAPE_OP(logical_and, apply(Op::logical_and, w[i->a], w[i->b]))
  RHEON_TAPE_OP(logical_or, apply(Op::logical_or, w[i->a], w[i->b]))
  RHEON_TAPE_OP(logical_not, apply(Op::logical_not, w[i->a]))
  RHEON_TAPE_OP(select, w[i->a] != 0.0 ? w[i->b] : w[i->c])
  RHEON_TAPE_OP(table, tables[i->c].evaluate(w[i->a], w[i->b], static_cast<int>(i->d)))
#undef RHEON_TAPE_OP

do_stop:
  for (const Copy& copy : copies) outputs[copy.to] = work[copy.from];
}

#pragma GCC diagnostic pop

}  // namespace rheon::expr
