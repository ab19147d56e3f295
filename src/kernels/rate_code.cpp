#include "kernels/rate_code.hpp"

#include "core/index.hpp"
#include "kernels/program_algebra.hpp"
#include "la/kkt_programs.hpp"
#include "model/system_inside.hpp"
#include "model/wants.hpp"

namespace rheon {

void append_rate(code::Program& program, const System& system, const KktStructure& s, RateCode& rate,
                 RateWatch& watch) {
  InlinedTerms& terms = rate.terms;
  SystemInside::append_terms(system, program, want_rate, terms);
  const code::Ref zero = program.constant(0.0);
  std::vector<code::Ref> x = terms[TermKind::force];
  x.insert(x.end(), terms[TermKind::bias].begin(), terms[TermKind::bias].end());
  const auto watch_pivot = [&](const KktValues& factors, int k) {
    if (s.is_row[at(k)]) {
      const code::Ref ratio = program.mul(factors.before[at(k)], factors.inverse[at(k)]);
      watch.lost = program.max(program.mul(ratio, ratio), watch.lost);
    } else if (!system.constant_mass()) {
      // a mass that is not positive has no root
      watch.finite = program.add(watch.finite, program.mul(zero, program.sqrt(factors.inverse[at(k)])));
    }
  };
  const KktValues factors = append_elimination(program, s, true, terms[TermKind::mass], terms[TermKind::jacobian],
                                               std::vector<code::Ref>(at(s.rows), zero), &x, watch_pivot);
  append_back_substitution(program, s, true, factors, x,
                           [&](int i) { watch.finite = program.add(watch.finite, program.mul(zero, x[at(i)])); });
  ProgramAlgebra algebra(program);
  if (!system.constant_mass())
    watch.lost = program.max(algebra.largest_mass_loss(system, terms, s, factors), watch.lost);
  rate.a.assign(x.begin(), x.begin() + s.coordinates);
  rate.lambda.assign(x.begin() + s.coordinates, x.end());
}

}  // namespace rheon
