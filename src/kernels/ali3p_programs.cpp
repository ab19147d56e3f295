// The programs of ali3p_kernel.hpp.
#include <algorithm>

#include "core/index.hpp"
#include "kernels/ali3p_kernel.hpp"
#include "kernels/kernel_null_space.hpp"
#include "kernels/pivot_watch.hpp"
#include "la/products.hpp"
#include "methods/ali3p_equations.hpp"
#include "methods/energy_equations.hpp"
#include "methods/newton_equations.hpp"
#include "methods/row_equations.hpp"
#include "model/system_inside.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

std::vector<int> coordinates_as_found(const KktStructure& s) {
  std::vector<int> found(at(s.size()), -1);
  for (int j = 0; j < s.coordinates; ++j) found[at(s.size() - 1 - s.coordinate_at[at(j)])] = j;
  std::erase(found, -1);
  return found;
}

/// All rows: those kept in the order in which they are eliminated, then those left out.
std::vector<int> rows_by_turn(const KktStructure& s, const std::vector<int>& kept, std::vector<int> left_out) {
  std::vector<std::pair<int, int>> turns;
  for (std::size_t k = 0; k < kept.size(); ++k) turns.emplace_back(s.row_at[k], kept[k]);
  std::sort(turns.begin(), turns.end());
  std::vector<int> order;
  for (const auto& [turn, i] : turns) order.push_back(i);
  order.insert(order.end(), left_out.begin(), left_out.end());
  return order;
}

struct TangentValues {
  CodeValues P;
  bool symmetric = true;  ///< as written: entries across the diagonal are the same expressions
};

/// P = M + c C + k (K + H)
TangentValues tangent_values(ProgramAlgebra& code, const System& system, const Pattern& pattern,
                             const InlinedTerms& terms, bool curvature, code::Ref c, code::Ref k) {
  const auto spread = [&](TermKind kind, const Pattern& from, bool wanted) {
    CodeValues values = code.zeros(pattern.nonzeros());
    if (!wanted) return values;
    const std::vector<int> place = placement(from, pattern);
    for (std::size_t i = 0; i < place.size(); ++i) values[at(place[i])] = terms[kind][i];
    return values;
  };
  const CodeValues parts[] = {spread(TermKind::mass, system.mass_pattern(), true),
                              spread(TermKind::damping, system.damping_pattern(), true),
                              spread(TermKind::stiffness, system.stiffness_pattern(), true),
                              spread(TermKind::curvature, system.curvature_pattern(), curvature)};
  TangentValues tangent;
  for (std::size_t e = 0; e < at(pattern.nonzeros()); ++e) {
    code.program.begin_piece();
    tangent.P.push_back(tangent_entry(code, parts[0][e], parts[1][e], parts[2][e], parts[3][e], c, k));
  }
  for (int i = 0; i < pattern.rows; ++i)
    for (int e = pattern.start[at(i)]; e < pattern.start[at(i) + 1]; ++e) {
      const int mirror = pattern.find(pattern.col[at(e)], i);
      for (const CodeValues& part : parts)
        tangent.symmetric = tangent.symmetric && part[at(e)] == (mirror < 0 ? code.zero : part[at(mirror)]);
    }
  return tangent;
}

/// Of the worst row, as a displacement. A row without a gradient makes it infinite or not a number, and the general solver takes
/// over (MassMetric::position_violation).
code::Ref position_violation(ProgramAlgebra& code, const System& system, const InlinedTerms& terms, const CodeValues& q,
                             const std::vector<int>& order) {
  code::Program& program = code.program;
  const Pattern& A = system.jacobian_pattern();
  const CodeValues &rows = terms[TermKind::jacobian], mobility = code.inverse_masses(system, terms);
  CodeValues squares;
  for (const int i : order) {
    if (i >= system.layout().nphi) continue;
    program.begin_piece();
    squares.push_back(
        squared_violation(code, A, i, rows, q, terms[TermKind::phi][at(i)], code.row_mobility(A, i, rows, mobility)));
  }
  return program.sqrt(code.largest(squares, code.zero));
}

/// Largest residual of the rows left out at velocities v that dv led to, relative to what velocities of the same energy
/// could make of their terms; `speeds`: v, and what accelerations make of it in the step.
code::Ref velocity_contradiction(ProgramAlgebra& code, const System& system, const InlinedTerms& terms,
                                 const std::vector<int>& left_out, const CodeValues& dv, const CodeValues& speeds) {
  if (left_out.empty()) return code.zero;
  const CodeValues m = code.masses(system, terms);
  CodeValues before, energies;
  for (const int i : left_out) before.push_back(velocity_residual(terms[TermKind::phi_dot], terms[TermKind::psi], i));
  for (std::size_t k = 0; k < speeds.size(); ++k) {
    code.begin_piece();
    energies.push_back(code.mul(m[k % m.size()], code.mul(speeds[k], speeds[k])));
  }
  return code.program.sqrt(
      largest_contradiction(code, system, terms, left_out, before, dv, energies, no_motion * no_motion));
}

}  // namespace

