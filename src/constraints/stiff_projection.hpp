// Projection of states onto the constraints after steps far longer than the time scale of stiff springs and dampers.
#pragma once

#include "constraints/tangent.hpp"
#include "constraints/weighted_projection.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

/// Moves a state close to the constraints in the metric of the implicit step, M + h/2 C + h^2/4 (K + H), so that what springs
/// hold comes along; the curvature H of the constraints is what the stiffness of prestressed springs is in balance with. In
/// the mass metric a light coordinate would be pushed into its stiff spring, and the force of that would enter the next step.
class StiffProjection {
 public:
  explicit StiffProjection(const System& system);
  /// K and H depend on accelerations and reactions: those of `from`, the start of the step, are near enough.
  Status project(const State& from, double h, bool positions, State& s);
  Counters counters() const { return Counters{terms_.evaluations, 0, 0} + weighted_.counters(); }

 private:
  const System* system_;
  Terms terms_;
  Tangent tangent_;
  WeightedProjection weighted_;
  SparseValues P_;
};

}  // namespace rheon
