#include "reproduction/examples.hpp"

#include "rheon/integrators/kind.hpp"

namespace rheon::reproduction {

const std::vector<Example>& examples() {
  static const std::vector<Example> all{
      {"two masses", "two_masses", "s000_ex1_two_masses", same({"x1", "x2"}), 5.0, 0.01, 0.05},
      {"pursuit", "pursuit", "s000_ex2_pursuit", same({"xA", "yA", "xB", "yB"}), 5.0, 5e-3, 0.05},
      {"rolling wheel", "rolling_wheel", "s000_ex3_wheel", same({"x", "y", "z", "ux", "vy", "vz", "wy", "wz"}), 5.0,
       5e-3, 0.05},
      {"chain, one row", "three_masses_one", "s002_one_constraint", same({"q1", "q2", "q3"}), 5.0, 2e-3, 0.01},
      {"chain, two rows", "three_masses", "s002_two_constraints", same({"q1", "q2", "q3"}), 5.0, 2e-3, 0.01},
      {"compound pendulum", "compound_pendulum", "s003_spherical_compound_pendulum",
       same({"x1", "y1", "z1", "x2", "y2", "z2"}), 5.0, 5e-3, 0.02},
      {"Appell-Hamel, linear", "appell_hamel", "s004_ex1_appell_hamel", same({"theta", "phi", "x", "y", "z"}), 10.0,
       5e-3, 0.1},
      {"Appell-Hamel, nonlinear", "appell_hamel_nonlinear", "s004_ex1_appell_hamel",
       same({"theta", "phi", "x", "y", "z"}), 10.0, 5e-3, 0.1},
      {"parabola", "parabola", "s004_ex2_parabola_10s", same({"x", "y"}), 5.0, 5e-3, 0.025},
      {"pendulum", "pendulum", "c_simple_pendulum", same({"x", "y"}), 5.0, 5e-3, 0.02},
      {"moving pivot", "moving_pivot", "c_pendulum_moving_pivot", same({"x", "y"}), 5.0, 5e-3, 0.05},
      {"constant speed", "constant_speed", "c_constant_speed_particle", same({"x", "y"}), 3.0, 2e-3, 0.02},
      {"rolling disc",
       "rolling_disc",
       "x_rolling_disc",
       {{"x", "xG"}, {"y", "yG"}, {"z", "zG"}, {"ux", "axle_x"}, {"uy", "axle_y"}, {"uz", "axle_z"}},
       2.0,
       2e-3,
       0.01},
      {"singular mass", "free_quaternion", "c_free_body_dzhanibekov", same({"q0", "q1", "q2", "q3"}), 10.0, 5e-3, 0.1},
      {"two wheels", "two_wheels", "x_two_wheels", same({"x", "y"}), 2.0, 2e-3, 0.01},
      {"Bennett",
       "bennett",
       "x_bennett",
       {{"B.x", "Bx"}, {"B.y", "By"}, {"C.x", "Cx"}, {"C.y", "Cy"}, {"C.z", "Cz"}},
       1.0,
       1e-3,
       0.01},
  };
  return all;
}

RunSpec spec_for(const Example& example, const FormulationKind& kind) {
  const int order = claimed_order(kind, find_integrator(kind.default_integrator)).motion;
  return {.model = example.model,
          .formulation = std::string(kind.name),
          .step = order > 2 ? example.large_step : example.step,
          .duration = example.duration};
}

}  // namespace rheon::reproduction
