#include "support/trace.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "constraints/tangent.hpp"
#include "integrators/step_program.hpp"
#include "kernels/ali3p_kernel.hpp"
#include "kernels/projection_kernel.hpp"
#include "kernels/rate_kernel.hpp"
#include "kernels/redundant_rate_kernel.hpp"

// The functions caught, by their names in object files. Another signature there is a link error here: correct the name
// in this file and in cmake/RheonBench.cmake.
#define RHEON_EVALUATE "_ZNK5rheon6System8evaluateERKNS_5StateENS_4WantERNS_5TermsE"
#define RHEON_TAPE "_ZNK5rheon4expr4Tape8evaluateEPKdPdS4_"
#define RHEON_SADDLE "_ZN5rheon12SaddleSolverC1ERKNS_7PatternES3_S3_bdb"
#define RHEON_WEIGH "_ZN5rheon12SaddleSolver5weighERKSt6vectorIdSaIdEES5_"
#define RHEON_FACTOR "_ZN5rheon12SaddleSolver6factorERKSt6vectorIdSaIdEES5_"
#define RHEON_SOLVE "_ZN5rheon12SaddleSolver5solveERKSt6vectorIdSaIdEES5_PKdS7_PdS8_"
#define RHEON_AFRESH "_ZN5rheon12SaddleSolver12solve_afreshERKSt6vectorIdSaIdEES5_PKdS7_PdS8_"
#define RHEON_APPLY "_ZN5rheon12SaddleSolver5applyEPKdS2_PdS3_"
#define RHEON_AUGMENTED "_ZN5rheon12SaddleSolver15solve_augmentedEPd"
#define RHEON_RATE "_ZN5rheon10RateKernel3runEPKdPdS3_"
#define RHEON_REDUNDANT "_ZN5rheon19RedundantRateKernel3runEPKdPdS3_"
#define RHEON_STEP "_ZN5rheon11StepProgram3runERKNS_5StateEdPd"
#define RHEON_PROJECTION "_ZN5rheon16ProjectionKernel3runERKNS_5StateE"
#define RHEON_NEWTON "_ZN5rheon11Ali3pKernel7improveEb"
#define RHEON_VELOCITIES "_ZN5rheon11Ali3pKernel18project_velocitiesEv"
#define RHEON_ACCELERATIONS "_ZN5rheon11Ali3pKernel21project_accelerationsEv"
#define RHEON_MAKE "_ZN5rheon18make_linear_solverERKNS_7PatternEb"

using rheon::Ali3pKernel;
using rheon::LinearSolver;
using rheon::Pattern;
using rheon::ProjectionKernel;
using rheon::RateKernel;
using rheon::RedundantRateKernel;
using rheon::SaddleSolver;
using rheon::SparseValues;
using rheon::State;
using rheon::Status;
using rheon::StepProgram;
using rheon::System;
using rheon::Terms;
using rheon::Want;
using rheon::expr::Tape;
using SolverPointer = std::unique_ptr<LinearSolver>;

Status real_evaluate(const System*, const State&, Want, Terms&) asm("__real_" RHEON_EVALUATE);
void real_tape(const Tape*, const double*, double*, double*) asm("__real_" RHEON_TAPE);
void real_saddle(SaddleSolver*, const Pattern&, const Pattern&, const Pattern&, bool, double,
                 bool) asm("__real_" RHEON_SADDLE);
void real_weigh(SaddleSolver*, const SparseValues&, const SparseValues&) asm("__real_" RHEON_WEIGH);
Status real_factor(SaddleSolver*, const SparseValues&, const SparseValues&) asm("__real_" RHEON_FACTOR);
Status real_solve(SaddleSolver*, const SparseValues&, const SparseValues&, const double*, const double*, double*,
                  double*) asm("__real_" RHEON_SOLVE);
Status real_afresh(SaddleSolver*, const SparseValues&, const SparseValues&, const double*, const double*, double*,
                   double*) asm("__real_" RHEON_AFRESH);
