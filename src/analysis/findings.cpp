#include "analysis/findings.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/loaded_outputs.hpp"
#include "core/index.hpp"
#include "core/number_text.hpp"
#include "rheon/core/names.hpp"

namespace rheon {

namespace {

/// A smallest singular value below this, and this far below the next, is worth a word. Chains of many bodies have small
/// ones by nature, but no gap.
constexpr double weak = 1e-3, apart = 0.1;
/// Rows with a smaller share of a singular vector are not named.
constexpr double noticeable_share = 0.1;

const std::string leave_it = "; or leave it: the motion is right, and so are all reactions that are not named below";

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

/// A spherical joint has two rows less than a hinge, a universal or cylindrical one has one less. Which of the hinges give
/// way is a matter of taste; named are the last ones.
std::string hinge_remedy(const std::set<std::string>& hinges, std::size_t too_many) {
  std::vector<std::string> names(hinges.begin(), hinges.end()), spherical;
  const std::string all = listed(names);
  for (std::size_t left = too_many / 2; left > 0 && names.size() > 1; --left) {
    spherical.push_back(names.back());
    names.pop_back();
  }
  std::string text = "replace ";
  if (!spherical.empty())
    text += "revolute " + listed(spherical) + " by spherical" + (too_many % 2 == 1 ? " and " : "");
  if (too_many % 2 == 1)
    text += "revolute " + names.back() + " by universal (or by cylindrical, if its bodies do not share a point)";
  return text + "; any of " + all + " will do" + leave_it;
}

std::string remedy_for(const System& system, const RankAnalysis::Set& set, const std::vector<std::string>& carriers) {
  const Model& m = system.model();
  std::vector<std::string> at_velocity;
  for (const int row : set.rows)
    if (!is_position_level(m.constraints[at(row)].kind)) at_velocity.push_back(system.row_name(row));
  if (!at_velocity.empty() && at_velocity.size() < set.rows.size())
    return "leave out " + at_velocity.back() + ", which is at velocity level: the rest implies it";
  const auto elements = elements_of(m, set.rows);
  if (elements.size() == 1) return "leave out one row of " + elements.front();
  const bool driven = std::any_of(set.rows.begin(), set.rows.end(),
                                  [&](int row) { return m.constraints[at(row)].kind == ConstraintKind::rheonomic; });
  const std::string leave_out = "leave out one of " + listed(elements);
  if (driven || carriers.size() < 2) return leave_out + ", or let a spring or bushing stand for it";
  return "replace one of the joints " + listed(carriers) + " by a pin in a slot (on_line) or by a bushing, or " +
         leave_out;
}

}  // namespace

std::vector<Finding> redundancy_findings(const System& system, const std::vector<RankAnalysis::Set>& sets,
                                         const std::vector<Transmission>& by) {
  std::vector<Finding> all;
  std::vector<bool> told(sets.size(), false);
  for (std::size_t k = 0; k < sets.size(); ++k) {
    const auto& rows = sets[k].rows;
    if (rows.size() == 1) {
      all.push_back(finding(
          system, "flat", rows,
          "the gradient of " + system.row_name(rows.front()) + " vanishes here: it holds nothing in this position", "",
          "write it without the power that makes it flat"));
      continue;
    }
    // sets that share hinges are one loop, with one remedy for all of them
    std::set<std::string> loop = by[k].hinges;
    std::size_t too_many = 1;
    for (std::size_t other = k + 1; other < sets.size() && !told[k]; ++other) {
      const auto& more = by[other].hinges;
      if (told[other] || std::none_of(more.begin(), more.end(), [&](const auto& h) { return loop.contains(h); }))
        continue;
      loop.insert(more.begin(), more.end());
      ++too_many;
      told[other] = true;
    }
    const std::string remedy = told[k]           ? "with the one above"
                               : loop.size() > 1 ? hinge_remedy(loop, too_many)
                                                 : remedy_for(system, sets[k], by[k].carriers);
    all.push_back(finding(system, "redundant", rows,
                          "redundant: " + listed(names_of(system, rows)) +
                              " depend on each other, one of them is implied by the rest; only the sum of their "
                              "reactions is determined",
                          "", remedy));
  }
  return all;
}

std::vector<Finding> singularity_findings(const System& system, const SingularityReport& report, int rank_here,
                                          const std::vector<double>& values_here) {
  std::vector<Finding> all;
  if (!report.examined && !report.redundant.empty())
    all.push_back(finding(
        system, "not examined", {}, "whether these rows depend on each other only in this position was not examined",
        counted(system.layout().rows(), "row") + ", looked at are up to " + std::to_string(Neighbourhood::max_rows),
        ""));
  for (const auto& set : report.singular) {
    const std::string names = listed(names_of(system, set.rows));
    const std::string lost =
        set.rows.size() == 1 ? "the gradient of " + names + " vanishes" : names + " depend on each other";
    if (report.neighbours == 0) {
      all.push_back(
          finding(system, "singular", set.rows,
                  "singular configuration: " + lost + ", and the motion that this seems to free leads nowhere",
                  "smallest singular values of the rows: " + numbers_text(values_here) +
                      "; no state beside this one satisfies the constraints",
                  "change a length so that the mechanism does not just reach, or remove a constraint"));
      continue;
    }
    all.push_back(finding(system, "singular", set.rows,
                          "singular configuration: the rank is " + std::to_string(rank_here) + " here and " +
                              std::to_string(report.rank_beside) + " beside it: " + lost + " only in this position",
                          "smallest singular values of the rows: " + numbers_text(values_here) + "; " +
                              brief_text(report.distance, 2) + " away: " + numbers_text(report.values_beside),
                          "start beside it: here the motion may go on in more than one way, and reactions are not "
                          "determined"));
  }
  return all;
}

std::vector<Finding> weakness_findings(const System& system, const WeakRows& rows, int rank) {
  if (rank < 1 || rank > rows.values.size()) return {};
  const double value = rows.values[rank - 1], next = rank > 1 ? rows.values[rank - 2] : 1.0;
  if (value > weak || value > apart * next) return {};
  const auto share = rows.shares.col(rank - 1).cwiseAbs();
  std::vector<int> involved;
  for (Eigen::Index i = 0; i < share.size(); ++i)
    if (share[i] > noticeable_share * share.maxCoeff()) involved.push_back(static_cast<int>(i));
  return {finding(system, "nearly singular", involved,
                  "nearly singular configuration: " + listed(names_of(system, involved)) +
                      (involved.size() == 1 ? " has nearly no gradient" : " nearly depend on each other"),
                  "smallest singular value of the rows " + brief_text(value, 2) + ", the next " + brief_text(next, 2),
                  "reactions and velocities grow as its inverse near here; start elsewhere if it is not meant")};
}

namespace {

Finding overheld(const Model& model, const std::vector<std::string>& joints, std::string what, std::string remedy) {
  const auto place = std::find_if(model.outputs.begin(), model.outputs.end(),
                                  [&](const Output& o) { return o.name.starts_with(joints.front() + "."); });
  return {"redundant",
          joints,
          {place == model.outputs.end() ? Place{} : place->place, "", "redundant: " + listed(joints) + std::move(what),
           "told are the forces of least norm, the sum of F^2 + (T/L)^2 over all joints", std::move(remedy)}};
}

std::string remedy_for(const Model& model, const Overheld& group) {
  std::set<std::string> hinges;
  for (const std::string& joint : group.joints)
    if (is_hinge(model, joint)) hinges.insert(joint);
  // each of the others may become spherical, which takes two
  if (hinges.size() > 1 && group.too_many < 2 * static_cast<int>(hinges.size()) - 1)
    return hinge_remedy(hinges, static_cast<std::size_t>(group.too_many));
  return "leave out what repeats, or let a spring or bushing stand for it" + leave_it;
}

}  // namespace

std::vector<Finding> overheld_findings(const Model& model) {
  std::vector<Finding> all;
  std::set<std::string> told;
  for (const Overheld& group : model.overheld) {
    all.push_back(overheld(model, group.joints,
                           " hold their bodies by " + counted(group.too_many, "number") +
                               " more than needed; not all of their forces are determined",
                           remedy_for(model, group)));
    told.insert(group.joints.begin(), group.joints.end());
  }
  std::vector<std::string> beside;
  for (const Output& o : model.outputs) {
    const std::string name = o.name.substr(0, o.name.find('.'));
    const bool of_joint = name.size() < o.name.size();  // not an output of the text
    if (o.split && of_joint && told.insert(name).second) beside.push_back(name);
  }
  if (!beside.empty())
    all.push_back(overheld(model, beside,
                           " connect bodies where other joints connect them already; only the sum of their forces is "
                           "determined",
                           "keep one of them at each place"));
  return all;
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
      counted(system.layout().rows(), "row") + ", looked at are up to " + std::to_string(most_rows);
  if (dependent.empty())
    return {finding(system, "not examined", {}, "the rank of the rows was not found: their elimination fills up", size,
                    "check a smaller model of the same kind")};
  return {finding(system, "not examined", dependent,
                  listed(names_of(system, dependent)) + (dependent.size() == 1 ? " is" : " are") +
                      " implied by rows before; by which ones, and whether only in this position, was not examined",
                  size, "check a smaller model of the same kind")};
}

std::vector<Finding> integrability_findings(const System& system, const IntegrabilityReport& report) {
  std::vector<Finding> all;
  for (const auto& row : report.integrable) {
    if (row.implied) continue;                       // told as redundant
    if (report.single_path && !row.alone) continue;  // said below, once
    const std::string name = "velocity constraint \"" + system.row_name(row.row) + "\" is integrable";
    const std::string numbers = "carried along paths beside the start it stays a combination of the rows to " +
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
