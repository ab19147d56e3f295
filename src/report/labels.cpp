#include "report/labels.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "core/number_text.hpp"

namespace rheon::report {

namespace {

using Texts = std::vector<std::string>;

Texts each(std::span<const ResultHead> results, auto&& text) {
  Texts texts;
  for (const ResultHead& r : results) texts.push_back(r.has_summary ? text(r.summary) : "");
  return texts;
}

bool differ(const Texts& texts) {
  return std::any_of(texts.begin(), texts.end(), [&](const std::string& t) { return t != texts.front(); });
}

void append(std::string& label, const std::string& text, std::string_view between = ", ") {
  if (text.empty()) return;
  if (!label.empty()) label += between;
  label += text;
}

void append_where_they_differ(Texts& labels, const Texts& texts) {
  if (!differ(texts)) return;
  for (std::size_t i = 0; i < labels.size(); ++i) append(labels[i], texts[i]);
}

/// Calls work(members) for each group of results that have the same label.
void for_shared(const Texts& labels, auto&& work) {
  std::map<std::string, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < labels.size(); ++i) groups[labels[i]].push_back(i);
  for (const auto& [label, members] : groups)
    if (members.size() > 1) work(members);
}

/// Adds to labels that are shared what differs among those that share it.
void add_differences(Texts& labels, const Texts& texts, std::string_view between = ", ") {
  for_shared(Texts(labels), [&](const std::vector<std::size_t>& members) {
    Texts own;
    for (const std::size_t i : members) own.push_back(texts[i]);
    if (!differ(own)) return;
    for (const std::size_t i : members) append(labels[i], texts[i], between);
  });
}

std::string value_of(const std::vector<Setting>& settings, const std::string& name) {
  for (const Setting& s : settings)
    if (s.name == name) return s.name + "=" + s.value;
  return "";
}

/// The names in all of these lists, in the order of their first appearance.
Texts names_in(std::span<const ResultHead> results, std::vector<Setting> Summary::*list) {
  Texts names;
  std::set<std::string> seen;
  for (const ResultHead& r : results)
    for (const Setting& s : r.summary.*list)
      if (seen.insert(s.name).second) names.push_back(s.name);
  return names;
}

std::string stem(const std::string& path) { return std::filesystem::path(path).stem().string(); }

std::string name_of(const ResultHead& r) { return r.summary.model.empty() ? stem(r.file) : r.summary.model; }

std::string seconds(const char* what, double value) {
  return value > 0 ? std::string(what) + brief_text(value) + " s" : "";
}

}  // namespace

std::vector<std::string> labels_of(std::span<const ResultHead> results) {
  if (results.empty()) return {};
  Texts labels(results.size()), files, stems;
  for (const ResultHead& r : results) files.push_back(r.file), stems.push_back(stem(r.file));
  append_where_they_differ(labels, each(results, [](const Summary& s) { return s.model; }));
  const Texts formulations = each(results, [](const Summary& s) { return s.formulation; });
  if (results.size() == 1)
    labels.front() = formulations.front();
  else
    append_where_they_differ(labels, formulations);
  // an integrator belongs to its formulation: it is named where that does not determine it
  add_differences(labels, each(results, [](const Summary& s) { return s.integrator; }), " + ");
  append_where_they_differ(labels, each(results, [](const Summary& s) { return seconds("step ", s.step); }));
  append_where_they_differ(labels, each(results, [](const Summary& s) {
                             return s.tolerance > 0 ? "tolerance " + brief_text(s.tolerance) : "";
                           }));
  for (const std::string& name : names_in(results, &Summary::parameters))
    append_where_they_differ(labels, each(results, [&](const Summary& s) { return value_of(s.parameters, name); }));
  for (const std::string& name : names_in(results, &Summary::options))
    add_differences(labels, each(results, [&](const Summary& s) { return value_of(s.options, name); }));
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (labels[i].empty()) labels[i] = stems[i];
  add_differences(labels, stems);
  add_differences(labels, files);
  // the same file twice, or results that no file has: numbers, and none that is a label already
  std::set<std::string> taken(labels.begin(), labels.end());
  for_shared(Texts(labels), [&](const std::vector<std::size_t>& members) {
    for (std::size_t k = 0, number = 1; k < members.size(); ++k) {
      std::string& label = labels[members[k]];
      const std::string shared = label.empty() ? "result" : label;
      do label = shared + " (" + std::to_string(number++) + ")";
      while (!taken.insert(label).second);
    }
  });
  for (std::string& label : labels)
    if (label.empty()) label = "result";
  return labels;
}

std::string title_of(std::span<const ResultHead> results) {
  Texts names;
  for (const ResultHead& r : results)
    if (const std::string name = name_of(r); std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  std::string title;
  const std::size_t shown = names.size() > 3 ? 2 : names.size();
  for (std::size_t i = 0; i < shown; ++i) append(title, names[i]);
  if (shown < names.size()) title += " and " + std::to_string(names.size() - shown) + " more";
  return title.empty() ? "Results" : title;
}

}  // namespace rheon::report
