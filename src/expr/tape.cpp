// Running a tape: for each run of equal operations one decision, then one tight loop.
#include <algorithm>
#include <cmath>

#include "expr/tape_native.hpp"

namespace rheon::expr {

/// As machine code, or as a program to be interpreted where there is none: the same operations, the same results.
struct Tape::Impl {
  std::vector<Interpolant> tables;
  code::NativeCode native;
  TapeProgram program;
  std::size_t output_size = 0;
};

Tape::Tape() = default;
Tape::~Tape() = default;
Tape::Tape(Tape&&) noexcept = default;
Tape& Tape::operator=(Tape&&) noexcept = default;

Tape::Tape(const Graph& graph, std::span<const Node> outputs) {
  std::vector<Id> ids;
  for (const Node n : outputs) ids.push_back(id_of(n));
  impl_ = std::make_unique<Impl>();
  impl_->output_size = ids.size();
  // The lists of long tapes are large: each is gone before the next step of the translation needs room.
  impl_->native = code::NativeCode([&] {
    ValueList list = lower_to_values(*graph.impl_, ids);
    impl_->tables = std::move(list.tables);
    return translate(list, impl_->tables);
  }());
  if (impl_->native) return;
  ValueList list = lower_to_values(*graph.impl_, ids);
  fuse(list);
  impl_->program = place(list, schedule(list));
}

std::size_t Tape::work_size() const {
  if (!impl_) return 0;
  return impl_->native ? impl_->native.work_size() : impl_->program.work_size;
}
std::size_t Tape::output_size() const { return impl_ ? impl_->output_size : 0; }
std::size_t Tape::instruction_count() const {
  if (!impl_) return 0;
  return impl_->native ? impl_->native.operations() : impl_->program.instruction_count;
}

void Tape::evaluate(const double* inputs, double* outputs, double* work) const noexcept {
  if (!impl_) return;
  if (impl_->native) return impl_->native.run(inputs, outputs, work);
  impl_->program.run(inputs, outputs, work);
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

/// Reads instructions one after the other and carries each out.
class Machine {
 public:
  Machine(const TapeProgram& program, double* work) : program_(program), next_(program.code.data()), work_(work) {}

  void run(Run run) {
    // A chain of comparisons, common operations first: branches that depend on one thing each are predicted well,
    // and unlike one indirect jump they cost nothing where those are slow.
    const std::uint32_t n = run.count;
    if (run.op == TapeOp::mul) return binary(n, [](double a, double b) { return a * b; });
    if (run.op == TapeOp::mul_add) return ternary(n, [](double a, double b, double c) { return a * b + c; });
    if (run.op == TapeOp::mul_mul) return ternary(n, [](double a, double b, double c) { return a * b * c; });
    if (run.op == TapeOp::add) return binary(n, [](double a, double b) { return a + b; });
    if (run.op == TapeOp::sub) return binary(n, [](double a, double b) { return a - b; });
    if (run.op == TapeOp::sub_mul) return ternary(n, [](double a, double b, double c) { return c - a * b; });
    if (run.op == TapeOp::neg_mul) return binary(n, [](double a, double b) { return -(a * b); });
    if (run.op == TapeOp::sin_cos) return run_sin_cos(n);
    if (run.op <= TapeOp::sub_mul_mul) return run_arithmetic(run);
    run_function(run);
  }

 private:
  /// Carries out n instructions of `words` numbers each. Everything is held in locals, hence in registers.
  template <std::uint32_t words, class F>
  void each(std::uint32_t n, F instruction) {
    const std::uint32_t* code = next_;
    const std::uint32_t* const end = code + n * words;
    double* const w = work_;
    for (; code != end; code += words) instruction(code, w);
    next_ = end;
  }
  template <class F>
  void unary(std::uint32_t n, F f) {
    each<2>(n, [f](const std::uint32_t* i, double* w) { w[i[0]] = f(w[i[1]]); });
  }
  template <class F>
  void binary(std::uint32_t n, F f) {
    each<3>(n, [f](const std::uint32_t* i, double* w) { w[i[0]] = f(w[i[1]], w[i[2]]); });
  }
  template <class F>
  void ternary(std::uint32_t n, F f) {
    each<4>(n, [f](const std::uint32_t* i, double* w) { w[i[0]] = f(w[i[1]], w[i[2]], w[i[3]]); });
  }
  template <class F>
  void quaternary(std::uint32_t n, F f) {
    each<5>(n, [f](const std::uint32_t* i, double* w) { w[i[0]] = f(w[i[1]], w[i[2]], w[i[3]], w[i[4]]); });
  }

  void run_arithmetic(Run run) {
    const std::uint32_t n = run.count;
    switch (run.op) {
      case TapeOp::div: return binary(n, [](double a, double b) { return a / b; });
      case TapeOp::neg: return unary(n, [](double a) { return -a; });
      case TapeOp::mul_sub: return ternary(n, [](double a, double b, double c) { return a * b - c; });
      case TapeOp::add_add: return ternary(n, [](double a, double b, double c) { return a + b + c; });
      case TapeOp::mul_add_mul:
        return quaternary(n, [](double a, double b, double c, double d) { return a * b + c * d; });
      case TapeOp::mul_sub_mul:
        return quaternary(n, [](double a, double b, double c, double d) { return a * b - c * d; });
      case TapeOp::mul_mul_add:
        return quaternary(n, [](double a, double b, double c, double d) { return a * b * c + d; });
      case TapeOp::mul_mul_sub:
        return quaternary(n, [](double a, double b, double c, double d) { return a * b * c - d; });
      default: return quaternary(n, [](double a, double b, double c, double d) { return d - a * b * c; });
    }
  }

  void run_sin_cos(std::uint32_t n) {
    each<3>(n, [](const std::uint32_t* i, double* w) { sine_and_cosine(w[i[2]], w[i[0]], w[i[1]]); });
  }

  /// The library call dwarfs the indirect jump that chooses it.
  void run_function(Run run) {
    switch (run.op) {
      case TapeOp::select: return ternary(run.count, [](double a, double b, double c) { return a != 0.0 ? b : c; });
      case TapeOp::table: return run_table(run.count);
      case TapeOp::sqrt: return unary(run.count, [](double a) { return std::sqrt(a); });
      default: break;
    }
    const Op op = graph_op(run.op);
    if (arity(op) == 1) return unary(run.count, [op](double a) { return apply(op, a); });
    binary(run.count, [op](double a, double b) { return apply(op, a, b); });
  }

  void run_table(std::uint32_t n) {
    each<5>(n, [this](const std::uint32_t* i, double* w) {
      w[i[0]] = program_.tables[i[3]].evaluate(w[i[1]], w[i[2]], static_cast<int>(i[4]));
    });
  }

  const TapeProgram& program_;
  const std::uint32_t* next_;
  double* const work_;
};

}  // namespace

void TapeProgram::run(const double* inputs, double* outputs, double* work) const noexcept {
  double* place = std::copy(image.begin(), image.end(), work);
  for (const std::uint32_t slot : input_slots) *place++ = inputs[slot];
  Machine machine(*this, work);
  for (const Run& run : runs) machine.run(run);
  for (const Copy& copy : copies) work[copy.to] = work[copy.from];
  std::copy(work, work + output_size, outputs);
}

}  // namespace rheon::expr
