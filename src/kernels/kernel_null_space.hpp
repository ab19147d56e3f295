// Dependent rows in straight-line programs: combinations of rows that vanish, multipliers of least norm, and whether rows left out
// contradict the others.
//
// The general solvers find least norms by orthogonalisation with refinement (la/reduced_saddle.hpp), since they also meet rows that are
// only nearly dependent. Here rows are known to be dependent, and the normal equations, of one unknown for each row left out, are
// a tenth of the instructions.
#pragma once

#include "kernels/program_algebra.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

/// Beyond, there is no kernel: each row left out costs a substitution for the least norm of the multipliers.
inline constexpr std::size_t most_rows_left_out = 6;

/// Combinations of rows that vanish, A^T N = 0, one for each row left out of an elimination.
struct NullVectors {
  std::vector<CodeValues> N;
  CodeValues D;          ///< 1 / m_i of every row
  code::Ref most_new{};  ///< largest part of a row left out, squared, that does not follow from the others
};

/// `factors`: of M with the rows `kept`, with the structure s; M, A are in `terms`.
NullVectors null_vectors(ProgramAlgebra& code, const System& system, const InlinedTerms& terms, const KktStructure& s,
                         const KktValues& factors, const std::vector<int>& kept, const std::vector<int>& left_out);

/// Largest (start_k + A_i x)^2 of the rows i = left_out[k], over energy / m_i: what the largest of `energies` could make of
/// the row, m_i being its effective mass.
code::Ref largest_contradiction(ProgramAlgebra& code, const System& system, const InlinedTerms& terms,
                                const std::vector<int>& left_out, const CodeValues& start, const CodeValues& x,
                                const CodeValues& energies, double least_energy);

/// The multipliers of least sum lambda_i^2 / m_i that give the same reaction: lambda - N (N^T D N)^-1 N^T D lambda with
/// D = diag(1 / m_i).
CodeValues least_norm(ProgramAlgebra& code, const NullVectors& null, CodeValues lambda);

}  // namespace rheon
