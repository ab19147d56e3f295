// Terms of the equations of motion as values of a straight-line program whose inputs are those of the expressions.
#pragma once

#include <algorithm>

#include "code/program.hpp"
#include "expr/interpolant.hpp"
#include "model/term_kinds.hpp"

namespace rheon {

struct InlinedTerms {
  std::vector<code::Ref> inputs{};  ///< of the expressions, as InputMap counts them; empty: they are read from `in`
  std::array<std::vector<code::Ref>, term_kind_count> values{};  ///< as `Terms` has them: matrices on their patterns
  std::vector<expr::Interpolant> tables{};  ///< that the program refers to: to be kept as long as it is
  const std::vector<code::Ref>& operator[](TermKind k) const { return values[static_cast<std::size_t>(k)]; }
  void keep_tables_only() { values = {}; }  ///< once the program is translated
};

/// t, side, anchors, q and v of a state into the inputs of such a program; the place behind them.
inline double* gather_motion(const State& s, double* in) {
  *in++ = s.t;
  *in++ = s.side;
  in = std::copy_n(s.anchors.data(), s.anchors.size(), in);
  in = std::copy_n(s.q.data(), s.q.size(), in);
  return std::copy_n(s.v.data(), s.v.size(), in);
}

}  // namespace rheon
