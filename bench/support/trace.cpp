#include "support/trace.hpp"

#include <utility>

#include "support/caught_calls.hpp"

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

Status wrapped_evaluate(const System*, const State&, Want, Terms&) asm("__wrap_" RHEON_EVALUATE);
Status wrapped_evaluate(const System* self, const State& state, Want want, Terms& terms) {
  if (Wraps::recording() != nullptr) Wraps::step().evaluations.push_back({state, want});
  return real_evaluate(self, state, want, terms);
}

void wrapped_tape(const Tape*, const double*, double*, double*) asm("__wrap_" RHEON_TAPE);
void wrapped_tape(const Tape* self, const double* inputs, double* outputs, double* work) {
  if (Wraps::recording() != nullptr) Wraps::step().tapes.push_back({self, copy(inputs, Wraps::input_count())});
  real_tape(self, inputs, outputs, work);
}

void wrapped_saddle(SaddleSolver*, const Pattern&, const Pattern&, const Pattern&, bool, double,
                    bool) asm("__wrap_" RHEON_SADDLE);
void wrapped_saddle(SaddleSolver* self, const Pattern& P, const Pattern& A, const Pattern& mass, bool definite,
                    double penalty, bool native) {
  real_saddle(self, P, A, mass, definite, penalty, native);
  if (active != nullptr) Wraps::know(self, P, A);
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
  call.f = copy(f, n);
  call.g = copy(g, rows);
  call.x = copy(x, n);
  call.mu = copy(mu, rows);
  const Wraps::Inside inside;
  const Status status = real_solve(self, P, A, f, g, x, mu);
  call.solution = copy(x, n);
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
  call.f = copy(f, n);
  call.g = copy(g, rows);
  const Wraps::Inside inside;
  const Status status = real_afresh(self, P, A, f, g, x, mu);
  call.x = call.solution = copy(x, n);
  call.mu = copy(mu, rows);
  Wraps::step().solves.push_back(std::move(call));
  return status;
}

Status wrapped_apply(SaddleSolver*, const double*, const double*, double*, double*) asm("__wrap_" RHEON_APPLY);
Status wrapped_apply(SaddleSolver* self, const double* f, const double* g, double* x, double* mu) {
  if (Wraps::recording() == nullptr) return real_apply(self, f, g, x, mu);
  const auto [n, rows] = Wraps::size(self);
  SolverCall call{.kind = SolverCall::Kind::apply, .saddle = self, .dependent = self->expects_dependent()};
  call.f = copy(f, n);
  call.g = copy(g, rows);
  const Status status = real_apply(self, f, g, x, mu);
  call.x = call.solution = copy(x, n);
  call.mu = copy(mu, rows);
  Wraps::step().solves.push_back(std::move(call));
  return status;
}

void wrapped_augmented(SaddleSolver*, double*) asm("__wrap_" RHEON_AUGMENTED);
void wrapped_augmented(SaddleSolver* self, double* x) {
  if (Wraps::recording() == nullptr) return real_augmented(self, x);
  const std::size_t n = Wraps::size(self).unknowns;
  SolverCall call{
      .kind = SolverCall::Kind::augmented, .saddle = self, .dependent = self->expects_dependent(), .x = copy(x, n)};
  const Wraps::Inside inside;
  real_augmented(self, x);
  call.solution = copy(x, n);
  Wraps::step().solves.push_back(std::move(call));
}

bool wrapped_rate(RateKernel*, const double*, double*, double*) asm("__wrap_" RHEON_RATE);
bool wrapped_rate(RateKernel* self, const double* motion, double* a, double* lambda) {
  if (Wraps::recording() != nullptr)
    Wraps::step().kernels.push_back(
        {.kind = KernelCall::Kind::rate, .kernel = self, .inputs = copy(motion, Wraps::motion_count())});
  return real_rate(self, motion, a, lambda);
}

bool wrapped_redundant(RedundantRateKernel*, const double*, double*, double*) asm("__wrap_" RHEON_REDUNDANT);
bool wrapped_redundant(RedundantRateKernel* self, const double* motion, double* a, double* lambda) {
  if (Wraps::recording() != nullptr)
    Wraps::step().kernels.push_back(
        {.kind = KernelCall::Kind::redundant_rate, .kernel = self, .inputs = copy(motion, Wraps::motion_count())});
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
  if (active == nullptr) return solver;
  return std::make_unique<RecordedSolver>(std::move(solver), pattern.rows);
}

}  // namespace bench
