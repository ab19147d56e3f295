#include "analysis/findings.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "constraints/loaded_outputs.hpp"
#include "constraints/near_dependence.hpp"
#include "core/index.hpp"
#include "core/number_text.hpp"
#include "rheon/core/names.hpp"

namespace rheon {

namespace {

/// Singular values of rows of unit length: below this reactions lose three digits or more. A choice; a run says so from 1e-4 on
/// (near_dependence.cpp), and who asks for a check wants to know earlier.
constexpr double weak = 1e-3;

std::vector<std::string> names_of(const System& system, const std::vector<int>& rows) {
  std::vector<std::string> names;
  for (const int row : rows) names.push_back(system.row_name(row));
  return names;
}

Finding finding(const System& system, std::string kind, const std::vector<int>& rows, std::string what,
                std::string numbers, std::string remedy) {
  return {std::move(kind),
          names_of(system, rows),
          {rows.empty() ? Place{} : system.model().constraints[at(rows.front())].place, "", std::move(what),
           std::move(numbers), std::move(remedy)}};
}

std::string numbers_text(const std::vector<double>& values) {
  std::vector<std::string> texts;
  for (const double value : values) texts.push_back(brief_text(value, 2));
  return listed(texts);
}

std::vector<std::string> elements_of(const Model& m, const std::vector<int>& rows) {
  std::vector<std::string> names;
  for (const int row : rows) {
    const std::string& group = m.constraints[at(row)].group;
    if (std::find(names.begin(), names.end(), group) == names.end()) names.push_back(group);
  }
  return names;
}

/// What follows from the rows alone: leaving out any one of a dependent set changes nothing.
std::string remedy_by_rows(const System& system, const std::vector<int>& rows) {
  const Model& m = system.model();
  std::vector<std::string> at_velocity, alone;
  for (const int row : rows) {
    const ConstraintRow& c = m.constraints[at(row)];
    if (!is_position_level(c.kind)) at_velocity.push_back(c.name);
    if (std::count_if(m.constraints.begin(), m.constraints.end(), [&](const auto& r) { return r.group == c.group; }) ==
        1)
      alone.push_back(c.name);
  }
  if (!at_velocity.empty() && at_velocity.size() < rows.size())
    return "leave out " + at_velocity.back() + ", which is at velocity level: the rest implies it";
  if (const auto elements = elements_of(m, rows); elements.size() == 1)
    return "leave out one row of " + elements.front();
  return alone.empty() ? "" : "leave out one of " + listed(alone) + ", or let a spring or bushing stand for it";
}

/// Parts that could be left out. Where others say it about positions, only what says it about rates: positions would drift
/// without the others.
Excess excess_of(const Model& m, const std::vector<int>& rows, const Transmission& by) {
  Excess excess{by.hinges, {}};
  std::vector<int> at_velocity;
  for (const int row : rows)
    if (!is_position_level(m.constraints[at(row)].kind)) at_velocity.push_back(row);
  const bool mixed = !at_velocity.empty() && at_velocity.size() < rows.size();
  excess.parts = elements_of(m, mixed ? at_velocity : rows);
  for (const std::string& carrier : by.carriers)
    if (!mixed && std::find(excess.parts.begin(), excess.parts.end(), carrier) == excess.parts.end())
      excess.parts.insert(excess.parts.begin(), carrier);
  return excess;
}

}  // namespace

void append_redundancies(const System& system, const std::vector<RankAnalysis::Set>& sets,
                         const std::vector<Transmission>& by, std::vector<Finding>& all,
                         std::vector<FindingOfExcess>& excesses) {
  for (std::size_t k = 0; k < sets.size(); ++k) {
    const auto& rows = sets[k].rows;
    if (rows.size() == 1) {
      all.push_back(finding(
          system, "flat", rows,
          "the gradient of " + system.row_name(rows.front()) + " vanishes here: it holds nothing in this position", "",
          "write it without the power that makes it flat"));
      continue;
    }
    if (elements_of(system.model(), rows).size() > 1)
      excesses.push_back({all.size(), excess_of(system.model(), rows, by[k])});
    all.push_back(finding(system, "redundant", rows,
                          "redundant: " + listed(names_of(system, rows)) +
                              " depend on each other, one of them is implied by the rest; one combination of their "
                              "reactions is not determined",
                          "", remedy_by_rows(system, rows)));
  }
}

std::vector<Finding> singularity_findings(const System& system, const SingularityReport& report, int rank_here,
                                          const std::vector<double>& values_here) {
  std::vector<Finding> all;
  if (!report.examined && !report.redundant.empty())
    all.push_back(finding(system, "not examined", {},
                          "whether these rows depend on each other only in this position was not examined",
                          counted(system.layout().rows(), "row") + ", only up to " +
                              std::to_string(Neighbourhood::max_rows) + " are examined",
                          ""));
  for (const auto& set : report.singular) {
    const std::string names = listed(names_of(system, set.rows));
    const std::string lost =
        set.rows.size() == 1 ? "the gradient of " + names + " vanishes" : names + " depend on each other";
    if (report.neighbours == 0) {
      all.push_back(finding(
          system, "singular", set.rows,
          "singular configuration: " + lost + ", and the motion that this seems to free is not possible",
          "smallest singular values of the rows: " + numbers_text(values_here) +
              "; no state next to this one satisfies the constraints",
          "change a length so that the mechanism is not at the very limit of its reach, or remove a constraint"));
      continue;
    }
    all.push_back(finding(system, "singular", set.rows,
                          "singular configuration: the rank is " + std::to_string(rank_here) + " here and " +
                              std::to_string(report.rank_beside) + " next to it: " + lost + " only in this position",
                          "smallest singular values of the rows: " + numbers_text(values_here) + "; " +
                              brief_text(report.distance, 2) + " away: " + numbers_text(report.values_beside),
                          "start next to it: here the motion may go on in more than one way, and reactions are not "
                          "determined"));
  }
  return all;
}

std::vector<Finding> weakness_findings(const System& system, const WeakRows& rows, int rank) {
  std::vector<Finding> all;
  for (const NearDependence& near : near_dependences(rows, rank, weak)) {
    const bool one = near.rows.size() == 1;
    all.push_back(finding(
        system, "nearly singular", near.rows,
        "nearly singular configuration: " + listed(names_of(system, near.rows)) +
            (one ? " has nearly no gradient" : " nearly depend on each other"),
        "smallest singular value of the rows " + brief_text(near.value, 2) + ", the next " + brief_text(near.next, 2) +
            (one ? "" : "; a row leaves the span of the others by an angle of " + brief_text(near.angle, 2) + " rad") +
            (near.counted ? ", below " + brief_text(rank_tolerance) + " rad rows count as dependent" : ""),
        "loads across them are carried by forces up to " + brief_text(1.0 / near.angle, 2) +
            " times as large, and a place or direction that is off by that angle changes them altogether; start "
            "elsewhere if it is not meant"));
  }
  return all;
}

namespace {

Finding overheld(const Model& model, const std::vector<std::string>& joints, std::string what) {
  const auto place = std::find_if(model.outputs.begin(), model.outputs.end(),
                                  [&](const Output& o) { return o.name.starts_with(joints.front() + "."); });
  return {"redundant",
          joints,
          {place == model.outputs.end() ? Place{} : place->place, "", "redundant: " + listed(joints) + std::move(what),
           "the forces reported are those of least norm, the sum of F^2 + (T/L)^2 over all joints", ""}};
}

}  // namespace

void append_overheld(const Model& model, std::vector<Finding>& all, std::vector<FindingOfExcess>& excesses) {
  std::set<std::string> reported;
  for (const Overheld& group : model.overheld) {
    Excess excess{{}, group.joints, group.too_many};
    for (const std::string& joint : group.joints)
      if (is_hinge(model, joint)) excess.hinges.insert(joint);
    excesses.push_back({all.size(), std::move(excess)});
    all.push_back(overheld(model, group.joints,
                           " hold their bodies by " + counted(group.too_many, "number") +
                               " more than needed; not all of their forces are determined"));
    reported.insert(group.joints.begin(), group.joints.end());
  }
  std::vector<std::string> further;
  for (const Output& o : model.outputs) {
    const std::string name = o.name.substr(0, o.name.find('.'));
    const bool of_joint = name.size() < o.name.size();  // not an output of the text
    if (o.split && of_joint && reported.insert(name).second) further.push_back(name);
  }
  if (further.empty()) return;
  excesses.push_back({all.size(), {{}, further, static_cast<int>(further.size())}});
  all.push_back(overheld(model, further,
                         " connect bodies where other joints connect them already; only the sum of their forces is "
                         "determined"));
}

namespace {

/// Along a single path every row is integrable (a curve has equations): no reason to look for another form of it.
void append_single_path(const System& system, const IntegrabilityReport& report, std::vector<Finding>& all) {
  std::vector<int> rows;
  for (const auto& row : report.integrable)
    if (report.single_path && !row.alone && !row.implied) rows.push_back(row.row);
  if (rows.empty()) return;
  const bool one = rows.size() == 1;
  all.push_back(finding(system, "integrable", rows,
                        std::string("with the other constraints, velocity ") + (one ? "constraint " : "constraints ") +
                            listed(names_of(system, rows)) + (one ? " leaves" : " leave") +
                            " a single motion, and along that every velocity constraint is integrable; as " +
                            (one ? "it stands its position drifts" : "they stand positions drift"),
                        "",
                        std::string("leave ") + (one ? "it" : "them") +
                            ", or write the equation between coordinates that holds along the motion, if you know it"));
}

}  // namespace

std::vector<Finding> large_rank_findings(const System& system, const std::vector<int>& dependent, int most_rows) {
  const std::string size =
      counted(system.layout().rows(), "row") + ", only up to " + std::to_string(most_rows) + " are examined";
  if (dependent.empty())
    return {finding(system, "not examined", {}, "the rank of the rows was not found: their elimination fills up", size,
                    "check a smaller model of the same kind")};
  return {finding(system, "not examined", dependent,
                  listed(names_of(system, dependent)) + (dependent.size() == 1 ? " is" : " are") +
                      " implied by earlier rows; by which ones, and whether only in this position, was not examined",
                  size, "check a smaller model of the same kind")};
}

std::vector<Finding> unconnected_findings(const Model& model, const std::vector<std::string>& bodies) {
  std::vector<Finding> all;
  for (const std::string& body : bodies) {
    const auto row = std::find_if(model.constraints.begin(), model.constraints.end(),
                                  [&](const ConstraintRow& c) { return c.group == body; });  // of its rigidity
    all.push_back({"unconnected",
                   {body},
                   {row == model.constraints.end() ? Place{} : row->place, "",
                    "body \"" + body + "\" is connected to nothing: no joint, shared point, driver, force or equation",
                    "", "join it with another body or with the ground; leave it if it is meant to fly freely"}});
  }
  return all;
}

std::vector<Finding> integrability_findings(const System& system, const IntegrabilityReport& report) {
  std::vector<Finding> all;
  for (const auto& row : report.integrable) {
    if (row.implied) continue;                       // reported as redundant
    if (report.single_path && !row.alone) continue;  // said below, once
    const std::string name = "velocity constraint \"" + system.row_name(row.row) + "\" is integrable";
    const std::string numbers = "carried along paths near the start it stays a combination of the rows to " +
                                brief_text(row.defect, 2) + " (below " + brief_text(integrability_tolerance) +
                                " it counts as integrable)";
    all.push_back(finding(system, "integrable", {row.row},
                          name + (row.alone ? "" : " together with the other constraints") +
                              ": it could be written at position level; as it stands its position drifts",
                          numbers,
                          std::string("write the equation between coordinates") + (row.rheonomic ? " and t" : "") +
                              " whose rate it is" + (row.alone ? "" : ", on what the other constraints leave free")));
  }
  append_single_path(system, report, all);
  if (report.combinations > 0)
    all.push_back(finding(system, "integrable", report.combined,
                          "of the velocity constraints " + listed(names_of(system, report.combined)) + " " +
                              counted(report.combinations, "combination") +
                              (report.combinations == 1 ? " is" : " are") +
                              " integrable, though none of them is: that could be written at position level",
                          "", "replace as many of them by equations between coordinates"));
  if (!report.undecided.empty())
    all.push_back(finding(system, "not examined", report.undecided,
                          "whether " + listed(names_of(system, report.undecided)) +
                              " at velocity level could be written at position level is not known",
                          report.reason, ""));
  return all;
}

}  // namespace rheon
