// Mechanisms given by bodies and joints against independently computed motions and joint forces
// (tests/data/reference, definitions in its README).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "support/reference.hpp"

namespace rheon::test {
namespace {

struct Pair {
  std::string channel, column;
  double sign = 1.0;
};

/// How to run it, and what errors follow from that.
struct Way {
  std::string formulation, integrator;
  double step = 0.0, tolerance = 0.0;  ///< one of them
  double motion = 0.0, force = 0.0;    ///< bounds relative to the largest value of the column
};

struct Case {
  std::string name, model, reference;
  std::vector<Pair> motion, forces;
  std::vector<Way> ways;
};

// Fully driven: positions, velocities and accelerations follow from the constraints, whatever the method; what is left
// is round-off, magnified by the condition of the equations (1e2 .. 1e4).
const std::vector<Way> driven{{"ali3p", "", 1e-3, 0, 1e-12, 1e-10},
                              {"lagrange", "rk4", 1e-3, 0, 1e-12, 1e-10},
                              {"lagrange-index3", "", 1e-3, 0, 1e-12, 1e-8},
                              {"udwadia-kalaba", "rk4", 1e-3, 0, 1e-12, 1e-9}};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"slider_crank_driven",
       "slider_crank",
       "c_slider_crank_driven",
       {{"crank.angle", "theta"}, {"B.x", "xs"}, {"B.x'", "xs_d"}, {"B.x''", "xs_dd"}},
       {{"A.fx", "Ax"},
        {"A.fy", "Ay"},
        {"B.fx", "Bx", -1},
        {"B.fy", "By", -1},
        {"guide.fy", "N"},
        {"O.fx", "Ox"},
        {"O.fy", "Oy"},
        {"motor.torque", "tau"}},
       driven},
      {"four_bar_driven",
       "four_bar",
       "c_four_bar_driven",
       {{"B.x", "xB"}, {"B.y", "yB"}, {"coupler.angle", "g2"}, {"rocker.angle", "g3"}},
       {{"A.fx", "FAx"},
        {"A.fy", "FAy"},
        {"B.fx", "FBx", -1},
        {"B.fy", "FBy", -1},
        {"D.fx", "FDx"},
        {"D.fy", "FDy"},
        {"O.fx", "FOx"},
        {"O.fy", "FOy"},
        {"motor.torque", "tau"}},
       driven},
      // Error control at 1e-12: 1e2 .. 1e3 steps; forces follow the accelerations. Second order at 0.5 ms: (h w)^2 with
      // w = 10 rad/s, times a few periods.
      {"slider_crank_free",
       "slider_crank_free",
       "c_slider_crank_free",
       {{"crank.angle", "theta"}, {"B.x", "xs"}, {"B.x'", "xs_d"}},
       {{"A.fx", "Ax"},
        {"A.fy", "Ay"},
        {"B.fx", "Bx", -1},
        {"B.fy", "By", -1},
        {"guide.fy", "N"},
        {"O.fx", "Ox"},
        {"O.fy", "Oy"}},
       {{"lagrange", "dop853", 0, 1e-12, 1e-10, 1e-9},
        {"lagrange-index2", "radau5", 0, 1e-10, 1e-8, 1e-7},
        {"ali3p", "", 5e-4, 0, 1e-3, 1e-2},
        {"lagrange-index3", "", 5e-4, 0, 1e-3, 1e-2},
        {"energy-momentum", "", 5e-4, 0, 1e-3, 1e-2},
        {"udwadia-kalaba", "rk4", 5e-4, 0, 1e-7, 1e-6}}},
      {"heavy_top",
       "heavy_top",
       "c_heavy_top",
       {{"G.x", "x"}, {"G.y", "y"}, {"G.z", "z"}, {"G.x'", "vx"}},
       {{"O.fx", "Frx"}, {"O.fy", "Fry"}, {"O.fz", "Frz"}},
       // the top spins at 150 rad/s: 5e1 turns
       {{"lagrange", "dop853", 0, 1e-12, 1e-10, 1e-9}, {"udwadia-kalaba", "rk4", 1e-4, 0, 1e-6, 1e-5}}},
      {"spinning_body",
       "spinning_body",
       "c_free_body_dzhanibekov",
       {{"w1", "w1"}, {"w2", "w2"}, {"w3", "w3"}},
       {},
       // the flip magnifies errors by exp(60 s / 3 s)
       {{"lagrange", "dop853", 0, 1e-13, 1e-8, 0}, {"kane", "dopri5", 0, 1e-12, 1e-6, 0}}},
      {"andrews",
       "andrews",
       "ivp_andrews",
       {{"K1.angle", "beta"}, {"K5.angle", "delta"}},
       {},
       {{"lagrange", "dop853", 0, 1e-12, 1e-9, 0}}},
      {"windows",
       "four_bar_windows",
       "iftomm_a02_n2",
       {{"B0.x", "B0x"}, {"B0.y", "B0y"}, {"B0.x'", "B0vx"}},
       {},
       // through ten singular positions
       {{"ali3p", "gauss4", 1e-3, 0, 1e-6, 0}}},
      {"bricard",
       "bricard",
       "iftomm_a04",
       {{"J2.x", "Qx"}, {"J2.y", "Qy"}, {"J2.z", "Qz"}, {"J2.x'", "Qvx"}},
       {},
       {{"lagrange", "dop853", 0, 1e-11, 1e-9, 0},
        {"udwadia-kalaba", "dop853", 0, 1e-11, 1e-8, 0},
        {"ali3p", "gauss4", 5e-3, 0, 1e-6, 0},
        {"ali3p", "gauss4", 0, 1e-8, 1e-6, 0}}},
      {"governor",
       "governor",
       "iftomm_a05",
       {{"S.z", "s"}, {"bearing.angle", "shaft_angle"}},
       {},
       // stiff by 8e3 1/s: steps of the size of the slow motion
       {{"lagrange-index2", "radau5", 0, 1e-8, 1e-7, 0}, {"ali3p", "", 1e-3, 0, 1e-3, 0}}},
  };
  return all;
}

