// Which outputs multipliers act on: outputs contain them linearly.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "constraints/row_rank.hpp"

namespace rheon {

/// A joint with an angle and no distance.
bool is_hinge(const Model& model, const std::string& joint);

class LoadedOutputs {
 public:
  LoadedOutputs(const System& system, const State& state);
  /// Outputs that these multipliers change by more than `tolerance` of their size.
  std::vector<bool> by(const Vec& lambda, double tolerance);
  /// Those that a vanishing combination of rows changes: they are not determined.
  std::vector<bool> by(const RankAnalysis::Set& set);
  /// Outputs that contain multipliers at all.
  std::vector<bool> by_any();
  /// Hinges in space that transmit what a vanishing combination of rows does: they could give way.
  std::set<std::string> hinges(const RankAnalysis::Set& set);
  /// Joints and points of a mechanism whose forces it changes, in the order of the outputs.
  std::vector<std::string> carriers(const RankAnalysis::Set& set);

 private:
  Vec outputs(const Vec& lambda);

  const System& system_;
  State state_;
  Terms terms_;
  Vec at_zero_;
};

}  // namespace rheon
