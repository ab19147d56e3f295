#include "sim/summarise.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"

namespace rheon {

namespace {

constexpr std::string_view prefix = "balance.", suffix = ".force";

double largest(const Results& results, const std::string& name) {
  const std::vector<double> values = results.column(name);
  double most = 0.0;
  for (const double value : values)
    if (!(value <= most)) most = value;  // also catches what is not a number
  return most;
}

/// Of results that have the channels `balance.BODY.force`, …
std::vector<BodyBalance> balance_of(const Results& results) {
  std::vector<BodyBalance> all;
  for (const Channel& channel : results.channels) {
    const std::string& name = channel.name;
    if (!name.starts_with(prefix) || !name.ends_with(suffix)) continue;
    const std::string body = name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
    const std::string base = std::string(prefix) + body;
    all.push_back({body, largest(results, base + ".force"), largest(results, base + ".force_size"),
                   largest(results, base + ".torque"), largest(results, base + ".torque_size")});
  }
  return all;
}

/// The largest amount of energy that no work explains.
void find_worst_energy(const Results& results, Summary& summary) {
  const std::vector<double> t = results.column("t"), by_projections = results.column("energy.projections"),
                            by_integrator = results.column("energy.integrator");
  for (std::size_t k = 0; k < t.size(); ++k) {
    const double unexplained = std::abs(by_projections[k] + by_integrator[k]);
    if (unexplained <= summary.energy_worst) continue;
    summary.energy_worst = unexplained;
    summary.energy_worst_time = t[k];
    if (std::isnan(unexplained)) return;  // nothing is worse
  }
}

/// Outputs may leave their domain while the motion goes on: which, how often, and when first.
void note_not_finite(const Results& results, Summary& summary) {
  constexpr int most_told = 20;
  std::string text;
  int channels = 0;
  for (std::size_t c = 0; c < results.channels.size(); ++c) {
    long long count = 0;
    double first = 0.0;
    for (std::size_t row = 0; row < results.rows(); ++row)
      if (!std::isfinite(results.at(row, c)) && count++ == 0) first = results.at(row, 0);
    if (count == 0 || ++channels > most_told) continue;
    text += (text.empty() ? "" : ", ") + results.channels[c].name + " in " + counted(count, "row") +
            (count > 1 ? " (first at t = " : " (at t = ") + brief_text(first) + " s)";
  }
  if (channels > most_told) text += " and " + std::to_string(channels - most_told) + " more";
  if (channels > 0)
    summary.notes.push_back("not a finite number (division by zero, root or logarithm of a negative number): " + text);
}

}  // namespace

void summarise(Results& results, Summary summary) {
  note_not_finite(results, summary);
  find_worst_energy(results, summary);
  summary.balance = balance_of(results);
  results.summary = std::move(summary);
}

}  // namespace rheon
