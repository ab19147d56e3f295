#include "kernels/pivot_watch.hpp"

#include "core/index.hpp"
#include "la/kkt_elimination.hpp"

namespace rheon {

code::Ref squared_loss(ProgramAlgebra& code, const KktValues& factors, int k) {
  const code::Ref lost = loss_of_pivot(code.program, factors.before[at(k)], factors.inverse[at(k)]);
  return code.program.mul(lost, lost);
}

code::Ref largest_loss(ProgramAlgebra& code, const KktStructure& s, const KktValues& factors) {
  CodeValues squares;
  for (int k = 0; k < s.size(); ++k) {
    if (!s.is_row[at(k)]) continue;
    code.begin_piece();
    squares.push_back(squared_loss(code, factors, k));
  }
  return code.largest(squares, code.zero);
}

code::Ref largest_mass_loss(ProgramAlgebra& code, const System& system, const InlinedTerms& terms,
                            const KktStructure& s, const KktValues& factors, double most_lost) {
  if (system.constant_mass()) return code.zero;
  code::Program& program = code.program;
  const CodeValues m = code.masses(system, terms);
  const code::Ref part = program.constant(pivot_round_off * std::sqrt(most_lost));
  CodeValues squares;
  for (int j = 0; j < s.coordinates; ++j) {
    code.begin_piece();
    const code::Ref lost = loss_of_pivot(program, m[at(j)], factors.inverse[at(s.coordinate_at[at(j)])]);
    const code::Ref of_most = program.mul(part, lost);
    squares.push_back(program.mul(of_most, of_most));
  }
  return code.largest(squares, code.zero);
}

void watch_mass(ProgramAlgebra& code, code::Ref& sum, code::Ref inverse) {
  sum = code.add(sum, code.program.mul(code.zero, code.program.sqrt(inverse)));
}

void watch_masses(ProgramAlgebra& code, code::Ref& sum, const System& system, const KktStructure& s,
                  const KktValues& factors) {
  for (int k = 0; k < s.size() && !system.constant_mass(); ++k)
    if (!s.is_row[at(k)]) watch_mass(code, sum, factors.inverse[at(k)]);
}

code::Ref least_pivot(ProgramAlgebra& code, const KktStructure& s, const KktValues& factors) {
  CodeValues negative;
  for (int k = 0; k < s.size(); ++k) {
    if (s.is_row[at(k)]) continue;
    code.begin_piece();
    negative.push_back(code.program.neg(factors.inverse[at(k)]));
  }
  return code.largest(negative, code.program.constant(-1.0));
}

}  // namespace rheon
