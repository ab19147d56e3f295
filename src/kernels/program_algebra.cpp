#include "kernels/program_algebra.hpp"

#include "core/index.hpp"
#include "methods/row_equations.hpp"

namespace rheon {

CodeValues ProgramAlgebra::load(int base, int first, int count) {
  CodeValues values;
  for (int i = 0; i < count; ++i) values.push_back(program.load(base, first + i));
  return values;
}

void ProgramAlgebra::store(int base, int first, const CodeValues& values) {
  for (std::size_t i = 0; i < values.size(); ++i) program.store(base, first + static_cast<int>(i), values[i]);
}

code::Ref ProgramAlgebra::square(const CodeValues& w, const CodeValues& x) {
  return together(
      x.size(), zero, [&](std::size_t j) { return mul(w[j], mul(x[j], x[j])); },
      [&](code::Ref sum, code::Ref term) { return add(sum, term); });
}

CodeValues ProgramAlgebra::squares(const CodeValues& w, const std::vector<const CodeValues*>& x,
                                   const std::vector<int>& order) {
  return together(
      order.size(), x.size(), zero,
      [&](std::size_t j, std::size_t k) {
        const code::Ref y = (*x[k])[at(order[j])];
        return mul(w[at(order[j])], mul(y, y));
      },
      [&](code::Ref sum, code::Ref term) { return add(sum, term); });
}

void ProgramAlgebra::multiply_add(const Pattern& p, const CodeValues& B, const CodeValues& x, CodeValues& y) {
  for (int i = 0; i < p.rows; ++i) {
    program.begin_piece();
    for (int k = p.start[at(i)]; k < p.start[at(i) + 1]; ++k)
      y[at(i)] = add(y[at(i)], mul(B[at(k)], x[at(p.col[at(k)])]));
  }
}

void ProgramAlgebra::multiply_transposed_add(const Pattern& p, const CodeValues& B, const CodeValues& x,
                                             CodeValues& y) {
  // column after column, so that each sum is a piece of its own
  std::vector<std::vector<std::pair<int, int>>> column(at(p.cols));  // rows and entries
  for (int i = 0; i < p.rows; ++i)
    for (int k = p.start[at(i)]; k < p.start[at(i) + 1]; ++k) column[at(p.col[at(k)])].emplace_back(i, k);
  for (std::size_t j = 0; j < column.size(); ++j) {
    program.begin_piece();
    for (const auto& [i, k] : column[j]) y[j] = add(y[j], mul(B[at(k)], x[at(i)]));
  }
}

code::Ref ProgramAlgebra::row_mobility(const Pattern& p, int row, const CodeValues& B, const CodeValues& inverse_mass) {
  return mobility_of_row(*this, p, row, B, [&](code::Ref x, int j) { return mul(x, inverse_mass[at(j)]); });
}

CodeValues ProgramAlgebra::masses(const System& system, const InlinedTerms& terms) const {
  const Pattern& M = system.mass_pattern();
  CodeValues entries;
  for (int j = 0; j < M.rows; ++j) entries.push_back(terms[TermKind::mass][at(M.find(j, j))]);
  return entries;
}

CodeValues ProgramAlgebra::inverse_masses(const System& system, const InlinedTerms& terms) {
  CodeValues inverse;
  for (const code::Ref mass : masses(system, terms)) {
    program.begin_piece();
    inverse.push_back(program.is_constant(mass) ? program.constant(1.0 / program.constant_value(mass))
                                                : program.div(program.constant(1.0), mass));
  }
  return inverse;
}

Pattern ProgramAlgebra::some_rows(const Pattern& p, const std::vector<int>& rows) {
  Pattern some{static_cast<int>(rows.size()), p.cols, {0}, {}};
  for (const int i : rows) {
    some.col.insert(some.col.end(), p.col.begin() + p.start[at(i)], p.col.begin() + p.start[at(i) + 1]);
    some.start.push_back(static_cast<int>(some.col.size()));
  }
  return some;
}

CodeValues ProgramAlgebra::some_rows(const Pattern& p, const CodeValues& values, const std::vector<int>& rows) {
  CodeValues some;
  for (const int i : rows)
    some.insert(some.end(), values.begin() + p.start[at(i)], values.begin() + p.start[at(i) + 1]);
  return some;
}

std::vector<int> ProgramAlgebra::all_rows(const System& system) {
  return rows_without(system.layout().rows(), std::vector<int>{});
}

CodeValues ProgramAlgebra::scattered(const std::vector<int>& rows, const CodeValues& x, std::size_t first,
                                     CodeValues to) {
  for (std::size_t k = 0; k < rows.size(); ++k) to[at(rows[k])] = x[first + k];
  return to;
}

CodeValues ProgramAlgebra::as_found(const KktStructure& s, const CodeValues& x) {
  CodeValues found(x.size());
  for (int j = 0; j < s.coordinates; ++j) found[at(s.size() - 1 - s.coordinate_at[at(j)])] = x[at(j)];
  for (int i = 0; i < s.rows; ++i) found[at(s.size() - 1 - s.row_at[at(i)])] = x[at(s.coordinates + i)];
  return found;
}

CodeValues ProgramAlgebra::sums(code::Program& program, const CodeValues& a, const CodeValues& x) {
  CodeValues sum;
  for (std::size_t j = 0; j < a.size(); ++j) {
    program.begin_piece();
    sum.push_back(program.add(a[j], x[j]));
  }
  return sum;
}

void ProgramAlgebra::watch(code::Ref& sum, const CodeValues& values) {
  const code::Ref more = together(
      values.size(), zero, [&](std::size_t j) { return values[j] == zero ? zero : program.mul(zero, values[j]); },
      [&](code::Ref a, code::Ref b) { return add(a, b); });
  sum = add(sum, more);
}

code::Ref ProgramAlgebra::largest(const CodeValues& values, code::Ref least) {
  return together(
      values.size(), least, [&](std::size_t j) { return values[j]; },
      [&](code::Ref most, code::Ref value) { return program.max(value, most); });
}

}  // namespace rheon
