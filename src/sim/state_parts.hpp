// Everything a State holds but the number of its step and the memory of its method, with the names that saved states use.
#pragma once

#include "rheon/model/state.hpp"

namespace rheon {

/// `number(name, x)` and `block(name, x)` for each part, in the order of saved states. A part that is added to State or Works and
/// not here does not compile.
template <class S, class Number, class Block>
void visit_parts(S& s, Number&& number, Block&& block) {
  auto& [t, side, n, q, v, a, lambda, z, memory, anchors, h, error, power, work, constraint, start, projected] = s;
  static_cast<void>(n);
  static_cast<void>(memory);
  auto& [power_applied, power_friction, power_driving] = power;
  auto& [work_applied, work_friction, work_driving] = work;
  number("t", t);
  number("side", side);
  number("h", h);
  number("error", error);
  number("power_applied", power_applied);
  number("power_friction", power_friction);
  number("power_driving", power_driving);
  number("energy_constraint", constraint);
  number("energy_start", start);
  number("energy_projected", projected);
  number("work_applied", work_applied);
  number("work_friction", work_friction);
  number("work_driving", work_driving);
  block("q", q);
  block("v", v);
  block("a", a);
  block("lambda", lambda);
  block("z", z);
  block("anchors", anchors);
}

}  // namespace rheon
