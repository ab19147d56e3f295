#include "formulations/kernel_algebra.hpp"

#include "core/index.hpp"

namespace rheon {

CodeValues KernelAlgebra::load(int base, int first, int count) {
  CodeValues values;
  for (int i = 0; i < count; ++i) values.push_back(program.load(base, first + i));
  return values;
}

void KernelAlgebra::store(int base, int first, const CodeValues& values) {
  for (std::size_t i = 0; i < values.size(); ++i) program.store(base, first + static_cast<int>(i), values[i]);
}

code::Value KernelAlgebra::square(const CodeValues& w, const CodeValues& x) {
  code::Value sum = zero;
  for (std::size_t j = 0; j < x.size(); ++j) sum = add(sum, mul(w[j], mul(x[j], x[j])));
  return sum;
}

code::Value KernelAlgebra::dot(const CodeValues& x, const CodeValues& y) {
  code::Value sum = zero;
  for (std::size_t j = 0; j < x.size(); ++j) sum = add(sum, mul(x[j], y[j]));
  return sum;
}

void KernelAlgebra::multiply_add(const Pattern& p, const CodeValues& B, const CodeValues& x, CodeValues& y) {
  for (int i = 0; i < p.rows; ++i)
    for (int k = p.start[at(i)]; k < p.start[at(i) + 1]; ++k)
      y[at(i)] = add(y[at(i)], mul(B[at(k)], x[at(p.col[at(k)])]));
}

void KernelAlgebra::multiply_transposed_add(const Pattern& p, const CodeValues& B, const CodeValues& x, CodeValues& y) {
  for (int i = 0; i < p.rows; ++i)
    for (int k = p.start[at(i)]; k < p.start[at(i) + 1]; ++k) {
      code::Value& target = y[at(p.col[at(k)])];
      target = add(target, mul(B[at(k)], x[at(i)]));
    }
}

code::Value KernelAlgebra::row_mobility(const Pattern& p, int row, const CodeValues& B,
                                        const CodeValues& inverse_mass) {
  code::Value sum = zero;
  for (int k = p.start[at(row)]; k < p.start[at(row) + 1]; ++k)
    sum = add(sum, mul(mul(B[at(k)], B[at(k)]), inverse_mass[at(p.col[at(k)])]));
  return sum;
}

CodeValues KernelAlgebra::masses(const System& system, const InlinedTerms& terms) const {
  const Pattern& M = system.mass_pattern();
  CodeValues entries;
  for (int j = 0; j < M.rows; ++j) entries.push_back(terms[Quantity::mass][at(M.find(j, j))]);
  return entries;
}

CodeValues KernelAlgebra::inverse_masses(const System& system, const InlinedTerms& terms) {
  CodeValues inverse;
  for (const code::Value mass : masses(system, terms)) inverse.push_back(program.div(program.constant(1.0), mass));
  return inverse;
}

CodeValues KernelAlgebra::scattered(const std::vector<int>& rows, const CodeValues& x, std::size_t first,
                                    CodeValues to) {
  for (std::size_t k = 0; k < rows.size(); ++k) to[at(rows[k])] = x[first + k];
  return to;
}

CodeValues KernelAlgebra::sums(code::StraightLine& program, const CodeValues& a, const CodeValues& x) {
  CodeValues sum;
  for (std::size_t j = 0; j < a.size(); ++j) sum.push_back(program.add(a[j], x[j]));
  return sum;
}

void KernelAlgebra::watch(code::Value& sum, const CodeValues& values) {
  for (const code::Value x : values)
    if (x != zero) sum = program.add(sum, program.mul(zero, x));
}

code::Value KernelAlgebra::largest_loss(const KktStructure& s, const KktValues& factors) {
  code::Value largest = zero;
  for (int k = 0; k < s.size(); ++k) {
    if (!s.is_row[at(k)]) continue;
    const code::Value ratio = program.mul(factors.before[at(k)], factors.inverse[at(k)]);
    largest = program.max(program.mul(ratio, ratio), largest);
  }
  return largest;
}

code::Value KernelAlgebra::least_pivot(const KktStructure& s, const KktValues& factors) {
  code::Value least = program.constant(-1.0);
  for (int k = 0; k < s.size(); ++k)
    if (!s.is_row[at(k)]) least = program.max(program.neg(factors.inverse[at(k)]), least);
  return least;
}

}  // namespace rheon
