#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/number_text.hpp"
#include "rheon/analysis/check.hpp"
#include "rheon/core/names.hpp"

namespace rheon {

std::string to_text(const Finding& finding) {
  std::string text = finding.text.what + "\n";
  for (const std::string* part : {&finding.text.numbers, &finding.text.remedy})
    if (!part->empty()) text += "  " + *part + "\n";
  return text;
}

std::string to_text(const CheckReport& r) {
  const int rows = r.position_rows + r.velocity_rows;
  std::string text =
      fmt::format("{}, {} ({} at position level, {} at velocity level)", counted(r.coordinates, "coordinate"),
                  counted(rows, "constraint row"), r.position_rows, r.velocity_rows);
  text += r.rank_known ? fmt::format(", rank {}, {} of freedom\n", r.rank, counted(r.degrees_of_freedom, "degree"))
                       : "; rank and degrees of freedom are not known\n";
  if (r.rank_gap > 0.0)
    text += fmt::format("rank is clear by a factor {:.1e} between the smallest pivot kept and the largest dropped\n",
                        r.rank_gap);
  if (!r.constraints.empty()) {
    std::size_t width = 0, kind = 0;
    for (const auto& c : r.constraints) width = std::max(width, c.name.size()), kind = std::max(kind, c.kind.size());
    text += "constraints\n";
    for (const auto& c : r.constraints)
      text += fmt::format("  {:<{}}  {:<{}}  {}\n", c.name, width, c.kind, kind, c.text);
  }
  for (const Finding& finding : r.findings) text += to_text(finding);
  if (!r.indeterminate.empty())
    text += fmt::format(
        "indeterminate reactions, here or in positions next to it: {}; results have the share of least norm\n",
        listed(r.indeterminate));
  if (!r.determinate.empty()) text += fmt::format("determinate all the same: {}\n", listed(r.determinate));
  for (const auto& note : r.notes) text += note + "\n";
  return text;
}

std::string to_json(const CheckReport& r) {
  nlohmann::ordered_json j;
  j["coordinates"] = r.coordinates;
  j["velocities"] = r.velocities;
  j["position_rows"] = r.position_rows;
  j["velocity_rows"] = r.velocity_rows;
  j["rank"] = nullptr;
  j["rank_gap"] = r.rank_gap;
  j["degrees_of_freedom"] = nullptr;
  if (r.rank_known) j["rank"] = r.rank, j["degrees_of_freedom"] = r.degrees_of_freedom;
  j["constraints"] = nlohmann::ordered_json::array();
  for (const auto& c : r.constraints)
    j["constraints"].push_back({{"name", c.name}, {"kind", c.kind}, {"text", c.text}});
  j["smallest_singular_values"] = r.smallest_singular_values;
  j["redundant"] = r.redundant;
  j["findings"] = nlohmann::ordered_json::array();
  for (const auto& f : r.findings)
    j["findings"].push_back({{"kind", f.kind},
                             {"rows", f.rows},
                             {"line", f.text.place.line},
                             {"what", f.text.what},
                             {"numbers", f.text.numbers},
                             {"remedy", f.text.remedy}});
  j["indeterminate"] = r.indeterminate;
  j["determinate"] = r.determinate;
  j["problems"] = nlohmann::ordered_json::array();
  for (const auto& p : r.problems) j["problems"].push_back(to_text(p));
  j["notes"] = r.notes;
  return j.dump(2);
}

}  // namespace rheon
