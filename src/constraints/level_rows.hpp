// Constraint rows of one level as equations r(x) = 0, where x are the positions, rates or accelerations of a state.
//
// Rows weigh so that their gradients have unit length at the start, whatever their units: a solver can compare them.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "rheon/model/system.hpp"

namespace rheon {

enum class Level : unsigned char { position, velocity, acceleration };

class LevelRows {
 public:
  /// A row holds if it is missed by less than this part of the size of its terms. Least squares leave some 1e-15 of rows
  /// that agree, and lengths that do not fit are given with some digits: the value stands between the two.
  static constexpr double holds_within = 1e-8;

  /// Accelerations are looked for from zero, all else from what `start` has.
  LevelRows(const System& system, Level level, const State& start);

  const System& system() const { return system_; }
  Level level() const { return level_; }
  const State& start() const { return start_; }
  int count() const { return level_ == Level::position ? system_.layout().nphi : system_.layout().rows(); }
  /// Rates and accelerations solve linear equations, unless a row is nonlinear in the rates.
  bool is_linear() const {
    return level_ == Level::acceleration || (level_ == Level::velocity && system_.linear_velocity_rows());
  }
  Vec& unknowns(State& s) const { return level_ == Level::position ? s.q : level_ == Level::velocity ? s.v : s.a; }
  const Vec& unknowns(const State& s) const {
    return level_ == Level::position ? s.q : level_ == Level::velocity ? s.v : s.a;
  }
  double weight(int row) const { return weights_[row]; }

  /// Weighted residuals and gradients of the rows. `worst`: the largest of the residuals as parts of the size of their rows.
  /// False: the model has no values there.
  bool evaluate(const State& s, const std::vector<int>& rows, Vec& r, Eigen::MatrixXd& J, double& worst);
  /// Unweighted gradients at the state that was evaluated last.
  const SparseValues& gradients() const { return general_positions() ? terms_.phi_q : terms_.A; }
  const Pattern& pattern() const {
    return general_positions() ? system_.gradient_pattern() : system_.jacobian_pattern();
  }

 private:
  struct RowResidual {
    double residual = 0.0, size = 1.0;  ///< size: of the terms that it is made of
  };
  bool general_positions() const { return system_.model().general_speeds && level_ == Level::position; }
  RowResidual row_at(const Vec& x, int row) const;
  void weigh();

  const System& system_;
  Terms terms_;
  Level level_;
  State start_;
  Vec weights_;
  double motion_ = 0.0;  ///< of rates or accelerations: the largest size of a weighted row at the start
};

}  // namespace rheon
