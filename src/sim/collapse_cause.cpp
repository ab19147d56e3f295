#include "sim/collapse_cause.hpp"

#include <algorithm>

#include "constraints/lost_rows.hpp"
#include "core/index.hpp"
#include "model/model_parts.hpp"
#include "model/system_inside.hpp"
#include "rheon/core/names.hpp"

namespace rheon {

namespace {

/// The search for singular positions is dense: it is made for the first few collapses. Both serve notes alone: a choice.
constexpr int most_looks = 8;
constexpr std::size_t most_causes_named = 5;
/// A motion is at a switch if going straight on it would pass that in the time in which it has come on since the last look. In so
/// many looks it stays there: a body that bounces is on its way back in half of them, so on its way forth in all once in a
/// million.
constexpr int often = 20;

}  // namespace

void CollapseCause::find_choices() {
  searched_ = true;
  const Model& m = system_->model();
  for (const ModelPart& part : parts_of(m)) {
    const std::vector<expr::Choice> found = expr::choices_of(m.graph, part.value);
    if (found.empty()) continue;
    parts_.push_back({located(part), choices_.size(), choices_.size() + found.size()});
    choices_.insert(choices_.end(), found.begin(), found.end());
  }
  std::vector<expr::Node> arguments;
  for (const expr::Choice& c : choices_) arguments.insert(arguments.end(), {c.a, c.b});
  tape_ = expr::Tape(m.graph, arguments);
  before_.resize(choices_.size());
  now_.resize(choices_.size());
  values_.resize(arguments.size());
  work_.resize(tape_.work_size());
}

int count_switches(const Model& model) {
  std::size_t count = 0;
  for (const ModelPart& part : parts_of(model)) count += expr::choices_of(model.graph, part.value).size();
  return static_cast<int>(count);
}

void CollapseCause::evaluate(const State& s, std::vector<double>& branches) {
  // only the inputs are wanted, in their order
  if (!system_->evaluate(s, Want::none, terms_)) return;
  tape_.evaluate(SystemInside::inputs(terms_), values_.data(), work_.data());
  for (std::size_t k = 0; k < choices_.size(); ++k)
    branches[k] = choices_[k].branch(values_[2 * k], values_[2 * k + 1]);
}

/// Where the motion is after a time if accelerations stay as they are.
void CollapseCause::evaluate_ahead(const State& s, double time, std::vector<double>& branches) {
  ahead_ = s;
  if (!system_->evaluate(s, Want::rates, terms_)) return;
  ahead_.q += time * (system_->model().general_speeds ? terms_.q_dot : s.v);
  ahead_.v += time * s.a;
  evaluate(ahead_, branches);
}

/// Parts whose branches are not those of before.
void CollapseCause::add_differing(std::vector<std::string>& names) const {
  for (const Part& part : parts_)
    for (std::size_t k = part.begin; k < part.end; ++k)
      if (before_[k] != now_[k] && std::find(names.begin(), names.end(), part.name) == names.end())
        names.push_back(part.name);
}

std::string CollapseCause::part_kept_switching(const State& now, double way, Eigen::VectorXi& times) {
  if (!searched_) find_choices();
  if (choices_.empty()) return {};
  if (times.size() != std::ssize(choices_)) times = Eigen::VectorXi::Zero(std::ssize(choices_));
  evaluate(now, before_);
  now_ = before_;
  evaluate_ahead(now, way, now_);
  for (Eigen::Index k = 0; k < times.size(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    times[k] = before_[i] != now_[i] ? times[k] + 1 : 0;
  }
  watching_ = false;  // the branches are others now
  for (const Part& part : parts_)
    for (std::size_t k = part.begin; k < part.end; ++k)
      if (times[static_cast<Eigen::Index>(k)] >= often) return part.name;
  return {};
}

void CollapseCause::collapsed(const State& here, const State& origin, double until) {
  if (!searched_) find_choices();
  if (looked_ < most_looks) {
    ++looked_;
    if (!lost_rank(*system_, here).empty()) ++singular_;
  }
  if (before_.empty()) return;
  evaluate(origin, before_);
  now_ = before_;
  evaluate_ahead(here, until - here.t, now_);
  add_differing(near_);
  watching_ = true;
  until_ = until;
}

void CollapseCause::passed(const State& now) {
  if (!watching_) return;
  evaluate(now, now_);
  add_differing(switched_);
  if (before_ != now_ || now.t > until_) watching_ = false;
}

void CollapseCause::shortened_by(const std::string& part) {
  if (std::find(shortened_by_.begin(), shortened_by_.end(), part) == shortened_by_.end()) shortened_by_.push_back(part);
}

std::string CollapseCause::text() const {
  const bool switches = !switched_.empty() || !near_.empty() || singular_ > 0;
  const std::vector<std::string>& all = !switched_.empty() || singular_ > 0 ? switched_
                                        : switches                          ? near_
                                                                            : shortened_by_;
  std::vector<std::string> named(all.begin(),
                                 all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), most_causes_named)));
  if (all.size() > most_causes_named) named.push_back(std::to_string(all.size() - most_causes_named) + " more");
  const std::string singular = "close to a singular position";
  const std::string what = switches ? "switches" : "changes over a short distance";
  if (!named.empty())
    return "where something " + what + ": " + listed(named) + (singular_ > 0 ? "; and " + singular : "");
  return singular_ > 0 ? singular : "for a reason that is not known: nothing switched, and no position was singular";
}

}  // namespace rheon
