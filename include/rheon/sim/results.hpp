// Results of a run: named channels with units over time, and a summary. Values that own all they have; nothing refers to the
// System or the Simulation that they come from.
//
//   const std::vector<double> force = results.column("guide.fy");  // one number a row, in the unit of the channel
//   if (results.summary.ending != Ending::completed) std::puts(results.summary.message.c_str());
#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "rheon/core/api.hpp"
#include "rheon/core/options.hpp"
#include "rheon/model/state.hpp"

namespace rheon {

struct Channel {
  std::string name;
  std::string unit;  ///< SI, as text; "" if dimensionless or not known
};

/// How a run ended: at its end, because it could not go on, or because the caller said so.
enum class Ending : unsigned char { completed, stopped, interrupted };

/// The largest violation at one level at the ends of all steps, which constraint row had it, and when (in s). |phi| at position
/// level, |phi'| or |psi| at velocity level, |A v' - b| at acceleration level, which is |phi''| or |psi'|: in the SI unit of the row's
/// equation, per s for each prime. Rows of different units are compared by their numbers.
struct Violation {
  double value = 0.0;
  std::string constraint;  ///< "" if there is no constraint
  double time = 0.0;
};

/// How well the reported forces balance a body: the largest residual of Newton's and Euler's equations over the rows,
/// and the largest sum of the sizes of what should cancel.
struct BodyBalance {
  std::string body;
  double force = 0.0, force_size = 0.0;    ///< N
  double torque = 0.0, torque_size = 0.0;  ///< N m
};

/// How far off a run was allowed to be in one respect, and how far it was. The command writes them, from `--budget`; `run` leaves
/// the list empty.
struct BudgetVerdict {
  std::string name;  ///< `energy`, `position`, `velocity`, `acceleration`, `balance`
  double limit = 0.0, value = 0.0;
  bool kept = true;
  /// Of limit and value: "J" for `energy`; "" for violations, which have those of their rows, and for `balance`, a residual in
  /// parts of what should cancel.
  std::string unit;
};

/// What `run` reports at the end; the same in text, JSON and HDF5. Times in s, energies and works in J.
struct Summary {
  std::string model, file, formulation, integrator, version;
  std::vector<Setting> options;     ///< all options in force, defaults included
  std::vector<Setting> parameters;  ///< of the model, replaced from the command line
  Ending ending = Ending::completed;
  std::string message;  ///< why the run stopped; "" if completed
  double start_time = 0, end_time = 0, duration = 0;
  double step = 0;  ///< asked; 0 if error-controlled
  double smallest_step = 0, largest_step = 0;
  double tolerance = 0;  ///< 0 if fixed step
  long long steps = 0, refused_steps = 0, evaluations = 0, factorisations = 0, iterations = 0, repartitions = 0;
  double wall_seconds = 0;    ///< by the clock, from the beginning of the run
  double cpu_seconds = 0;     ///< of the thread that made the run; 0 of a Simulation that is stepped by hand
  long long peak_memory = 0;  ///< most bytes that the process had in use until the run ended, the model included
  Violation position, velocity, acceleration;
  double energy_start = 0, energy_end = 0;  ///< with what constraints store, if they are springs
  double energy_constraint = 0;             ///< that part at the end
  Works work;
  double energy_unexplained = 0;  ///< (end - start) - work.total(): by projections and by the integrator
  double energy_projected = 0;    ///< the part of it that projections have added
  double energy_worst = 0;        ///< largest |unexplained| of all rows
  double energy_worst_time = 0;
  int coordinates = 0, velocities = 0, rows = 0;
  std::vector<BodyBalance> balance;    ///< if the model has the channels for it
  std::vector<BudgetVerdict> budgets;  ///< if limits were set
  /// How far off the motion is, as a part of what the coordinates cover; NaN if it was not estimated.
  double error_estimate = std::numeric_limits<double>::quiet_NaN();
  std::string error_coordinate;     ///< the one that is furthest off
  std::string error_method;         ///< how that was found
  double estimate_seconds = 0;      ///< of processor time that finding it took; not part of `cpu_seconds`
  std::vector<std::string> doubts;  ///< why the motion is not to be trusted, one line each; empty: no reason was found
  std::vector<std::string> notes;   ///< anything taken, skipped or adjusted on the way, one line each
};

/// A table with one column a channel.
struct RHEON_API Results {
  std::vector<Channel> channels;  ///< the first is `t`
  std::vector<double> values;     ///< row after row, channels.size() numbers each
  std::size_t rows() const { return channels.empty() ? 0 : values.size() / channels.size(); }
  /// Both in range; that is not checked.
  double at(std::size_t row, std::size_t channel) const { return values[row * channels.size() + channel]; }
  /// All values of a channel; throws UsageError with the nearest name if there is none of that name.
  std::vector<double> column(std::string_view name) const;
  /// Number of a channel, -1 if there is none of that name.
  int find(std::string_view name) const;
  Summary summary;
  std::string model_text;
  std::string scene;                    ///< what to draw, as JSON (viewer/FORMAT.md); "" if there is nothing
  std::vector<double> switching_times;  ///< where a load switches, sorted: what is between rows does not go across
};

}  // namespace rheon
