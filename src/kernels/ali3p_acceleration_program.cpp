// The last of the programs of ali3p_kernel.hpp: accelerations, reactions and powers.
#include "core/index.hpp"
#include "kernels/ali3p_kernel.hpp"
#include "kernels/kernel_null_space.hpp"
#include "kernels/pivot_watch.hpp"
#include "methods/ali3p_equations.hpp"
#include "model/row_power.hpp"
#include "model/system_inside.hpp"
#include "model/wants.hpp"

namespace rheon {

/// (36): with the kappa behind the corrections in x.
CodeValues Ali3pKernel::carried_multipliers(ProgramAlgebra& code, const CodeValues& x) const {
  const Layout& n = system_->layout();
  CodeValues lambda = code.load(code::in_base, q_at_ + 3 * n.nv, n.rows());
  add_multipliers(code, rows_, CodeValues(x.begin() + n.nv, x.end()), lambda);
  return lambda;
}

/// (42)
CodeValues Ali3pKernel::velocity_multipliers(ProgramAlgebra& code) const {
  const Layout& n = system_->layout();
  code::Program& program = code.program;
  CodeValues lambda = code.load(code::in_base, q_at_ + 3 * n.nv, n.rows());
  const code::Ref da = program.div(program.constant(1.0), program.load(code::in_base, numbers_at_));
  CodeValues sigma;
  for (const int i : rows_) sigma.push_back(program.load(code::work_base, sigma_at_ + i));
  add_multipliers(code, rows_, sigma, da, lambda);
  return lambda;
}

/// Of forces and of rows.
void Ali3pKernel::append_power(ProgramAlgebra& code, const CodeValues& rows, const CodeValues& a,
                               const CodeValues& lambda, int to) {
  const Layout& n = system_->layout();
  const Pattern& A = system_->jacobian_pattern();
  code::Program& program = code.program;
  InlinedTerms& terms = inlined_[4];
  terms.inputs = code.load(code::in_base, 0, q_at_ + 2 * n.nv);
  terms.inputs.insert(terms.inputs.end(), a.begin(), a.begin() + n.nv);
  terms.inputs.insert(terms.inputs.end(), lambda.begin(), lambda.end());
  SystemInside::append_terms(*system_, program, Want::power | Want::row_rates, terms);
  const CodeValues v(terms.inputs.begin() + q_at_ + n.nv, terms.inputs.begin() + q_at_ + 2 * n.nv);
  const code::Ref driving = with_row_power(code, A, rows, terms[TermKind::phi_t], terms[TermKind::psi], v, lambda,
                                           terms[TermKind::power_driving][0]);
  program.store(code::out_base, to, terms[TermKind::power_applied][0]);
  program.store(code::out_base, to + 1, terms[TermKind::power_friction][0]);
  program.store(code::out_base, to + 2, driving);
  terms.keep_tables_only();
  terms.inputs.clear();
}

code::Program Ali3pKernel::acceleration_program() {
  const Layout& n = system_->layout();
  const Pattern& A = system_->jacobian_pattern();
  const KktStructure& s = mass_structure_;
  code::Program program;
  program.use_work(work_kept_);
  ProgramAlgebra code(program);
  InlinedTerms& terms = inlined_[2];
  const bool own_factors = settings_.tangent_velocities, split = !dropped_.empty();
  Want want = want_acceleration_projection;
  if (settings_.damped) want = want | Want::force;
  if (own_factors || split) want = want | Want::mass;
  SystemInside::append_terms(*system_, program, want, terms);
  const CodeValues& rows = terms[TermKind::jacobian];
  const CodeValues a = code.load(code::in_base, q_at_ + 2 * n.nv, n.nv);
  KktValues factors;
  code::Ref lost = code.zero, pivot = program.constant(-1.0), finite = code.zero, added = code.zero;
  if (own_factors) {
    factors = append_elimination(program, s, true, terms[TermKind::mass], ProgramAlgebra::some_rows(A, rows, rows_),
                                 code.zeros(s.rows));
    lost = largest_loss(code, s, factors);
    pivot = least_pivot(code, s, factors);
  } else {
    factors.lower = code.load(code::work_base, 0, s.entries());
    factors.inverse = code.load(code::work_base, inverse_at_, s.size());
  }

  // M da + A^T kappa = Q(v) - Q(v*), A da = b - A a
  CodeValues x = code.zeros(n.nv), g = code.zeros(n.rows());
  if (settings_.damped)
    add_change_of_loads(code, terms[TermKind::force], code.load(code::work_base, force_at_, n.nv), x);
  code.multiply_add(A, rows, a, g);
  for (const int i : rows_) {
    program.begin_piece();
    x.push_back(program.sub(terms[TermKind::bias][at(i)], g[at(i)]));
  }
  append_substitution(program, s, true, factors, x);
  code.watch(finite, ProgramAlgebra::as_found(s, x));
  const CodeValues carried = carried_multipliers(code, x), moved = ProgramAlgebra::sums(program, a, x);
  CodeValues lambda = settings_.from_acceleration ? carried : velocity_multipliers(code);
  if (split) {
    const NullVectors null = null_vectors(code, *system_, terms, s, factors, rows_, dropped_);
    lambda = least_norm(code, null, lambda);
    added = null.most_new;
    code.watch(finite, lambda);
  }
  code.store(code::out_base, 0, moved);
  code.store(code::out_base, n.nv, carried);
  code.store(code::out_base, n.nv + n.rows(), lambda);
  const int last = n.nv + 2 * n.rows();
  program.store(code::out_base, last + lost_at, lost);
  program.store(code::out_base, last + finite_at, finite);
  program.store(code::out_base, last + pivot_at, pivot);
  program.store(code::out_base, last + new_at, added);
  if (system_->has_power()) append_power(code, rows, moved, lambda, last + power_at);
  terms.keep_tables_only();
  return program;
}

}  // namespace rheon
