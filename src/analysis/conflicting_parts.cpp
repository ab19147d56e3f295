#include "analysis/conflicting_parts.hpp"

#include <algorithm>

#include "core/index.hpp"
#include "rheon/core/names.hpp"
#include "sim/initial_problems.hpp"

namespace rheon {

namespace {

/// Models with more joints, drivers and constraints are not tried part by part, nor those with so many rows that all
/// variants together would have more than this: each costs as much as assembling it. Choices: more, and a refusal comes later.
constexpr std::size_t most_parts = 60, rows_in_all = 4000;

/// With these parts left out: does the rest hold? Nothing: what is left makes no sense.
std::optional<bool> holds_without(const ModelVariants& variants, const std::vector<std::string>& parts) try {
  std::vector<ModelChange> changes;
  for (const std::string& part : parts) changes.push_back({part, "", 0});
  auto model = variants.changed(changes);
  if (!model) return std::nullopt;
  return find_initial_state(System(std::move(*model)), 0.0, Explain::no).problems.empty();
} catch (const Error&) {
  return std::nullopt;
}

/// Where there is more than one contradiction: the parts of one of them (deletion filter [Chinneck1991]).
std::vector<std::string> smallest_set(const ModelVariants& variants) {
  std::vector<std::string> out, needed;
  for (const std::string& part : variants.parts) {
    out.push_back(part);
    if (holds_without(variants, out).value_or(true)) {
      out.pop_back();
      needed.push_back(part);
    }
  }
  return needed;
}

bool contains(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

}  // namespace

void name_conflicting_parts(int rows, const ModelVariants& variants, const InitialResult::Contradiction& found,
                            std::vector<Problem>& problems) {
  if (!variants.changed || found.problem >= problems.size()) return;
  Problem& problem = problems[found.problem];
  if (const auto hint = problem.remedy.find(hint_at_check); hint != std::string::npos)
    problem.remedy.erase(hint, hint_at_check.size());
  const std::size_t parts = variants.parts.size(), most = std::min(most_parts, rows_in_all / at(std::max(rows, 1)));
  if (parts > most) {
    problem.numbers += "\nwhich part lets the others hold was not tried: " + std::to_string(parts) +
                       " joints, drivers and constraints; at most " + std::to_string(most) +
                       " are tried in a model of this size";
    return;
  }
  std::vector<std::string> alone;
  for (const std::string& part : variants.parts)
    if (holds_without(variants, {part}).value_or(false)) alone.push_back(part);
  std::vector<std::string> named = found.parts;
  for (const std::string& part : alone.empty() ? smallest_set(variants) : alone)
    if (!contains(named, part)) named.push_back(part);
  if (const auto rest = problem.what.find(" conflict: "); rest != std::string::npos) {
    std::string names;
    for (const std::string& part : named) names += (names.empty() ? "\"" : ", \"") + part + "\"";
    problem.what = "constraints " + names + problem.what.substr(rest);
  }
  if (variants.parts.empty()) return;  // bodies alone: none can be left out
  problem.numbers += alone.empty()
                         ? "\ntried on the model: no joint, driver or constraint left out alone lets all others hold"
                         : "\ntried on the model: left out alone, each of these lets all others hold: " + listed(alone);
}

}  // namespace rheon
