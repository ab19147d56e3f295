// A Comparison as text, JSON, CSV and plot.
#pragma once

#include <string>

#include "rheon/analysis/compare.hpp"

namespace rheon::cli {

/// What was compared, the tables and their footnotes.
std::string to_text(const Comparison& comparison);
std::string to_json(const Comparison& comparison);

/// Work and precision: a table, and a log-log plot of one quantity's error over evaluations.
std::string sweep_text(const Comparison& comparison);
std::string sweep_plot(const Comparison& comparison, ComparedQuantity quantity, int width);

/// The table as CSV: one line a method; or one line a run of the sweep.
std::string table_csv(const Comparison& comparison);
std::string sweep_csv(const Comparison& comparison);

/// The sign of the n-th method in table and plot: a .. z, A .. Z, then ? for all that follow.
char sweep_letter(std::size_t n);

/// `completed`, `stopped`, `interrupted`, `refused`, `not run`.
const char* to_text(Outcome outcome);

}  // namespace rheon::cli
