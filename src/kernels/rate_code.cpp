#include "kernels/rate_code.hpp"

#include "core/index.hpp"
#include "kernels/program_algebra.hpp"
#include "la/kkt_programs.hpp"
#include "model/system_inside.hpp"
#include "model/wants.hpp"

namespace rheon {

KktValues append_rate(code::Program& program, const System& system, const KktStructure& s, const std::vector<int>& kept,
                      RateCode& rate, PivotWatch& watch) {
  InlinedTerms& terms = rate.terms;
  SystemInside::append_terms(system, program, want_rate, terms);
  ProgramAlgebra algebra(program);
  CodeValues x = terms[TermKind::force];
  for (const int i : kept) x.push_back(terms[TermKind::bias][at(i)]);
  const auto watch_pivot = [&](const KktValues& factors, int k) {
    if (s.is_row[at(k)])
      watch.lost = program.max(squared_loss(algebra, factors, k), watch.lost);
    else if (!system.constant_mass())
      watch_mass(algebra, watch.finite, factors.inverse[at(k)]);
  };
  const CodeValues A = ProgramAlgebra::some_rows(system.jacobian_pattern(), terms[TermKind::jacobian], kept);
  KktValues factors =
      append_elimination(program, s, true, terms[TermKind::mass], A, algebra.zeros(s.rows), &x, watch_pivot);
  append_back_substitution(program, s, true, factors, x, [&](int i) {
    watch.finite = program.add(watch.finite, program.mul(algebra.zero, x[at(i)]));
  });
  if (!system.constant_mass())
    watch.lost =
        program.max(largest_mass_loss(algebra, system, terms, s, factors, PivotWatch::most_in_rates), watch.lost);
  rate.a.assign(x.begin(), x.begin() + s.coordinates);
  rate.lambda.assign(x.begin() + s.coordinates, x.end());
  return factors;
}

}  // namespace rheon
