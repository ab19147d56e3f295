#include "constraints/tangent.hpp"

#include "core/index.hpp"
#include "la/products.hpp"
#include "methods/newton_equations.hpp"

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

constexpr int none = -1;

double value_at(const SparseValues& values, int place) { return place == none ? 0.0 : values[at(place)]; }

}  // namespace

Tangent::Tangent(const System& system)
    : pattern_(union_pattern({&system.mass_pattern(), &system.stiffness_pattern(), &system.damping_pattern(),
                              &system.curvature_pattern()})),
      sources_(pattern_.col.size(), Sources{none, none, none, none}) {
  const auto find = [&](const Pattern& part, int Sources::*source) {
    const std::vector<int> place = placement(part, pattern_);
    for (std::size_t i = 0; i < place.size(); ++i) sources_[at(place[i])].*source = static_cast<int>(i);
  };
  find(system.mass_pattern(), &Sources::M);
  find(system.damping_pattern(), &Sources::C);
  find(system.stiffness_pattern(), &Sources::K);
  find(system.curvature_pattern(), &Sources::H);
}

void Tangent::assemble(const Terms& terms, double c, double k, bool curvature, SparseValues& P) const {
  NumberAlgebra numbers;
  for (std::size_t e = 0; e < sources_.size(); ++e) {
    const Sources& from = sources_[e];
    P[e] = tangent_entry(numbers, value_at(terms.M, from.M), value_at(terms.C, from.C), value_at(terms.K, from.K),
                         curvature ? value_at(terms.H, from.H) : 0.0, c, k);
  }
}

}  // namespace rheon
