// Kinematics of fully driven mechanisms and the forces that drive them: the call behind `rheon kinematics`. Any thread; the system
// is used during the call alone.
//
//   const Results results = kinematics(system, {.duration = 2.0, .samples = 100});
//   const std::vector<double> torque = results.column("lambda.motor");
#pragma once

#include <optional>

#include "rheon/core/api.hpp"
#include "rheon/sim/run.hpp"

namespace rheon {

struct KinematicsRequest {
  std::optional<double> duration;  ///< s; absent: as for a run
  std::optional<int> samples;      ///< number of intervals between rows
};

/// Positions from phi(q, t) = 0, velocities from A v = -phi_t, accelerations from A a = b at every row time, and the
/// multipliers from A^T lambda = Q - M a, those of least norm where rows are redundant. No error of an integration is in
/// them, unless rows at velocity level complete the drive: then positions are integrated, and a note says so.
///
/// Throws ModelError if constraints leave a degree of freedom (naming what is still free), for wrong initial values, for
/// constraints that do work and for integrals of controllers; UsageError for a duration or a number of samples that makes no
/// sense. A singular position, or a time at which the mechanism cannot be assembled, is a result: summary.ending says so and the
/// rows up to there are kept. `monitor` is called in this thread, about twenty times a second.
RHEON_API Results kinematics(const System& system, const KinematicsRequest& request, const Monitor& monitor = {});

}  // namespace rheon
