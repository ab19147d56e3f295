// What step forms that solve for positions or velocities by Newton's method share: the balance of forces, the tangent,
// and when an iteration has converged.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "constraints/mass_metric.hpp"
#include "constraints/multiplier_forces.hpp"
#include "constraints/reaction_split.hpp"
#include "constraints/tangent.hpp"
#include "la/saddle_solver.hpp"
#include "rheon/core/options.hpp"
#include "rheon/methods/form.hpp"

namespace rheon {

class NewtonForm : public StepForm {
 public:
  bool converged() const final { return change_ <= tolerance_ && residual_ <= tolerance_; }
  double distance() const final { return std::max(change_, residual_); }
  int max_iterations() const final { return max_iterations_; }

 protected:
  /// Reads the options newton-tolerance and max-iterations.
  NewtonForm(const System& system, const OptionValues& values);

  double tolerance() const { return tolerance_; }
  /// Is the last correction small enough, whatever the residual is?
  bool settled() const { return change_ <= tolerance_; }
  void begin_iteration() { change_ = residual_ = std::numeric_limits<double>::infinity(); }
  /// force_ = M a + A^T lambda - Q - F, with F as `forces_` has evaluated it last (section `nonideal`)
  void balance(const Terms& terms, const Vec& a, const Vec& lambda);
  /// Forces of section `nonideal` take the multipliers that are reported: of least norm where rows depend on each other. A^T
  /// lambda stays as it is. Nothing to do where no force depends on multipliers. `all_rows`: terms of all rows.
  Status share(const Terms& all_rows, Vec& lambda);
  /// The same for a correction of them, at the same terms.
  Status share_change(const Terms& all_rows, Vec& mu);
  bool shares() const { return split_.has_value(); }
  /// Newton's correction d_ and mu with the factors of `solver`, and N of the forces as evaluated last:
  ///
  ///     [ P_   A^T - N ] [ d_ ]   [ force_ ]
  ///     [ A    0       ] [ mu ] = [ g      ]
  ///
  /// `share(mu)` gives the rows their shares, such as `share_change`. g may be changed. Rows that could not be met are no
  /// failure: the next iteration sees what is left of them.
  template <class Share>
  Status solve_correction(SaddleSolver& solver, const SparseValues& A, Vec& g, Vec& mu, Share&& share) {
    d_.setZero();
    mu.setZero();
    const Status ok = solver.solve(P_, A, force_.data(), g.data(), d_.data(), mu.data());
    if (!ok && ok.code != Code::rank_lost) return ok;
    if (auto shared = share(mu); !shared) return shared;
    if (!forces_.any()) return {};
    g.setZero();
    return forces_.correct(d_, mu, [&](const Vec& force, Vec& d, Vec& answer) {
      const Status answered = solver.solve(P_, A, force.data(), g.data(), d.data(), answer.data());
      return answered ? share(answer) : answered;
    });
  }
  /// `motion`: size of what moves in this step, the measure of violations and corrections.
  void judge_residual(double motion, double violation);
  /// `size` of the correction just made; below `floor` it is round-off.
  Status judge_change(double size, double floor);

  const System* system_;
  MultiplierForces forces_;
  MassMetric metric_;
  Tangent tangent_;
  SparseValues P_;  ///< on the tangent's pattern
  Vec force_, d_;   ///< residual of the balance, correction
  double change_ = 0.0, motion_ = 0.0;
  long long iterations_ = 0;

 private:
  Status keep_force(Status shared, Vec& lambda);

  std::optional<ReactionSplit> split_;
  Vec before_;  ///< multipliers before they are shared
  double tolerance_;
  int max_iterations_;
  double residual_ = 0.0;
};

/// A correction of positions below this part of them is their resolution: 16 units in the last place, what the sums of a step
/// make of one. Smaller, and iterations go on about round-off; larger, and small displacements are met to fewer digits.
inline constexpr double position_resolution = 16 * std::numeric_limits<double>::epsilon();

}  // namespace rheon
