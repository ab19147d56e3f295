#include "constraints/undetermined.hpp"

#include <algorithm>
#include <vector>

#include "constraints/index1.hpp"
#include "constraints/loaded_outputs.hpp"
#include "constraints/neighbour_states.hpp"
#include "constraints/row_rank.hpp"
#include "model/wants.hpp"
#include "rheon/core/names.hpp"

namespace rheon {

namespace {

/// Names in a note; of more the number is given. A choice.
constexpr std::size_t most_named = 6;

std::string text_of(std::vector<std::string> names) {
  if (names.empty()) return {};
  if (names.size() > most_named) {
    const std::string more = std::to_string(names.size() - most_named + 1) + " more";
    names.resize(most_named - 1);
    names.push_back(more);
  }
  return "reactions of " + listed(names) +
         " are not all determined: constraints depend on each other, and rigid bodies share a load among them in any "
         "way; the results have the shares of least norm (`rheon check` lists what is determined)";
}

/// Joints and contacts of a mechanism by their names, constraints that are written as equations by theirs.
class Names {
 public:
  Names(const System& system, const State& s) : system_(system), loaded_(system, s) {
    for (const Overheld& group : system.model().overheld)
      for (const std::string& joint : group.joints) add(carriers_, joint);
  }
  void add(const RankAnalysis::Set& set) {
    for (const std::string& carrier : loaded_.carriers(set)) add(carriers_, carrier);
    for (const int row : set.rows) add(rows_, system_.row_name(row));
  }
  /// A note; empty without any.
  std::string text() const { return text_of(carriers_.empty() ? rows_ : carriers_); }

 private:
  static void add(std::vector<std::string>& names, const std::string& name) {
    const std::string quoted = "\"" + name + "\"";
    if (std::find(names.begin(), names.end(), quoted) == names.end()) names.push_back(quoted);
  }

  const System& system_;
  LoadedOutputs loaded_;
  std::vector<std::string> carriers_, rows_;
};

}  // namespace

/// What is determined at the start may not be so near it.
std::string note_of_undetermined(const System& system, const State& s) {
  const int rows = system.layout().rows();
  if (rows > most_rows_for_rank) {
    bool dependent = false;
    Index1 index1(system);
    if (!index1.find_dependence(s, dependent) || !dependent) return {};
    return "some reactions are not determined: of " + std::to_string(rows) +
           " constraint rows some depend on each other, and rigid bodies share a load among them in any way; the "
           "results have the shares of least norm (`rheon check` says which)";
  }
  Terms terms = system.make_terms();
  Names names(system, s);
  if (rows == 0 || !system.evaluate(s, want_velocity_projection, terms)) return names.text();
  const Names without_rows = names;
  const RankAnalysis here = analyse_rows(system, terms);
  if (here.rank == rows) return names.text();
  for (const auto& set : here.dependent) names.add(set);
  for (const State& neighbour : neighbour_states(system, s)) {
    if (!system.evaluate(neighbour, want_velocity_projection, terms)) continue;
    const RankAnalysis there = analyse_rows(system, terms);
    if (there.rank == rows) return without_rows.text();  // the start is a singular position
    for (const auto& set : there.dependent) names.add(set);
  }
  return names.text();
}

}  // namespace rheon
