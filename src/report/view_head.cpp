#include "report/view_head.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "rheon/io/result_writer.hpp"

namespace rheon::report {

namespace {

using Json = nlohmann::ordered_json;

Json result_of(const Results& about, std::size_t rows, const std::string& file, const std::string& label) {
  Json channels = Json::array();
  for (const Channel& channel : about.channels)
    channels.push_back({{"name", channel.name}, {"unit", channel.unit}, {"min", nullptr}, {"max", nullptr}});
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
    results.push_back(result_of(file->file().about(), file->file().rows(), file->file().path(), file->file().path()));
  return head_of("server", std::move(results));
}

std::string live_head(const LiveRows::State& state) {
  Json result = result_of(state.about, state.rows, state.file, "live");
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
