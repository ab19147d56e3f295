#include "rheon/io/model_reader.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "unit/io/model_testing.hpp"

namespace rheon {
namespace {

using testing::load;
using testing::output;
using testing::problems_of;
using testing::value_of;

constexpr const char* pursuit = R"(rheon: 1
name: Pursuit (Gonzalez, example 2)
parameters: {m: 1.5 kg, f: 2 N}
coordinates: [xA, yA, xB, yB]
kinetic: m/2*(xA'^2 + yA'^2 + xB'^2 + yB'^2)
forces: {yB: f}
constraints:
  steer: (yB - yA)*xA' - (xB - xA)*yA' = 0   # velocity level
initial: {xA: 0, yA: 0, xB: 1, yB: 0, xA': 1, xB': 1}
outputs: {fx: reaction(steer, xA), fy: reaction(steer, yA), speed: hypot(xA', yA')}
simulate: {formulation: ali3p, step: 1 ms, duration: 5 s}
)";

TEST(ModelReader, ReadsPursuit) {
  const Model model = load(pursuit);
  EXPECT_EQ(model.name, "Pursuit (Gonzalez, example 2)");
  EXPECT_EQ(model.file, "model.yaml");
  EXPECT_EQ(model.text, pursuit);
  ASSERT_EQ(model.coordinates.size(), 4u);
  ASSERT_EQ(model.speeds.size(), 4u);
  EXPECT_EQ(model.coordinates[2].name, "xB");
  EXPECT_EQ(model.speeds[2].name, "xB'");
  EXPECT_FALSE(model.general_speeds);
  EXPECT_EQ(model.inputs.nq, 4);
  EXPECT_EQ(model.inputs.nv, 4);
  EXPECT_EQ(model.inputs.nc, 1);
  ASSERT_TRUE(model.kinetic.has_value());
  EXPECT_TRUE(model.mass.empty());
  EXPECT_EQ(value_of(model, *model.kinetic, {{"xA'", 2}, {"yB'", 4}}), 0.75 * (4 + 16));
  EXPECT_EQ(model.inertia_place.line, 5);
  EXPECT_TRUE(model.graph.is_zero(model.potential));
}

TEST(ModelReader, ReadsForcesConstraintsAndInitialValues) {
  const Model model = load(pursuit);
  ASSERT_EQ(model.forces.size(), 1u);
  EXPECT_EQ(model.forces[0].index, 3);
  EXPECT_FALSE(model.forces[0].on_speed);
  EXPECT_EQ(value_of(model, model.forces[0].value), 2.0);
  ASSERT_EQ(model.constraints.size(), 1u);
  const ConstraintRow& steer = model.constraints[0];
  EXPECT_EQ(steer.name, "steer");
  EXPECT_EQ(steer.group, "steer");
  EXPECT_EQ(steer.kind, ConstraintKind::linear_velocity);
  EXPECT_EQ(steer.place.line, 8);
  EXPECT_EQ(steer.place.column, 3);
  EXPECT_EQ(value_of(model, steer.residual, {{"yB", 3}, {"yA", 1}, {"xA'", 5}, {"xB", 1}, {"yA'", 7}}), 2.0 * 5 - 7);
  EXPECT_EQ(model.coordinates[2].position.given, 1.0);
  EXPECT_EQ(model.speeds[0].value.given, 1.0);
  EXPECT_FALSE(model.speeds[1].value.given.has_value());
}

// Sign: M a + A^T lambda = Q, so the reaction is -A^T lambda.
TEST(ModelReader, OutputsKnowReactions) {
  const Model model = load(pursuit);
  const std::map<std::string, double> at = {{"yB", 3},  {"yA", 1}, {"xB", 4}, {"xA", 1}, {"lambda.steer", 10},
                                            {"xA'", 3}, {"yA'", 4}};
  EXPECT_EQ(value_of(model, output(model, "fx").value, at), -(3.0 - 1.0) * 10);
  EXPECT_EQ(value_of(model, output(model, "fy").value, at), (4.0 - 1.0) * 10);
  EXPECT_EQ(value_of(model, output(model, "speed").value, at), 5.0);
}

TEST(ModelReader, ReadsSimulateSection) {
  const Model model = load(R"(rheon: 1
coordinates: [x]
mass: [1]
parameters: {T: 2 s}
simulate: {formulation: ali3p, integrator: trapezoidal, step: T/1000, tolerance: 1e-8, duration: 1.5 min, samples: 500,
           options: {penalty: 1e3, projection: true}}
)");
  const SimulateSection& simulate = model.simulate;
  ASSERT_TRUE(simulate.formulation && simulate.integrator);
  EXPECT_EQ(simulate.formulation->value, "ali3p");
  EXPECT_EQ(simulate.formulation->place.line, 5);
  EXPECT_EQ(simulate.formulation->place.column, 25);
  EXPECT_EQ(simulate.integrator->value, "trapezoidal");
  EXPECT_EQ(simulate.step, 0.002);
  EXPECT_EQ(simulate.tolerance, 1e-8);
  EXPECT_EQ(simulate.duration, 90.0);
  EXPECT_EQ(simulate.samples, 500);
  ASSERT_EQ(simulate.options.size(), 2u);
  EXPECT_EQ(simulate.options[0].name, "penalty");
  EXPECT_EQ(simulate.options[0].value, "1e3");
  EXPECT_EQ(simulate.options[1].value, "true");
}

TEST(ModelReader, ParametersInAnyOrderWithUnits) {
  const Model model = load(R"(rheon: 1
parameters:
  w: sqrt(k/m)          # uses what follows
  k: 100 N/m
  m: 400 g
  angle: -30 deg
  small: 1e-3
  neg: -2.5
  plus: +3 mm
  one_more: (w)^2*m
coordinates: [x]
kinetic: m/2*x'^2
)");
  std::map<std::string, const Parameter*> by_name;
  for (const Parameter& p : model.parameters) by_name[p.name] = &p;
  ASSERT_EQ(model.parameters.size(), 8u);
  EXPECT_EQ(model.parameters[0].name, "w");
  EXPECT_NEAR(by_name["w"]->value, std::sqrt(250.0), 4e-15);  // two roundings of a number near 16
  EXPECT_EQ(by_name["w"]->unit, "1/s");
  EXPECT_EQ(by_name["k"]->unit, "N/m");
  EXPECT_EQ(by_name["m"]->value, 0.4);
  EXPECT_EQ(by_name["m"]->unit, "kg");
  EXPECT_DOUBLE_EQ(by_name["angle"]->value, -std::numbers::pi / 6);
  EXPECT_EQ(by_name["angle"]->unit, "rad");
  EXPECT_EQ(by_name["small"]->value, 1e-3);
  EXPECT_EQ(by_name["small"]->unit, "");
  EXPECT_EQ(by_name["neg"]->value, -2.5);
  EXPECT_EQ(by_name["plus"]->value, 3e-3);
  EXPECT_EQ(by_name["k"]->place.line, 4);
  EXPECT_EQ(by_name["k"]->place.column, 3);
}

TEST(ModelReader, OverridesReplaceParametersAndKeepTheirUnit) {
  const std::string text = R"(rheon: 1
parameters: {L: 10 cm, m: 1 kg, twice: 2*L}
coordinates: [x]
mass: [m]
)";
  const Model plain = load(text, {{"L", "20", {}}});
  EXPECT_DOUBLE_EQ(plain.parameters[0].value, 0.2);
  EXPECT_DOUBLE_EQ(plain.parameters[2].value, 0.4);
  EXPECT_EQ(plain.parameters[0].unit, "m");
  EXPECT_EQ(load(text, {{"L", "2 m", {}}}).parameters[0].value, 2.0);
  EXPECT_EQ(load(text, {{"m", "3 + 4", {}}}).parameters[1].value, 7.0);
  EXPECT_EQ(load(text, {{"m", "3", {}}, {"m", "5", {}}}).parameters[1].value, 5.0);
  EXPECT_EQ(load(text, {{"twice", "L/2", {}}}).parameters[2].value, 0.05);
}

