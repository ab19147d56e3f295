// The linear algebra inside a kernel, alone: elimination and substitution of matrices of the same pattern.
#pragma once

#include <vector>

#include "la/kkt_factors.hpp"
#include "rheon/model/system.hpp"

namespace bench {

class BareAlgebra {
 public:
  /// A matrix with the masses of the system at `state` on the pattern P, and the rows of A with these numbers.
  BareAlgebra(const rheon::System& system, const rheon::State& state, const rheon::Pattern& P,
              const std::vector<int>& rows, bool symmetric);
  void factor() { (void)factors_.factor(P_.data(), A_.data(), nullptr); }
  void solve() { factors_.solve(f_.data(), g_.data()); }

 private:
  rheon::Pattern P_pattern_, A_pattern_;
  rheon::KktFactors factors_;
  rheon::SparseValues P_, A_;
  std::vector<double> f_, g_;
};

}  // namespace bench
