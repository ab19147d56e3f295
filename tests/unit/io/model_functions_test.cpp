// The free functions of model.hpp: calculus along the motion.
#include <cmath>

#include "unit/io/model_testing.hpp"

namespace rheon {
namespace {

using testing::load;
using testing::value_of;

TEST(ModelFunctions, TimeDerivativeFollowsTheMotion) {
  Model model = load("rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\nconstraints: {c: x^2*y' + sin(t) = 0}\n");
  const expr::Node rate = time_derivative(model, model.constraints[0].residual);
  const std::map<std::string, double> at = {{"x", 2}, {"x'", 3}, {"y'", 5}, {"y''", 7}, {"t", 0.5}};
  EXPECT_NEAR(value_of(model, rate, at), 2 * 2 * 3 * 5 + 4 * 7 + std::cos(0.5), 1e-13);
}

TEST(ModelFunctions, TimeDerivativeUsesTheKinematics) {
  Model model = load("rheon: 1\ncoordinates: [x]\nspeeds: [u]\nkinematics: {x': 2*x*u + t}\nkinetic: u^2/2\n");
  const expr::Node rate = time_derivative(model, model.graph.make(expr::Op::mul, model.graph.input(model.inputs.q(0)),
                                                                  model.graph.input(model.inputs.v(0))));
  // d(x u)/dt = x' u + x u'
  EXPECT_DOUBLE_EQ(value_of(model, rate, {{"x", 3}, {"u", 5}, {"t", 7}, {"u'", 11}}), (2 * 3 * 5 + 7) * 5.0 + 3 * 11);
}

TEST(ModelFunctions, ClassifiesByWhatARowDependsOn) {
  const std::pair<const char*, ConstraintKind> cases[] = {
      {"x^2 + y^2 = 1", ConstraintKind::holonomic},
      {"x = sin(t)", ConstraintKind::rheonomic},
      {"x = step(t, 1)", ConstraintKind::rheonomic},
      {"x*y' - y*x' = t", ConstraintKind::linear_velocity},
      {"x'*y' = 0", ConstraintKind::nonlinear_velocity},
      {"hypot(x', y') = 1", ConstraintKind::nonlinear_velocity},
      {"x' = if(x > 0, 1, y')", ConstraintKind::linear_velocity},
  };
  for (const auto& [text, kind] : cases) {
    const Model model =
        load("rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\nconstraints:\n  c: " + std::string(text) + "\n");
    EXPECT_EQ(model.constraints[0].kind, kind) << text;
  }
}

TEST(ModelFunctions, KindsHaveNames) {
  EXPECT_STREQ(to_text(ConstraintKind::holonomic), "holonomic");
  EXPECT_STREQ(to_text(ConstraintKind::rheonomic), "rheonomic");
  EXPECT_STREQ(to_text(ConstraintKind::linear_velocity), "velocity level, linear");
  EXPECT_STREQ(to_text(ConstraintKind::nonlinear_velocity), "velocity level, nonlinear");
}

TEST(ModelFunctions, ReactionsActAlongTheRows) {
  Model model = load("rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\nconstraints: {p: x^2*y = 1, v: x'^2 + y' = 0}\n");
  const std::map<std::string, double> at = {{"x", 3}, {"y", 5}, {"x'", 7}, {"lambda.p", 2}, {"lambda.v", 11}};
  EXPECT_EQ(value_of(model, reaction(model, 0, 0), at), -2.0 * (2 * 3 * 5));
  EXPECT_EQ(value_of(model, reaction(model, 0, 1), at), -2.0 * 9);
  EXPECT_EQ(value_of(model, reaction(model, 1, 0), at), -11.0 * (2 * 7));  // Chetaev: along psi_v
  EXPECT_EQ(value_of(model, reaction(model, 1, 1), at), -11.0);
}

}  // namespace
}  // namespace rheon
