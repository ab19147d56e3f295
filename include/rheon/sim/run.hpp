// One run, from a System to Results: the call behind `rheon run`.
//
//   const auto system = std::make_shared<const System>(read_model("model.yaml"));
//   RunRequest request;
//   request.tolerance = 1e-6;
//   const Results results = run(*system, request);                 // all at once
//
//   Simulation simulation(system, request);                        // the same step by step; owns a share of the system
//   while (simulation.step()) std::printf("%g\n", simulation.state().t);
//
// Times are in s, all else in SI units. One System serves any number of runs in any number of threads; a run itself belongs
// to one thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rheon/core/api.hpp"
#include "rheon/integrators/methods.hpp"
#include "rheon/model/system.hpp"
#include "rheon/sim/results.hpp"
#include "rheon/sim/step_memory.hpp"

namespace rheon {

/// Sees the rows of a run as they come, in the thread that makes it. An exception ends the run and reaches its caller.
class RHEON_API RowWatcher {
 public:
  virtual ~RowWatcher() = default;
  /// Before the first row: channels, texts, and of the summary what is known then.
  virtual void begin(const Results& start) = 0;
  /// Row `number`, from 0. One that was seen before is replaced, and those after it are taken back: a run that goes back
  /// to an earlier state to find another way records them anew. Return false to end the run, keeping what was computed.
  virtual bool row(std::size_t number, std::span<const double> values) = 0;
};

/// What to run. Absent parts come from the model's `simulate:` section, then from defaults.
struct RunRequest {
  std::optional<std::string> formulation, integrator;  ///< by name; `auto`: the formulation is chosen by trial
  /// Fixed steps in s, or error control to a tolerance (1e-15 to 0.1), not both; duration in s.
  std::optional<double> step, tolerance, duration;
  std::optional<int> samples;  ///< number of intervals between rows of the results
  /// Rows exactly at these times instead, increasing, inside the run. Fixed steps are divided so that they end there.
  std::vector<double> times;
  bool land_on_times = false;  ///< error control, too, ends a step at each of them instead of interpolating
  bool account_only = false;   ///< rows have t, energies, works, drifts and counts alone: large models need less memory
  /// `run` makes a second run with longer steps, and where that differs a third one with shorter steps, to find the error
  /// of the motion; where it is large, the summary has a doubt.
  bool estimate_error = false;
  std::vector<Setting> options;   ///< of the formulation, the integrator and the step control, by name
  Methods methods;                ///< the kinds that may be named: the user's own, and those of the tables
  RowWatcher* watcher = nullptr;  ///< not owned; none: rows are seen at the end
  /// If not, results have channels and a summary but no rows: only the watcher sees them, and memory does not grow with them.
  bool keep_rows = true;
};

/// How far a run is. Times of the motion in s.
struct Progress {
  double t = 0, start = 0, end = 0;
  long long steps = 0;        ///< accepted so far
  double drift_position = 0;  ///< |phi| over all rows at the end of the last step: each row counts by its number
  double wall_seconds = 0;    ///< by the clock, since the run began
};
/// Called about twenty times a second, in the thread of the run; return false to end it, keeping what was computed.
using Monitor = std::function<bool(const Progress&)>;

/// Throws ModelError (initial values), UsageError (options, pairing). A run that cannot go on is a result:
/// summary.ending says so and the rows computed so far are kept. The system is used during the call alone.
RHEON_API Results run(const System& system, const RunRequest& request, const Monitor& monitor = {});

/// Where a run is, and whose it is: all that it takes to go on. See checkpoint.hpp for its text.
struct SavedState {
  std::string formulation, integrator;  ///< by name, the user's own too
  std::uint64_t model = 0;              ///< a digest of the equations
  State state;
  std::optional<StepMemory> control;  ///< with error control
};

/// The same run in pieces: for checkpoints, and for loops of the caller's that look at every step or keep pace with a clock.
/// Nothing from outside enters during a run: forces and drives are what the model says.
///
/// Refers to its System. Given by a shared handle, it owns a share, and many simulations can have one System in common:
///
///   const auto system = std::make_shared<const System>(model);
///   std::vector<Simulation> simulations;
///   for (const RunRequest& request : requests) simulations.emplace_back(system, request);
///
/// Given by reference, the System must outlive the simulation and stay where it is; a temporary is refused by the compiler.
///
/// Constructors throw UsageError (names, options, a pairing that makes no sense, an empty handle) and ModelError (initial
/// values, a saved state that does not fit). Steps do not throw, but for what a watcher or a monitor throws. One thread at
/// a time. After a move only the destructor is left.
class RHEON_API Simulation {
 public:
  Simulation(std::shared_ptr<const System> system, const RunRequest& request);
  Simulation(const System& system, const RunRequest& request);
  Simulation(const System&& system, const RunRequest& request) = delete;
  /// Goes on from a saved state of the same system and request: in the same build on the same machine bit for bit. Models that need
  /// the sparse solver go on to round-off, since KLU keeps the pivots of its first matrix. Throws ModelError with the reason if
  /// another model or method saved it, or if a name, a length, a range or a time in it is not theirs; other numbers are taken as they
  /// are.
  Simulation(std::shared_ptr<const System> system, const RunRequest& request, const SavedState& saved);
  Simulation(const System& system, const RunRequest& request, const SavedState& saved);
  Simulation(const System&& system, const RunRequest& request, const SavedState& saved) = delete;
  /// The same with a state of the caller's own, made by this method for this system. Error control remembers no steps then.
  Simulation(std::shared_ptr<const System> system, const RunRequest& request, const State& state);
  Simulation(const System& system, const RunRequest& request, const State& state);
  Simulation(const System&& system, const RunRequest& request, const State& state) = delete;
  ~Simulation();
  Simulation(Simulation&&) noexcept;

