// What a step calls: every evaluation, tape and linear solve of chosen steps, with copies of their arguments, so that
// each kind can be repeated and timed alone. The calls are caught by the linker (--wrap, see cmake/RheonBench.cmake):
// the library itself knows nothing of it.
#pragma once

#include <map>
#include <vector>

#include "la/saddle_solver.hpp"
#include "rheon/expr/graph.hpp"
#include "rheon/model/system.hpp"

namespace bench {

struct EvaluateCall {
  rheon::State state;
  rheon::Want want = rheon::Want::none;
};

struct TapeCall {
  const rheon::expr::Tape* tape = nullptr;
  std::vector<double> inputs;
};

/// A call of a saddle solver, or of a linear solver outside one.
struct SolverCall {
  enum class Kind : unsigned char { weigh, factor, solve, solve_afresh, apply, augmented, plain_factor, plain_solve };
  Kind kind = Kind::weigh;
  rheon::SaddleSolver* saddle = nullptr;
  rheon::LinearSolver* plain = nullptr;
  bool dependent = false;  ///< what the saddle solver expects of its rows
  rheon::SparseValues P = {}, A = {};
  std::vector<double> f = {}, g = {}, x = {}, mu = {};
  std::vector<double> solution = {};  ///< the x that the step got
};

/// A run of machine code that holds expressions and linear algebra together.
struct KernelCall {
  enum class Kind : unsigned char {
    step,
    rate,
    redundant_rate,
    projection,
    newton,
    newton_again,
    velocities,
    accelerations
  };
  Kind kind = Kind::rate;
  void* kernel = nullptr;
  rheon::State state = {};          ///< step, projection
  std::vector<double> inputs = {};  ///< step: its length; the others: what they read
};

struct StepTrace {
  std::vector<EvaluateCall> evaluations;
  std::vector<KernelCall> kernels;
  std::vector<TapeCall> tapes;
  std::vector<SolverCall> solves;
};

/// Sees the calls of the steppers that are made and used while it exists. One at a time, one thread.
class Recorder {
 public:
  explicit Recorder(const rheon::System& system);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void begin_step() { steps_.emplace_back(), recording_ = true; }
  void end_step() { recording_ = false; }
  const std::vector<StepTrace>& steps() const { return steps_; }

 private:
  friend struct Wraps;
  struct Size {
    std::size_t unknowns, rows;
  };
  std::size_t input_count_, motion_count_;
  std::map<const rheon::SaddleSolver*, Size> size_;
  std::vector<StepTrace> steps_;
  bool recording_ = false;
  int inside_saddle_ = 0;
};

}  // namespace bench
