#include "report/view_head.hpp"

#include "report/head.hpp"
#include "report/labels.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon::report {

namespace {

/// Without ranges of channels: finding them would mean reading everything.
ResultHead without_values(const Results& about, std::size_t rows, const std::string& file) {
  ResultHead head = described(about);
  for (const Channel& channel : about.channels) head.channels.push_back({.channel = channel});
  head.rows = head.rows_total = rows;
  head.file = file;
  return head;
}

std::string page_head(const char* source, std::vector<ResultHead> results) {
  PageHead head;
  head.source = source;
  head.title = title_of(results);
  head.results = std::move(results);
  const std::vector<std::string> labels = labels_of(head.results);
  for (std::size_t i = 0; i < labels.size(); ++i) head.results[i].label = labels[i];
  return to_json(head);
}

}  // namespace

std::string file_head(const std::vector<std::unique_ptr<FileRows>>& files) {
  std::vector<ResultHead> results;
  for (const auto& rows : files) {
    const ResultFile& file = rows->file();
    results.push_back(without_values(file.about(), file.rows(), file.path()));
    results.back().versions = read_versions(file.path());
  }
  return page_head("server", std::move(results));
}

std::string live_head(const LiveRows::State& state) {
  ResultHead result = without_values(state.about, state.rows, state.file);
  result.running = state.running;
  return page_head("live", {std::move(result)});
}

}  // namespace rheon::report
