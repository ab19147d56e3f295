// Rows that hold nothing at a place, or nothing of their own: gradients that vanish, and rows that come to depend on each other.
#pragma once

#include <string>
#include <vector>

#include "rheon/core/error.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

/// Sums of the sizes of the entries of each row of A: the least and the largest of those seen, and when it was least.
class GradientRange {
 public:
  explicit GradientRange(const Pattern& A);
  void see(const Pattern& A, const SparseValues& values, double t);  ///< no allocation

  Vec least, largest, when;

 private:
  Vec ones_;
};

/// A note for each constraint whose derivatives are all zero at `s`: it holds nothing there.
std::vector<std::string> vanishing_gradients(const System& system, const State& s);

/// Constraints whose gradient vanishes at `start` and wherever else they hold, such as squares: no method can use them.
std::vector<Problem> rows_without_gradient(const System& system, const State& start);

/// A note for each redundant constraint whose gradient all but vanishes on the way; the run ends at `s`.
std::vector<std::string> lost_gradients(const System& system, const State& s, const GradientRange& gradients);

/// Names constraints that are close to depending on each other at `s` and do not always; empty if there are none.
std::string lost_rank(const System& system, const State& s);

}  // namespace rheon
