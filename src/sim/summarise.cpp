#include "sim/summarise.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"

namespace rheon {

namespace {

constexpr std::string_view prefix = "balance.", suffix = ".force";

/// Of results that have the channels `balance.BODY.force`, …
std::vector<BodyBalance> balance_of(const RowSurvey& rows) {
  std::vector<BodyBalance> all;
  for (const Channel& channel : rows.channels()) {
    const std::string& name = channel.name;
    if (!name.starts_with(prefix) || !name.ends_with(suffix)) continue;
    const std::string body = name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
    const std::string base = std::string(prefix) + body;
    all.push_back({body, rows.of(base + ".force").largest, rows.of(base + ".force_size").largest,
                   rows.of(base + ".torque").largest, rows.of(base + ".torque_size").largest});
  }
  return all;
}

/// Outputs may leave their domain while the motion goes on: which, how often, and when first.
void note_not_finite(const RowSurvey& rows, Summary& summary) {
  // channels: a note of some lines, a choice
  constexpr int most_named = 20;
  std::string text;
  int channels = 0;
  for (std::size_t c = 0; c < rows.channels().size(); ++c) {
    const long long count = rows.of(c).not_finite;
    const double first = rows.of(c).not_finite_since;
    if (count == 0 || ++channels > most_named) continue;
    text += (text.empty() ? "" : ", ") + rows.channels()[c].name + " in " + counted(count, "row") +
            (count > 1 ? " (first at t = " : " (at t = ") + brief_text(first) + " s)";
  }
  if (channels > most_named) text += " and " + std::to_string(channels - most_named) + " more";
  if (channels > 0)
    summary.notes.push_back("not a finite number (division by zero, root or logarithm of a negative number): " + text);
}

}  // namespace

void summarise(const RowSurvey& rows, Summary summary, Results& results) {
  note_not_finite(rows, summary);
  const RowSurvey::Energy worst = rows.worst_energy();
  summary.energy_worst = std::abs(worst.unexplained);
  summary.energy_worst_time = worst.time;
  summary.balance = balance_of(rows);
  results.summary = std::move(summary);
}

void summarise(Results& results, Summary summary) {
  RowSurvey rows(results.channels);
  const std::size_t width = results.channels.size();
  for (std::size_t row = 0; row < results.rows(); ++row)
    rows.see(std::span(results.values).subspan(row * width, width));
  summarise(rows, std::move(summary), results);
}

}  // namespace rheon
