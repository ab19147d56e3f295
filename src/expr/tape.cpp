// Running a tape: one loop over compact instructions.
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
std::size_t Tape::instruction_count() const { return impl_ ? impl_->code.size() : 0; }

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

void TapeProgram::run(const double* inputs, double* outputs, double* work) const noexcept {
  double* w = work;
  for (const double value : constants) *w++ = value;
  for (const std::uint32_t slot : input_slots) *w++ = inputs[slot];
  w = work;
  const auto target = [&](std::uint32_t dst) -> double& {
    return (dst & output_flag) != 0 ? outputs[dst & ~output_flag] : work[dst];
  };
  for (const Instruction& i : code) {
    double r = 0.0;
    switch (i.op) {
      case TapeOp::add: r = w[i.a] + w[i.b]; break;
      case TapeOp::sub: r = w[i.a] - w[i.b]; break;
      case TapeOp::mul: r = w[i.a] * w[i.b]; break;
      case TapeOp::div: r = w[i.a] / w[i.b]; break;
      case TapeOp::neg: r = -w[i.a]; break;
      case TapeOp::mul_add: r = w[i.a] * w[i.b] + w[i.c]; break;
      case TapeOp::mul_sub: r = w[i.a] * w[i.b] - w[i.c]; break;
      case TapeOp::sub_mul: r = w[i.c] - w[i.a] * w[i.b]; break;
      case TapeOp::mul_mul: r = w[i.a] * w[i.b] * w[i.c]; break;
      case TapeOp::neg_mul: r = -(w[i.a] * w[i.b]); break;
      case TapeOp::add_add: r = w[i.a] + w[i.b] + w[i.c]; break;
      case TapeOp::mul_add_mul: r = w[i.a] * w[i.b] + w[i.c] * w[i.d]; break;
      case TapeOp::mul_sub_mul: r = w[i.a] * w[i.b] - w[i.c] * w[i.d]; break;
      case TapeOp::mul_mul_add: r = w[i.a] * w[i.b] * w[i.c] + w[i.d]; break;
      case TapeOp::mul_mul_sub: r = w[i.a] * w[i.b] * w[i.c] - w[i.d]; break;
      case TapeOp::sub_mul_mul: r = w[i.d] - w[i.a] * w[i.b] * w[i.c]; break;
      case TapeOp::sin_cos: {
        double cosine = 0.0;
        sine_and_cosine(w[i.a], r, cosine);
        target(i.b) = cosine;
        break;
      }
      case TapeOp::sin: r = apply(Op::sin, w[i.a]); break;
      case TapeOp::cos: r = apply(Op::cos, w[i.a]); break;
      case TapeOp::tan: r = apply(Op::tan, w[i.a]); break;
      case TapeOp::asin: r = apply(Op::asin, w[i.a]); break;
      case TapeOp::acos: r = apply(Op::acos, w[i.a]); break;
      case TapeOp::atan: r = apply(Op::atan, w[i.a]); break;
      case TapeOp::atan2: r = apply(Op::atan2, w[i.a], w[i.b]); break;
      case TapeOp::sinh: r = apply(Op::sinh, w[i.a]); break;
      case TapeOp::cosh: r = apply(Op::cosh, w[i.a]); break;
      case TapeOp::tanh: r = apply(Op::tanh, w[i.a]); break;
      case TapeOp::exp: r = apply(Op::exp, w[i.a]); break;
      case TapeOp::log: r = apply(Op::log, w[i.a]); break;
      case TapeOp::sqrt: r = apply(Op::sqrt, w[i.a]); break;
      case TapeOp::abs: r = apply(Op::abs, w[i.a]); break;
      case TapeOp::sign: r = apply(Op::sign, w[i.a]); break;
      case TapeOp::min: r = apply(Op::min, w[i.a], w[i.b]); break;
      case TapeOp::max: r = apply(Op::max, w[i.a], w[i.b]); break;
      case TapeOp::hypot: r = apply(Op::hypot, w[i.a], w[i.b]); break;
      case TapeOp::floor: r = apply(Op::floor, w[i.a]); break;
      case TapeOp::pow: r = apply(Op::pow, w[i.a], w[i.b]); break;
      case TapeOp::less: r = apply(Op::less, w[i.a], w[i.b]); break;
      case TapeOp::less_equal: r = apply(Op::less_equal, w[i.a], w[i.b]); break;
      case TapeOp::equal: r = apply(Op::equal, w[i.a], w[i.b]); break;
      case TapeOp::logical_and: r = apply(Op::logical_and, w[i.a], w[i.b]); break;
      case TapeOp::logical_or: r = apply(Op::logical_or, w[i.a], w[i.b]); break;
      case TapeOp::logical_not: r = apply(Op::logical_not, w[i.a]); break;
      case TapeOp::select: r = w[i.a] != 0.0 ? w[i.b] : w[i.c]; break;
      case TapeOp::table: r = tables[i.c].evaluate(w[i.a], w[i.b], static_cast<int>(i.d)); break;
    }
    target(i.dst) = r;
  }
  for (const Copy& copy : copies) outputs[copy.to] = work[copy.from];
}

}  // namespace rheon::expr
