#include "report/view_head.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <tuple>

#include "rheon/io/result_writer.hpp"

namespace rheon::report {

namespace {

using Json = nlohmann::ordered_json;

/// The range of a channel; not a number, which JSON writes as null, if it has none.
std::pair<double, double> range_of(const std::vector<double>& values) {
  std::pair<double, double> range{std::nan(""), std::nan("")};
  for (const double value : values)
    if (std::isfinite(value)) range = {std::fmin(range.first, value), std::fmax(range.second, value)};
  return range;
}

Json result_of(const Results& about, const RowSource& source, const std::string& file, const std::string& label) {
  const auto view = source.view();
  const std::size_t rows = view->rows();
  Json channels = Json::array();
  for (const Channel& channel : about.channels)
    channels.push_back({{"name", channel.name}, {"unit", channel.unit}, {"min", nullptr}, {"max", nullptr}});
  if (!channels.empty()) std::tie(channels[0]["min"], channels[0]["max"]) = range_of(*view->column(0));
  return {{"label", label},
          {"file", file},
          {"model", about.model_text},
          {"summary", Json::parse(to_json(about.summary))},
          {"versions", {{"rheon", about.summary.version}}},
          {"rows", rows},
          {"rows_total", rows},
          {"note", ""},
          {"channels", std::move(channels)},
          {"verdicts", Json::array()},
          {"scene", nullptr}};
}

std::string head_of(const char* source, Json results) {
  const Json head{{"format", 1},
                  {"rheon", RHEON_VERSION},
                  {"title", results.empty() ? Json("") : results.front()["summary"]["model"]},
                  {"kind", "results"},
                  {"source", source},
                  {"notes", Json::array()},
                  {"results", std::move(results)},
                  {"comparison", nullptr},
                  {"reproduction", nullptr}};
  std::string text = head.dump(-1, ' ', false, Json::error_handler_t::replace), out;
  for (const char c : text) {
    if (c == '<')
      out += "\\u003c";
    else if (c == '>')
      out += "\\u003e";
    else if (c == '&')
      out += "\\u0026";
    else
      out += c;
  }
  return out;
}

}  // namespace

std::string file_head(const std::vector<std::unique_ptr<FileRows>>& files) {
  Json results = Json::array();
  for (const auto& file : files)
    results.push_back(result_of(file->file().about(), *file, file->file().path(), file->file().path()));
  return head_of("server", std::move(results));
}

std::string live_head(const LiveRows& run) {
  const LiveRows::State state = run.state();
  Json result = result_of(state.about, run, state.file, "live");
  if (state.running) result["summary"]["ending"] = "running";
  return head_of("live", Json::array({std::move(result)}));
}

std::string fill_template(std::string_view page, const std::string& head) {
  const std::string_view mark = "type=\"application/json\">{}<";
  const std::size_t at = page.find(mark);
  std::string filled(page.substr(0, at + mark.size() - 3));
  filled += head;
  filled += page.substr(at + mark.size() - 1);
  return filled;
}

}  // namespace rheon::report
