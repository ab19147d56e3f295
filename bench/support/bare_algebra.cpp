#include "support/bare_algebra.hpp"

#include <stdexcept>

#include "core/index.hpp"
#include "la/products.hpp"

namespace bench {

using rheon::at;
using rheon::Pattern;

namespace {

Pattern some_rows(const Pattern& p, const std::vector<int>& rows) {
  std::vector<std::pair<int, int>> entries;
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (int e = p.start[at(rows[k])]; e < p.start[at(rows[k]) + 1]; ++e)
      entries.emplace_back(static_cast<int>(k), p.col[at(e)]);
  return Pattern::from_entries(static_cast<int>(rows.size()), p.cols, std::move(entries));
}

}  // namespace

BareAlgebra::BareAlgebra(const rheon::System& system, const rheon::State& state, const Pattern& P,
                         const std::vector<int>& rows, bool symmetric)
    : P_pattern_(P),
      A_pattern_(some_rows(system.jacobian_pattern(), rows)),
      factors_(P_pattern_, A_pattern_, symmetric),
      P_(P.col.size()),
      f_(at(P.rows), 1.0),
      g_(rows.size(), 1.0) {
  rheon::Terms terms = system.make_terms();
  if (!system.evaluate(state, rheon::Want::rows | rheon::Want::mass, terms))
    throw std::runtime_error("the state of a case cannot be evaluated");
  const std::vector<int> place = rheon::placement(system.mass_pattern(), P_pattern_);
  for (std::size_t k = 0; k < place.size(); ++k) P_[at(place[k])] = terms.M[k];
  const Pattern& A = system.jacobian_pattern();
  for (const int i : rows) A_.insert(A_.end(), terms.A.begin() + A.start[at(i)], terms.A.begin() + A.start[at(i) + 1]);
}

}  // namespace bench
