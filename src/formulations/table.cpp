#include <array>

#include "formulations/kinds.hpp"
#include "rheon/core/names.hpp"

namespace rheon {

std::span<const FormulationKind> formulations() {
  static const std::array table{
      ali3p_kind(),           lagrange_kind(), lagrange_index2_kind(),      lagrange_index3_kind(),
      udwadia_kalaba_kind(),  kane_kind(),     augmented_lagrangian_kind(), penalty_kind(),
      energy_momentum_kind(), np_ode_kind(),   np_three_field_kind()};
  return table;
}

const FormulationKind& find_formulation(std::string_view name) {
  std::vector<std::string> known;
  for (const auto& kind : formulations()) {
    if (kind.name == name) return kind;
    known.emplace_back(kind.name);
  }
  throw UsageError("unknown formulation \"" + std::string(name) + "\"; " + did_you_mean(name, known));
}

}  // namespace rheon
