#include "kernels/redundant_rate_kernel.hpp"

#include <algorithm>

#include "core/index.hpp"
#include "kernels/kernel_null_space.hpp"
#include "kernels/rate_code.hpp"
#include "la/kkt_programs.hpp"
#include "model/system_inside.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// Updates of different kinds, and instructions with what repeats rolled up: beyond, the code leaves the caches (Ali3pKernel).
constexpr int most_redundant_rate_updates = 10000;
constexpr std::size_t most_redundant_rate_instructions = 100000;
/// What of a row left out, squared, does not follow from the others. On the constraints it is round-off; at the stages of a
/// step, which are off them by some part of the step, dependent rows differ by as much.
constexpr double most_new_on_constraints = 1e-11, most_new_in_step = 1e-6;
/// By how much of its terms, squared, an acceleration on the rows kept may contradict one left out: as in SaddleSolver.
constexpr double most_contradiction = 1e-18;
/// Smaller than any energy in any unit.
constexpr double nothing = 1e-200;

/// Largest |A_i a - b_i|^2 of the rows left out, over max_j m_j a_j^2 / m_i: m_i is the effective mass of the row.
code::Ref acceleration_contradiction(ProgramAlgebra& code, const System& system, const InlinedTerms& terms,
                                     const NullVectors& null, const std::vector<int>& left_out, const CodeValues& a) {
  code::Program& program = code.program;
  const Pattern& A = system.jacobian_pattern();
  const CodeValues m = code.masses(system, terms);
  CodeValues energies;
  for (std::size_t j = 0; j < m.size(); ++j) energies.push_back(program.mul(m[j], program.mul(a[j], a[j])));
  const code::Ref energy = code.largest(energies, program.constant(nothing));
  code::Ref worst = code.zero;
  for (const int i : left_out) {
    code::Ref residual = program.neg(terms[TermKind::bias][at(i)]);
    for (int e = A.start[at(i)]; e < A.start[at(i) + 1]; ++e)
      residual = program.add(residual, program.mul(terms[TermKind::jacobian][at(e)], a[at(A.col[at(e)])]));
    const code::Ref size = program.mul(energy, null.D[at(i)]);
    worst = program.max(program.div(program.mul(residual, residual), size), worst);
  }
  return worst;
}

}  // namespace

RedundantRateKernel::RedundantRateKernel(const System& system, std::vector<int> left_out)
    : system_(&system), left_out_(std::move(left_out)) {
  const Layout& n = system.layout();
  const Pattern& A = system.jacobian_pattern();
  for (int i = 0; i < n.rows(); ++i)
    if (std::find(left_out_.begin(), left_out_.end(), i) == left_out_.end()) kept_.push_back(i);
  if (SystemInside::massless_velocity(system) >= 0) return;
  const Pattern rows = ProgramAlgebra::some_rows(A, kept_);
  const KktStructure s(system.mass_pattern(), rows);
  if (!s.fits_a_program(most_redundant_rate_updates)) return;

  code::Program program;
  ProgramAlgebra code(program);
  SystemInside::append_terms(system, program, want_rate, terms_);
  CodeValues x = terms_[TermKind::force];
  for (const int i : kept_) x.push_back(terms_[TermKind::bias][at(i)]);
  const KktValues factors =
      append_elimination(program, s, true, terms_[TermKind::mass],
                         ProgramAlgebra::some_rows(A, terms_[TermKind::jacobian], kept_), code.zeros(s.rows), &x);
  append_back_substitution(program, s, true, factors, x);
  const CodeValues a(x.begin(), x.begin() + n.nv);
  const NullVectors null = null_vectors(code, system, terms_, s, factors, kept_, left_out_);
  const CodeValues lambda = least_norm(code, null, ProgramAlgebra::scattered(kept_, x, at(n.nv), code.zeros(n.rows())));
  code::Ref finite = code.zero;
  code.watch(finite, a);
  code.watch(finite, lambda);
  for (int k = 0; k < s.size(); ++k)  // a mass that is not positive has no root
    if (!s.is_row[at(k)] && !system.constant_mass())
      finite = program.add(finite, program.mul(code.zero, program.sqrt(factors.inverse[at(k)])));
  code.store(code::out_base, first_result, a);
  code.store(code::out_base, first_result + n.nv, lambda);
  const code::Ref lost = program.max(code.largest_loss(s, factors), code.largest_mass_loss(system, terms_, s, factors));
  program.store(code::out_base, lost_at, lost);
  program.store(code::out_base, finite_at, finite);
  program.store(code::out_base, new_at, null.most_new);
  program.store(code::out_base, contradiction_at, acceleration_contradiction(code, system, terms_, null, left_out_, a));
  program.move_stores();
  code_ = code::Executable(std::move(program), most_redundant_rate_instructions);
  in_.resize(at(system.model().inputs.size()));
  out_.resize(at(first_result + n.nv + n.rows()));
  work_.resize(code_.work_size());
}

bool RedundantRateKernel::run(const double* motion, double* a, double* lambda) {
  code_.run(motion, out_.data(), work_.data());
  if (!RateWatch::good(out_[lost_at], out_[finite_at]) || !(out_[new_at] <= most_new_in_step)) return false;
  const Layout& n = system_->layout();
  const double* const out = out_.data() + first_result;
  std::copy_n(out, n.nv, a);
  if (lambda != nullptr) std::copy_n(out + n.nv, n.rows(), lambda);
  return true;
}

bool RedundantRateKernel::could_decide() const { return RateWatch::good(out_[lost_at], out_[finite_at]); }

bool RedundantRateKernel::follow(const State& s) {
  gather_motion(s, in_.data());
  code_.run(in_.data(), out_.data(), work_.data());
  return could_decide() && out_[new_at] <= most_new_on_constraints && out_[contradiction_at] <= most_contradiction;
}

}  // namespace rheon
