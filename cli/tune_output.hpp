// A Tuning as text, JSON and CSV.
#pragma once

#include <string>

#include "rheon/analysis/tune.hpp"

namespace rheon::cli {

/// The map, what is recommended and why, and the command to use it. `parameters` are those that --set replaced.
std::string to_text(const Tuning& tuning, const std::vector<Setting>& parameters);
std::string to_json(const Tuning& tuning, const std::vector<Setting>& parameters);
/// All points, one a line: the map, then what was searched around it.
std::string points_csv(const Tuning& tuning);

/// `rheon run MODEL …` with these parameters and options, as a shell takes it.
std::string command_of(const Tuning& tuning, const std::vector<Setting>& parameters,
                       const std::vector<Setting>& options);

/// `completed`, `stopped`, `unstable`, `not run`.
const char* to_text(TuneOutcome outcome);
/// `none`, `map`, `refined`, `coupled`.
const char* to_text(TuneStage stage);

}  // namespace rheon::cli
