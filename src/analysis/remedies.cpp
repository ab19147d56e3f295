#include "analysis/remedies.hpp"

#include <algorithm>

#include "analysis/singularity.hpp"
#include "core/number_text.hpp"
#include "model/wants.hpp"
#include "rheon/core/names.hpp"
#include "rheon/sim/initial.hpp"

namespace rheon {

namespace {

/// Joints whose forces are shared with others, beside those that are counted by number.
int shared_joints(const Model& model) {
  std::set<std::string> counted, beside;
  for (const Overheld& group : model.overheld) counted.insert(group.joints.begin(), group.joints.end());
  for (const Output& o : model.outputs)
    if (const auto dot = o.name.find('.'); o.split && dot != std::string::npos)
      if (const std::string joint = o.name.substr(0, dot); !counted.contains(joint)) beside.insert(joint);
  return static_cast<int>(beside.size());
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
    const SingularityReport beside = Neighbourhood(system).examine(initial.state, here);
    if (!beside.singular.empty() && beside.neighbours > 0)
      found.freedoms_beside = system.layout().nv - beside.rank_beside;
    found.too_many = static_cast<int>(beside.redundant.size());
  }
  for (const Overheld& group : system.model().overheld) found.too_many += group.too_many;
  found.too_many += shared_joints(system.model());
  return found;
}

namespace {

class Remedies {
 public:
  /// Changes that are tried for one model at most, and how many rows all models that are assembled for it may have together:
  /// each costs as much as reading and assembling it, some milliseconds a row.
  static constexpr int most_tried = 80, rows_in_all = 2500;
  /// Models with more rows than this are not changed at all.
  static constexpr int most_rows = 300;

  Remedies(const System& system, const ModelVariants& variants)
      : system_(system),
        variants_(variants),
        may_try_(std::min(most_tried, rows_in_all / std::max(1, system.layout().rows()))) {}
  std::string for_excess(const Excess& excess);

 private:
  /// Changes made one after the other, and what is too much in the whole model with them.
  struct Cure {
    std::vector<ModelChange> changes;
    int too_many = 0;
  };
  bool try_with(const ModelChange& change, Cure& cure);
  Cure by_joints(const Excess& excess);
  Cure by_leaving_out(const Excess& excess, Cure cure);
  std::vector<std::string> alternatives(const Cure& cure, const std::vector<std::string>& parts);
  std::string text_of(const Cure& cure) const;
  bool cures(const Cure& cure, const Excess& excess) const { return cure.too_many <= now_->too_many - excess.too_many; }
  bool exhausted() const { return tried_ >= may_try_; }

