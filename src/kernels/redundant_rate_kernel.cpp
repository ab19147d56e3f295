#include "kernels/redundant_rate_kernel.hpp"

#include <algorithm>

#include "core/index.hpp"
#include "kernels/rate_code.hpp"
#include "la/root_energy.hpp"
#include "model/system_inside.hpp"

namespace rheon {

namespace {

/// Updates of different kinds, and instructions with what repeats rolled up: beyond, the code leaves the caches (Ali3pKernel).
constexpr int most_redundant_rate_updates = 10000;
constexpr std::size_t most_redundant_rate_instructions = 100000;

}  // namespace

RedundantRateKernel::RedundantRateKernel(const System& system, std::vector<int> left_out)
    : system_(&system), left_out_(std::move(left_out)) {
  const Layout& n = system.layout();
  kept_ = ProgramAlgebra::rows_without(n.rows(), left_out_);
  if (SystemInside::massless_velocity(system) >= 0) return;
  const Pattern rows = ProgramAlgebra::some_rows(system.jacobian_pattern(), kept_);
  const KktStructure s(system.mass_pattern(), rows);
  if (!s.fits_a_program(most_redundant_rate_updates)) return;

  code::Program program;
  ProgramAlgebra code(program);
  RateCode rate;
  PivotWatch watch{.lost = code.zero, .finite = code.zero};
  const KktValues factors = append_rate(program, system, s, kept_, rate, watch);
  terms_ = std::move(rate.terms);
  const NullVectors null = null_vectors(code, system, terms_, s, factors, kept_, left_out_);
  const CodeValues lambda =
      least_norm(code, null, ProgramAlgebra::scattered(kept_, rate.lambda, 0, code.zeros(n.rows())));
  code.watch(watch.finite, lambda);
  code.store(code::out_base, first_result, rate.a);
  code.store(code::out_base, first_result + n.nv, lambda);
  program.store(code::out_base, lost_at, watch.lost);
  program.store(code::out_base, finite_at, watch.finite);
  program.store(code::out_base, new_at, null.most_new);
  program.store(code::out_base, contradiction_at, contradiction(code, rate.a));
  program.move_stores();
  code_ = code::Executable(std::move(program), most_redundant_rate_instructions);
  in_.resize(at(system.model().inputs.size()));
  out_.resize(at(first_result + n.nv + n.rows()));
  work_.resize(code_.work_size());
}

/// Of accelerations on the rows kept with those left out: A_i a - b_i.
code::Ref RedundantRateKernel::contradiction(ProgramAlgebra& code, const CodeValues& a) const {
  const CodeValues m = code.masses(*system_, terms_);
  CodeValues start, energies;
  for (const int i : left_out_) start.push_back(code.program.neg(terms_[TermKind::bias][at(i)]));
  for (std::size_t j = 0; j < m.size(); ++j) energies.push_back(code.mul(m[j], code.mul(a[j], a[j])));
  return largest_contradiction(code, *system_, terms_, left_out_, start, a, energies, no_motion * no_motion);
}

bool RedundantRateKernel::run(const double* motion, double* a, double* lambda) {
  code_.run(motion, out_.data(), work_.data());
  if (!could_decide() || !(out_[new_at] <= newness_in_step)) return false;
  const Layout& n = system_->layout();
  const double* const out = out_.data() + first_result;
  std::copy_n(out, n.nv, a);
  if (lambda != nullptr) std::copy_n(out + n.nv, n.rows(), lambda);
  return true;
}

bool RedundantRateKernel::could_decide() const {
  return PivotWatch::good(out_[lost_at], out_[finite_at], PivotWatch::most_in_rates);
}

bool RedundantRateKernel::follow(const State& s) {
  gather_motion(s, in_.data());
  code_.run(in_.data(), out_.data(), work_.data());
  return could_decide() && out_[new_at] <= newness_on_constraints &&
         out_[contradiction_at] <= contradiction_on_constraints * contradiction_on_constraints;
}

}  // namespace rheon
