// The arithmetic that statements of methods are written in (la/number_algebra.hpp), for programs: vectors and sparse matrices
// whose numbers are values of a program.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "code/program.hpp"
#include "core/index.hpp"
#include "la/kkt_programs.hpp"
#include "la/number_algebra.hpp"
#include "model/inlined_terms.hpp"
#include "rheon/la/sparse.hpp"

namespace rheon {

using CodeValues = std::vector<code::Ref>;

class ProgramAlgebra {
 public:
  using Number = code::Ref;
  explicit ProgramAlgebra(code::Program& to) : program(to), zero(to.constant(0.0)) {}

  CodeValues load(int base, int first, int count);
  void store(int base, int first, const CodeValues& values);
  CodeValues zeros(int count) const { return CodeValues(static_cast<std::size_t>(count), zero); }

  /// Terms known to be zero are left out.
  code::Ref add(code::Ref a, code::Ref b) { return a == zero ? b : b == zero ? a : program.add(a, b); }
  code::Ref mul(code::Ref a, code::Ref b) { return a == zero || b == zero ? zero : program.mul(a, b); }
  code::Ref sub(code::Ref a, code::Ref b) { return b == zero ? a : a == zero ? program.neg(b) : program.sub(a, b); }
  code::Ref div(code::Ref a, code::Ref b) { return program.div(a, b); }
  code::Ref neg(code::Ref a) { return program.neg(a); }
  code::Ref abs(code::Ref a) { return program.abs(a); }
  code::Ref sqrt(code::Ref a) { return program.sqrt(a); }
  code::Ref max(code::Ref a, code::Ref b) { return program.max(a, b); }
  code::Ref constant(double x) { return program.constant(x); }
  bool is_zero(code::Ref a) const { return program.is_constant(a) && program.constant_value(a) == 0.0; }
  void begin_piece() { program.begin_piece(); }

  /// sum_j w_j x_j^2
  code::Ref square(const CodeValues& w, const CodeValues& x);
  /// Of several x in one go, summed in this order.
  CodeValues squares(const CodeValues& w, const std::vector<const CodeValues*>& x, const std::vector<int>& order);
  /// Sum of x_i y_i over the i = which[k].
  template <class Which>
  code::Ref dot(const Which& which, const CodeValues& x, const CodeValues& y) {
    return together(
        which.size(), zero, [&](std::size_t k) { return mul(x[at(which[k])], y[at(which[k])]); },
        [&](code::Ref sum, code::Ref term) { return add(sum, term); });
  }
  /// y += B x, y += B^T x
  void multiply_add(const Pattern& p, const CodeValues& B, const CodeValues& x, CodeValues& y);
  void multiply_transposed_add(const Pattern& p, const CodeValues& B, const CodeValues& x, CodeValues& y);
  /// mobility_of_row (la/diagonal_mass.hpp) with inverse masses
  code::Ref row_mobility(const Pattern& p, int row, const CodeValues& B, const CodeValues& inverse_mass);

  /// The diagonal of M, and its inverse.
  CodeValues masses(const System& system, const InlinedTerms& terms) const;
  CodeValues inverse_masses(const System& system, const InlinedTerms& terms);
  /// The pattern of some rows, and their values in its order.
  static Pattern some_rows(const Pattern& p, const std::vector<int>& rows);
  static CodeValues some_rows(const Pattern& p, const CodeValues& values, const std::vector<int>& rows);
  /// Those of `count` rows that are not left out.
  template <class Rows>
  static std::vector<int> rows_without(int count, const Rows& left_out) {
    std::vector<int> kept;
    for (int i = 0; i < count; ++i)
      if (std::find(left_out.begin(), left_out.end(), i) == left_out.end()) kept.push_back(i);
    return kept;
  }
  static std::vector<int> all_rows(const System& system);
  /// `to` with x[first + k] at rows[k].
  static CodeValues scattered(const std::vector<int>& rows, const CodeValues& x, std::size_t first, CodeValues to);
  /// The unknowns x in the order in which substitution finds them: what looks at each of them does so while it is at hand.
  static CodeValues as_found(const KktStructure& s, const CodeValues& x);
  /// a_j + x_j for each of a.
  static CodeValues sums(code::Program& program, const CodeValues& a, const CodeValues& x);

  /// `sum` becomes not a number if one of the values is not finite, and stays zero otherwise.
  void watch(code::Ref& sum, const CodeValues& values);
  /// The largest, or `least` if that is larger.
  code::Ref largest(const CodeValues& values, code::Ref least);

  code::Program& program;
  const code::Ref zero;

 private:
  /// combine(..., term(j)) over j < count, as pieces: in four parts side by side, so that a term does not wait for the one
  /// before.
  template <class Term, class Combine>
  code::Ref together(std::size_t count, code::Ref start, Term&& term, Combine&& combine) {
    return together(
        count, 1, start, [&](std::size_t j, std::size_t) { return term(j); }, combine)[0];
  }
  /// The same for several sums, with term(j, which).
  template <class Term, class Combine>
  CodeValues together(std::size_t count, std::size_t sums, code::Ref start, Term&& term, Combine&& combine) {
    // the latency of an addition, in cycles, about
    constexpr std::size_t parts = 4;
    std::vector<std::array<code::Ref, parts>> part(sums);
    for (auto& p : part) p.fill(start);
    for (std::size_t j = 0; j < count; ++j) {
      if (j == 0 || j >= parts)
        program.begin_piece();  // the first of all parts at once: the others follow in their order
      for (std::size_t k = 0; k < sums; ++k) part[k][j % parts] = combine(part[k][j % parts], term(j, k));
    }
    CodeValues all;
    program.begin_piece();
    for (auto& p : part) {
      for (std::size_t k = 1; k < parts && k < count; ++k) p[0] = combine(p[0], p[k]);
      all.push_back(p[0]);
    }
    return all;
  }
};

}  // namespace rheon
