// The constraint rows as a dense matrix, each scaled by the root of its effective mass: then the plain least norm of
// the scaled multipliers is the norm in which every formulation reports, and ranks are judged in one unit.
#pragma once

#include <Eigen/Core>

#include "constraints/mass_metric.hpp"
#include "constraints/row_rank.hpp"

namespace rheon {

class DenseRows {
 public:
  explicit DenseRows(const System& system)
      : system_(&system),
        metric_(system),
        A(Eigen::MatrixXd::Zero(system.layout().rows(), system.layout().nv)),
        scale(Vec::Ones(system.layout().rows())),
        M(Eigen::MatrixXd::Zero(system.layout().nv, system.layout().nv)) {}

  void gather(const Terms& terms);

 private:
  const System* system_;
  MassMetric metric_;

 public:
  Eigen::MatrixXd A;  ///< diag(scale) A
  Vec scale;
  Eigen::MatrixXd M;
};

}  // namespace rheon
