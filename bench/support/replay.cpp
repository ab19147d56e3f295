#include "support/replay.hpp"

#include <algorithm>
#include <numeric>

#include "constraints/tangent.hpp"
#include "support/caught_calls.hpp"

namespace bench {

Replay::Replay(const System& system, const State& state, const std::vector<StepTrace>& steps)
    : system_(system), terms_(system.make_terms()), kernel_state_(state) {
  const auto grow = [](std::vector<double>& v, std::size_t size) { v.resize(std::max(v.size(), size)); };
  for (const auto& step : steps) {
    for (const auto& call : step.tapes) {
      grow(outputs_, call.tape->output_size());
      grow(work_, call.tape->work_size());
    }
    for (const auto& call : step.kernels) {
      make_algebra(state, call);
      if (call.kind == KernelCall::Kind::step)
        grow(outputs_, static_cast<std::size_t>(static_cast<const StepProgram*>(call.kernel)->size()));
    }
    for (const auto& call : step.solves) {
      grow(x_, call.x.size());
      grow(mu_, call.mu.size());
    }
  }
}

void Replay::make_algebra(const State& state, const KernelCall& call) {
  const rheon::Tangent tangent(system_);
  std::vector<int> all(static_cast<std::size_t>(system_.layout().rows()));
  std::iota(all.begin(), all.end(), 0);
  using Kind = KernelCall::Kind;
  if (call.kind <= Kind::projection) {
    if (!rate_) rate_.emplace(system_, state, system_.mass_pattern(), all, true);
    return;
  }
  const auto& kernel = *static_cast<const Ali3pKernel*>(call.kernel);
  if (!newton_) newton_.emplace(system_, state, tangent.pattern(), kernel.newton_rows(), kernel.symmetric());
  if (!projection_) projection_.emplace(system_, state, system_.mass_pattern(), kernel.rows(), true);
  if (!tangent_ && kernel.settings().tangent_velocities)
    tangent_.emplace(system_, state, tangent.pattern(), kernel.rows(), kernel.symmetric());
}

void Replay::kernels(const StepTrace& step) {
  for (const auto& call : step.kernels) {
    const auto kernel = static_cast<Ali3pKernel*>(call.kernel);
    if (call.kind > KernelCall::Kind::projection)
      std::copy(call.inputs.begin(), call.inputs.end(), kernel->inputs().begin());
    switch (call.kind) {
      case KernelCall::Kind::step:
        (void)real_step(static_cast<StepProgram*>(call.kernel), call.state, call.inputs[0], outputs_.data());
        break;
      case KernelCall::Kind::redundant_rate:
        (void)real_redundant(static_cast<RedundantRateKernel*>(call.kernel), call.inputs.data(), kernel_state_.a.data(),
                             kernel_state_.lambda.data());
        break;
      case KernelCall::Kind::rate:
        (void)real_rate(static_cast<RateKernel*>(call.kernel), call.inputs.data(), kernel_state_.a.data(),
                        kernel_state_.lambda.data());
        break;
      case KernelCall::Kind::projection:
        (void)real_projection(static_cast<ProjectionKernel*>(call.kernel), call.state);
        break;
      case KernelCall::Kind::newton: (void)real_newton(kernel, true); break;
      case KernelCall::Kind::newton_again: (void)real_newton(kernel, false); break;
      case KernelCall::Kind::velocities: (void)real_velocities(kernel); break;
      case KernelCall::Kind::accelerations: (void)real_accelerations(kernel); break;
    }
  }
}

void Replay::program_algebra(const StepTrace& step) {
  for (const auto& call : step.kernels) switch (call.kind) {
      case KernelCall::Kind::step:
        for (int k = 1; k < static_cast<const StepProgram*>(call.kernel)->stages(); ++k) {
          rate_->factor();
          rate_->solve();
        }
        break;
      case KernelCall::Kind::redundant_rate: {
        rate_->factor();
        const auto& left_out = static_cast<const RedundantRateKernel*>(call.kernel)->left_out();
        for (std::size_t k = 0; k <= left_out.size(); ++k) rate_->solve();
        break;
      }
      case KernelCall::Kind::projection: rate_->solve(); [[fallthrough]];
      case KernelCall::Kind::rate:
        rate_->factor();
        rate_->solve();
        break;
      case KernelCall::Kind::newton: newton_->factor(); [[fallthrough]];
      case KernelCall::Kind::newton_again: newton_->solve(); break;
      case KernelCall::Kind::velocities: {
        BareAlgebra& metric = tangent_ ? *tangent_ : *projection_;
        metric.factor();
        metric.solve();
        break;
      }
      case KernelCall::Kind::accelerations: {
        if (tangent_) projection_->factor();
        const std::size_t kept = static_cast<const Ali3pKernel*>(call.kernel)->rows().size();
        for (std::size_t k = kept; k <= static_cast<std::size_t>(system_.layout().rows()); ++k) projection_->solve();
        break;
      }
    }
}

void Replay::evaluations(const StepTrace& step) {
  for (const auto& call : step.evaluations) (void)real_evaluate(&system_, call.state, call.want, terms_);
}

void Replay::tapes(const StepTrace& step) {
  for (const auto& call : step.tapes) real_tape(call.tape, call.inputs.data(), outputs_.data(), work_.data());
}

void Replay::repeat(const SolverCall& call) {
  std::copy(call.x.begin(), call.x.end(), x_.begin());
  std::copy(call.mu.begin(), call.mu.end(), mu_.begin());
  if (call.saddle != nullptr) call.saddle->expect_dependent(call.dependent);
  switch (call.kind) {
    case SolverCall::Kind::weigh: return real_weigh(call.saddle, call.P, call.A);
    case SolverCall::Kind::factor: return (void)real_factor(call.saddle, call.P, call.A);
    case SolverCall::Kind::solve:
      return (void)real_solve(call.saddle, call.P, call.A, call.f.data(), call.g.data(), x_.data(), mu_.data());
    case SolverCall::Kind::solve_afresh:
      return (void)real_afresh(call.saddle, call.P, call.A, call.f.data(), call.g.data(), x_.data(), mu_.data());
    case SolverCall::Kind::apply:
      return (void)real_apply(call.saddle, call.f.data(), call.g.data(), x_.data(), mu_.data());
    case SolverCall::Kind::augmented: return real_augmented(call.saddle, x_.data());
    case SolverCall::Kind::plain_factor: return (void)call.plain->factor(call.P);
    case SolverCall::Kind::plain_solve: return call.plain->solve(x_.data());
  }
}

void Replay::solves(const StepTrace& step) {
  for (const auto& call : step.solves) repeat(call);
}

bool Replay::same_solutions(const StepTrace& step) {
  for (const auto& call : step.solves) {
    repeat(call);
    if (!std::equal(call.solution.begin(), call.solution.end(), x_.begin())) return false;
  }
  return true;
}

}  // namespace bench
