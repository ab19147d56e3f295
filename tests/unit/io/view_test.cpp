// The section `view:`: what it draws, against formulas; and what it says about mistakes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <filesystem>

#include "analysis/compare_parts.hpp"
#include "core/index.hpp"
#include "rheon/io/mechanism.hpp"
#include "rheon/sim/run.hpp"
#include "support/message_of.hpp"
#include "support/scene.hpp"
#include "unit/io/model_testing.hpp"

namespace rheon {
namespace {

using comparing::quantity_of;
using Eigen::Vector3d;
using test::message_of;
using test::SceneReader;
using ::testing::HasSubstr;
using Json = SceneReader::Json;

Results run_model(Model model, double duration, int samples = 40) {
  const System system(std::move(model));
  RunRequest request;
  request.formulation = "lagrange";
  request.integrator = "dop853";
  request.tolerance = 1e-11;
  request.duration = duration;
  request.samples = samples;
  return run(system, request);
}

const std::string cart =
    "rheon: 1\nparameters: {M: 2 kg, m: 1 kg, g: 9.81 m/s^2, L: 0.5 m, f: 3 N}\ncoordinates: {s: m, theta: rad}\n"
    "definitions: {x: s + L*sin(theta), y: -L*cos(theta)}\nkinetic: M/2*s'^2 + m/2*(x'^2 + y'^2)\npotential: m*g*y\n"
    "forces: {s: f}\ninitial: {s: 0, theta: 1, s': 0, theta': 0}\n";

TEST(View, OfTheCart) {
  const Results results = run_model(
      testing::load(cart + "outputs: {height: y}\nview:\n  hinge: {point: [s, 0]}\n  bob: {point: [x, height]}\n"
                           "  rod: {line: [[s, 0], bob]}\n  body: {box: [0.3, 2*L], at: hinge, angle: theta}\n"
                           "  wheel: {circle: L/2, at: [s - 0.1, 0], spoke: [cos(s/L), -sin(s/L)], filled: yes}\n"
                           "  push: {arrow: [f, 0], at: hinge, quantity: force}\n"
                           "  speed: {arrow: [s', 0], at: hinge, quantity: velocity}\n"
                           "  ball: {sphere: 0.1 m, at: bob, colour: \"#aBcdef\"}\n  path: {trace: bob}\n"),
      1.0);
  const SceneReader scene(results);
  EXPECT_EQ(scene.head().at("plane"), "xy");
  EXPECT_EQ(scene.head().at("up"), Json({0, 1, 0}));
  const auto s = results.column("s"), theta = results.column("theta"), rate = results.column("s'");
  for (std::size_t row = 0; row < results.rows(); ++row) {
    const double c = std::cos(theta[row]), sn = std::sin(theta[row]);
    const Vector3d hinge(s[row], 0, 0), bob(s[row] + 0.5 * sn, -0.5 * c, 0);
    constexpr double eps = 1e-15;  // sums and sines of numbers of the order of 1
    for (const char* name : {"rod", "ball", "path"}) {
      const std::string type = std::string(name) == "rod" ? "line" : std::string(name) == "ball" ? "sphere" : "trace";
      const Json& item = scene.item(type, name);
      EXPECT_LT((scene.vector(type == "line" ? item.at("points")[1] : item.at("at"), row) - bob).norm(), 4 * eps);
    }
    EXPECT_EQ(scene.vector(scene.item("line", "rod").at("points")[0], row), hinge);
    const Json& frame = scene.item("box", "body").at("frame");
    EXPECT_LT((scene.vector(frame.at("axes")[0], row) - Vector3d(c, sn, 0)).norm(), 2 * eps);
    EXPECT_LT((scene.vector(frame.at("axes")[1], row) - Vector3d(-sn, c, 0)).norm(), 2 * eps);
    const Json& wheel = scene.item("circle", "wheel");
    EXPECT_LT((scene.vector(wheel.at("at"), row) - hinge + Vector3d(0.1, 0, 0)).norm(), 4 * eps);
    EXPECT_LT(
        (scene.vector(wheel.at("spoke"), row) - Vector3d(std::cos(s[row] / 0.5), -std::sin(s[row] / 0.5), 0)).norm(),
        2 * eps);
    EXPECT_EQ(scene.vector(scene.item("arrow", "speed").at("vector"), row)[0], rate[row]);
  }
  EXPECT_EQ(scene.item("arrow", "push").at("vector"), Json({3.0, 0.0, 0.0}));
  EXPECT_EQ(scene.item("circle", "wheel").at("radius"), 0.25);
  EXPECT_EQ(scene.item("circle", "wheel").at("axis"), Json({0.0, 0.0, 1.0}));
  EXPECT_EQ(scene.item("box", "body").at("size"), Json({0.3, 1.0, 0.0}));
  EXPECT_EQ(scene.item("sphere", "ball").at("colour"), "#aBcdef");
  // one channel for each number that others do not give, and the output that the model has already is taken
  std::vector<std::string> own;
  for (const Channel& c : results.channels)
    if (c.name.starts_with("view.")) own.push_back(c.name + " " + c.unit);
  EXPECT_THAT(own, ::testing::ElementsAre("view.bob.x m", "view.body.along_x 1", "view.body.along_y 1",
                                          "view.wheel.spoke_x 1", "view.wheel.spoke_y 1"));
}

TEST(View, BoxInSpaceHasUnitAxes) {
  const Results results = run_model(
      testing::load("rheon: 1\ncoordinates: [x, y, z]\nmass: [1, 1, 1]\ninitial: {x: 1, x': 0.3, y': 2, z': 1}\n"
                    "view:\n  b: {box: [1, 2, 3], at: [x, y, z], along: [x, y, z], up: [0, 0, 1 + t]}\n"
                    "  still: {box: [1, 2, 3], at: [0, 0, 0], along: [0, 2, 0]}\n"),
      2.0);
  const SceneReader scene(results);
  EXPECT_TRUE(scene.head().at("plane").is_null());
  for (const char* name : {"b", "still"})
    for (std::size_t row = 0; row < results.rows(); ++row) {
      const Json& axes = scene.item("box", name).at("frame").at("axes");
      Eigen::Matrix3d R;
      for (int k = 0; k < 3; ++k) R.col(k) = scene.vector(axes[at(k)], row);
      // a square root and some tens of products of numbers up to 10
      EXPECT_LT((R.transpose() * R - Eigen::Matrix3d::Identity()).norm(), 1e-13) << name;
      EXPECT_NEAR(R.determinant(), 1.0, 1e-13) << name;
      const Vector3d along = std::string(name) == "still"
                                 ? Vector3d::UnitY()
                                 : scene.vector(scene.item("box", "b").at("frame").at("origin"), row).normalized();
      EXPECT_LT((R.col(0) - along).norm(), 1e-13) << name;
    }
}

TEST(View, BesideAMechanism) {
  const Results results =
      run_model(testing::load("rheon: 1\nplane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {A: [1, 0]}\n"
                              "bodies: {a: {rod: [O, A], mass: 1}}\n"
                              "view: {path: {trace: A}, load: {arrow: [O.fx, O.fy], at: O, quantity: force}}\n"),
                0.5);
  const SceneReader scene(results);
  EXPECT_EQ(scene.item("body", "a").at("kind"), "rod");
  const auto fx = results.column("O.fx"), ax = results.column("A.x");
  for (std::size_t row = 0; row < results.rows(); ++row) {
    EXPECT_EQ(scene.vector(scene.item("arrow", "load").at("vector"), row)[0], fx[row]);
    EXPECT_EQ(scene.vector(scene.item("trace", "path").at("at"), row)[0], ax[row]);
  }
}

TEST(View, SpeedsAndTime) {
  const Results results =
      run_model(testing::load("rheon: 1\ncoordinates: [x, y]\nspeeds: [u, w]\nkinematics: {x': u + w, y': w}\n"
                              "kinetic: (u^2 + w^2)/2\ninitial: {x: 0, y: 0, u: 1, w: 2}\n"
                              "view: {p: {point: [x + 2*t, y]}, v: {arrow: [x', w], at: p, quantity: velocity}}\n"),
                1.0);
  const SceneReader scene(results);
  const std::size_t last = results.rows() - 1;
  EXPECT_NEAR(scene.vector(scene.item("point", "p").at("at"), last)[0], 5.0, 1e-9);
  EXPECT_EQ(scene.vector(scene.item("arrow", "v").at("vector"), last), Vector3d(3, 2, 0));
  for (const Channel& c : results.channels) EXPECT_FALSE(c.name.starts_with("view.")) << c.name;
}

TEST(View, ChannelsOfThePictureAreNotCompared) {
  const System system(testing::load(cart + "outputs: {c: cos(theta)}\nview: {p: {point: [sin(theta)*s, c]}}\n"));
  EXPECT_EQ(quantity_of(system, "c"), ComparedQuantity::outputs);
  EXPECT_EQ(quantity_of(system, "view.p.x"), std::nullopt);
}

TEST(View, MistakesAreReportedAllAtOnce) {
  const std::string text = cart + R"(view:
  a: {pont: [s, 0]}
  b: {point: [s, 0, 0]}
  c: {line: [[s, 0], d, bb]}
  d: {sphere: -1, at: [theta, 0]}
  e: {circle: 1, at: [s, 0], axis: [1, 0], filled: maybe}
  f: {arrow: [s, 0], at: [s, 0], quantity: force, colour: tomatoe}
  g: {box: [1, 1], at: [s, q], along: [1, 0]}
  h: {line: [[0, 0]]}
  i: {arrow: [1, 1], at: [s, 0], quantity: speed}
  j: {trace: [s], colour: "#12"}
  k: 3
  l: {point: [s, 0], size: 3}
  m: {sphere: 1}
  bb: {point: [s, s]}
  1x: {point: [s, 0]}
)";
  const std::string all = message_of([&] { read_model_text(text, "model.yaml"); });
  const std::vector<std::string> expected{
      R"(model.yaml:10:3: drawing "a": does not say what kind of drawing it is)",
      R"(did you mean "point" instead of "pont"?)",
      R"(model.yaml:11:14: drawing "b" (point): has 3 components, but line 12, column 14 has two (the plane))",
      R"(model.yaml:12:22: drawing "c" (line): there is no point "d")",
      R"("d" is a sphere; only points stand for places)",
      R"(model.yaml:13:15: drawing "d" (sphere): must be greater than 0)",
      R"(drawing "d" (sphere), at: is in)",
      R"(model.yaml:14:36: drawing "e" (circle), axis: makes no sense here)",
      R"(drawing "e" (circle), filled: must be yes or no)",
      R"(model.yaml:15:15: drawing "f" (arrow): is in m, but a force)",
      R"(did you mean "tomato"?)",
      R"(model.yaml:16:28: drawing "g" (box), at: unknown name "q")",
      R"(drawing "g" (box), along: makes no sense here)",
      R"(model.yaml:17:13: drawing "h" (line): needs two places or more, found 1)",
      R"(drawing "i" (arrow), quantity: must be force or velocity)",
      R"(drawing "j" (trace): expected two numbers or expressions, found 1)",
      R"(drawing "j" (trace), colour: expected a colour)",
      R"(model.yaml:20:6: drawing "k": expected a map)",
      R"(key "size": is not known in drawing "l" (point))",
      R"(drawing "m" (sphere): the key "at" is missing)",
      R"(drawing "1x": is not a name)",
  };
  for (const std::string& part : expected) EXPECT_THAT(all, HasSubstr(part));
}

TEST(View, MistakesInSpaceAndBesideMechanisms) {
  const std::string space = "rheon: 1\ncoordinates: [x, y, z]\nmass: [1, 1, 1]\nview:\n";
  const auto message = [](const std::string& text) { return message_of([&] { read_model_text(text, "model.yaml"); }); };
  EXPECT_THAT(message(space + "  c: {circle: 1, at: [x, y, z]}\n"), HasSubstr("needs an axis in space"));
  EXPECT_THAT(message(space + "  b: {box: [1, 1, 1], at: [x, y, z], along: [x, y, z]}\n"),
              HasSubstr("moves, so its second edge must be given, too"));
  EXPECT_THAT(message(space + "  b: {box: [1, 1, 1], at: [x, y, z], along: [1, 0, 0], up: [2, 0, 0]}\n"),
              HasSubstr("parallel"));
  EXPECT_THAT(message(space + "  b: {box: [1, 1, 1], at: [x, y, z], angle: 1}\n"), HasSubstr("angle: makes no sense"));
  EXPECT_THAT(message(space + "  b:\n    point: [x, y, z]\n    colour: #ff0000\n"), HasSubstr("has no value"));
  EXPECT_THAT(message(space + "  b: [x, y, z]\n"), HasSubstr("expected a map, found a list"));
  const std::string rod =
      "rheon: 1\nplane: xy\nground: {O: [0, 0]}\npoints: {A: [1, 0]}\nbodies: {a: {rod: [O, A], mass: 1}}\nview:\n";
  EXPECT_THAT(message(rod + "  a: {trace: A}\n"), HasSubstr("\"a\" is a body of the mechanism already"));
  EXPECT_THAT(message(rod + "  p: {trace: B}\n"), HasSubstr("there is no point \"B\""));
  EXPECT_THAT(message(rod + "  p: {point: [1, 2, 3]}\n"), HasSubstr("but the mechanism has two (the plane)"));
  EXPECT_THAT(message("rheon: 1\ncoordinates: [x]\nmass: [1]\nview: [1]\n"), HasSubstr("key \"view\": expected a map"));
}

TEST(View, WhatHasNoDirectionOrValueIsRefused) {
  const std::string text = R"(rheon: 1
coordinates: [x, z]
mass: [1, 1]
parameters: {none: 0}
definitions: {nothing: x - x}
view:
  a: {circle: 0.1, at: [x, 0, 0], axis: [0, 0, 0]}
  b: {point: [1/0, 0, x]}
  c: {point: [0, x + 1/none, 0]}
  d: {arrow: [0, 0/0, 1], at: [0, 0, 0]}
  e: {sphere: 1/none, at: [0, 0, 0]}
  f: {circle: 0.1, at: [x, 0, 0], axis: [0, 0, 1], spoke: [0, none, 0]}
  g: {point: [x*sqrt(-1), 0, 0]}
  h: {circle: 1, at: [x, 0, 0], axis: [nothing, 0, 0]}
  i: {box: [1, 1, 1], at: [x, 0, 0], along: [0, 0, 0], up: [0, 1, 0]}
  j: {box: [1, 1, 1/none], at: [x, 0, 0]}
  k: {line: [[0, 0, 0], [log(0), 0, x]]}
  l: {trace: [1/x, 0, 0]}
)";
  const std::string all = message_of([&] { read_model_text(text, "model.yaml"); });
  for (const char* part : {R"(model.yaml:7:41: drawing "a" (circle), axis: has length 0, so it names no direction)",
                           R"(model.yaml:8:15: drawing "b" (point): is not a finite number)", "found inf",
                           R"(model.yaml:9:18: drawing "c" (point): is not a finite number)",
                           R"(model.yaml:10:18: drawing "d" (arrow): is not a finite number)",
                           R"(model.yaml:11:15: drawing "e" (sphere): is not a finite number)",
                           R"(model.yaml:12:59: drawing "f" (circle), spoke: has length 0)",
                           R"(model.yaml:13:15: drawing "g" (point): is not a finite number)",
                           R"(model.yaml:14:39: drawing "h" (circle), axis: has length 0)",
                           R"(model.yaml:15:45: drawing "i" (box), along: has length 0)",
                           R"(model.yaml:16:19: drawing "j" (box): is not a finite number)",
                           R"(model.yaml:17:26: drawing "k" (line): is not a finite number)"})
    EXPECT_THAT(all, HasSubstr(part));
  EXPECT_THAT(all, ::testing::Not(HasSubstr("drawing \"l\"")));  // finite for most x: it moves
}

