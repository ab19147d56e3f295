// --budget NAME=VALUE: what a run may be off by at the most; a breach is exit code 5.
#pragma once

#include <string>
#include <vector>

#include "rheon/model/system.hpp"
#include "rheon/sim/results.hpp"

namespace rheon::cli {

struct BudgetKind;
struct Budget {
  const BudgetKind* kind;
  double limit;
};

/// Throws UsageError for names that are no budget and limits that are no positive number.
std::vector<Budget> parse_budgets(const std::vector<std::string>& texts);

/// Is one of them about the balance of bodies, which needs channels of its own?
bool needs_balance(const std::vector<Budget>& budgets);

/// Throws UsageError for a budget, or the wish for a balance, that this model has nothing to hold against.
void check_budgets(const std::vector<Budget>& budgets, bool balance, const System& system);

/// The same for results of a file; `summary` is null if it has none.
void check_budgets(const std::vector<Budget>& budgets, const std::string& file, const Summary* summary);

/// Writes the verdicts into the summary; those of the same name are replaced.
void judge(const std::vector<Budget>& budgets, Summary& summary);

/// Prints on stderr every budget that the run went over, after `label`; false if there is one.
bool keep_to(const std::vector<Budget>& budgets, const Summary& summary, const std::string& label = "");

}  // namespace rheon::cli