TEST(ModelReader, RefusedOverridesSayWhy) {
  const std::string text = "rheon: 1\nparameters: {mass_a: 1 kg}\ncoordinates: [x]\nmass: [mass_a]\n";
  EXPECT_THAT(testing::summary_of(text, {{"mass_a", "2 m", {}}}),
              ::testing::StrEq("2:14 parameter \"mass_a\" (set to \"2 m\"): is in m, but the unit of the file (kg) is "
                               "expected\n"));
  const auto unknown = problems_of(text, {{"mass_b", "2", {}}});
  ASSERT_EQ(unknown.size(), 1u);
  EXPECT_EQ(unknown[0].place.line, 2);
  EXPECT_EQ(unknown[0].place.column, 1);
  EXPECT_EQ(unknown[0].remedy, "did you mean \"mass_a\"?");
  EXPECT_EQ(problems_of(text, {{"mass_a", "1/0", {}}}).size(), 1u);
  EXPECT_EQ(problems_of(text, {{"mass_a", "2 +", {}}}).size(), 1u);
  EXPECT_EQ(problems_of("rheon: 1\ncoordinates: [x]\nmass: [1]\n", {{"m", "2", {}}}).size(), 1u);
}

TEST(ModelReader, TablesAreFunctions) {
  const Model model = load(R"(rheon: 1
parameters: {top: 2}
tables:
  drive: {points: [[0, 0], [1, top], [3, 2*top]]}
  bump: {points: [[0, 0], [1, 1], [2, 0]], interpolation: cubic}
coordinates: [x]
mass: [1]
forces: {x: drive(t) + bump(x)}
initial: {x: drive(0.5)}
)");
  EXPECT_DOUBLE_EQ(value_of(model, model.forces[0].value, {{"t", 2}, {"x", 1}}), 3.0 + 1.0);
  // Natural spline through (0,0), (1,1), (2,0): 1.5 x - 0.5 x^3 on the first piece.
  EXPECT_NEAR(value_of(model, model.forces[0].value, {{"t", 0}, {"x", 0.5}}), 0.75 - 0.0625, 1e-15);
  EXPECT_DOUBLE_EQ(*model.coordinates[0].position.given, 1.0);
}