  const State& state() const;  ///< complete; changes with every step
  /// Between any two steps, and after the last. UsageError where the run stopped because accelerations could not be found at its
  /// start or behind a switching time: nothing goes on from there.
  SavedState save() const;
  bool done() const;  ///< reached the end, or cannot go on
  /// One step (with error control: until one is accepted). False if the run cannot go on; the reason is in the
  /// summary. Recording rows is part of the step.
  bool step();
  /// Steps until it is done or the monitor says no; `after_step` sees every state on the way.
  void go_on(const Monitor& monitor, const std::function<void(const State&)>& after_step = {});
  void interrupt();  ///< marks the run as ended by the user
  Progress progress() const;
  Results results();  ///< rows so far and the summary; ends the simulation

 private:
  friend class ErrorEstimator;
  struct RHEON_LOCAL Impl;
  explicit Simulation(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The integrator that a run with this formulation takes if none is asked for: the model's, if it is written for this
/// formulation, otherwise the formulation's own. Throws UsageError for a name that `methods` do not know.
RHEON_API std::string default_integrator(const System& system, const std::string& formulation,
                                         const Methods& methods = {});

/// How long a run is if no duration is asked for: what the model says, or ten seconds.
RHEON_API double default_duration(const System& system);

/// The number of intervals between rows if none is asked for: what the model says, or 500.
RHEON_API int default_samples(const System& system);

/// What rows of results hold in addition to what all of them have.
struct RowParts {
  bool stores_energy = false;  ///< the energy of constraints that are springs
  bool steps = true;           ///< length and number of steps, `run.…`: an equilibrium has none
};

/// What a row of results holds.
RHEON_API std::vector<Channel> result_channels(const System& system, RowParts parts = {});

/// Is this a channel about the steps taken, `run.step` and the like, and not about the motion?
RHEON_API bool is_step_channel(std::string_view name);

/// What is wrong with the model's `simulate:` section, if anything; with a consistent initial state also whether the
/// formulation can start from it.
RHEON_API std::vector<Problem> plan_problems(const System& system, const State* initial = nullptr,
                                             const Methods& methods = {});

/// Options of projection and step control, which belong to no single formulation or integrator.
RHEON_API std::vector<OptionSpec> run_options();

/// rheon's version, `0.1.0`.
RHEON_API const char* version();

/// What carries out the programs of expressions and steps in this process, in words: machine code, or the interpreter. In one build
/// on one machine both give the same bits; other builds and machines may differ (docs/versioning.md). The environment variable
/// RHEON_CODE chooses, once in a process: `interpret`, or `native`. Any other value, and `native` where there is no machine code,
/// throws UsageError here and wherever a System is assembled. The text is a literal. Any thread.
RHEON_API std::string_view executor_description();

}  // namespace rheon
