// Recorder: one row of channels from a complete State.
#pragma once

#include <limits>
#include <span>

#include "constraints/drift.hpp"
#include "constraints/lost_rows.hpp"
#include "rheon/sim/run.hpp"

namespace rheon {

/// Keeps in the summary what is larger than everything before.
void keep_largest(const System& system, const Drifts& drifts, double t, Summary& summary);

/// Names and sizes filled in.
Summary summary_of(const System& system);

/// How a row came about: the length of the step that ends at it or contains it, and counts since the run began.
struct StepCounts {
  double step = 0.0;
  long long steps = 0, refused = 0, iterations = 0;
};

class Recorder {
 public:
  /// `account_only`: see RunRequest.
  Recorder(const System& system, std::size_t expected_rows, RowParts parts, bool account_only = false);
  /// Appends a row for a complete state. Allocates only if more rows come than were expected.
  Status record(const State& state, const StepCounts& counts = {});
  double last_time() const {  ///< of the last row; minus infinity without one
    const std::size_t width = results_.channels.size();
    return results_.values.empty() ? -std::numeric_limits<double>::infinity()
                                   : results_.values[results_.values.size() - width];
  }
  /// Leaves out the rows of what was not to be.
  void forget_after(double t) {
    while (last_time() > t) results_.values.resize(results_.values.size() - results_.channels.size());
  }
  const Results& so_far() const { return results_; }
  /// Hands rows up to time `t` to `see` and forgets them, if they are many; the last row stays.
  template <class See>
  void let_go(double t, See&& see) {
    // rows: so many that moving the rest costs little for each of them, and still some megabytes of memory alone
    constexpr std::size_t many = 4096;
    const std::size_t width = results_.channels.size(), rows = results_.rows();
    std::size_t count = 0;
    while (count + 1 < rows && results_.values[count * width] <= t) ++count;
    if (count < many) return;
    for (std::size_t k = 0; k < count; ++k) see(std::span(results_.values).subspan(k * width, width));
    results_.values.erase(results_.values.begin(),
                          results_.values.begin() + static_cast<std::ptrdiff_t>(count * width));
    let_go_ += count;
  }
  std::size_t first_row() const { return let_go_; }  ///< number of the first one that is still here
  Results take() { return std::move(results_); }
  const GradientRange& gradients() const { return gradients_; }

 private:
  void record_motion(const State& state);
  void record_energies(const State& state);

  const System* system_;
  Terms terms_;
  Results results_;
  std::size_t let_go_ = 0;
  GradientRange gradients_;
  RowParts parts_;
  bool account_only_;
};

}  // namespace rheon
