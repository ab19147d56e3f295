// The examples that every formulation is tried on: model, reference solution, what to compare, a step to start from.
#pragma once

#include <string>
#include <vector>

#include "reproduction/measures.hpp"
#include "rheon/formulations/kind.hpp"

namespace rheon::reproduction {

struct Example {
  std::string name, model, reference;
  Pairs motion;
  double duration = 0.0;    ///< of the comparison; the reference may go on
  double step = 0.0;        ///< for methods of second order
  double large_step = 0.0;  ///< for methods of fourth order and more
};

const std::vector<Example>& examples();

/// A formulation with its default integrator, at the step that suits its order.
RunSpec spec_for(const Example& example, const FormulationKind& kind);

}  // namespace rheon::reproduction
