#include "kernels/projection_kernel.hpp"

#include <algorithm>

#include "core/index.hpp"
#include "kernels/kernel_algebra.hpp"
#include "la/kkt_programs.hpp"
#include "model/system_inside.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// Each correction eliminates anew; larger systems gain more from factors that serve for several.
constexpr int most_updates = 400;
/// With dependent rows the general way takes several passes each time.
constexpr int most_redundant_updates = 4000;
/// Largest pivot of a row before losses over after, squared: plenty for a correction that is repeated.
constexpr double most_lost = 1e8;
/// Smaller than any velocity in any unit.
constexpr double nothing = 1e-100;
/// Outputs 0 to 2 are in the header.
constexpr int lost_at = 3, finite_at = 4;

}  // namespace

ProjectionKernel::ProjectionKernel(const System& system, bool positions, std::vector<int> left_out)
    : system_(&system), left_out_(std::move(left_out)) {
  const Layout& n = system.layout();
  const Pattern& A = system.jacobian_pattern();
  std::vector<int> kept;
  for (int i = 0; i < n.rows(); ++i)
    if (std::find(left_out_.begin(), left_out_.end(), i) == left_out_.end()) kept.push_back(i);
  if (system.massless_velocity() >= 0 || system.model().general_speeds || n.rows() == 0) return;
  const Pattern rows = KernelAlgebra::some_rows(A, kept);
  const KktStructure s(system.mass_pattern(), rows);
  if (s.updates() > (left_out_.empty() ? most_updates : most_redundant_updates)) return;
  code::Program program;
  SystemInside::append_terms(
      system, program, (positions ? want_position_projection : want_velocity_projection) | Want::energy, inlined_);
  const code::Value zero = program.constant(0.0);
  program.store(code::out_base, 2, program.add(inlined_[TermKind::kinetic][0], inlined_[TermKind::potential][0]));
  if (positions) add_position_residual(program);
  add_velocity_residual(program);
  const KktValues factors = append_elimination(program, s, true, inlined_[TermKind::mass],
                                               KernelAlgebra::some_rows(A, inlined_[TermKind::jacobian], kept),
                                               std::vector<code::Value>(at(s.rows), zero));
  KernelAlgebra algebra(program);
  code::Value finite = zero;
  for (int k = 0; k < s.size(); ++k)  // a mass that is not positive has no root
    if (!s.is_row[at(k)]) finite = program.add(finite, program.mul(zero, program.sqrt(factors.inverse[at(k)])));
  const auto correct = [&](const std::vector<code::Value>& residuals, int place) {
    std::vector<code::Value> x(at(n.nv), zero);
    for (const int i : kept) x.push_back(program.neg(residuals[at(i)]));
    append_substitution(program, s, true, factors, x);
    x.resize(at(n.nv));
    algebra.watch(finite, x);
    algebra.store(code::out_base, place, x);
  };
  std::vector<code::Value> position = inlined_[TermKind::phi], velocity = inlined_[TermKind::phi_dot];
  position.resize(at(n.rows()), zero);  // velocity-level rows keep positions from moving along them
  velocity.insert(velocity.end(), inlined_[TermKind::psi].begin(), inlined_[TermKind::psi].end());
  if (positions) correct(position, first_result);
  correct(velocity, first_result + n.nv);
  const code::Value lost =
      program.max(algebra.largest_loss(s, factors), algebra.largest_mass_loss(system, inlined_, s, factors));
  program.store(code::out_base, lost_at, lost);
  program.store(code::out_base, finite_at, finite);
  program.settle();
  code_ = code::Executable(std::move(program));
  inlined_.keep_tables_only();
  in_.resize(at(system.model().inputs.size()));
  out_.resize(at(first_result + 2 * n.nv));
  work_.resize(code_.work_size());
}

/// |phi| over 1 + sum_j |phi_q,j q_j|
void ProjectionKernel::add_position_residual(code::Program& program) {
  const Pattern& A = system_->jacobian_pattern();
  const InputMap& inputs = system_->model().inputs;
  code::Value worst = program.constant(0.0);
  const code::Value one = program.constant(1.0);
  for (int i = 0; i < system_->layout().nphi; ++i) {
    code::Value size = one;
    for (int k = A.start[at(i)]; k < A.start[at(i) + 1]; ++k) {
      const code::Value q = program.load(code::in_base, inputs.q(A.col[at(k)]));
      size = program.add(size, program.abs(program.mul(inlined_[TermKind::jacobian][at(k)], q)));
    }
    worst = program.max(program.div(program.abs(inlined_[TermKind::phi][at(i)]), size), worst);
  }
  program.store(code::out_base, 0, worst);
}

/// |A v + phi_t| over the size of its terms with the velocities that the largest energy of a coordinate could give each.
void ProjectionKernel::add_velocity_residual(code::Program& program) {
  const Layout& n = system_->layout();
  const Pattern &A = system_->jacobian_pattern(), &M = system_->mass_pattern();
  const InputMap& inputs = system_->model().inputs;
  const auto mass = [&](int j) { return inlined_[TermKind::mass][at(M.find(j, j))]; };
  code::Value energy = program.constant(0.0), worst = energy;
  for (int j = 0; j < n.nv; ++j) {
    const code::Value v = program.load(code::in_base, inputs.v(j));
    energy = program.max(program.mul(mass(j), program.mul(v, v)), energy);
  }
  std::vector<code::Value> speed;
  for (int j = 0; j < n.nv; ++j) speed.push_back(program.sqrt(program.div(energy, mass(j))));
  const code::Value least = program.constant(nothing);
  for (int i = 0; i < n.rows(); ++i) {
    code::Value size = i < n.nphi ? program.add(program.abs(inlined_[TermKind::phi_t][at(i)]), least) : least;
    for (int k = A.start[at(i)]; k < A.start[at(i) + 1]; ++k)
      size = program.add(size, program.mul(program.abs(inlined_[TermKind::jacobian][at(k)]), speed[at(A.col[at(k)])]));
    const code::Value w = i < n.nphi ? inlined_[TermKind::phi_dot][at(i)] : inlined_[TermKind::psi][at(i - n.nphi)];
    worst = program.max(program.div(program.abs(w), size), worst);
  }
  program.store(code::out_base, 1, worst);
}

bool ProjectionKernel::run(const State& s) {
  gather_motion(s, in_.data());
  code_.run(in_.data(), out_.data(), work_.data());
  return out_[lost_at] <= most_lost && out_[finite_at] == 0.0;
}

}  // namespace rheon
