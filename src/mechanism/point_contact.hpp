// Parts that act on their bodies by a force at one point.
#pragma once

namespace rheon::mechanism {

/// A component that is also this one acts by a force at its place alone: its torque about it is zero by nature, also where
/// no simplification shows it, and makes no channel.
class PointContact {
 public:
  virtual ~PointContact() = default;
};

}  // namespace rheon::mechanism
