#include <algorithm>
#include <array>

#include "integrators/kinds.hpp"
#include "rheon/core/names.hpp"

namespace rheon {

std::span<const IntegratorKind> integrators() {
  static const std::array table{explicit_midpoint_kind(),
                                bogacki_shampine_kind(),
                                rk4_kind(),
                                kutta_merson_kind(),
                                dopri5_kind(),
                                dop853_kind(),
                                implicit_midpoint_kind(),
                                trapezoidal_kind(),
                                newmark_kind(),
                                hht_kind(),
                                generalised_alpha_kind(),
                                gauss4_kind(),
                                radau5_kind()};
  return table;
}

bool pairs(const FormulationKind& f, const IntegratorKind& i) {
  if (f.make_rate != nullptr) return i.tableau != nullptr || i.rule != RateRule::none;
  return (f.make_newmark != nullptr && i.newmark != nullptr) || (f.make_midpoint != nullptr && i.midpoint) ||
         (f.make_collocation != nullptr && i.collocation != nullptr);
}

bool has_error_control(const FormulationKind& f, const IntegratorKind& i) {
  if (!pairs(f, i)) return false;
  if (f.make_rate != nullptr) return i.tableau != nullptr && !i.tableau->error.empty();
  if (f.make_newmark != nullptr && i.newmark != nullptr) return f.estimates_error && i.varies;
  return f.make_collocation != nullptr && i.collocation != nullptr &&
         (i.collocation->error_order > 0 || i.collocation->quadrature_order > 0);
}

std::vector<std::string_view> controlled_formulations(const IntegratorKind& i) {
  std::vector<std::string_view> names;
  for (const FormulationKind& f : formulations())
    if (has_error_control(f, i)) names.push_back(f.name);
  return names;
}

ClaimedOrder claimed_order(const FormulationKind& f, const IntegratorKind& i) {
  const Claims& c = f.claims;
  if (c.needs_damping && !i.damps) return {};
  const int order = c.order > 0 ? std::min(c.order, i.order) : i.order;
  return {order, c.reaction_order < 0 ? order : std::min(order, c.reaction_order)};
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
