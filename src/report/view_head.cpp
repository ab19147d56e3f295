#include "report/view_head.hpp"

#include <cmath>

#include "report/head.hpp"
#include "report/labels.hpp"

namespace rheon::report {

namespace {

/// How many rows there are, and the range of time: of other channels it would mean reading everything.
void add_rows(const RowSource& source, ResultHead& head) {
  const auto view = source.view();
  head.rows = head.rows_total = view->rows();
  if (head.channels.empty()) return;
  ChannelHead& t = head.channels.front();
  const SharedColumn times = view->column(0);
  for (const double time : *times) {
    if (!std::isfinite(time)) continue;
    t.min = std::fmin(t.min, time);  // of a number and none it is the number
    t.max = std::fmax(t.max, time);
  }
}

std::string page_head(const char* source, std::vector<ResultHead> results) {
  PageHead head;
  head.source = source;
  head.results = std::move(results);
  head.title = title_of(head.results);
  const std::vector<std::string> labels = labels_of(head.results);
  for (std::size_t i = 0; i < labels.size(); ++i) head.results[i].label = labels[i];
  return to_json(head);
}

}  // namespace

std::string file_head(const std::vector<std::unique_ptr<FileRows>>& files) {
  std::vector<ResultHead> results;
  for (const auto& source : files) {
    const ResultFile& file = source->file();
    results.push_back(head_of(file.about()));
    results.back().file = file.path();
    if (!file.versions().empty()) results.back().versions = file.versions();
    add_rows(*source, results.back());
  }
  return page_head("server", std::move(results));
}

std::string live_head(const LiveRows& run) {
  const LiveRows::State state = run.state();
  ResultHead head = head_of(state.about);
  head.file = state.file;
  head.running = state.running;
  add_rows(run, head);
  return page_head("live", {std::move(head)});
}

}  // namespace rheon::report
