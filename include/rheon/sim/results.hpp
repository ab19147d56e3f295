// Results of a run: named channels with units over time, and a summary.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rheon/core/options.hpp"

namespace rheon {

struct Channel {
  std::string name;
  std::string unit;
};

/// How a run ended.
enum class Ending : unsigned char { completed, stopped, interrupted };

/// The largest violation at one level, and which constraint row had it when.
struct Violation {
  double value = 0.0;
  std::string constraint;  ///< "" if there is no constraint
  double time = 0.0;
};

/// What `run` tells at the end; the same in text, JSON and HDF5.
struct Summary {
  std::string model, file, formulation, integrator, version;
  std::vector<Setting> options;  ///< all options in force, defaults included
  Ending ending = Ending::completed;
  std::string message;  ///< why the run stopped; "" if completed
  double start_time = 0, end_time = 0, duration = 0;
  double step = 0;  ///< asked; 0 if error-controlled
  double smallest_step = 0, largest_step = 0;
  double tolerance = 0;  ///< 0 if fixed step
  long long steps = 0, refused_steps = 0, evaluations = 0, factorisations = 0, iterations = 0, repartitions = 0;
  double wall_seconds = 0;
  Violation position, velocity, acceleration;
  double energy_start = 0, energy_end = 0;  ///< with what constraints store, if they are springs
  double energy_constraint = 0;             ///< that part at the end
  double work_applied = 0, work_driving = 0;
  double energy_unexplained = 0;  ///< (end - start) - work_applied - work_driving
  int coordinates = 0, velocities = 0, rows = 0;
  std::vector<std::string> notes;  ///< anything taken, skipped or adjusted on the way, one line each
};

struct Results {
  std::vector<Channel> channels;  ///< the first is `t`
  std::vector<double> values;     ///< row after row, channels.size() numbers each
  std::size_t rows() const { return channels.empty() ? 0 : values.size() / channels.size(); }
  double at(std::size_t row, std::size_t channel) const { return values[row * channels.size() + channel]; }
  /// All values of a channel; throws UsageError with the nearest name if there is none of that name.
  std::vector<double> column(std::string_view name) const;
  /// Number of a channel, -1 if there is none of that name.
  int find(std::string_view name) const;
  Summary summary;
  std::string model_text;
};

}  // namespace rheon