TEST(View, BuiltInCode) {
  Mechanism m("Pendulum");
  m.coordinate("x").coordinate("y").mass({1, 1}).constraint("rod", "x^2 + y^2 = 1");
  m.drawing("bob").point({"x", "y"}).colour("tomato");
  m.drawing("rod").line({{0, 0}, "bob"});
  m.drawing("ball").sphere(0.1).at("bob");
  m.initial("x", 1);
  EXPECT_EQ(m.text(),
            "rheon: 1\nname: Pendulum\ncoordinates: {x: ~, y: ~}\nmass: [1, 1]\nconstraints:\n  rod: x^2 + y^2 = 1\n"
            "initial:\n  x: 1\nview:\n  bob: {point: [x, y], colour: tomato}\n  rod: {line: [[0, 0], bob]}\n"
            "  ball: {sphere: 0.1, at: bob}\n");
  EXPECT_EQ(Mechanism::from_text(m.text(), "model.yaml"), m);
  EXPECT_EQ(Json::parse(m.model().scene).at("items").size(), 3u);
  EXPECT_EQ(m.part("ball").kind(), "sphere");
}

// --- the models that are shipped

std::string shipped(const std::string& name) { return std::string(RHEON_SOURCE_DIR) + "/" + name; }

TEST(View, EveryModelIsDrawn) {
  int models = 0;
  for (const char* folder : {"examples", "models"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(shipped(folder))) {
      if (entry.path().extension() != ".yaml" || entry.file_size() > 1000000) continue;
      const Model model = read_model(entry.path().string());
      EXPECT_FALSE(model.scene.empty()) << entry.path();
      ++models;
    }
  EXPECT_GT(models, 30);
}

TEST(View, RollingWheel) {
  const Results results = run_model(read_model(shipped("examples/rolling_wheel/model.yaml")), 3.0);
  const SceneReader scene(results);
  for (std::size_t row = 0; row < results.rows(); ++row) {
    const Json& wheel = scene.item("circle", "wheel");
    const Vector3d axis = scene.vector(wheel.at("axis"), row), spoke = scene.vector(wheel.at("spoke"), row);
    const Vector3d centre = scene.vector(wheel.at("at"), row);
    // constraints of this run hold to 1e-9: see the tolerance
    EXPECT_NEAR(axis.norm(), 1.0, 1e-9);
    EXPECT_NEAR(spoke.dot(axis), 0.0, 1e-9);
    EXPECT_NEAR(centre[2], 0.175, 1e-9);
    EXPECT_NEAR(scene.vector(scene.item("point", "contact").at("at"), row)[2], 0.0, 1e-9);
    // rolled along y by the angle of the spoke, which starts along y and turns about x
    EXPECT_NEAR(std::remainder(std::atan2(spoke[2], spoke[1]) + centre[1] / 0.175, 2 * std::acos(-1.0)), 0.0, 1e-8);
  }
}

/// The wheel rolls: its lowest point does not slide, so that the centre moves by the radius times the turn of the spoke,
/// along its heading. Rates by central differences.
TEST(View, AppellHamelRolls) {
  for (const char* name : {"models/appell_hamel.yaml", "models/appell_hamel_nonlinear.yaml"}) {
    constexpr double h = 1e-3;
    const Results results = run_model(read_model(shipped(name)), 1.0, 1000);
    const SceneReader scene(results);
    const Json& wheel = scene.item("circle", "wheel");
    const auto at_row = [&](const char* field, std::size_t row) { return scene.vector(wheel.at(field), row); };
    const double radius = wheel.at("radius");
    for (std::size_t row = 1; row + 1 < results.rows(); row += 100) {
      const Vector3d velocity = (at_row("at", row + 1) - at_row("at", row - 1)) / (2 * h);
      const Vector3d axis = at_row("axis", row), spoke = at_row("spoke", row);
      const Vector3d turning = (at_row("spoke", row + 1) - at_row("spoke", row - 1)) / (2 * h);
      const double spin = turning.dot(axis.cross(spoke));
      // third derivatives of the motion are below 1e2 here: differences are off by h^2/6 of that
      EXPECT_LT((velocity - radius * spin * axis.cross(Vector3d::UnitZ())).norm(), 1e-4) << name;
      EXPECT_NEAR(at_row("at", row)[2], radius, 1e-12);
      EXPECT_GT(velocity.norm(), 0.1);
      const Vector3d mass = scene.vector(scene.item("sphere", "mass").at("at"), row);
      EXPECT_NEAR((mass - at_row("at", row)).head<2>().norm(), 5.0, 1e-12);
    }
  }
}

TEST(View, AndrewsIsClosed) {
  const Results results = run_model(read_model(shipped("examples/andrews_angles/model.yaml")), 0.03);
  const SceneReader scene(results);
  const std::map<std::string, double> lengths{{"K1", 0.007}, {"K2", 0.028}, {"K3", 0.035}, {"K4", 0.02},
                                              {"K5", 0.04},  {"K6", 0.02},  {"K7", 0.04}};
  for (const auto& [name, length] : lengths)
    for (std::size_t row = 0; row < results.rows(); ++row) {
      const Json& ends = scene.item("line", name).at("points");
      EXPECT_NEAR((scene.vector(ends[1], row) - scene.vector(ends[0], row)).norm(), length, 1e-9) << name;
    }
}

TEST(View, RollingDiscTouchesTheGround) {
  const Results results = run_model(read_model(shipped("models/rolling_disc.yaml")), 1.0);
  const SceneReader scene(results);
  for (std::size_t row = 0; row < results.rows(); ++row) {
    const Vector3d contact = scene.vector(scene.item("point", "contact").at("at"), row);
    const Json& disc = scene.item("circle", "disc");
    const Vector3d arm = contact - scene.vector(disc.at("at"), row);
    EXPECT_NEAR(contact[2], 0.0, 1e-9);
    EXPECT_NEAR(arm.norm(), 0.175, 1e-9);
    EXPECT_NEAR(arm.dot(scene.vector(disc.at("axis"), row)), 0.0, 1e-9);
  }
}

}  // namespace
}  // namespace rheon