  const System& system_;
  const ModelVariants& variants_;
  std::optional<Mobility> now_;
  bool examined_ = false;
  int may_try_, tried_ = 0;
};

/// Adds a change to those before, if less is too much then and nothing more is free.
bool Remedies::try_with(const ModelChange& change, Cure& cure) {
  if (exhausted()) return false;
  ++tried_;
  std::vector<ModelChange> changes = cure.changes;
  changes.push_back(change);
  try {
    auto model = variants_.changed(changes);
    const auto found = model ? mobility_of(System(std::move(*model))) : std::nullopt;
    if (!found || found->too_many >= cure.too_many) return false;
    if (found->freedoms != now_->freedoms || found->freedoms_beside != now_->freedoms_beside) return false;
    cure = {std::move(changes), found->too_many};
    return true;
  } catch (const Error&) {  // it cannot be assembled any more
    return false;
  }
}

/// Ball joints first, which hold two numbers less than a hinge each; then those that hold one less; then bearings that
/// hold across their axis only, three less. What may go without loss of rank does not depend on what went before (rows are a
/// matroid), so that nothing has to be taken back.
Remedies::Cure Remedies::by_joints(const Excess& excess) {
  Cure cure{{}, now_->too_many};
  const auto unchanged = [&](const std::string& hinge) {
    return std::none_of(cure.changes.begin(), cure.changes.end(), [&](const auto& c) { return c.part == hinge; });
  };
  const auto left = [&] { return cure.too_many - (now_->too_many - excess.too_many); };
  const std::vector<std::string> hinges(excess.hinges.rbegin(), excess.hinges.rend());
  for (const std::string& hinge : hinges)
    if (left() >= 2) try_with({hinge, "spherical", 0}, cure);
  for (const std::string& hinge : hinges)
    for (const ModelChange& change : {ModelChange{hinge, "universal", 0}, ModelChange{hinge, "universal", 1},
                                      ModelChange{hinge, "universal", 2}, ModelChange{hinge, "cylindrical", 0}})
      if (left() >= 1 && unchanged(hinge)) try_with(change, cure);
  for (const std::string& hinge : hinges) {
    if (left() < 1) break;
    Cure other = cure;  // instead of what the hinge has become
    std::erase_if(other.changes, [&](const ModelChange& c) { return c.part == hinge; });
    if (try_with({hinge, "on_line", 0}, other)) cure = std::move(other);
  }
  return cure;
}

/// Adds parts to be left out, until all is cured.
Remedies::Cure Remedies::by_leaving_out(const Excess& excess, Cure cure) {
  for (auto part = excess.parts.rbegin(); part != excess.parts.rend() && !cures(cure, excess); ++part)
    if (std::none_of(cure.changes.begin(), cure.changes.end(), [&](const auto& c) { return c.part == *part; }))
      try_with({*part, "", 0}, cure);
  return cure;
}

/// Parts that could be changed in the same way instead of the only one of a cure.
std::vector<std::string> Remedies::alternatives(const Cure& cure, const std::vector<std::string>& parts) {
  std::vector<std::string> found;
  if (cure.changes.size() != 1) return found;
  for (const std::string& part : parts) {
    Cure other{{}, now_->too_many};
    ModelChange change = cure.changes.front();
    if (part == change.part) continue;
    change.part = part;
    if (try_with(change, other) && other.too_many <= cure.too_many) found.push_back(part);
  }
  return found;
}

std::string Remedies::text_of(const Cure& cure) const {
  std::string replace, leave_out;
  for (const ModelChange& change : cure.changes)
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
  Cure cure = by_joints(excess);
  if (!cures(cure, excess)) cure = by_leaving_out(excess, std::move(cure));
  if (!cures(cure, excess) && !excess.hinges.empty())
    if (Cure other = by_leaving_out(excess, {{}, now_->too_many}); other.too_many < cure.too_many)
      cure = std::move(other);
  std::string text = cure.changes.empty() ? "" : text_of(cure);
  const std::string findings = excess.findings == 1 ? "this" : "these " + std::to_string(excess.findings) + " findings";
  if (cures(cure, excess)) {
    if (cure.changes.size() == 1 && cure.changes.front().kind.empty())
      if (const auto others = alternatives(cure, excess.parts); !others.empty())
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

void advise(const System& system, const ModelVariants& variants, const std::vector<Overdone>& overdone,
            std::vector<Finding>& findings) {
  if (!variants.changed) return;
  Remedies remedies(system, variants);
  std::vector<bool> reported(overdone.size(), false);
  for (std::size_t k = 0; k < overdone.size(); ++k) {
    if (reported[k]) continue;
    // findings that share hinges or parts have one remedy, reported with the first of them
    Excess whole = overdone[k].excess;
    for (std::size_t other = k + 1; other < overdone.size(); ++other) {
      if (reported[other] || !meet(whole, overdone[other].excess)) continue;
      join(whole, overdone[other].excess);
      reported[other] = true;
      findings[overdone[other].finding].text.remedy =
          "with the one about " + listed(findings[overdone[k].finding].rows);
      other = k;  // what has been passed by may share parts with what joined
    }
    findings[overdone[k].finding].text.remedy = remedies.for_excess(whole);
  }
}

}  // namespace rheon