Status real_apply(SaddleSolver*, const double*, const double*, double*, double*) asm("__real_" RHEON_APPLY);
void real_augmented(SaddleSolver*, double*) asm("__real_" RHEON_AUGMENTED);
bool real_rate(RateKernel*, const double*, double*, double*) asm("__real_" RHEON_RATE);
bool real_redundant(RedundantRateKernel*, const double*, double*, double*) asm("__real_" RHEON_REDUNDANT);
bool real_step(StepProgram*, const State&, double, double*) asm("__real_" RHEON_STEP);
bool real_projection(ProjectionKernel*, const State&) asm("__real_" RHEON_PROJECTION);
bool real_newton(Ali3pKernel*, bool) asm("__real_" RHEON_NEWTON);
bool real_velocities(Ali3pKernel*) asm("__real_" RHEON_VELOCITIES);
bool real_accelerations(Ali3pKernel*) asm("__real_" RHEON_ACCELERATIONS);
SolverPointer real_make(const Pattern&, bool) asm("__real_" RHEON_MAKE);

namespace bench {

namespace {

Recorder* active = nullptr;

std::vector<double> copy(const double* from, std::size_t count) { return {from, from + count}; }

}  // namespace

/// What the wrapped functions may touch of the active Recorder.
struct Wraps {
  static Recorder* recording() { return active != nullptr && active->recording_ ? active : nullptr; }
  static StepTrace& step() { return active->steps_.back(); }
  static bool outside_saddle() { return recording() != nullptr && active->inside_saddle_ == 0; }
  static Recorder::Size size(const SaddleSolver* saddle) { return active->size_.at(saddle); }
  static void know(const SaddleSolver* saddle, const Pattern& P, const Pattern& A) {
    active->size_[saddle] = {static_cast<std::size_t>(P.rows), static_cast<std::size_t>(A.rows)};
  }
  static std::size_t input_count() { return active->input_count_; }
  static std::size_t motion_count() { return active->motion_count_; }

  struct Inside {
    Inside() { ++active->inside_saddle_; }
    ~Inside() { --active->inside_saddle_; }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;
  };
};

namespace {

/// Stands before a linear solver and records what is asked of it from outside a saddle solver.
class RecordedSolver final : public LinearSolver {
 public:
  RecordedSolver(SolverPointer real, int size) : real_(std::move(real)), size_(static_cast<std::size_t>(size)) {}

  Status factor(const SparseValues& values) override {
    if (Wraps::outside_saddle())
      Wraps::step().solves.push_back({.kind = SolverCall::Kind::plain_factor, .plain = real_.get(), .P = values});
    return real_->factor(values);
  }

  void solve(double* x) override {
    if (!Wraps::outside_saddle()) return real_->solve(x);
    SolverCall call{.kind = SolverCall::Kind::plain_solve, .plain = real_.get(), .x = copy(x, size_)};
    real_->solve(x);
    call.solution = copy(x, size_);
    Wraps::step().solves.push_back(std::move(call));
  }

