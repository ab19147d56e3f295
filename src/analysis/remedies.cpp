#include "analysis/remedies.hpp"

#include <algorithm>

#include "constraints/singularity.hpp"
#include "core/number_text.hpp"
#include "model/wants.hpp"
#include "rheon/core/names.hpp"
#include "rheon/sim/initial.hpp"

namespace rheon {

namespace {

/// Joints whose forces are shared with others, without those that are counted by number.
int shared_joints(const Model& model) {
  std::set<std::string> counted, sharing;
  for (const Overheld& group : model.overheld) counted.insert(group.joints.begin(), group.joints.end());
  for (const Output& o : model.outputs)
    if (const auto dot = o.name.find('.'); o.split && dot != std::string::npos)
      if (const std::string joint = o.name.substr(0, dot); !counted.contains(joint)) sharing.insert(joint);
  return static_cast<int>(sharing.size());
}

}  // namespace

std::optional<Mobility> mobility_of(const System& system) {
  const int rows = system.layout().rows();
  if (rows > Neighbourhood::max_rows) return std::nullopt;
  const InitialResult initial = find_initial_state(system, 0.0, Explain::no);
  Terms terms = system.make_terms();
  if (!initial.problems.empty() || !system.evaluate(initial.state, want_stabilised_rate, terms)) return std::nullopt;
  const RankAnalysis here = analyse_rows(system, terms);
  const int freedoms = system.layout().nv - here.rank;
  Mobility found{freedoms, freedoms, 0};
  if (!here.dependent.empty()) {
    const SingularityReport near = Neighbourhood(system).examine(initial.state, here);
    if (!near.singular.empty() && near.neighbours > 0) found.freedoms_beside = system.layout().nv - near.rank_beside;
    found.too_many = static_cast<int>(near.redundant.size());
  }
  for (const Overheld& group : system.model().overheld) found.too_many += group.too_many;
  found.too_many += shared_joints(system.model());
  return found;
}

namespace {

class Remedies {
 public:
  /// Changes that are tried for one model at most, and how many rows all models that are assembled for it may have together:
  /// each costs as much as reading and assembling it, some milliseconds a row. Choices, for an answer within seconds.
  static constexpr int most_tried = 80, rows_in_all = 2500;
  /// Models with more rows than this, of which eight changes could be tried, are not changed at all: too few to find a remedy.
  static constexpr int most_rows = 300;

  Remedies(const System& system, const ModelVariants& variants)
      : system_(system),
        variants_(variants),
        may_try_(std::min(most_tried, rows_in_all / std::max(1, system.layout().rows()))) {}
  std::string for_excess(const Excess& excess);

 private:
  /// Changes made one after the other, and what is too much in the whole model with them.
  struct Attempt {
    std::vector<ModelChange> changes;
    int too_many = 0;
  };
  bool try_with(const ModelChange& change, Attempt& attempt);
  Attempt by_joints(const Excess& excess);
  Attempt by_leaving_out(const Excess& excess, Attempt attempt);
  std::vector<std::string> alternatives(const Attempt& attempt, const std::vector<std::string>& parts);
  std::string text_of(const Attempt& attempt) const;
  bool suffices(const Attempt& attempt, const Excess& excess) const {
    return attempt.too_many <= now_->too_many - excess.too_many;
  }
  bool exhausted() const { return tried_ >= may_try_; }

