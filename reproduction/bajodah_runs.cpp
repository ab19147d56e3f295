#include <algorithm>
#include <cmath>

#include "reproduction/bajodah.hpp"

namespace rheon::reproduction {

RunSpec mechanism(bool nonlinear, double h) {
  return {.model = nonlinear ? "appell_hamel_nonlinear" : "appell_hamel",
          .formulation = "kane",
          .integrator = "kutta-merson",
          .step = h,
          .duration = 10.0,
          .samples = 100,
          .options = {{"projection", "none"}}};
}

RunSpec particle(double h, double duration, bool damped) {
  RunSpec spec{.model = "parabola",
               .formulation = "kane",
               .integrator = "kutta-merson",
               .step = h,
               .duration = duration,
               .samples = std::min(5000, static_cast<int>(std::lround(duration / h))),
               .options = {{"projection", "none"}}};
  if (damped) {
    spec.options.emplace_back("gamma1", "-20");
    spec.options.emplace_back("gamma2", "-100");
  }
  return spec;
}
RunSpec minimal(double h, double duration) {
  RunSpec spec = particle(h, duration, false);
  spec.model = "parabola_minimal";
  spec.formulation = "lagrange";
  spec.options.clear();
  return spec;
}

}  // namespace rheon::reproduction
