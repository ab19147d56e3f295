#include "rheon/report/report.hpp"

#include <fmt/format.h>

#include "report/comparison_json.hpp"
#include "report/head.hpp"
#include "report/labels.hpp"
#include "report/page.hpp"
#include "report/thinning.hpp"
#include "report/viewer_template.hpp"

namespace rheon {

namespace {

using report::EncodedResult;
using report::PageHead;
using report::ResultHead;

std::vector<ResultHead> heads_of(std::span<const ReportResult> results) {
  std::vector<ResultHead> heads;
  for (const ReportResult& r : results) {
    heads.push_back(report::head_of(*r.results));
    heads.back().file = r.file;
    heads.back().has_summary = r.has_summary;
    if (!r.versions.empty()) heads.back().versions = r.versions;
  }
  return heads;
}

/// The values, and what the heads say about them; labels and everything else are there already.
Report with_values(PageHead head, std::span<const ReportResult> results, const ReportOptions& options) {
  Report report;
  if (head.title.empty()) head.title = options.title.empty() ? report::title_of(head.results) : options.title;
  std::vector<const Results*> values;
  for (const ReportResult& r : results) values.push_back(r.results);
  const std::vector<EncodedResult> encoded = report::encode_within(values, options.most_data);
  std::string lines;
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    ResultHead& one = head.results[i];
    one.rows = encoded[i].rows;
    one.rows_total = results[i].results->rows();
    one.note = encoded[i].note;
    if (!one.note.empty()) report.notes.push_back(fmt::format("{}: {}", one.label, one.note));
    for (std::size_t c = 0; c < encoded[i].columns.size(); ++c) lines += report::data_line(i, c, encoded[i].columns[c]);
  }
  head.notes.insert(head.notes.end(), report.notes.begin(), report.notes.end());
  report.page = report::fill_page(report::viewer_template(), report::to_json(head), lines);
  return report;
}

}  // namespace

Report make_report(std::span<const ReportResult> results, const ReportOptions& options) {
  PageHead head;
  head.results = heads_of(results);
  const std::vector<std::string> labels = report::labels_of(head.results);
  for (std::size_t i = 0; i < labels.size(); ++i) head.results[i].label = labels[i];
  return with_values(std::move(head), results, options);
}

Report make_report(const Comparison& comparison, const ReportOptions& options) {
  const report::ComparedRuns runs = report::compared_runs(comparison);
  std::vector<ReportResult> results;
  for (const Results* r : runs.results) results.push_back({.results = r, .file = ""});
  // numbers of the user's own come without a summary
  if (comparison.reference.available && !comparison.reference.made) results.back().has_summary = false;
  PageHead head;
  head.title = options.title.empty() ? comparison.model : options.title;
  head.results = heads_of(results);
  for (std::size_t i = 0; i < results.size(); ++i) head.results[i].label = runs.labels[i];
  head.comparison = report::to_json(comparison);
  return with_values(std::move(head), results, options);
}

void check_report() { report::fill_page(report::viewer_template(), "", ""); }

}  // namespace rheon
