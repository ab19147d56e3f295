#include <array>

#include "integrators/kinds.hpp"
#include "rheon/core/names.hpp"

namespace rheon {

std::span<const IntegratorKind> integrators() {
  static const std::array table{rk4_kind(), kutta_merson_kind(), dopri5_kind(), trapezoidal_kind(), newmark_kind(), hht_kind(), generalised_alpha_kind(), implicit_midpoint_kind()};
  return table;
}

bool pairs(const FormulationKind& f, const IntegratorKind& i) {
  if (f.make_rate != nullptr) return i.tableau != nullptr || i.rule != RateRule::none;
  return (f.make_newmark != nullptr && i.newmark != nullptr) || (f.make_midpoint != nullptr && i.midpoint) ||
         (f.make_collocation != nullptr && i.collocation != nullptr);
}

const IntegratorKind& find_integrator(std::string_view name) {
  std::vector<std::string> known;
  for (const auto& kind : integrators()) {
    if (kind.name == name) return kind;
    known.emplace_back(kind.name);
  }
  throw UsageError("unknown integrator \"" + std::string(name) + "\"; " + did_you_mean(name, known));
}

}  // namespace rheon
