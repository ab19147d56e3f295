// rheon run --live: the view of a run with its address on the terminal, at a pace that can be watched.
#pragma once

#include <chrono>
#include <optional>

#include "rheon/report/view.hpp"

namespace rheon::cli {

class LiveRun : public RowWatcher {
 public:
  /// `pace`: simulated seconds a second at the most.
  LiveRun(std::optional<int> port, std::optional<double> pace) : view_(port), pace_(pace) {}

  void begin(const Results& start) override;
  bool row(std::size_t number, std::span<const double> values) override;
  void end(const Results& results, const std::string& file) { view_.end(results, file); }
  void stay() const;  ///< until Ctrl-C

 private:
  using Clock = std::chrono::steady_clock;
  void wait_for(double t);

  LiveView view_;
  std::optional<double> pace_, first_time_;
  Clock::time_point began_;
};

}  // namespace rheon::cli