TEST(ModelReader, DefinitionsInAnyOrderAndTheirRates) {
  const Model model = load(R"(rheon: 1
parameters: {r: 0.5}
coordinates: [x, z]
definitions: {power: h'*x', h: z - r*d, d: x^2 + t}
kinetic: (x'^2 + z'^2)/2
constraints: {touch: h = 0, slide: h' + x' = 0}
outputs: {p: power, acc: h''}
)");
  // h' = z' - r (2 x x' + 1)
  const std::map<std::string, double> at = {{"x", 3},   {"z", 7},    {"t", 2},   {"x'", 5},
                                            {"z'", 11}, {"x''", 13}, {"z''", 17}};
  const double rate = 11 - 0.5 * (2 * 3 * 5 + 1);
  EXPECT_DOUBLE_EQ(value_of(model, model.constraints[0].residual, at), 7 - 0.5 * (9 + 2));
  EXPECT_EQ(model.constraints[0].kind, ConstraintKind::rheonomic);
  EXPECT_DOUBLE_EQ(value_of(model, model.constraints[1].residual, at), rate + 5);
  EXPECT_EQ(model.constraints[1].kind, ConstraintKind::linear_velocity);
  EXPECT_DOUBLE_EQ(value_of(model, output(model, "p").value, at), rate * 5);
  // h'' = z'' - r (2 x'^2 + 2 x x'')
  EXPECT_DOUBLE_EQ(value_of(model, output(model, "acc").value, at), 17 - 0.5 * (2 * 25 + 2 * 3 * 13));
}

