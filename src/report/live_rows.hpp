// Rows of a run that goes on: one thread adds them, others look at those there are.
#pragma once

#include <mutex>

#include "report/row_source.hpp"
#include "rheon/sim/run.hpp"

namespace rheon::report {

class LiveRows : public RowSource, public RowWatcher {
 public:
  void begin(const Results& start) override;
  bool row(std::size_t number, std::span<const double> values) override;
  /// No more rows will come; those beyond the results' were taken back. `file` holds them, or is empty.
  void end(const Results& results, const std::string& file);

  struct State {
    Results about;  ///< what is known, without rows
    std::size_t rows = 0;
    std::string file;
    bool running = true;
  };
  State state() const;
  bool running() const;
  std::size_t channels() const override;
  std::unique_ptr<const RowView> view() const override;

 private:
  /// Some rows, channel after channel. What a view sees of a block is never written again.
  struct Block {
    std::vector<double> values;
    std::size_t rows = 0;
  };
  struct View;

  mutable std::mutex mutex_;
  State state_;
  std::vector<std::shared_ptr<Block>> blocks_;
};

}  // namespace rheon::report
