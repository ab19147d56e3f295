// Where a served page's numbers come from: a file whose channels are read as they are asked for, or a run that goes on.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace rheon::report {

using SharedColumn = std::shared_ptr<const std::vector<double>>;

/// The rows that there are at one instant. Any thread may ask, and several at a time.
class RowView {
 public:
  virtual ~RowView() = default;
  virtual std::size_t rows() const = 0;
  /// All values of a channel, `rows()` of them. Throws Error if they cannot be read.
  virtual SharedColumn column(std::size_t channel) const = 0;
};

/// One result, complete or still growing.
class RowSource {
 public:
  virtual ~RowSource() = default;
  virtual std::size_t channels() const = 0;  ///< the first is `t`; none while a run has not begun
  virtual std::unique_ptr<const RowView> view() const = 0;
};

}  // namespace rheon::report
