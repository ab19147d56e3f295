#include "kernels/distance_kernel.hpp"

#include "core/index.hpp"
#include "kernels/program_algebra.hpp"
#include "methods/allowed_error.hpp"
#include "methods/row_equations.hpp"
#include "model/system_inside.hpp"

namespace rheon {

namespace {

/// Beyond, a step takes far longer than the general solver takes here. A choice, of time alone.
constexpr int most_coordinates = 100;
/// Outputs.
constexpr int distance_at = 0, finite_at = 1, output_count = 2;

}  // namespace

DistanceKernel::DistanceKernel(const System& system, bool positions) {
  const Layout& n = system.layout();
  if (system.model().general_speeds || n.rows() == 0 || n.nv > most_coordinates) return;
  const InputMap& inputs = system.model().inputs;
  const Pattern& A = system.jacobian_pattern();
  code::Program program;
  SystemInside::append_terms(system, program, positions ? Want::position | Want::jacobian : Want::jacobian, inlined_);
  const int behind_motion = inputs.a(0);
  const code::Ref relative = program.load(code::in_base, behind_motion);
  const code::Ref absolute = program.load(code::in_base, behind_motion + 1);
  ProgramAlgebra algebra(program);
  const auto allowed_changes = [&](int first) {
    CodeValues allowed;
    for (int j = 0; j < n.nv; ++j)
      allowed.push_back(allowed_change(algebra, program.load(code::in_base, first + j), relative, absolute));
    return allowed;
  };
  CodeValues distances;
  const auto judge = [&](code::Ref residual, int row, const CodeValues& allowed) {
    distances.push_back(distance_of_row(
        algebra, A, row, inlined_[TermKind::jacobian], [&](int j) { return allowed[at(j)]; }, residual));
  };
  if (positions) {
    const CodeValues allowed = allowed_changes(inputs.q(0));
    for (int i = 0; i < n.nphi; ++i) judge(inlined_[TermKind::phi][at(i)], i, allowed);
  }
  const CodeValues allowed = allowed_changes(inputs.v(0));
  for (int i = 0; i < n.rows(); ++i)
    judge(velocity_residual(inlined_[TermKind::phi_dot], inlined_[TermKind::psi], i), i, allowed);
  code::Ref finite = algebra.zero;
  algebra.watch(finite, distances);
  program.store(code::out_base, distance_at, algebra.largest(distances, algebra.zero));
  program.store(code::out_base, finite_at, finite);
  program.move_stores();
  code_ = code::Executable(std::move(program));
  inlined_.keep_tables_only();
  in_.resize(at(behind_motion + 2));
  work_.resize(code_.work_size());
}

bool DistanceKernel::run(const State& s, double relative, double absolute, double& distance) {
  double* const behind = gather_motion(s, in_.data());
  behind[0] = relative;
  behind[1] = absolute;
  double out[output_count];
  code_.run(in_.data(), out, work_.data());
  distance = out[distance_at];
  return out[finite_at] == 0.0;
}

}  // namespace rheon
