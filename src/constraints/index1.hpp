// Accelerations and multipliers from (t, q, v): the index-1 equations, shared by every method that needs them.
//
//     [ M  A^T ] [ a      ]   [ Q + F(lambda)                ]
//     [ A   0  ] [ lambda ] = [ b - R w - S phi              ]      w = (phi', psi)
//
// F: forces of section `nonideal` (multiplier_forces.hpp), if the model has one.
#pragma once

#include <optional>

#include "constraints/multiplier_forces.hpp"
#include "constraints/stabilisation.hpp"
#include "kernels/rate_kernel.hpp"
#include "kernels/redundant_rate_kernel.hpp"
#include "la/reduced_saddle.hpp"
#include "la/saddle_solver.hpp"
#include "rheon/methods/form.hpp"

namespace rheon {

/// Penalty of linear solves that are iterated to round-off: the residual falls by this factor per pass, so two passes
/// reach it; half the digits of the factorisation are left, which the last pass restores.
inline constexpr double inner_penalty = 1e7;

class Index1 {
 public:
  explicit Index1(const System& system);
  /// Fills a, lambda (least norm) and the powers of `s`.
  Status solve(State& s, const Stabilisation& gains = {});
  /// The same without gains, by a kernel where that can; `terms` are not filled then.
  Status accelerate(State& s);
  /// By a kernel alone, from numbers as RateKernel takes them. False where that cannot.
  bool accelerate(const double* numbers, double* a, double* lambda);
  /// For states that follow: see SaddleSolver.
  void expect_dependent(bool dependent, const double* largest = nullptr);
  /// sum_j A_ij^2 / M_jj of the rows at the state evaluated last, where it is larger than what is there.
  void raise_mobilities(double* largest);
  /// Do rows depend on each other at `s`, beyond what elimination resolves?
  Status find_dependence(const State& s, bool& dependent);
  /// Accelerations found by others with the same equations.
  void count_accelerations(int count, double independence) {
    accelerations_ += count;
    independence_ = independence;
  }
  /// Rows that follow from others where `find_dependence` was asked last; none where there are too many to find them.
  std::vector<int> dependent_rows() const;
  /// Do these rows follow from the others at `s`, so that they may be left out? By a kernel, which does without refinement:
  /// unclear where there is none, or where the others are too close to being dependent.
  enum class Following : unsigned char { no, yes, unclear };
  Following follow(const std::vector<int>& rows, const State& s);
  /// The same with refinement.
  bool follow_refined(const std::vector<int>& rows, const State& s);
  /// For states that follow: these rows are left out, if there is a kernel for it.
  void leave_out(const std::vector<int>& rows);
  /// The same where the passes of SaddleSolver do not settle. `certain`: they followed in more than one position, and may be
  /// off a little off the constraints; otherwise they must agree to round-off.
  void know_dependent(const std::vector<int>& rows, bool certain);
  /// a and lambda of `s`, which may be off the constraints, without `rows`, which follow from others: only the rows kept are
  /// met, and all share the reactions by least norm. Where the rows kept depend on each other, as `solve`.
  Status solve_left_out(State& s, const std::vector<int>& rows);
  /// Instead: they are looked for at `s`, which meets the constraints and must stay until the next call, where passes are still
  /// at work when they end.
  void look_for_dependent_at(const State& s);
  /// Where the last accelerations were found; see RateForm.
  double independence() const { return independence_; }
  void require_independence(double part) { saddle_.require_independence(part); }
  Terms& terms() { return terms_; }
  Counters counters() const {
    return {terms_.evaluations + accelerations_, saddle_.factorisations + accelerations_, 0};
  }

 private:
  const System* system_;
  Terms terms_;
  SaddleSolver saddle_;
  std::optional<RateKernel> kernel_;  ///< made when it is asked for first
  Status solve_prepared(State& s);
  Status add_multiplier_forces(State& s);
  Status solve_with_sizes(State& s);
  Status solve_shared(const Vec& force, const Vec& g, Vec& a, Vec& lambda);
  bool solve_reduced(State& s, bool solved);
  void look_for_dependent();

  std::optional<RedundantRateKernel> redundant_;
  std::optional<ReducedSaddle> reduced_;  ///< if it is known which rows follow from others
  bool certain_ = false;                  ///< of these
  const State* where_ = nullptr;          ///< to look for such rows, null: nowhere, or done
  std::optional<Terms> there_;            ///< terms at that place
  bool dependent_ = false, left_out_ = false;
  const double* largest_ = nullptr;  ///< as SaddleSolver knows it
  double independence_ = 1.0;
  long long accelerations_ = 0;  ///< by the kernels
  std::vector<double> numbers_;  ///< that they read
  MultiplierForces forces_;
  State probe_;    ///< answers to unit forces; empty without multiplier forces
  Vec force_, g_;  ///< right sides
  Vec kept_g_, right_sizes_, least_mobilities_;
  Vec a_, lambda_, difference_;  ///< of the equations without rows left out, and from those with them
  DiagonalMass mass_;
};

}  // namespace rheon