KktValues Ali3pKernel::newton_factors(ProgramAlgebra& code, const Pattern& tangent, const KktStructure& s,
                                      const InlinedTerms& terms, CodeValues& x) {
  const code::Ref c = code.program.load(code::in_base, numbers_at_);
  const code::Ref k = code.program.load(code::in_base, numbers_at_ + 1);
  const TangentValues matrix = tangent_values(code, *system_, tangent, terms, settings_.full_tangent, c, k);
  symmetric_ = matrix.symmetric;
  KktValues factors = append_elimination(
      code.program, s, symmetric_, matrix.P,
      ProgramAlgebra::some_rows(system_->jacobian_pattern(), terms[TermKind::jacobian], newton_rows_),
      code.zeros(s.rows), &x);
  code.store(code::work_base, newton_at_, factors.inverse);
  code.store(code::work_base, newton_at_ + s.size(), factors.lower);
  if (!symmetric_) code.store(code::work_base, newton_at_ + s.size() + s.entries(), factors.upper);
  return factors;
}

KktValues Ali3pKernel::kept_newton_factors(ProgramAlgebra& code, const KktStructure& s) const {
  KktValues factors;
  factors.inverse = code.load(code::work_base, newton_at_, s.size());
  factors.lower = code.load(code::work_base, newton_at_ + s.size(), s.entries());
  if (!symmetric_) factors.upper = code.load(code::work_base, newton_at_ + s.size() + s.entries(), s.entries());
  return factors;
}

code::Program Ali3pKernel::newton_program(const Pattern& tangent, const KktStructure& s, bool afresh) {
  const Layout& n = system_->layout();
  code::Program program;
  program.use_work(work_kept_);
  ProgramAlgebra code(program);
  InlinedTerms& terms = inlined_[afresh ? 0 : 3];
  Want want = without(settings_.full_tangent ? want_full_newton : want_newton, Want::row_rates);
  if (!afresh) want = without(want, Want::tangent | Want::curvature);
  SystemInside::append_terms(*system_, program, want, terms);
  const auto number = [&](int k) { return program.load(code::in_base, numbers_at_ + k); };
  const code::Ref k = number(1), inverse_k = number(2), dv = number(3), h = number(4);
  const CodeValues q = code.load(code::in_base, q_at_, n.nv), v = code.load(code::in_base, q_at_ + n.nv, n.nv);
  const CodeValues a = code.load(code::in_base, q_at_ + 2 * n.nv, n.nv);
  const CodeValues lambda = code.load(code::in_base, q_at_ + 3 * n.nv, n.rows());
  const CodeValues dq = code.load(code::in_base, dq_at_, n.nv);

  CodeValues x = code.zeros(n.nv);
  missing_force(code, *system_, terms[TermKind::mass], terms[TermKind::jacobian], terms[TermKind::force], a, lambda, k,
                x);
  for (const int i : newton_rows_) {
    program.begin_piece();
    x.push_back(program.neg(terms[TermKind::phi][at(i)]));
  }
  const KktValues factors = afresh ? newton_factors(code, tangent, s, terms, x) : kept_newton_factors(code, s);
  if (afresh)
    append_back_substitution(program, s, symmetric_, factors, x);
  else
    append_substitution(program, s, symmetric_, factors, x);

  // the iterate that follows
  const CodeValues d(x.begin(), x.begin() + n.nv);
  const auto moved = [&](CodeValues to, auto... rate) {
    follow_correction(code, d, rate..., to);
    return to;
  };
  CodeValues next = lambda;
  add_multipliers(code, newton_rows_, CodeValues(x.begin() + n.nv, x.end()), inverse_k, next);
  code.store(code::out_base, q_at_, moved(q));
  code.store(code::out_base, q_at_ + n.nv, moved(v, dv));
  code.store(code::out_base, q_at_ + 2 * n.nv, moved(a, inverse_k));
  code.store(code::out_base, q_at_ + 3 * n.nv, next);
  code.store(code::out_base, dq_at_, moved(dq));

  const CodeValues v0 = code.load(code::work_base, start_at_, n.nv),
                   a0 = code.load(code::work_base, start_at_ + n.nv, n.nv);
  const CodeValues squares =
      code.squares(code.masses(*system_, terms), {&a, &a0, &v0, &dq, &d, &q}, coordinates_as_found(s));
  const auto norm = [&](std::size_t which) { return program.sqrt(squares[which]); };
  const code::Ref a_size = norm(0), a0_size = norm(1);
  const code::Ref motion = size_of_motion(code, norm(3), norm(2), a_size, a0_size, h);
  code::Ref finite = code.zero;
  code.watch(finite, ProgramAlgebra::as_found(s, x));
  const int last = scalars_at_;
  program.store(code::out_base, last + lost_at, afresh ? largest_loss(code, s, factors) : code.zero);
  program.store(code::out_base, last + finite_at, finite);
  program.store(code::out_base, last + pivot_at, afresh ? least_pivot(code, s, factors) : program.constant(-1.0));
  program.store(code::out_base, last + motion_at, motion);
  program.store(code::out_base, last + correction_at, norm(4));
  program.store(code::out_base, last + position_at, norm(5));
  terms.keep_tables_only();
  return program;
}

