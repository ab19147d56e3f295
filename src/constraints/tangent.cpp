#include "constraints/tangent.hpp"

#include <algorithm>

#include "core/index.hpp"
#include "la/products.hpp"

namespace rheon {

namespace {

Pattern union_pattern(std::initializer_list<const Pattern*> parts) {
  std::vector<std::pair<int, int>> entries;
  for (const Pattern* p : parts) {
    const auto more = entries_of(*p);
    entries.insert(entries.end(), more.begin(), more.end());
  }
  return Pattern::from_entries(parts.begin()[0]->rows, parts.begin()[0]->cols, std::move(entries));
}

void add(const std::vector<int>& place, const SparseValues& from, double scale, SparseValues& to) {
  for (std::size_t i = 0; i < place.size(); ++i) to[at(place[i])] += scale * from[i];
}

}  // namespace

Tangent::Tangent(const System& system)
    : pattern_(union_pattern({&system.mass_pattern(), &system.stiffness_pattern(), &system.damping_pattern(),
                              &system.curvature_pattern()})),
      M_place_(placement(system.mass_pattern(), pattern_)),
      C_place_(placement(system.damping_pattern(), pattern_)),
      K_place_(placement(system.stiffness_pattern(), pattern_)),
      H_place_(placement(system.curvature_pattern(), pattern_)) {}

void Tangent::assemble(const Terms& terms, double c, double k, SparseValues& P) const {
  std::fill(P.begin(), P.end(), 0.0);
  add(M_place_, terms.M, 1.0, P);
  add(C_place_, terms.C, c, P);
  add(K_place_, terms.K, k, P);
}

void Tangent::add_curvature(const Terms& terms, double k, SparseValues& P) const { add(H_place_, terms.H, k, P); }

}  // namespace rheon