void compare(const Results& results, const Table& reference, const std::vector<Pair>& pairs, double bound,
             const std::string& way) {
  for (const Pair& p : pairs) {
    const auto value = channel(results, p.channel), expected = reference[p.column];
    ASSERT_EQ(value.size(), expected.size());
    double worst = 0.0, size = 0.0;
    for (std::size_t i = 0; i < value.size(); ++i) {
      worst = std::max(worst, std::abs(value[i] - p.sign * expected[i]));
      size = std::max(size, std::abs(expected[i]));
    }
    EXPECT_LE(worst, bound * size) << way << ": " << p.channel << " against " << p.column;
  }
}

class MechanismReference : public ::testing::TestWithParam<Case> {};

TEST_P(MechanismReference, MotionAndForces) {
  const Case& c = GetParam();
  const System system = load_system(c.model);
  const Table reference = load_reference(c.reference);
  for (const Way& way : c.ways) {
    RunRequest r = request(way.formulation, way.integrator);
    if (way.step > 0.0) r.step = way.step;
    if (way.tolerance > 0.0) r.tolerance = way.tolerance;
    r.times.assign(reference["t"].begin() + 1, reference["t"].end());
    r.times.insert(r.times.begin(), reference["t"].front());
    r.duration = reference["t"].back();
    const Results results = run(system, r);
    const std::string name = way.formulation + " " + way.integrator;
    ASSERT_EQ(results.summary.ending, Ending::completed) << name << ": " << results.summary.message;
    compare(results, reference, c.motion, way.motion, name);
    compare(results, reference, c.forces, way.force, name);
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, MechanismReference, ::testing::ValuesIn(cases()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace rheon::test