 private:
  SolverPointer real_;
  std::size_t size_;
};

}  // namespace

Recorder::Recorder(const System& system)
    : input_count_(static_cast<std::size_t>(system.model().inputs.size())),
      motion_count_(static_cast<std::size_t>(system.model().inputs.a(0))) {
  active = this;
}

Recorder::~Recorder() { active = nullptr; }

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

using bench::KernelCall;
using bench::SolverCall;
using bench::Wraps;

Status wrapped_evaluate(const System*, const State&, Want, Terms&) asm("__wrap_" RHEON_EVALUATE);
Status wrapped_evaluate(const System* self, const State& state, Want want, Terms& terms) {
  if (Wraps::recording() != nullptr) Wraps::step().evaluations.push_back({state, want});
  return real_evaluate(self, state, want, terms);
}

void wrapped_tape(const Tape*, const double*, double*, double*) asm("__wrap_" RHEON_TAPE);
void wrapped_tape(const Tape* self, const double* inputs, double* outputs, double* work) {
  if (Wraps::recording() != nullptr) Wraps::step().tapes.push_back({self, bench::copy(inputs, Wraps::input_count())});
  real_tape(self, inputs, outputs, work);
}

void wrapped_saddle(SaddleSolver*, const Pattern&, const Pattern&, const Pattern&, bool, double,
                    bool) asm("__wrap_" RHEON_SADDLE);
void wrapped_saddle(SaddleSolver* self, const Pattern& P, const Pattern& A, const Pattern& mass, bool definite,
                    double penalty, bool native) {
  real_saddle(self, P, A, mass, definite, penalty, native);
  if (bench::active != nullptr) Wraps::know(self, P, A);
}

void wrapped_weigh(SaddleSolver*, const SparseValues&, const SparseValues&) asm("__wrap_" RHEON_WEIGH);
void wrapped_weigh(SaddleSolver* self, const SparseValues& mass, const SparseValues& A) {
  if (Wraps::recording() != nullptr)
    Wraps::step().solves.push_back(
        {.kind = SolverCall::Kind::weigh, .saddle = self, .dependent = self->expects_dependent(), .P = mass, .A = A});
  real_weigh(self, mass, A);
}

Status wrapped_factor(SaddleSolver*, const SparseValues&, const SparseValues&) asm("__wrap_" RHEON_FACTOR);
Status wrapped_factor(SaddleSolver* self, const SparseValues& P, const SparseValues& A) {
  if (Wraps::recording() == nullptr) return real_factor(self, P, A);
  Wraps::step().solves.push_back(
      {.kind = SolverCall::Kind::factor, .saddle = self, .dependent = self->expects_dependent(), .P = P, .A = A});
  const Wraps::Inside inside;
  return real_factor(self, P, A);
}

Status wrapped_solve(SaddleSolver*, const SparseValues&, const SparseValues&, const double*, const double*, double*,
                     double*) asm("__wrap_" RHEON_SOLVE);
Status wrapped_solve(SaddleSolver* self, const SparseValues& P, const SparseValues& A, const double* f, const double* g,
                     double* x, double* mu) {
  if (Wraps::recording() == nullptr) return real_solve(self, P, A, f, g, x, mu);
  const auto [n, rows] = Wraps::size(self);
  SolverCall call{
      .kind = SolverCall::Kind::solve, .saddle = self, .dependent = self->expects_dependent(), .P = P, .A = A};
  call.f = bench::copy(f, n);
  call.g = bench::copy(g, rows);
  call.x = bench::copy(x, n);
  call.mu = bench::copy(mu, rows);
  const Wraps::Inside inside;
  const Status status = real_solve(self, P, A, f, g, x, mu);
  call.solution = bench::copy(x, n);
  Wraps::step().solves.push_back(std::move(call));
  return status;
}

Status wrapped_afresh(SaddleSolver*, const SparseValues&, const SparseValues&, const double*, const double*, double*,
                      double*) asm("__wrap_" RHEON_AFRESH);
Status wrapped_afresh(SaddleSolver* self, const SparseValues& P, const SparseValues& A, const double* f,
                      const double* g, double* x, double* mu) {
  if (Wraps::recording() == nullptr) return real_afresh(self, P, A, f, g, x, mu);
  const auto [n, rows] = Wraps::size(self);
  SolverCall call{
      .kind = SolverCall::Kind::solve_afresh, .saddle = self, .dependent = self->expects_dependent(), .P = P, .A = A};
  call.f = bench::copy(f, n);
  call.g = bench::copy(g, rows);
  const Wraps::Inside inside;
  const Status status = real_afresh(self, P, A, f, g, x, mu);
  call.x = call.solution = bench::copy(x, n);
  call.mu = bench::copy(mu, rows);
  Wraps::step().solves.push_back(std::move(call));
  return status;
}

Status wrapped_apply(SaddleSolver*, const double*, const double*, double*, double*) asm("__wrap_" RHEON_APPLY);
Status wrapped_apply(SaddleSolver* self, const double* f, const double* g, double* x, double* mu) {
  if (Wraps::recording() == nullptr) return real_apply(self, f, g, x, mu);
  const auto [n, rows] = Wraps::size(self);
  SolverCall call{.kind = SolverCall::Kind::apply, .saddle = self, .dependent = self->expects_dependent()};
  call.f = bench::copy(f, n);
  call.g = bench::copy(g, rows);
  const Status status = real_apply(self, f, g, x, mu);
  call.x = call.solution = bench::copy(x, n);
  call.mu = bench::copy(mu, rows);
  Wraps::step().solves.push_back(std::move(call));
  return status;
}

void wrapped_augmented(SaddleSolver*, double*) asm("__wrap_" RHEON_AUGMENTED);
void wrapped_augmented(SaddleSolver* self, double* x) {
  if (Wraps::recording() == nullptr) return real_augmented(self, x);
  const std::size_t n = Wraps::size(self).unknowns;
  SolverCall call{.kind = SolverCall::Kind::augmented,
                  .saddle = self,
                  .dependent = self->expects_dependent(),
                  .x = bench::copy(x, n)};
  const Wraps::Inside inside;
  real_augmented(self, x);
  call.solution = bench::copy(x, n);
  Wraps::step().solves.push_back(std::move(call));
}

bool wrapped_rate(RateKernel*, const double*, double*, double*) asm("__wrap_" RHEON_RATE);
bool wrapped_rate(RateKernel* self, const double* motion, double* a, double* lambda) {
  if (Wraps::recording() != nullptr)
    Wraps::step().kernels.push_back(
        {.kind = KernelCall::Kind::rate, .kernel = self, .inputs = bench::copy(motion, Wraps::motion_count())});
  return real_rate(self, motion, a, lambda);
}

bool wrapped_redundant(RedundantRateKernel*, const double*, double*, double*) asm("__wrap_" RHEON_REDUNDANT);
bool wrapped_redundant(RedundantRateKernel* self, const double* motion, double* a, double* lambda) {
  if (Wraps::recording() != nullptr)
    Wraps::step().kernels.push_back({.kind = KernelCall::Kind::redundant_rate,
                                     .kernel = self,
                                     .inputs = bench::copy(motion, Wraps::motion_count())});
  return real_redundant(self, motion, a, lambda);
}

bool wrapped_step(StepProgram*, const State&, double, double*) asm("__wrap_" RHEON_STEP);
bool wrapped_step(StepProgram* self, const State& from, double h, double* rates) {
  if (Wraps::recording() != nullptr)
    Wraps::step().kernels.push_back({.kind = KernelCall::Kind::step, .kernel = self, .state = from, .inputs = {h}});
  return real_step(self, from, h, rates);
}

bool wrapped_projection(ProjectionKernel*, const State&) asm("__wrap_" RHEON_PROJECTION);
bool wrapped_projection(ProjectionKernel* self, const State& s) {
  if (Wraps::recording() != nullptr)
    Wraps::step().kernels.push_back({.kind = KernelCall::Kind::projection, .kernel = self, .state = s});
  return real_projection(self, s);
}

static void record(Ali3pKernel* self, KernelCall::Kind kind) {
  if (Wraps::recording() != nullptr)
    Wraps::step().kernels.push_back({.kind = kind, .kernel = self, .inputs = self->inputs()});
}

bool wrapped_newton(Ali3pKernel*, bool) asm("__wrap_" RHEON_NEWTON);
bool wrapped_newton(Ali3pKernel* self, bool afresh) {
  record(self, afresh ? KernelCall::Kind::newton : KernelCall::Kind::newton_again);
  return real_newton(self, afresh);
}

bool wrapped_velocities(Ali3pKernel*) asm("__wrap_" RHEON_VELOCITIES);
bool wrapped_velocities(Ali3pKernel* self) {
  record(self, KernelCall::Kind::velocities);
  return real_velocities(self);
}

bool wrapped_accelerations(Ali3pKernel*) asm("__wrap_" RHEON_ACCELERATIONS);
bool wrapped_accelerations(Ali3pKernel* self) {
  record(self, KernelCall::Kind::accelerations);
  return real_accelerations(self);
}

SolverPointer wrapped_make(const Pattern&, bool) asm("__wrap_" RHEON_MAKE);
SolverPointer wrapped_make(const Pattern& pattern, bool definite) {
  auto solver = real_make(pattern, definite);
  if (bench::active == nullptr) return solver;
  return std::make_unique<bench::RecordedSolver>(std::move(solver), pattern.rows);
}