TEST(ModelReader, ConstraintListsMakeRowsAndPositionLevelComesFirst) {
  const Model model = load(R"(rheon: 1
coordinates: [x, y]
mass: [1, 1]
constraints:
  first: x' = 0
  mixed: [x' + y' = 1, x = y, x'^2 = 4]
  last: x + y = sin(t)
outputs: {l1: lambda(mixed, 1), l2: lambda(mixed, 2), l3: lambda(mixed, 3), lf: lambda(first), r: reaction(mixed, x)}
)");
  std::vector<std::string> names;
  for (const ConstraintRow& row : model.constraints) names.push_back(row.name);
  EXPECT_THAT(names, ::testing::ElementsAre("mixed.2", "last", "first", "mixed.1", "mixed.3"));
  EXPECT_EQ(model.constraints[0].kind, ConstraintKind::holonomic);
  EXPECT_EQ(model.constraints[1].kind, ConstraintKind::rheonomic);
  EXPECT_EQ(model.constraints[4].kind, ConstraintKind::nonlinear_velocity);
  EXPECT_EQ(model.constraints[0].group, "mixed");
  const std::map<std::string, double> at = {
      {"lambda.mixed.1", 1}, {"lambda.mixed.2", 10}, {"lambda.mixed.3", 100}, {"lambda.first", 1000}, {"x'", 3}};
  EXPECT_EQ(value_of(model, output(model, "l1").value, at), 1);
  EXPECT_EQ(value_of(model, output(model, "l2").value, at), 10);
  EXPECT_EQ(value_of(model, output(model, "l3").value, at), 100);
  EXPECT_EQ(value_of(model, output(model, "lf").value, at), 1000);
  EXPECT_EQ(value_of(model, output(model, "r").value, at), -(1.0 + 10.0 + 2 * 3 * 100.0));
}

TEST(ModelReader, RatesThatCancelLeaveAPositionConstraint) {
  const Model model =
      load("rheon: 1\ncoordinates: [x]\nmass: [1]\nconstraints: {c: (x' + 1)^2 - x'^2 - 2*x' + x = 0}\n");
  // Written with rates, but free of them.
  if (is_position_level(model.constraints[0].kind)) {
    EXPECT_EQ(value_of(model, model.constraints[0].residual, {{"x", 2}, {"x'", 5}}), 3.0);
  } else {
    EXPECT_EQ(model.constraints[0].kind, ConstraintKind::nonlinear_velocity);  // safe: the general case
  }
}

TEST(ModelReader, GeneralSpeeds) {
  const Model model = load(R"(rheon: 1
parameters: {m: 2, J: 3}
coordinates: {x: m, y: m, th: rad}
speeds: {u: m/s, w: rad/s}
definitions: {c: cos(th), v2: x'^2 + y'^2}
kinematics: {x': u*c, y': u*sin(th), th': w}
kinetic: m/2*v2 + J/2*th'^2
forces: {u: 1, x: 2}
constraints: {ring: x^2 + y^2 = 1}
initial: {u: 1, w: 2 rad/s, th: 90 deg}
outputs: {ax: x'', r: reaction(ring, u), speed: u}
)");
  EXPECT_TRUE(model.general_speeds);
  EXPECT_EQ(model.inputs.nq, 3);
  EXPECT_EQ(model.inputs.nv, 2);
  EXPECT_EQ(model.speeds[1].name, "w");
  const std::map<std::string, double> at = {{"u", 5}, {"w", 7}, {"th", 0.3},        {"u'", 11},
                                            {"x", 2}, {"y", 3}, {"lambda.ring", 13}};
  EXPECT_DOUBLE_EQ(value_of(model, model.rate[1], at), 5 * std::sin(0.3));
  EXPECT_NEAR(value_of(model, *model.kinetic, at), 25 + 1.5 * 49, 1e-13);
  EXPECT_NEAR(value_of(model, output(model, "ax").value, at), 11 * std::cos(0.3) - 5 * 7 * std::sin(0.3), 1e-13);
  EXPECT_NEAR(value_of(model, output(model, "r").value, at), -13 * (2 * 2 * std::cos(0.3) + 2 * 3 * std::sin(0.3)),
              1e-12);
  ASSERT_EQ(model.forces.size(), 2u);
  EXPECT_TRUE(model.forces[0].on_speed);
  EXPECT_FALSE(model.forces[1].on_speed);
  EXPECT_EQ(model.speeds[1].value.given, 2.0);
  EXPECT_EQ(output(model, "speed").unit, "m/s");
}

TEST(ModelReader, MassInThreeForms) {
  const std::string head = "rheon: 1\nparameters: {m: 2, I: 3}\ncoordinates: [x, y]\n";
  const Model full = load(head + "mass: [[m, x], [x, I*y^2]]\n");
  EXPECT_FALSE(full.kinetic.has_value());
  ASSERT_EQ(full.mass.size(), 2u);
  EXPECT_EQ(value_of(full, full.mass[1][1], {{"y", 2}}), 12);
  EXPECT_EQ(full.mass[0][1], full.mass[1][0]);
  const Model diagonal = load(head + "mass: [m, 5 kg]\n");
  EXPECT_EQ(value_of(diagonal, diagonal.mass[1][1]), 5);
  EXPECT_TRUE(diagonal.graph.is_zero(diagonal.mass[0][1]));
  const Model named = load(head + "mass: {y: I, x: m}\n");
  EXPECT_EQ(value_of(named, named.mass[0][0]), 2);
  EXPECT_EQ(value_of(named, named.mass[1][1]), 3);
  // Equal by value, not by text.
  EXPECT_NO_THROW(load(head + "mass: [[m, (x+1)^2], [x^2 + 2*x + 1, I]]\ninitial: {x: 0.3}\n"));
}

TEST(ModelReader, OutputsHaveUnits) {
  const Model model = load(R"(rheon: 1
parameters: {m: 2 kg, k: 3}
coordinates: {x: m, phi: rad, s: kg*m/s}
kinetic: m/2*x'^2 + k*phi'^2 + k*s'^2
constraints: {c: x = 0}
outputs:
  angle: {value: phi, unit: deg}
  plain: phi
  rate: phi'
  srate: s'
  momentum: m*x'
  unknown: k*x
  force: reaction(c, x)
  given: {value: k*x, unit: mm}
  sum: given + x
)");
  EXPECT_EQ(output(model, "angle").unit, "deg");
  EXPECT_DOUBLE_EQ(value_of(model, output(model, "angle").value, {{"phi", std::numbers::pi}}), 180.0);
  EXPECT_EQ(output(model, "plain").unit, "rad");
  EXPECT_EQ(output(model, "rate").unit, "rad/s");
  EXPECT_EQ(output(model, "srate").unit, "N");
  EXPECT_EQ(output(model, "momentum").unit, "kg*m/s");
  EXPECT_EQ(output(model, "unknown").unit, "");
  EXPECT_EQ(output(model, "force").unit, "N");
  EXPECT_DOUBLE_EQ(value_of(model, output(model, "given").value, {{"x", 1}}), 3000.0);
  // Others see the SI value of an output, whatever unit it is recorded in.
  EXPECT_DOUBLE_EQ(value_of(model, output(model, "sum").value, {{"x", 1}}), 4.0);
}

TEST(ModelReader, GuessesAreStartingValues) {
  const Model model = load("rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\ninitial: {x: 1}\nguess: {y: 30 cm, x': 2}\n");
  EXPECT_FALSE(model.coordinates[1].position.given.has_value());
  EXPECT_EQ(model.coordinates[1].position.guess, 0.3);
  EXPECT_EQ(model.coordinates[1].position.place.line, 5);
  EXPECT_EQ(model.speeds[0].value.guess, 2.0);
}

TEST(ModelReader, NamesThatYamlCouldMisread) {
  const Model model = load(
      "rheon: 1\ncoordinates: [y, n, on, no]\nparameters: {e: 2, off: 3}\nmass: {y: e, n: off, on: 1, no: 1}\n"
      "initial: {y: 1, n': 2}\n");
  EXPECT_EQ(model.coordinates[0].name, "y");
  EXPECT_EQ(model.coordinates[3].name, "no");
  EXPECT_EQ(model.coordinates[0].position.given, 1.0);
  EXPECT_EQ(model.speeds[1].value.given, 2.0);
}

TEST(ModelReader, GreekNames) {
  const Model model = load("rheon: 1\nparameters: {ω: 2}\ncoordinates: [θ]\nkinetic: θ'^2/2\nforces: {θ: -ω^2*θ}\n");
  EXPECT_EQ(value_of(model, model.forces[0].value, {{"θ", 3}}), -12.0);
}

TEST(ModelReader, EmptyOptionalSectionsAreAbsent) {
  const Model model =
      load("rheon: 1\ncoordinates: [x]\nmass: [1]\nforces:\nconstraints:\noutputs:\nparameters:\nsimulate:\n");
  EXPECT_TRUE(model.forces.empty());
  EXPECT_TRUE(model.outputs.empty());
}

}  // namespace
}  // namespace rheon
