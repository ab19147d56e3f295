// Newton and Euler for each body, from what is reported: mass times acceleration of the centre against the sum of the
// forces, rate of the angular momentum against the sum of the torques about the centre. The inertia is that of a rigid
// body (m, I, angular velocity and acceleration), not that of its natural coordinates: the check is independent of them.
#pragma once

#include "mechanism/reactions.hpp"

namespace rheon::mechanism {

/// What is left of the balance of a body, and the sum of the sizes of what should cancel.
struct Residual {
  Scalar force, force_size, torque, torque_size;
};

class Balance {
 public:
  explicit Balance(Assembly& mechanism, Reactions& reactions);
  Residual of(int body);

 private:
  /// Sums up forces at places, about the centre of one body.
  class Sum;
  struct Inertia {
    Vector force, turning, gyroscopic;  ///< m a, I alpha, omega x I omega
  };
  Inertia inertia(int body) const;
  void add_joints_and_forces(int body, Sum& sum);
  void add_shared_points(int body, Sum& sum);
  void add_text(int body, Sum& sum);
  /// What the potential, forces and constraints that stand in the text do along a coordinate.
  Scalar text_load(int coordinate) const;

  Assembly& m_;
  Reactions& reactions_;
  std::vector<int> text_rows_;
};

}  // namespace rheon::mechanism
