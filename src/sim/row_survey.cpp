#include "sim/row_survey.hpp"

#include <algorithm>
#include <cmath>

namespace rheon {

namespace {

int place_of(const std::vector<Channel>& channels, std::string_view name) {
  const auto found = std::find_if(channels.begin(), channels.end(), [&](const Channel& c) { return c.name == name; });
  return found == channels.end() ? -1 : static_cast<int>(found - channels.begin());
}

}  // namespace

RowSurvey::RowSurvey(std::vector<Channel> channels)
    : channels_(std::move(channels)),
      ranges_(channels_.size()),
      projections_(place_of(channels_, "energy.projections")),
      integrator_(place_of(channels_, "energy.integrator")) {}

RowSurvey::Range RowSurvey::of(std::string_view channel) const {
  const int place = place_of(channels_, channel);
  return place < 0 ? Range{} : ranges_[static_cast<std::size_t>(place)];
}

void RowSurvey::see_energy(std::span<const double> row) {
  if (projections_ < 0 || integrator_ < 0) return;
  const Energy here{row[static_cast<std::size_t>(projections_)] + row[static_cast<std::size_t>(integrator_)], row[0]};
  // what is not a number stays
  if (!std::isnan(most_energy_.unexplained) && !(here.unexplained <= most_energy_.unexplained)) most_energy_ = here;
  if (!std::isnan(least_energy_.unexplained) && !(here.unexplained >= least_energy_.unexplained)) least_energy_ = here;
}

RowSurvey::Energy RowSurvey::worst_energy(double before) const {
  const Energy low{least_energy_.unexplained - before, least_energy_.time};
  const Energy high{most_energy_.unexplained - before, most_energy_.time};
  return std::abs(low.unexplained) > std::abs(high.unexplained) ? low : high;
}

void RowSurvey::see(std::span<const double> row) {
  const bool first = rows_++ == 0;
  for (std::size_t k = 0; k < row.size(); ++k) {
    Range& r = ranges_[k];
    const double x = row[k];
    if (first) r.first = r.least = r.most = x;
    r.least = std::min(r.least, x);
    r.most = std::max(r.most, x);
    if (!(x <= r.largest) && !std::isnan(r.largest)) r.largest = x;
    if (!std::isfinite(x) && r.not_finite++ == 0) r.not_finite_since = row[0];
  }
  see_energy(row);
}

}  // namespace rheon
