#include "cli/budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/support/arguments.hpp"
#include "cli/support/output.hpp"
#include "rheon/core/error.hpp"
#include "rheon/core/names.hpp"

namespace rheon::cli {

/// What was worst, and where.
struct Worst {
  double value;
  std::string where;
};

struct BudgetKind {
  const char* name;
  const char* unit;
  Worst (*worst)(const Summary&);
};

namespace {

Worst violation(const Violation& v) { return {v.value, fmt::format("{} at t = {:.6g} s", v.constraint, v.time)}; }

/// The largest residual relative to what should cancel.
Worst balance(const Summary& s) {
  Worst worst{0.0, ""};
  const auto judge = [&](double residual, double size, const std::string& what) {
    const double relative = residual == 0.0 ? 0.0 : residual / size;
    if (!(relative <= worst.value)) worst = {relative, what};
  };
  for (const BodyBalance& b : s.balance) {
    judge(b.force, b.force_size, "force on " + b.body);
    judge(b.torque, b.torque_size, "torque on " + b.body);
  }
  return worst;
}

constexpr BudgetKind kinds[] = {
    {"energy", " J",
     [](const Summary& s) {
       return Worst{s.energy_worst, fmt::format("at t = {:.6g} s", s.energy_worst_time)};
     }},
    {"position", "", [](const Summary& s) { return violation(s.position); }},
    {"velocity", "", [](const Summary& s) { return violation(s.velocity); }},
    {"acceleration", "", [](const Summary& s) { return violation(s.acceleration); }},
    {"balance", "", balance},
};

bool is_balance(const Budget& b) { return b.kind->worst == balance; }

}  // namespace

std::vector<Budget> parse_budgets(const std::vector<std::string>& texts) {
  std::vector<Budget> budgets;
  std::vector<std::string> names;
  for (const BudgetKind& kind : kinds) names.emplace_back(kind.name);
  for (const Setting& setting : parse_settings("--budget", texts)) {
    const auto* kind =
        std::find_if(std::begin(kinds), std::end(kinds), [&](const BudgetKind& k) { return k.name == setting.name; });
    if (kind == std::end(kinds))
      throw UsageError(
          fmt::format("--budget {}: there is no such budget\n  {}", setting.name, did_you_mean(setting.name, names)));
    budgets.push_back({kind, parse_positive("--budget " + setting.name, setting.value)});
  }
  return budgets;
}

bool needs_balance(const std::vector<Budget>& budgets) {
  return std::any_of(budgets.begin(), budgets.end(), is_balance);
}

void check_budgets(const std::vector<Budget>& budgets, bool balance, const System& system) {
  const bool bodies = std::any_of(system.model().outputs.begin(), system.model().outputs.end(),
                                  [](const Output& o) { return o.name.starts_with("balance."); });
  if (balance && !system.model().nonideal.empty())
    throw UsageError(
        "--balance: constraints of this model do work (section nonideal), which is part of no joint\n  leave it out");
  if (balance && !bodies)
    throw UsageError(fmt::format("--{}balance: the model has no bodies whose balance could be checked\n  leave it out",
                                 needs_balance(budgets) ? "budget " : ""));
  for (const Budget& b : budgets)
    if (std::string_view(b.kind->name) == "position" && system.layout().nphi == 0)
      throw UsageError("--budget position: the model has no constraint at position level\n  leave it out");
    else if (b.kind->unit[0] == '\0' && !is_balance(b) && system.layout().rows() == 0)
      throw UsageError(fmt::format("--budget {}: the model has no constraints\n  leave it out", b.kind->name));
}

void check_budgets(const std::vector<Budget>& budgets, const std::string& file, const Summary* summary) {
  for (const Budget& b : budgets) {
    if (summary == nullptr)
      throw UsageError(fmt::format(
          "--budget {}: {} has no summary, only numbers\n  leave it out, or give results as .h5", b.kind->name, file));
    const std::string_view name = b.kind->name;
    const Violation* violation = name == "position"       ? &summary->position
                                 : name == "velocity"     ? &summary->velocity
                                 : name == "acceleration" ? &summary->acceleration
                                                          : nullptr;
    if (violation != nullptr && violation->constraint.empty())
      throw UsageError(
          fmt::format("--budget {0}: the model of {1} has no constraint at {0} level\n  leave it out", name, file));
    if (is_balance(b) && summary->balance.empty())
      throw UsageError(fmt::format(
          "--budget balance: {} was made without the balance of bodies\n  run the model with --balance", file));
  }
}

void judge(const std::vector<Budget>& budgets, Summary& summary) {
  for (const Budget& b : budgets) {
    std::erase_if(summary.budgets, [&](const BudgetVerdict& v) { return v.name == b.kind->name; });
    const double value = b.kind->worst(summary).value;
    const std::string_view unit = b.kind->unit;
    summary.budgets.push_back({.name = b.kind->name,
                               .limit = b.limit,
                               .value = value,
                               .kept = value <= b.limit,
                               .unit = std::string(unit.substr(std::min<std::size_t>(1, unit.size())))});
  }
}

bool keep_to(const std::vector<Budget>& budgets, const Summary& summary, const std::string& label) {
  bool kept = true;
  for (const Budget& b : budgets) {
    const Worst worst = b.kind->worst(summary);
    if (worst.value <= b.limit) continue;
    print_error("rheon: {}over the budget: {} {:.3g}{} of {:.3g}{} ({})\n", label, b.kind->name, worst.value,
                b.kind->unit, b.limit, b.kind->unit, worst.where);
    kept = false;
  }
  return kept;
}

}  // namespace rheon::cli
