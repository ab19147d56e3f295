#include "report/live_rows.hpp"

#include <algorithm>

namespace rheon::report {

namespace {

constexpr std::size_t block_rows = 1024;

}  // namespace

struct LiveRows::View : RowView {
  std::size_t rows() const override { return count; }
  SharedColumn column(std::size_t channel) const override {
    auto values = std::make_shared<std::vector<double>>();
    values->reserve(count);
    for (std::size_t first = 0; first < count; first += block_rows) {
      const auto from = blocks[first / block_rows]->values.begin() + static_cast<std::ptrdiff_t>(channel * block_rows);
      values->insert(values->end(), from, from + static_cast<std::ptrdiff_t>(std::min(block_rows, count - first)));
    }
    return values;
  }
  std::vector<std::shared_ptr<const Block>> blocks;
  std::size_t count = 0;
};

void LiveRows::begin(const Results& start) {
  const std::lock_guard lock(mutex_);
  state_ = {start, 0, "", true};
  blocks_.clear();
}

bool LiveRows::row(std::size_t number, std::span<const double> values) {
  const std::lock_guard lock(mutex_);
  blocks_.resize(number / block_rows + 1);
  std::shared_ptr<Block>& block = blocks_.back();
  const std::size_t inside = number % block_rows;
  if (!block) block = std::make_shared<Block>(Block{std::vector<double>(values.size() * block_rows), 0});
  // a row that comes anew must not change under the eyes of those who look at its forerunner
  if (inside < block->rows) block = std::make_shared<Block>(*block);
  for (std::size_t k = 0; k < values.size(); ++k) block->values[k * block_rows + inside] = values[k];
  block->rows = inside + 1;
  state_.rows = number + 1;
  return true;
}

void LiveRows::end(const Results& results, const std::string& file) {
  const std::lock_guard lock(mutex_);
  state_.about.summary = results.summary;
  state_.rows = std::min(state_.rows, results.rows());
  state_.file = file;
  state_.running = false;
}

LiveRows::State LiveRows::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

bool LiveRows::running() const {
  const std::lock_guard lock(mutex_);
  return state_.running;
}

std::size_t LiveRows::channels() const {
  const std::lock_guard lock(mutex_);
  return state_.about.channels.size();
}

std::unique_ptr<const RowView> LiveRows::view() const {
  const std::lock_guard lock(mutex_);
  auto view = std::make_unique<View>();
  view->blocks.assign(blocks_.begin(), blocks_.end());
  view->count = state_.rows;
  return view;
}

}  // namespace rheon::report
