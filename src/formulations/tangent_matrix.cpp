#include "formulations/tangent_matrix.hpp"

#include <algorithm>

#include "la/products.hpp"

namespace rheon {

namespace {

Pattern union_of(std::initializer_list<const Pattern*> parts) {
  std::vector<std::pair<int, int>> entries;
  for (const Pattern* p : parts) {
    const auto more = entries_of(*p);
    entries.insert(entries.end(), more.begin(), more.end());
  }
  return Pattern::from_entries(parts.begin()[0]->rows, parts.begin()[0]->cols, std::move(entries));
}

void add(const std::vector<int>& place, const SparseValues& from, double scale, SparseValues& to) {
  for (std::size_t k = 0; k < place.size(); ++k) to[static_cast<std::size_t>(place[k])] += scale * from[k];
}

}  // namespace

TangentMatrix::TangentMatrix(const System& system)
    : pattern_(union_of({&system.mass_pattern(), &system.damping_pattern(), &system.stiffness_pattern()})),
      M_place_(placement(system.mass_pattern(), pattern_)),
      C_place_(placement(system.damping_pattern(), pattern_)),
      K_place_(placement(system.stiffness_pattern(), pattern_)) {}

void TangentMatrix::assemble(const Terms& terms, double c, double k, SparseValues& values) const {
  std::fill(values.begin(), values.end(), 0.0);
  add(M_place_, terms.M, 1.0, values);
  add(C_place_, terms.C, c, values);
  add(K_place_, terms.K, k, values);
}

}  // namespace rheon
