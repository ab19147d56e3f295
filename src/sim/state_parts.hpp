// Everything a State holds but the number of its step and the memory of its method, with the names that saved states use.
#pragma once

#include "rheon/model/state.hpp"

namespace rheon {

template <class S, class Number, class Block>
void visit_parts(S& s, Number&& number, Block&& block) {
  number("t", s.t);
  number("side", s.side);
  number("h", s.h);
  number("error", s.error);
  number("power_applied", s.power.applied);
  number("power_friction", s.power.friction);
  number("power_driving", s.power.driving);
  number("energy_constraint", s.energy_constraint);
  number("energy_start", s.energy_start);
  number("energy_projected", s.energy_projected);
  number("work_applied", s.work.applied);
  number("work_friction", s.work.friction);
  number("work_driving", s.work.driving);
  block("q", s.q);
  block("v", s.v);
  block("a", s.a);
  block("lambda", s.lambda);
  block("z", s.z);
  block("anchors", s.anchors);
}

}  // namespace rheon
