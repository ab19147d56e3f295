// Reactions of dependent rows in straight-line programs: combinations of rows that vanish, and multipliers of least norm.
#pragma once

#include "kernels/program_algebra.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

/// Combinations of rows that vanish, A^T N = 0, one for each row left out of an elimination.
struct NullVectors {
  std::vector<CodeValues> N;
  CodeValues D;          ///< 1 / m_i of every row
  code::Ref most_new{};  ///< largest part of a row left out, squared, that does not follow from the others
};

/// `factors`: of M with the rows `kept`, with the structure s; M, A are in `terms`.
NullVectors null_vectors(ProgramAlgebra& code, const System& system, const InlinedTerms& terms, const KktStructure& s,
                         const KktValues& factors, const std::vector<int>& kept, const std::vector<int>& left_out);

/// The multipliers of least sum lambda_i^2 / m_i that give the same reaction: lambda - N (N^T D N)^-1 N^T D lambda with
/// D = diag(1 / m_i).
CodeValues least_norm(ProgramAlgebra& code, const NullVectors& null, CodeValues lambda);

}  // namespace rheon
