#include "formulations/rate_kernel.hpp"

#include <algorithm>

#include "core/index.hpp"
#include "la/kkt_programs.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// Beyond, what does not repeat does not fit into the caches, and loops over index lists are faster.
constexpr std::size_t most_instructions = 600000;
/// An update is a multiplication and a subtraction, with a load now and then.
constexpr int most_distinct_updates = most_instructions / 3;
/// Largest pivot of a row before losses over after, squared: what is lost needs no refinement (see SaddleSolver).
constexpr double most_lost = 1e6;
/// Outputs before a and lambda: what is lost, and a sum of zeros that shows whether all is finite.
constexpr int lost_at = 0, finite_at = 1, first_result = 2;

}  // namespace

RateKernel::RateKernel(const System& system) : system_(&system) {
  if (system.massless_velocity() >= 0) return;
  KktStructure s(system.mass_pattern(), system.jacobian_pattern());
  if (!s.fits_a_program(most_distinct_updates)) return;
  code::StraightLine program;
  system.append_terms(program, want_rate, inlined_);
  const code::Value zero = program.constant(0.0);
  code::Value lost = zero, finite = zero;
  std::vector<code::Value> x = inlined_[Quantity::force];
  x.insert(x.end(), inlined_[Quantity::bias].begin(), inlined_[Quantity::bias].end());
  const auto watch_pivot = [&](const KktValues& factors, int k) {
    if (s.is_row[at(k)]) {
      const code::Value ratio = program.mul(factors.before[at(k)], factors.inverse[at(k)]);
      lost = program.max(program.mul(ratio, ratio), lost);
    } else if (!system.constant_mass()) {
      // a mass that is not positive has no root
      finite = program.add(finite, program.mul(zero, program.sqrt(factors.inverse[at(k)])));
    }
  };
  KktValues factors = append_elimination(program, s, true, inlined_[Quantity::mass], inlined_[Quantity::jacobian],
                                         std::vector<code::Value>(at(s.rows), zero), &x, watch_pivot);
  append_back_substitution(program, s, true, factors, x, [&](int i) {
    finite = program.add(finite, program.mul(zero, x[at(i)]));
    program.store(code::out_base, first_result + i, x[at(i)]);
  });
  program.begin_piece();
  program.store(code::out_base, lost_at, lost);
  program.store(code::out_base, finite_at, finite);
  inlined_.keep_tables_only();
  factors = {};
  s.keep_turns_only();
  program.settle();
  code_ = code::NativeCode(std::move(program), most_instructions);
  in_.resize(at(system.model().inputs.size()));
  out_.resize(x.size() + first_result);
  work_.resize(code_.work_size());
}

bool RateKernel::run(State& s) {
  gather_motion(s, in_.data());
  code_.run(in_.data(), out_.data(), work_.data());
  if (!(out_[lost_at] <= most_lost && out_[finite_at] == 0.0)) return false;
  const double* out = out_.data() + first_result;
  std::copy_n(out, s.a.size(), s.a.data());
  std::copy_n(out + s.a.size(), s.lambda.size(), s.lambda.data());
  return true;
}

}  // namespace rheon
