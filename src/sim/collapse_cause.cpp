#include "sim/collapse_cause.hpp"

#include <algorithm>

#include "core/index.hpp"
#include "rheon/core/names.hpp"
#include "sim/doubts.hpp"

namespace rheon {

namespace {

/// The search for singular positions is dense: it is made for the first few collapses.
constexpr int most_looks = 8;
constexpr std::size_t most_named = 5;

std::string at_place(const Place& place) {
  return place.line > 0 ? " (" + place.file + ":" + std::to_string(place.line) + ")" : "";
}

}  // namespace

/// Of forces by their line, since one element of a mechanism makes several; and of constraints.
void CollapseCause::find_choices() {
  searched_ = true;
  const Model& m = system_->model();
  const auto add = [&](const std::string& name, expr::Node n) {
    const std::vector<expr::Choice> found = expr::choices_of(m.graph, n);
    if (found.empty()) return;
    parts_.push_back({name, choices_.size(), choices_.size() + found.size()});
    choices_.insert(choices_.end(), found.begin(), found.end());
  };
  for (const std::vector<Force>* forces : {&m.forces, &m.nonideal})
    for (const Force& f : *forces)
      add("the load on " + (f.on_speed ? m.speeds[at(f.index)].name : m.coordinates[at(f.index)].name) +
              at_place(f.place),
          f.value);
  add("the potential energy", m.potential);
  for (const ConstraintRow& row : m.constraints)
    add("constraint \"" + row.name + "\"" + at_place(row.place), row.residual);
  std::vector<expr::Node> arguments;
  for (const expr::Choice& c : choices_) arguments.insert(arguments.end(), {c.a, c.b});
  tape_ = expr::Tape(m.graph, arguments);
  before_.resize(choices_.size());
  now_.resize(choices_.size());
  values_.resize(arguments.size());
  work_.resize(tape_.work_size());
}

void CollapseCause::evaluate(const State& s, std::vector<double>& branches) {
  // only the inputs are wanted, in their order
  if (!system_->evaluate(s, Want::none, terms_)) return;
  tape_.evaluate(terms_.inputs.data(), values_.data(), work_.data());
  for (std::size_t k = 0; k < choices_.size(); ++k)
    branches[k] = choices_[k].branch(values_[2 * k], values_[2 * k + 1]);
}

void CollapseCause::collapsed(const State& here, const State& origin, double until) {
  if (!searched_) find_choices();
  if (looked_ < most_looks) {
    ++looked_;
    if (!lost_rank(*system_, here).empty()) ++singular_;
  }
  if (before_.empty()) return;
  evaluate(origin, before_);
  watching_ = true;
  until_ = until;
}

void CollapseCause::passed(const State& now) {
  if (!watching_) return;
  evaluate(now, now_);
  for (const Part& part : parts_)
    for (std::size_t k = part.begin; k < part.end; ++k) {
      if (before_[k] == now_[k]) continue;
      watching_ = false;
      if (std::find(switched_.begin(), switched_.end(), part.name) == switched_.end()) switched_.push_back(part.name);
    }
  if (now.t > until_) watching_ = false;
}

std::string CollapseCause::text() const {
  std::vector<std::string> named(
      switched_.begin(), switched_.begin() + static_cast<std::ptrdiff_t>(std::min(switched_.size(), most_named)));
  if (switched_.size() > most_named) named.push_back(std::to_string(switched_.size() - most_named) + " more");
  const std::string singular = "close to a singular position";
  if (!named.empty()) return "where something switches: " + listed(named) + (singular_ > 0 ? "; and " + singular : "");
  return singular_ > 0 ? singular : "for a reason that is not known: nothing switched, and no position was singular";
}

}  // namespace rheon
