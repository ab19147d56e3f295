// Factors of the matrix of kkt_structure.hpp, without pivoting: L D L^T for symmetric P, L D U otherwise.
#pragma once

#include "code/executable.hpp"
#include "la/kkt_structure.hpp"

namespace rheon {

class KktFactors {
 public:
  /// `symmetric`: P is; then only its entries on one side of the diagonal are read. `as_program`: as programs, where that pays.
  KktFactors(const Pattern& P, const Pattern& A, bool symmetric, bool as_program = true);

  /// `compliance`: e of each row of A; null: zero. False where the pivot of a coordinate is not positive or has lost its
  /// digits.
  bool factor(const double* P, const double* A, const double* compliance);
  /// What is left of the pivot of the row that depends most on others: about 1 for rows that are independent in the
  /// metric of P, 0 for dependent ones (with e = 0). Of the last `factor`.
  double independence() const { return independence_; }
  /// f and g in, x and mu out: P x + A^T mu = f, A x - E mu = g.
  void solve(double* f, double* g);

 private:
  template <bool symmetric>
  class Entries;
  double* lower() { return numbers_.data(); }
  double* upper() { return numbers_.data() + s_.storage(); }
  void gather(const double* P, const double* A);
  template <bool symmetric>
  void eliminate();
  bool judge_pivots(const double* P);
  template <bool symmetric>
  void substitute(double* f, double* g);

  KktStructure s_;
  bool symmetric_;
  std::vector<int> P_diagonal_;  ///< entry of P for each coordinate, -1: none
  /// Storage as the structure says, with inverse pivots on the diagonal and the pivots of rows before their losses in the
  /// places of these; entries above the diagonal, without symmetry; -e.
  std::vector<double> numbers_;
  int compliance_at_;
  std::vector<double> x_;
  code::Executable factor_program_, solve_program_;
  double independence_ = 1.0;
};

}  // namespace rheon
