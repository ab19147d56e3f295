// Does rheon know when it is wrong? Runs with known errors, and whether they carry a doubt.
#pragma once

#include <string>
#include <vector>

#include "rheon/sim/run.hpp"

namespace rheon::test {

/// A model, the change that makes another mechanism of it, and how long it is followed.
struct TrustModel {
  std::string name;
  std::vector<Setting> parameters = {};
  std::string from = {}, to = {};  ///< replaced in its text
  double duration = 1.0;
};

/// One run of it.
struct TrustRun {
  std::string label;
  RunRequest request;
  // --- what came out of it
  bool refused = false;  ///< the method does not take the model
  Ending ending = Ending::completed;
  double error = 0.0;  ///< against the reference, as a part of the motion
  double estimate = 0.0;
  double seconds = 0.0;  ///< of processor time
  std::vector<std::string> doubts;
};

/// What became of all runs.
struct TrustFigures {
  int wrong = 0, wrong_doubted = 0;  ///< completed, and off by more than 5 % of the motion
  int right = 0, right_doubted = 0;  ///< right to 1e-4
  int between = 0, stopped = 0, refused = 0;
  std::vector<std::string> misses;    ///< one line for each run that is wrong without a doubt, or right with one
  std::vector<std::string> unusable;  ///< models without a reference that two methods agree on
};

/// Every formulation with its own integrator, as it should be and broken: steps ten times too long, tolerance 1e-2, gains
/// far too low and too high. `broken`: all of these, otherwise the first alone.
TrustFigures judge_trust(const std::vector<TrustModel>& models, bool broken, int jobs);

}  // namespace rheon::test
