// What a summary needs to know of all rows, gathered row by row: rows need not be kept for it. In `sim`, since it looks for what
// the summary and the doubts of a run ask.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "rheon/sim/results.hpp"

namespace rheon {

class RowSurvey {
 public:
  explicit RowSurvey(std::vector<Channel> channels);
  void see(std::span<const double> row);  ///< one value a channel, in order

  /// Of one channel over all rows seen.
  struct Range {
    double first = 0.0, least = 0.0, most = 0.0;
    double largest = 0.0;  ///< from zero on; not a number as soon as one value is none
    long long not_finite = 0;
    double not_finite_since = 0.0;  ///< time of the first of these
  };
  std::size_t rows() const { return rows_; }
  const std::vector<Channel>& channels() const { return channels_; }
  const Range& of(std::size_t channel) const { return ranges_[channel]; }
  Range of(std::string_view channel) const;  ///< zeros if there is none of that name

  /// Energy that no work explains, and when.
  struct Energy {
    double unexplained = 0.0, time = 0.0;
  };
  /// The largest amount by which it differs from `before`. Not a number as soon as one is none.
  Energy worst_energy(double before = 0.0) const;

 private:
  void see_energy(std::span<const double> row);

  std::vector<Channel> channels_;
  std::vector<Range> ranges_;
  std::size_t rows_ = 0;
  int projections_, integrator_;
  Energy least_energy_, most_energy_;
};

}  // namespace rheon
