// Rows that depend on each other at a state: everywhere (redundant), or only there (a singular configuration).
//
// States near it on the position-level constraints decide: a row that is implied in all of them is redundant, one that
// is not there holds less here than elsewhere.
#pragma once

#include <optional>
#include <vector>

#include "constraints/row_rank.hpp"

namespace rheon {

struct SingularityReport {
  bool examined = false;  ///< false: too many rows
  int neighbours = 0;     ///< states near it that were found
  double distance = 0.0;  ///< of the one with the largest rank: the most that a coordinate differs
  int rank_beside = 0;    ///< the largest found
  std::vector<RankAnalysis::Set> redundant, singular;
  std::vector<double> values_beside;  ///< the smallest singular values there, ascending
  std::optional<State> state_beside;  ///< that one, and what depends on each other there
  std::vector<RankAnalysis::Set> dependent_beside;
};

class Neighbourhood {
 public:
  /// Beyond this many rows nothing is examined: every neighbour is a dense decomposition, cubic in the rows. A choice.
  static constexpr int max_rows = 600;
  explicit Neighbourhood(const System& system) : system_(system), terms_(system.make_terms()) {}
  /// `here`: of the rows at `state`, some of which depend on each other.
  SingularityReport examine(const State& state, const RankAnalysis& here);

 private:
  std::vector<State> starts(const State& state, double reach);
  Vec moved_coordinates(const State& state, const Vec& velocity);

  const System& system_;
  Terms terms_;
};

/// The up to `count` smallest singular values, ascending.
std::vector<double> smallest(const WeakRows& rows, int count);

}  // namespace rheon
