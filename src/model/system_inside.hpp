// What rheon's own methods see of a System beyond its public face.
#pragma once

#include "rheon/model/system.hpp"

namespace rheon {

class DiscreteGradient;
struct InlinedTerms;
namespace code {
class Program;
}

struct SystemInside {
  /// For methods that conserve energy: see model/discrete_gradient.hpp. Lives as long as the system.
  static const DiscreteGradient& discrete_gradient(const System& system);
  /// What is wanted as part of a larger program: see model/inlined_terms.hpp.
  static void append_terms(const System& system, code::Program& program, Want want, InlinedTerms& terms);
};

}  // namespace rheon