code::Program Ali3pKernel::velocity_program(const Pattern& tangent) {
  const Layout& n = system_->layout();
  const Pattern &A = system_->jacobian_pattern(), &M = system_->mass_pattern();
  code::Program program;
  program.use_work(work_kept_);
  ProgramAlgebra code(program);
  InlinedTerms& terms = inlined_[1];
  Want want = want_position_projection;
  if (settings_.damped) want = want | Want::force;
  if (settings_.tangent_velocities) want = want | (settings_.full_tangent ? want_full_newton : want_newton);
  SystemInside::append_terms(*system_, program, want, terms);
  const CodeValues q = code.load(code::in_base, q_at_, n.nv), v = code.load(code::in_base, q_at_ + n.nv, n.nv);

  // P dv + A^T sigma = 0, A dv = -w
  TangentValues metric{terms[TermKind::mass]};
  if (settings_.tangent_velocities)
    metric = tangent_values(code, *system_, tangent, terms, settings_.full_tangent,
                            program.load(code::in_base, numbers_at_), program.load(code::in_base, numbers_at_ + 1));
  const KktStructure tangent_structure(tangent, row_pattern_);
  const KktStructure& s = settings_.tangent_velocities ? tangent_structure : mass_structure_;
  CodeValues right(rows_.size()), x = code.zeros(n.nv);
  velocity_right_side(code, rows_, terms[TermKind::phi_dot], terms[TermKind::psi], right);
  x.insert(x.end(), right.begin(), right.end());
  const KktValues factors =
      append_elimination(program, s, metric.symmetric, metric.P,
                         ProgramAlgebra::some_rows(A, terms[TermKind::jacobian], rows_), code.zeros(s.rows), &x);
  append_back_substitution(program, s, metric.symmetric, factors, x);
  CodeValues dv(x.begin(), x.begin() + n.nv), sum, moved;
  for (int j = 0; j < n.nv; ++j) {
    program.begin_piece();
    moved.push_back(program.add(v[at(j)], dv[at(j)]));
    sum.push_back(program.add(v[at(j)], moved.back()));
  }
  code.store(code::out_base, 0, moved);
  CodeValues speeds = moved;
  for (int j = 0; !dropped_.empty() && j < n.nv; ++j) {
    program.begin_piece();
    speeds.push_back(
        program.mul(program.load(code::in_base, numbers_at_ + 4), program.load(code::in_base, q_at_ + 2 * n.nv + j)));
  }
  if (!settings_.tangent_velocities) {
    code.store(code::work_base, 0, factors.lower);
    code.store(code::work_base, inverse_at_, factors.inverse);
  }
  if (settings_.damped) code.store(code::work_base, force_at_, terms[TermKind::force]);
  if (!settings_.from_acceleration)
    code.store(code::work_base, sigma_at_, ProgramAlgebra::scattered(rows_, x, at(n.nv), code.zeros(n.rows())));

  CodeValues momentum = code.zeros(n.nv);
  code.multiply_add(M, terms[TermKind::mass], dv, momentum);
  const code::Ref energy = energy_of_change(code, coordinates_as_found(s), momentum, sum);
  code::Ref finite = code.zero;
  code.watch(finite, ProgramAlgebra::as_found(s, x));
  const std::vector<int> order = rows_by_turn(s, rows_, dropped_);
  CodeValues phi;
  for (const int i : order)
    if (i < n.nphi) phi.push_back(terms[TermKind::phi][at(i)]);
  code.watch(finite, phi);
  program.store(code::out_base, n.nv + lost_at, largest_loss(code, s, factors));
  program.store(code::out_base, n.nv + finite_at, finite);
  program.store(code::out_base, n.nv + pivot_at, least_pivot(code, s, factors));
  program.store(code::out_base, n.nv + violation_at, position_violation(code, *system_, terms, q, order));
  program.store(code::out_base, n.nv + energy_at, energy);
  program.store(code::out_base, n.nv + contradiction_at,
                velocity_contradiction(code, *system_, terms, dropped_, dv, speeds));
  terms.keep_tables_only();
  return program;
}

}  // namespace rheon
