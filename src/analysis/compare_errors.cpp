// Errors by quantity, and the slopes of their logarithms.
#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/compare_parts.hpp"

namespace rheon {

const char* to_text(ComparedQuantity quantity) {
  switch (quantity) {
    case ComparedQuantity::positions: return "positions";
    case ComparedQuantity::velocities: return "velocities";
    case ComparedQuantity::reactions: return "reactions";
    case ComparedQuantity::outputs: return "outputs";
  }
  return "";
}

namespace comparing {

namespace {

/// Largest difference of one channel over the first `rows` rows. A value that only one side lacks is infinitely wrong.
LargestError largest_difference(const Results& a, int in_a, const Results& b, int in_b, std::size_t rows) {
  LargestError worst{0.0, b.channels[static_cast<std::size_t>(in_b)].name, 0.0, false};
  for (std::size_t k = 0; k < rows; ++k) {
    const double x = a.at(k, static_cast<std::size_t>(in_a)), y = b.at(k, static_cast<std::size_t>(in_b));
    if (std::isnan(x) && std::isnan(y)) continue;
    double d = x == y ? 0.0 : std::abs(x - y);
    if (std::isnan(d)) d = std::numeric_limits<double>::infinity();
    if (d > worst.value || k == 0) worst.value = d, worst.time = b.at(k, 0);
  }
  return worst;
}

/// Steps that differ by less than this factor are one: those of a series differ by two.
constexpr double same_step_below = 1.05;

/// The accuracy of a reference that does not state it: where errors stop falling with the step, finest first here, they
/// show the reference; at least round-off accumulated over a run.
double level_of_unknown(const std::vector<const SeriesPoint*>& points, std::size_t q, double scale) {
  constexpr double round_off_of_run = 1e-12;  // of the scale, or of 1 in its unit: ten thousand roundings
  const double round_off = round_off_of_run * std::max(1.0, scale);
  const auto slope_from = [&](std::size_t i) {
    return std::log(points[i + 1]->errors[q].value / points[i]->errors[q].value) /
           std::log(points[i + 1]->step / points[i]->step);
  };
  for (std::size_t i = points.size(); i-- > 2;)
    if (slope_from(i - 2) < 0.5 * slope_from(i - 1)) return std::max(round_off, points[i - 2]->errors[q].value);
  return round_off;
}

void include(const LargestError& error, LargestError& worst) {
  if (worst.channel.empty() || error.value > worst.value) worst = error;
}

}  // namespace

std::optional<ComparedQuantity> quantity_of(const System& system, const std::string& channel) {
  const Model& model = system.model();
  for (const Coordinate& x : model.coordinates) {
    if (channel == x.name) return ComparedQuantity::positions;
    if (channel == x.name + "'") return ComparedQuantity::velocities;
  }
  if (model.general_speeds)
    for (const Speed& u : model.speeds)
      if (channel == u.name) return ComparedQuantity::velocities;
  for (const ConstraintRow& row : model.constraints)
    if (channel == "lambda." + row.name) return ComparedQuantity::reactions;
  for (const Output& output : model.outputs)
    if (channel == output.name && !output.for_view) return ComparedQuantity::outputs;
  return std::nullopt;
}

PerQuantity<LargestError> differences(const System& system, const Results& results, const Results& reference,
                                      std::vector<LargestError>* per_channel) {
  PerQuantity<LargestError> worst;
  const std::size_t rows = std::min(results.rows(), reference.rows());
  // the start alone is the same for all methods and decides nothing
  if (rows == 0 || (rows == 1 && reference.rows() > 1)) return worst;
  for (std::size_t c = 1; c < reference.channels.size(); ++c) {
    const std::string& name = reference.channels[c].name;
    const int here = results.find(name);
    if (here < 0 || is_step_channel(name)) continue;
    const LargestError error = largest_difference(results, here, reference, static_cast<int>(c), rows);
    if (per_channel != nullptr) per_channel->push_back(error);
    if (const auto quantity = quantity_of(system, name)) include(error, worst[index_of(*quantity)]);
  }
  return worst;
}

void measure_scale(const System& system, ReferenceInfo& reference) {
  reference.scale = {};
  const Results& r = reference.results;
  for (std::size_t c = 1; c < r.channels.size(); ++c) {
    const auto quantity = quantity_of(system, r.channels[c].name);
    if (!quantity) continue;
    double& scale = reference.scale[index_of(*quantity)];
    for (std::size_t k = 0; k < r.rows(); ++k)
      if (const double x = std::abs(r.at(k, c)); std::isfinite(x)) scale = std::max(scale, x);
  }
}

void mark_level(const ReferenceInfo& reference, PerQuantity<LargestError>& errors) {
  for (const ComparedQuantity quantity : all_quantities) {
    LargestError& e = errors[index_of(quantity)];
    e.at_reference_level = !e.channel.empty() && e.value <= reference.accuracy[index_of(quantity)];
  }
}

std::optional<ReactionDifference> reaction_difference(const System& system, const std::vector<CompareRow>& rows) {
  std::optional<ReactionDifference> greatest;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t k = i + 1; k < rows.size(); ++k) {
      if (rows[i].outcome != Outcome::completed || rows[k].outcome != Outcome::completed) continue;
      const LargestError e =
          differences(system, rows[i].results, rows[k].results)[index_of(ComparedQuantity::reactions)];
      if (e.channel.empty() || (greatest && e.value <= greatest->largest.value)) continue;
      greatest = {e, rows[i].label, rows[k].label};
    }
  return greatest;
}

std::vector<const SeriesPoint*> finest_clear_points(const std::vector<SeriesPoint>& points, ComparedQuantity quantity,
                                                    const ReferenceInfo& reference) {
  const std::size_t q = index_of(quantity);
  std::vector<const SeriesPoint*> clear;
  for (const SeriesPoint& p : points) {
    const LargestError& e = p.errors[q];
    if (p.ending == Ending::completed && !e.channel.empty() && std::isfinite(e.value) && e.value > 0.0)
      clear.push_back(&p);
  }
  std::sort(clear.begin(), clear.end(), [](const auto* a, const auto* b) { return a->step < b->step; });
  const double known = reference.accuracy[q];
  const double accuracy = std::isnan(known) ? level_of_unknown(clear, q, reference.scale[q]) : known;
  std::erase_if(clear, [&](const auto* p) { return p->errors[q].value <= clear_of_reference * accuracy; });
  // steps that were shortened to the rows of the results may coincide
  clear.erase(std::unique(clear.begin(), clear.end(),
                          [](const auto* a, const auto* b) { return b->step < same_step_below * a->step; }),
              clear.end());
  if (clear.size() > 3) clear.resize(3);
  return clear;
}

ObservedOrder slope(const std::vector<SeriesPoint>& points, ComparedQuantity quantity, const ReferenceInfo& reference) {
  const auto used = finest_clear_points(points, quantity, reference);
  ObservedOrder order{0.0, static_cast<int>(used.size())};
  if (!order.observed()) return order;
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  const auto n = static_cast<double>(used.size());
  for (const SeriesPoint* p : used) {
    const double x = std::log(p->step), y = std::log(p->errors[index_of(quantity)].value);
    sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  order.slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  return order;
}

}  // namespace comparing

}  // namespace rheon
