#include "kernels/kernel_null_space.hpp"

#include "core/index.hpp"

namespace rheon {

namespace {

/// Cholesky's method on the k x k matrix G (lower part, row after row); b becomes G^-1 b.
void solve_small(ProgramAlgebra& code, std::vector<CodeValues> G, CodeValues& b) {
  code::Program& program = code.program;
  const std::size_t k = b.size();
  for (std::size_t j = 0; j < k; ++j) {
    for (std::size_t r = 0; r < j; ++r) G[j][j] = program.sub(G[j][j], program.mul(G[j][r], G[j][r]));
    G[j][j] = program.sqrt(G[j][j]);
    for (std::size_t i = j + 1; i < k; ++i) {
      for (std::size_t r = 0; r < j; ++r) G[i][j] = program.sub(G[i][j], program.mul(G[i][r], G[j][r]));
      G[i][j] = program.div(G[i][j], G[j][j]);
    }
  }
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t r = 0; r < i; ++r) b[i] = program.sub(b[i], program.mul(G[i][r], b[r]));
    b[i] = program.div(b[i], G[i][i]);
  }
  for (std::size_t i = k; i-- > 0;) {
    for (std::size_t r = i + 1; r < k; ++r) b[i] = program.sub(b[i], program.mul(G[r][i], b[r]));
    b[i] = program.div(b[i], G[i][i]);
  }
}

}  // namespace

NullVectors null_vectors(ProgramAlgebra& code, const System& system, const InlinedTerms& terms, const KktStructure& s,
                         const KktValues& factors, const std::vector<int>& kept, const std::vector<int>& left_out) {
  code::Program& program = code.program;
  const Pattern& A = system.jacobian_pattern();
  const CodeValues &rows = terms[TermKind::jacobian], mobility = code.inverse_masses(system, terms);
  NullVectors null;
  null.most_new = code.zero;
  for (int i = 0; i < A.rows; ++i) null.D.push_back(code.row_mobility(A, i, rows, mobility));
  for (const int i : left_out) {
    // the row as a combination of those kept, M y + A^T nu = A_i^T; y is the part that they do not have
    CodeValues y = code.zeros(s.coordinates + s.rows);
    for (int e = A.start[at(i)]; e < A.start[at(i) + 1]; ++e) y[at(A.col[at(e)])] = rows[at(e)];
    append_substitution(program, s, true, factors, y);
    code::Ref part = code.zero;
    for (int e = A.start[at(i)]; e < A.start[at(i) + 1]; ++e)
      part = code.add(part, program.mul(rows[at(e)], y[at(A.col[at(e)])]));
    null.most_new = program.max(program.abs(program.div(part, null.D[at(i)])), null.most_new);
    for (std::size_t k = at(s.coordinates); k < y.size(); ++k) y[k] = program.neg(y[k]);
    null.N.push_back(ProgramAlgebra::scattered(kept, y, at(s.coordinates), code.zeros(A.rows)));
    null.N.back()[at(i)] = program.constant(1.0);
  }
  return null;
}

code::Ref largest_contradiction(ProgramAlgebra& code, const System& system, const InlinedTerms& terms,
                                const std::vector<int>& left_out, const CodeValues& start, const CodeValues& x,
                                const CodeValues& energies, double least_energy) {
  code::Program& program = code.program;
  const Pattern& A = system.jacobian_pattern();
  const CodeValues &rows = terms[TermKind::jacobian], mobility = code.inverse_masses(system, terms);
  const code::Ref energy = code.largest(energies, program.constant(least_energy));
  code::Ref worst = code.zero;
  for (std::size_t k = 0; k < left_out.size(); ++k) {
    const int i = left_out[k];
    code::Ref residual = start[k];
    for (int e = A.start[at(i)]; e < A.start[at(i) + 1]; ++e)
      residual = program.add(residual, program.mul(rows[at(e)], x[at(A.col[at(e)])]));
    const code::Ref size = program.mul(energy, code.row_mobility(A, i, rows, mobility));
    worst = program.max(program.div(program.mul(residual, residual), size), worst);
  }
  return worst;
}

CodeValues least_norm(ProgramAlgebra& code, const NullVectors& null, CodeValues lambda) {
  const auto& [N, D, most_new] = null;
  std::vector<CodeValues> G, DN;
  CodeValues c;
  for (const CodeValues& n : N) {
    CodeValues scaled;
    for (std::size_t i = 0; i < n.size(); ++i) scaled.push_back(code.mul(D[i], n[i]));
    DN.push_back(std::move(scaled));
    CodeValues row;
    for (std::size_t r = 0; r < DN.size(); ++r)
      row.push_back(code.dot(AllEntries{static_cast<int>(n.size())}, n, DN[r]));
    G.push_back(std::move(row));
    c.push_back(code.dot(AllEntries{static_cast<int>(n.size())}, DN.back(), lambda));
  }
  solve_small(code, std::move(G), c);
  for (std::size_t k = 0; k < N.size(); ++k)
    for (std::size_t i = 0; i < lambda.size(); ++i) lambda[i] = code.sub(lambda[i], code.mul(c[k], N[k][i]));
  return lambda;
}

}  // namespace rheon
