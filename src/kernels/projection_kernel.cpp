#include "kernels/projection_kernel.hpp"

#include <algorithm>

#include "core/index.hpp"
#include "kernels/pivot_watch.hpp"
#include "la/kkt_programs.hpp"
#include "methods/energy_equations.hpp"
#include "methods/row_equations.hpp"
#include "model/system_inside.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// Each correction eliminates anew; larger systems gain more from factors that serve for several. With dependent rows the general
/// solver takes several passes each time. Choices, of time alone.
constexpr int most_projection_updates = 400;
constexpr int most_redundant_updates = 4000;

}  // namespace

ProjectionKernel::ProjectionKernel(const System& system, bool positions, std::vector<int> left_out)
    : system_(&system), left_out_(std::move(left_out)) {
  const Layout& n = system.layout();
  const Pattern& A = system.jacobian_pattern();
  const std::vector<int> kept = ProgramAlgebra::rows_without(n.rows(), left_out_);
  if (SystemInside::massless_velocity(system) >= 0 || system.model().general_speeds || n.rows() == 0) return;
  const Pattern rows = ProgramAlgebra::some_rows(A, kept);
  const KktStructure s(system.mass_pattern(), rows);
  if (s.updates() > (left_out_.empty() ? most_projection_updates : most_redundant_updates)) return;
  code::Program program;
  SystemInside::append_terms(
      system, program, (positions ? want_position_projection : want_velocity_projection) | Want::energy, inlined_);
  ProgramAlgebra algebra(program);
  const code::Ref zero = algebra.zero;
  program.store(code::out_base, energy_at,
                mechanical_energy(algebra, inlined_[TermKind::kinetic][0], inlined_[TermKind::potential][0]));
  if (positions) add_position_residual(algebra);
  add_velocity_residual(algebra);
  const KktValues factors = append_elimination(program, s, true, inlined_[TermKind::mass],
                                               ProgramAlgebra::some_rows(A, inlined_[TermKind::jacobian], kept),
                                               std::vector<code::Ref>(at(s.rows), zero));
  code::Ref finite = zero;
  watch_masses(algebra, finite, system, s, factors);
  // the change of positions or of velocities, from the right sides of the rows kept
  const auto correct = [&](const CodeValues& right, int place) {
    CodeValues x = algebra.zeros(n.nv);
    x.insert(x.end(), right.begin(), right.end());
    append_substitution(program, s, true, factors, x);
    x.resize(at(n.nv));
    algebra.watch(finite, x);
    algebra.store(code::out_base, place, x);
  };
  if (positions) {
    CodeValues right;
    for (const int i : kept)  // velocity-level rows keep positions from moving along them
      right.push_back(i < n.nphi ? algebra.neg(inlined_[TermKind::phi][at(i)]) : zero);
    correct(right, first_result);
  }
  CodeValues velocity(kept.size());
  velocity_right_side(algebra, kept, inlined_[TermKind::phi_dot], inlined_[TermKind::psi], velocity);
  correct(velocity, first_result + n.nv);
  const code::Ref lost =
      program.max(largest_loss(algebra, s, factors),
                  largest_mass_loss(algebra, system, inlined_, s, factors, PivotWatch::most_in_corrections));
  program.store(code::out_base, lost_at, lost);
  program.store(code::out_base, finite_at, finite);
  program.move_stores();
  code_ = code::Executable(std::move(program));
  inlined_.keep_tables_only();
  in_.resize(at(system.model().inputs.size()));
  out_.resize(at(first_result + 2 * n.nv));
  work_.resize(code_.work_size());
}

/// Of the worst row, |phi| over the size of its terms.
void ProjectionKernel::add_position_residual(ProgramAlgebra& code) {
  const Pattern& A = system_->jacobian_pattern();
  const CodeValues q = code.load(code::in_base, system_->model().inputs.q(0), system_->layout().nq);
  code::Ref worst = code.zero;
  for (int i = 0; i < system_->layout().nphi; ++i) {
    const code::Ref phi = inlined_[TermKind::phi][at(i)];
    worst = code.max(relative_position_residual(code, A, i, inlined_[TermKind::jacobian], q, phi), worst);
  }
  code.program.store(code::out_base, position_at, worst);
}

/// Of the worst row, |A v + phi_t| over the size of its terms with the velocities that the largest energy of a coordinate could give
/// each.
void ProjectionKernel::add_velocity_residual(ProgramAlgebra& code) {
  const Layout& n = system_->layout();
  const CodeValues v = code.load(code::in_base, system_->model().inputs.v(0), n.nv);
  CodeValues speed(v.size());
  velocities_of_largest_energy(code, code.masses(*system_, inlined_), v, speed);
  code::Ref worst = code.zero;
  for (int i = 0; i < n.rows(); ++i) {
    const code::Ref constant = i < n.nphi ? inlined_[TermKind::phi_t][at(i)] : code.zero;
    const code::Ref w = velocity_residual(inlined_[TermKind::phi_dot], inlined_[TermKind::psi], i);
    worst = code.max(relative_velocity_residual(code, system_->jacobian_pattern(), i, inlined_[TermKind::jacobian],
                                                speed, constant, w),
                     worst);
  }
  code.program.store(code::out_base, velocity_at, worst);
}

bool ProjectionKernel::run(const State& s) {
  gather_motion(s, in_.data());
  code_.run(in_.data(), out_.data(), work_.data());
  return PivotWatch::good(out_[lost_at], out_[finite_at], PivotWatch::most_in_corrections);
}

}  // namespace rheon
