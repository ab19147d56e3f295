#include "report/head.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "rheon/io/result_writer.hpp"
#include "rheon/sim/run.hpp"

namespace rheon::report {

namespace {

using Json = nlohmann::ordered_json;

std::string json_text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// Adds a member whose value is JSON already; taking it apart and together again would gain nothing.
void add_member(std::string& object, const char* name, const std::string& json) {
  object.pop_back();
  object += std::string(object.size() > 1 ? "," : "") + '"' + name + "\":" + (json.empty() ? "null" : json) + '}';
}

Json channels_json(const std::vector<ChannelHead>& channels) {
  Json list = Json::array();
  for (const ChannelHead& c : channels)
    list.push_back({{"name", c.channel.name}, {"unit", c.channel.unit}, {"min", c.min}, {"max", c.max}});
  return list;
}

Json verdicts_json(const std::vector<BudgetVerdict>& verdicts) {
  Json list = Json::array();
  for (const BudgetVerdict& v : verdicts)
    list.push_back({{"name", v.name}, {"value", v.value}, {"limit", v.limit}, {"kept", v.kept}, {"unit", v.unit}});
  return list;
}

std::string summary_json(const ResultHead& r) {
  if (!r.has_summary) return "{}";
  const std::string json = rheon::to_json(r.summary);
  if (!r.running) return json;
  Json summary = Json::parse(json);
  summary["ending"] = "running";
  return json_text(summary);
}

std::string result_json(const ResultHead& r) {
  const bool drawable = r.scene.empty() || Json::accept(r.scene);
  const std::string spoilt = "the scene in the file is not JSON, and is not drawn";
  Json versions = Json::object();
  for (const Setting& version : r.versions) versions[version.name] = version.value;
  std::string json = json_text({{"label", r.label},
                                {"file", r.file},
                                {"model", r.model_text},
                                {"versions", versions},
                                {"rows", r.rows},
                                {"rows_total", r.rows_total},
                                {"note", drawable ? r.note : r.note + (r.note.empty() ? "" : "; ") + spoilt},
                                {"channels", channels_json(r.channels)},
                                {"verdicts", verdicts_json(r.summary.budgets)},
                                {"switches", r.switching_times}});
  add_member(json, "summary", summary_json(r));
  add_member(json, "scene", drawable ? r.scene : "");
  return json;
}

}  // namespace

std::vector<ChannelHead> channel_heads(const Results& results) {
  std::vector<ChannelHead> heads;
  for (const Channel& channel : results.channels) heads.push_back({.channel = channel});
  for (std::size_t row = 0; row < results.rows(); ++row)
    for (std::size_t c = 0; c < heads.size(); ++c) {
      const double value = results.at(row, c);
      if (!std::isfinite(value)) continue;
      heads[c].min = std::fmin(heads[c].min, value);  // of a number and none it is the number
      heads[c].max = std::fmax(heads[c].max, value);
    }
  return heads;
}

ResultHead head_of(const Results& results) {
  ResultHead head;
  head.model_text = results.model_text;
  head.summary = results.summary;
  head.scene = results.scene;
  head.switching_times = results.switching_times;
  head.channels = channel_heads(results);
  if (!results.summary.version.empty()) head.versions = {{"rheon", results.summary.version, {}}};
  return head;
}

std::string to_json(const PageHead& head) {
  std::string json = json_text({{"format", 1},
                                {"rheon", version()},
                                {"title", head.title},
                                {"kind", head.kind},
                                {"source", head.source},
                                {"notes", head.notes}});
  std::string results;
  for (const ResultHead& r : head.results) results += (results.empty() ? "" : ",") + result_json(r);
  add_member(json, "results", "[" + results + "]");
  add_member(json, "comparison", head.comparison);
  add_member(json, "reproduction", head.reproduction);
  return json;
}

}  // namespace rheon::report
