#include "sim/summarise.hpp"

#include <algorithm>
#include <cmath>

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

}  // namespace

void summarise(Results& results, Summary summary) {
  find_worst_energy(results, summary);
  summary.balance = balance_of(results);
  results.summary = std::move(summary);
}

}  // namespace rheon
