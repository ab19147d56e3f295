#include "kernels/rate_kernel.hpp"

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "kernels/program_algebra.hpp"
#include "model/system_inside.hpp"

namespace rheon {

namespace {

/// Beyond, what does not repeat does not fit into the caches, and loops over index lists are faster. A choice, of time alone.
constexpr std::size_t most_rate_instructions = 600000;
/// An update is a multiplication and a subtraction, with a load now and then.
constexpr int most_rate_updates = most_rate_instructions / 3;

}  // namespace

RateKernel::RateKernel(const System& system) {
  if (SystemInside::massless_velocity(system) >= 0) return;
  KktStructure s(system.mass_pattern(), system.jacobian_pattern());
  if (!s.fits_a_program(most_rate_updates)) return;
  code::Program program = rate_program(system, s);
  s.keep_turns_only();
  program.move_stores();
  code_ = code::Executable(std::move(program), most_rate_instructions);
  work_.resize(code_.work_size());
}

/// Alone: all that leads to it is gone before it is translated.
code::Program RateKernel::rate_program(const System& system, const KktStructure& s) {
  code::Program program;
  const code::Ref zero = program.constant(0.0);
  PivotWatch watch{.lost = zero, .finite = zero};
  RateCode rate;
  append_rate(program, system, s, ProgramAlgebra::all_rows(system), rate, watch);
  int place = first_result;
  for (const auto* part : {&rate.a, &rate.lambda})
    for (const code::Ref x : *part) program.store(code::out_base, place++, x);
  program.begin_piece();
  program.store(code::out_base, lost_at, watch.lost);
  program.store(code::out_base, finite_at, watch.finite);
  accelerations_ = rate.a.size();
  multipliers_ = rate.lambda.size();
  out_.resize(at(place));
  terms_ = std::move(rate.terms);
  terms_.keep_tables_only();
  return program;
}

double RateKernel::independence() const { return PivotWatch::independence(out_[lost_at]); }

bool RateKernel::run(const double* motion, double* a, double* lambda) {
  code_.run(motion, out_.data(), work_.data());
  if (!PivotWatch::good(out_[lost_at], out_[finite_at], PivotWatch::most_in_rates)) return false;
  const double* const out = out_.data() + first_result;
  std::copy_n(out, accelerations_, a);
  if (lambda != nullptr) std::copy_n(out + accelerations_, multipliers_, lambda);
  return true;
}

}  // namespace rheon
