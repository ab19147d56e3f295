// One model, many methods: every formulation that applies is run, measured against a reference, and set side by side. Methods
// are those of the tables alone: formulations and integrators of the user's own (Methods) cannot be compared. Any thread; with
// `jobs` above 1, runs are made by threads of the call's own.
//
//   CompareRequest request;
//   request.methods = parse_methods({"ali3p", "lagrange+rk4"});
//   request.step = 1e-3;
//   const Comparison comparison = compare(system, request);        // the system is used during the call alone
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rheon/core/api.hpp"
#include "rheon/sim/run.hpp"

namespace rheon {

/// A formulation, and the integrator to go with it; "" for the one that `run` would take.
struct Method {
  std::string formulation, integrator;
  bool automatic = false;                ///< chosen by `auto`, once step or tolerance are known
  std::vector<Setting> added_options{};  ///< that go with the choice, under error control
};
/// `ali3p`, `lagrange+rk4`, `lagrange+all` (each integrator that goes with it), `all`, `all+all`, `auto`, `auto+dopri5`. `all`
/// does not contain `auto`. Throws UsageError for unknown names.
RHEON_API std::vector<Method> parse_methods(const std::vector<std::string>& texts);

/// While `compare` runs: for a line that says what is being done.
struct CompareProgress {
  std::string doing;  ///< `ali3p + trapezoidal`
  int done = 0;       ///< runs finished
  int under_way = 1;  ///< at the same time; `run` is the first of them
  Progress run;
};

/// What to compare. Steps, duration in s. Nothing in it is kept after the call.
struct CompareRequest {
  std::vector<Method> methods;            ///< empty: every formulation of the table
  std::optional<std::string> integrator;  ///< for those without one of their own
  /// A step is used by every method, unless there is a tolerance too and the method has error control. A tolerance alone
  /// leaves the methods without error control aside. Neither: the model's step, or one that suits the motion.
  std::optional<double> step, tolerance, duration;
  std::optional<int> samples;    ///< about how many rows are compared, if the reference does not say
  std::vector<Setting> options;  ///< each goes to the methods that know it
  /// Columns by channel name, the first one `t`; each in the unit of its channel. Absent: a converged run is made (tolerance 1e-12,
  /// by a method of order 4 or more), and a further one that confirms it.
  std::optional<Results> reference;
  std::string reference_name;
  std::vector<std::string> matched;  ///< columns of the reference that must be channels, as the user said so
  bool orders = false;               ///< runs with halved steps, and the slopes of their errors
  bool work_precision = false;       ///< sweeps of step or tolerance
  int jobs = 1;                      ///< runs at the same time; results do not depend on it
  /// Called about twenty times a second, one call at a time; return false to end, keeping what was computed.
  std::function<bool(const CompareProgress&)> monitor;
};

/// Quantities whose errors are reported, each in the units of its channels.
enum class ComparedQuantity : unsigned char { positions, velocities, reactions, outputs };
inline constexpr std::array all_quantities{ComparedQuantity::positions, ComparedQuantity::velocities,
                                           ComparedQuantity::reactions, ComparedQuantity::outputs};
RHEON_API const char* to_text(ComparedQuantity quantity);
/// `ali3p + trapezoidal`, `auto: lagrange + dop853`.
RHEON_API std::string name_of(const Method& method);
template <class T>
using PerQuantity = std::array<T, all_quantities.size()>;
constexpr std::size_t index_of(ComparedQuantity quantity) { return static_cast<std::size_t>(quantity); }

/// The largest absolute difference from the reference, in the units of the channels, and where it is.
struct LargestError {
  double value = 0.0;
  std::string channel;  ///< "" if nothing of this kind is compared
  double time = 0.0;
  /// Less than 15 times the accuracy of the reference: it may be the error of the reference.
  bool at_reference_level = false;
};

/// One run of a series: with orders, a step in s; with work and precision, a step or a tolerance.
struct SeriesPoint {
  double step = 0.0, tolerance = 0.0;  ///< the other one is 0
  Ending ending = Ending::completed;
  std::string message;
  PerQuantity<LargestError> errors;
  long long steps = 0, evaluations = 0, factorisations = 0, iterations = 0;
  double cpu_seconds = 0.0;  ///< of the thread that made the run; differs from call to call
};

/// Least-squares slope of log error over log step.
struct ObservedOrder {
  double slope = 0.0;
  int points = 0;  ///< errors used; fewer than three: not observed
  bool observed() const { return points >= 3; }
};

/// `stopped`: the run could not go on; `interrupted`: the monitor ended it; `refused`: the method cannot run this model, or not
/// with these options; `not_run`: the monitor ended the comparison before.
enum class Outcome : unsigned char { completed, stopped, interrupted, refused, not_run };

/// One method, in the order of the request.
struct CompareRow {
  Method method;
  std::string label;  ///< the formulation's name, or `auto`; with the integrator if it is there more than once
  Outcome outcome = Outcome::not_run;
  std::string reason;                  ///< why it was refused, or stopped
  Results results;                     ///< rows at Comparison::times, as many as it reached; empty if refused
  PerQuantity<LargestError> errors;    ///< over the rows it reached
  std::vector<LargestError> channels;  ///< one for each channel compared
  std::vector<SeriesPoint> order_runs;
  PerQuantity<ObservedOrder> orders;
  std::vector<SeriesPoint> sweep;
};

/// What was measured against.
struct ReferenceInfo {
  bool available = false;          ///< if not, there are no errors: no converged run was found, or the monitor ended it
  bool made = false;               ///< a run of our own, not the caller's numbers
  std::string name;                ///< the file, or `lagrange + dopri5, tolerance 1e-12`
  std::string check;               ///< the run that it was compared with, if made
  PerQuantity<double> accuracy{};  ///< largest difference from that; NaN if not known
  PerQuantity<double> scale{};     ///< largest magnitude
  std::vector<std::string> unknown;  ///< columns that no channel answers to
  Results results;                   ///< at Comparison::times
};

/// The two methods whose reactions differ most.
struct ReactionDifference {
  LargestError largest;  ///< of one multiplier
  std::string first, second;
};

/// A value that refers to nothing. Times in s.
struct RHEON_API Comparison {
  std::string model, file;
  double duration = 0.0;
  double step = 0.0;          ///< 0: none in use
  std::string step_origin;    ///< where the step comes from, if it was not asked for
  double tolerance = 0.0;     ///< 0: none in use
  std::vector<double> times;  ///< of the rows compared
  ReferenceInfo reference;
  std::vector<CompareRow> rows;
  std::optional<ReactionDifference> reactions;  ///< if two methods were completed and there are constraints
  bool interrupted = false;
  int completed() const;
};

/// Throws UsageError (names, options, a reference that does not fit) and ModelError (initial values). What a single
/// method cannot do is a row with its reason.
RHEON_API Comparison compare(const System& system, const CompareRequest& request);

/// All motions on the common times, channels `LABEL/x`, the reference's as `reference/x`; not a number where a run
/// did not get to.
RHEON_API Results joined_results(const System& system, const Comparison& comparison);

}  // namespace rheon