  const System& system_;
  const ModelVariants& variants_;
  std::optional<Mobility> now_;
  bool examined_ = false;
  int may_try_, tried_ = 0;
};

/// Adds a change to those before, if less is too much then and nothing more is free.
bool Remedies::try_with(const ModelChange& change, Attempt& attempt) {
  if (exhausted()) return false;
  ++tried_;
  std::vector<ModelChange> changes = attempt.changes;
  changes.push_back(change);
  try {
    auto model = variants_.changed(changes);
    const auto found = model ? mobility_of(System(std::move(*model))) : std::nullopt;
    if (!found || found->too_many >= attempt.too_many) return false;
    if (found->freedoms != now_->freedoms || found->freedoms_beside != now_->freedoms_beside) return false;
    attempt = {std::move(changes), found->too_many};
    return true;
  } catch (const Error&) {  // it cannot be assembled any more
    return false;
  }
}

/// Ball joints first, which hold two numbers less than a hinge each; then those that hold one less; then bearings that
/// hold across their axis only, three less. What may go without loss of rank does not depend on what went before (rows are a
/// matroid), so that nothing has to be taken back.
Remedies::Attempt Remedies::by_joints(const Excess& excess) {
  Attempt attempt{{}, now_->too_many};
  const auto unchanged = [&](const std::string& hinge) {
    return std::none_of(attempt.changes.begin(), attempt.changes.end(), [&](const auto& c) { return c.part == hinge; });
  };
  const auto left = [&] { return attempt.too_many - (now_->too_many - excess.too_many); };
  const std::vector<std::string> hinges(excess.hinges.rbegin(), excess.hinges.rend());
  for (const std::string& hinge : hinges)
    if (left() >= 2) try_with({hinge, "spherical", 0}, attempt);
  for (const std::string& hinge : hinges)
    for (const ModelChange& change : {ModelChange{hinge, "universal", 0}, ModelChange{hinge, "universal", 1},
                                      ModelChange{hinge, "universal", 2}, ModelChange{hinge, "cylindrical", 0}})
      if (left() >= 1 && unchanged(hinge)) try_with(change, attempt);
  for (const std::string& hinge : hinges) {
    if (left() < 1) break;
    Attempt other = attempt;  // instead of what the hinge has become
    std::erase_if(other.changes, [&](const ModelChange& c) { return c.part == hinge; });
    if (try_with({hinge, "on_line", 0}, other)) attempt = std::move(other);
  }
  return attempt;
}

/// Adds parts to be left out, until all is cured.
Remedies::Attempt Remedies::by_leaving_out(const Excess& excess, Attempt attempt) {
  for (auto part = excess.parts.rbegin(); part != excess.parts.rend() && !suffices(attempt, excess); ++part)
    if (std::none_of(attempt.changes.begin(), attempt.changes.end(), [&](const auto& c) { return c.part == *part; }))
      try_with({*part, "", 0}, attempt);
  return attempt;
}

/// Parts that could be changed in the same way instead of the only one of an attempt.
std::vector<std::string> Remedies::alternatives(const Attempt& attempt, const std::vector<std::string>& parts) {
  std::vector<std::string> found;
  if (attempt.changes.size() != 1) return found;
  for (const std::string& part : parts) {
    Attempt other{{}, now_->too_many};
    ModelChange change = attempt.changes.front();
    if (part == change.part) continue;
    change.part = part;
    if (try_with(change, other) && other.too_many <= attempt.too_many) found.push_back(part);
  }
  return found;
}

std::string Remedies::text_of(const Attempt& attempt) const {
  std::string replace, leave_out;
  for (const ModelChange& change : attempt.changes)
    if (change.kind.empty())
      leave_out += (leave_out.empty() ? "leave out " : " and ") + change.part;
    else
      replace +=
          (replace.empty() ? "replace revolute " : " and revolute ") + change.part + " by " + variants_.written(change);
  return replace + (replace.empty() || leave_out.empty() ? "" : " and ") + leave_out;
}

std::string Remedies::for_excess(const Excess& excess) {
  if (system_.layout().rows() > most_rows)
    return "no remedy was tried: " + counted(system_.layout().rows(), "row") + ", only models of up to " +
           std::to_string(most_rows) + " are changed" + leave_it;
  if (!examined_) now_ = mobility_of(system_);
  examined_ = true;
  if (!now_ || !variants_.changed) return "no remedy was tried" + leave_it;
  Attempt attempt = by_joints(excess);
  if (!suffices(attempt, excess)) attempt = by_leaving_out(excess, std::move(attempt));
  if (!suffices(attempt, excess) && !excess.hinges.empty())
    if (Attempt other = by_leaving_out(excess, {{}, now_->too_many}); other.too_many < attempt.too_many)
      attempt = std::move(other);
  std::string text = attempt.changes.empty() ? "" : text_of(attempt);
  const std::string findings = excess.findings == 1 ? "this" : "these " + std::to_string(excess.findings) + " findings";
  if (suffices(attempt, excess)) {
    if (attempt.changes.size() == 1 && attempt.changes.front().kind.empty())
      if (const auto others = alternatives(attempt, excess.parts); !others.empty())
        text += " (or instead " + listed(others) + ")";
    return text + ": when tried, it cured " + findings + " and freed nothing else" + leave_it;
  }
  if (!text.empty()) text += ": when tried, it cured a part of " + findings + " and freed nothing else; ";
  return text + "no remedy for all of it was found" +
         (exhausted() ? " among the " + std::to_string(may_try_) + " changes that are tried for a model of this size"
                      : "") +
         leave_it;
}

bool meet(const Excess& a, const Excess& b) {
  return std::any_of(a.hinges.begin(), a.hinges.end(), [&](const auto& h) { return b.hinges.contains(h); }) ||
         std::any_of(a.parts.begin(), a.parts.end(),
                     [&](const auto& p) { return std::find(b.parts.begin(), b.parts.end(), p) != b.parts.end(); });
}

void join(Excess& whole, const Excess& more) {
  whole.hinges.insert(more.hinges.begin(), more.hinges.end());
  for (const std::string& part : more.parts)
    if (std::find(whole.parts.begin(), whole.parts.end(), part) == whole.parts.end()) whole.parts.push_back(part);
  whole.too_many += more.too_many;
  whole.findings += more.findings;
}

}  // namespace

void advise(const System& system, const ModelVariants& variants, const std::vector<FindingOfExcess>& excesses,
            std::vector<Finding>& findings) {
  if (!variants.changed) return;
  Remedies remedies(system, variants);
  std::vector<bool> reported(excesses.size(), false);
  for (std::size_t k = 0; k < excesses.size(); ++k) {
    if (reported[k]) continue;
    // findings that share hinges or parts have one remedy, reported with the first of them
    Excess whole = excesses[k].excess;
    for (std::size_t other = k + 1; other < excesses.size(); ++other) {
      if (reported[other] || !meet(whole, excesses[other].excess)) continue;
      join(whole, excesses[other].excess);
      reported[other] = true;
      findings[excesses[other].finding].text.remedy =
          "with the one about " + listed(findings[excesses[k].finding].rows);
      other = k;  // what has been passed by may share parts with what joined
    }
    findings[excesses[k].finding].text.remedy = remedies.for_excess(whole);
  }
}

}  // namespace rheon
