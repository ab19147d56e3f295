// What is drawn of mechanisms, against geometry that is worked out here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "core/index.hpp"
#include "model/scene.hpp"
#include "rheon/analysis/kinematics.hpp"
#include "rheon/io/result_writer.hpp"
#include "rheon/sim/run.hpp"
#include "support/scene.hpp"
#include "support/temp_folder.hpp"
#include "unit/io/model_testing.hpp"

namespace rheon {
namespace {

using Eigen::Vector3d;
using test::SceneReader;
using Json = SceneReader::Json;

Results run_text(const std::string& text, double duration, MechanismChannels channels = {}) {
  const System system(read_model_text("rheon: 1\n" + text, "model.yaml", {}, channels));
  RunRequest request;
  request.formulation = "lagrange";
  request.integrator = "dop853";
  request.tolerance = 1e-11;
  request.duration = duration;
  request.samples = 40;
  return run(system, request);
}

// Error-controlled dop853 at 1e-11, projected: positions keep the constraints to the solver's tolerance, places are sums
// of a few of them.
constexpr double small = 1e-9;

TEST(Scene, SliderCrank) {
  const Results results = run_text(
      "plane: xy\ngravity: [0, -9.81]\nparameters: {r: 0.2, l: 0.5}\nground: {O: [0, 0]}\n"
      "points: {A: [r, 0], B: [r + l, 0]}\n"
      "bodies: {crank: {rod: [O, A], mass: 1}, rod: {rod: [A, B], mass: 0.8}, piston: {point: B, mass: 1.5}}\n"
      "joints: {guide: {on_line: B, along: x}}\ndrivers: {motor: {angle: crank, equals: 10*t}}\n",
      1.0);
  const SceneReader scene(results);
  EXPECT_EQ(scene.head().at("format"), 1);
  EXPECT_EQ(scene.head().at("plane"), "xy");
  EXPECT_EQ(scene.head().at("up"), Json({0, 1, 0}));
  const Json& crank = scene.item("body", "crank");
  EXPECT_EQ(crank.at("shape").at("kind"), "rod");
  EXPECT_EQ(crank.at("rows"), Json({"crank"}));
  const Json& pin = scene.item("joint", "A");
  EXPECT_EQ(pin.at("kind"), "shared");
  EXPECT_EQ(pin.at("bodies"), Json({"crank", "rod"}));
  const Json& guide = scene.item("joint", "guide");
  EXPECT_EQ(guide.at("guide").at("kind"), "line");
  EXPECT_EQ(guide.at("bodies").back(), "piston");
  EXPECT_EQ(guide.at("rows"), Json({"guide"}));
  const auto t = results.column("t"), ax = results.column("A.fx"), gy = results.column("guide.fy"),
             torque = results.column("motor.torque");
  for (std::size_t row = 0; row < results.rows(); ++row) {
    const double phi = 10 * t[row], bx = 0.2 * std::cos(phi) + std::sqrt(0.25 - std::pow(0.2 * std::sin(phi), 2));
    const Vector3d a(0.2 * std::cos(phi), 0.2 * std::sin(phi), 0), b(bx, 0, 0);
    EXPECT_LT(scene.vector(crank.at("ends")[0], row).norm(), small);
    EXPECT_LT((scene.vector(crank.at("ends")[1], row) - a).norm(), small);
    const Json& rod = scene.item("body", "rod");
    EXPECT_LT((scene.vector(rod.at("ends")[1], row) - b).norm(), small);
    EXPECT_LT((scene.vector(pin.at("at"), row) - a).norm(), small);
    EXPECT_LT((scene.vector(scene.item("body", "piston").at("frame").at("origin"), row) - b).norm(), small);
    EXPECT_LT((scene.vector(scene.item("force", "rod").at("at"), row) - (a + b) / 2).norm(), small);
    EXPECT_LT((scene.vector(guide.at("guide").at("along"), row) - Vector3d::UnitX()).norm(), small);
    // forces are the channels themselves
    EXPECT_EQ(scene.vector(pin.at("force"), row)[0], ax[row]);
    EXPECT_EQ(scene.vector(guide.at("force"), row)[1], gy[row]);
    EXPECT_EQ(scene.vector(scene.item("driver", "motor").at("torque"), row)[2], torque[row]);
  }
  EXPECT_EQ(scene.vector(scene.item("force", "rod").at("force"), 0), Vector3d(0, 0.8 * -9.81, 0));
  EXPECT_TRUE(scene.item("point", "O").at("ground").get<bool>());
  // nothing of it needs a channel of its own
  for (const Channel& c : results.channels) EXPECT_FALSE(c.name.starts_with("view.")) << c.name;
}

TEST(Scene, RowsOfALoopThatCloses) {
  // the loop closes at D, where the rocker and the coupler merely name the same point
  const Results results = run_text(
      "plane: xz\ngravity: [0, -9.81]\nground: {O: [0, 0], D: [2, 0]}\npoints: {A: [0, 1], B: [2, 1]}\n"
      "bodies: {c: {rod: [O, A], mass: 1}, k: {rod: [A, B], mass: 1}, r: {rod: [B, D], mass: 1}}\ninitial: {A.x': 1}\n",
      0.2);
  const SceneReader scene(results);
  EXPECT_EQ(scene.head().at("plane"), "xz");
  std::set<std::string> rows;
  for (const Json& item : scene.items())
    for (const auto& row : item.value("rows", Json::array())) EXPECT_TRUE(rows.insert(row).second) << row;
  // every constraint row belongs to one item
  for (const Channel& c : results.channels)
    if (c.name.starts_with("lambda.")) {
      EXPECT_EQ(rows.erase(c.name.substr(7)), 1u) << c.name;
    }
  EXPECT_TRUE(rows.empty());
}

TEST(Scene, RodsKeepTheirLengths) {
  const Results results = run_text(
      "gravity: [0, 0, -9.81]\nground: {O: [0, 0, 0]}\npoints: {A: [1, 0, 0], B: [1, 0.5, 0]}\n"
      "bodies: {a: {rod: [O, A], mass: 1}, b: {rod: [A, B], mass: 1}}\ninitial: {A.y': 1, A.z': 0, B.x': 2}\n"
      "guess: {B.z': 0}\n",
      1.0);
  const SceneReader scene(results);
  EXPECT_TRUE(scene.head().at("plane").is_null());
  EXPECT_EQ(scene.head().at("up"), Json({0, 0, 1}));
  for (const auto& [name, length] : std::map<std::string, double>{{"a", 1.0}, {"b", 0.5}})
    for (std::size_t row = 0; row < results.rows(); ++row) {
      const Json& ends = scene.item("body", name).at("ends");
      EXPECT_NEAR((scene.vector(ends[1], row) - scene.vector(ends[0], row)).norm(), length, small);
    }
}

TEST(Scene, BoxOfThePlaneTurnsWithItsAngle) {
  // its angle is that of its first axis, which stands at 30 degrees in the reference configuration
  const Results results = run_text(
      "plane: xy\nground: {O: [0, 0]}\nbodies: {b: {box: [0.4, 0.2], at: [0.5, 0], along: [sqrt(3)/2, 0.5], mass: 2, "
      "points: [O]}}\ndrivers: {m: {angle: b, equals: 3*t}}\n",
      1.0);
  const SceneReader scene(results);
  const Json& box = scene.item("body", "b");
  EXPECT_EQ(box.at("shape"), Json({{"kind", "box"}, {"size", {0.4, 0.2, 0.0}}}));
  const auto t = results.column("t");
  for (std::size_t row = 0; row < results.rows(); ++row) {
    const double phi = 3 * t[row], turned = phi - std::acos(-1.0) / 6;
    EXPECT_LT((scene.vector(box.at("frame").at("axes")[0], row) - Vector3d(std::cos(phi), std::sin(phi), 0)).norm(),
              small);
    EXPECT_LT((scene.vector(box.at("frame").at("axes")[1], row) - Vector3d(-std::sin(phi), std::cos(phi), 0)).norm(),
              small);
    EXPECT_EQ(scene.vector(box.at("frame").at("axes")[2], row), Vector3d::UnitZ());
    EXPECT_LT((scene.vector(box.at("frame").at("origin"), row) - 0.5 * Vector3d(std::cos(turned), std::sin(turned), 0))
                  .norm(),
              small);
  }
}

TEST(Scene, FramesInSpaceAreOrthonormal) {
  const Results results = run_text(
      "gravity: [0, 0, -9.81]\nground: {O: [0, 0, 0]}\n"
      "bodies:\n  b: {cylinder: [0.1, 0.6], at: [0.3, 0, 0], axis: x, mass: 2, points: [O]}\n"
      "  s: {sphere: 0.1, at: [2, 0, 0], mass: 1}\n  d: {disc: 0.2, thickness: 0.05, at: [4, 0, 0], mass: 1}\n"
      "  r: {ring: 0.2, at: [6, 0, 0], mass: 1}\n"
      "initial: {b.wx: 20, b.wy: 1, b.wz: 3, s.wz: 2, d.wx: 1, d.wz: 3, r.wx: 1}\n",
      1.0);
  const SceneReader scene(results);
  EXPECT_EQ(scene.item("body", "b").at("shape"), Json({{"kind", "cylinder"}, {"radius", 0.1}, {"length", 0.6}}));
  EXPECT_EQ(scene.item("body", "d").at("shape"), Json({{"kind", "disc"}, {"radius", 0.2}, {"thickness", 0.05}}));
  for (const char* name : {"b", "s", "d", "r"})
    for (std::size_t row = 0; row < results.rows(); ++row) {
      const Json& frame = scene.item("body", name).at("frame");
      Eigen::Matrix3d R;
      for (int k = 0; k < 3; ++k) R.col(k) = scene.vector(frame.at("axes")[at(k)], row);
      EXPECT_LT((R.transpose() * R - Eigen::Matrix3d::Identity()).norm(), small) << name;
      EXPECT_NEAR(R.determinant(), 1.0, small) << name;
      // the third axis of a cylinder is its own: it points from the hinge to the centre
      if (std::string(name) == "b") {
        EXPECT_LT((scene.vector(frame.at("origin"), row) - 0.3 * R.col(2)).norm(), small);
      }
    }
}

TEST(Scene, WheelTouchesItsLine) {
  const Results results = run_text(
      "plane: xy\ngravity: [0, -9.81]\nbodies: {w: {disc: 0.3, at: [0, 1.3], mass: 2}}\n"
      "joints: {roll: {wheel: w, at: [0, 1.3], radius: 0.3, along: x}}\ninitial: {w.angle': -2}\n",
      1.0);
  const SceneReader scene(results);
  const Json& roll = scene.item("joint", "roll");
  const auto t = results.column("t");
  for (std::size_t row = 0; row < results.rows(); ++row) {
    // rolls to the right at 0.6 m/s; the contact is below the centre, on the line
    EXPECT_LT((scene.vector(roll.at("at"), row) - Vector3d(0.6 * t[row], 1.0, 0)).norm(), small);
    EXPECT_LT((scene.vector(roll.at("guide").at("through"), row) - Vector3d(0, 1.0, 0)).norm(), small);
  }
}

TEST(Scene, SpringsAndForces) {
  const Results results = run_text(
      "plane: xy\nground: {O: [0, 0]}\npoints: {P: [1, 0]}\nbodies: {b: {point: P, mass: 2}}\n"
      "forces:\n  s: {spring: [O, P], stiffness: 10, length: 0.5, damping: 0.3}\n  p: {force: P, equals: [sin(t), 2]}\n"
      "  d: {drag: P, linear: 0.5}\n  a: {actuator: [O, P], equals: 3*t}\n",
      2.0);
  const SceneReader scene(results);
  const auto t = results.column("t"), x = results.column("P.x"), y = results.column("P.y"), vx = results.column("P.x'"),
             vy = results.column("P.y'");
  for (std::size_t row = 0; row < results.rows(); ++row) {
    const double l = std::hypot(x[row], y[row]), rate = (x[row] * vx[row] + y[row] * vy[row]) / l;
    const double scale = 10.0;  // forces of some newtons, in a handful of operations
    EXPECT_NEAR(scene.value(scene.item("spring", "s").at("force"), row), 10 * (l - 0.5) + 0.3 * rate, 1e-14 * scale);
    EXPECT_NEAR(scene.value(scene.item("spring", "a").at("force"), row), -3 * t[row], 1e-14 * scale);
    const Vector3d push = scene.vector(scene.item("force", "p").at("force"), row);
    EXPECT_LT((push - Vector3d(std::sin(t[row]), 2, 0)).norm(), 1e-15 * scale);
    const Vector3d drag = scene.vector(scene.item("force", "d").at("force"), row);
    EXPECT_LT((drag + 0.5 * Vector3d(vx[row], vy[row], 0)).norm(), 1e-15 * scale);
  }
  // the sine is no sum of channels: it has one of its own; drag is one of rates
  EXPECT_GE(results.find("view.p.fx"), 0);
  EXPECT_EQ(results.find("view.p.fy"), -1);
  EXPECT_EQ(results.find("view.d.fx"), -1);
}

TEST(Scene, OnlyWhereRowsAreKept) {
  const std::string text =
      "rheon: 1\nplane: xy\nground: {O: [0, 0]}\npoints: {A: [1, 0]}\nbodies: {a: {rod: [O, A], mass: 1}}\n"
      "forces: {f: {force: A, equals: [sin(t), 0]}}\n";
  const System system(read_model_text(text, "model.yaml"));
  RunRequest request;
  request.duration = 0.1;
  EXPECT_FALSE(run(system, request).scene.empty());
  request.account_only = true;
  EXPECT_EQ(run(system, request).scene, "");
  const Model without = read_model_text(text, "model.yaml", {}, {.view = false});
  EXPECT_EQ(without.scene, "");
  for (const Output& o : without.outputs) EXPECT_FALSE(o.for_view) << o.name;
  const Model equations = testing::load("rheon: 1\ncoordinates: [x]\nkinetic: x'^2/2\n");
  EXPECT_EQ(equations.scene, "");
}

TEST(Scene, TextsOfAnyContent) {
  Model model;
  SceneWriter writer(model, "xy", {0, 1, 0});
  const std::string hostile = "</script>\"\\\n\xff\xc3" + std::string(10000, 'x') + "\xf0\x9f\x98\x80";
  const expr::Node zero = model.graph.constant(0.0);
  writer.add(view::Point{hostile, {zero, zero, zero}});
  const Json scene = Json::parse(writer.finish());  // valid: nothing ends a text that should not
  const std::string name = scene.at("items")[0].at("name");
  EXPECT_THAT(name, ::testing::StartsWith("</script>\"\\\n\xef\xbf\xbd"));  // what is no UTF-8 is replaced
  EXPECT_THAT(name, ::testing::EndsWith("\xf0\x9f\x98\x80"));
}

TEST(Scene, LongNames) {
  const std::string name(1000, 'a');  // YAML ends keys at 1024 characters
  const Results results =
      run_text("plane: xy\nground: {O: [0, 0]}\npoints: {" + name + ": [1, 0]}\nbodies: {b: {rod: [O, " + name +
                   "], mass: 1}}\nview: {" + name + "b: {trace: " + name + "}}\n",
               0.1);
  const SceneReader scene(results);
  EXPECT_EQ(scene.item("point", name).at("name"), name);
  EXPECT_EQ(scene.item("trace", name + "b").at("type"), "trace");
}

TEST(Scene, GoesThroughHdf5) {
  const test::TempFolder folder;
  Results results =
      run_text("plane: xy\nground: {O: [0, 0]}\npoints: {A: [1, 0]}\nbodies: {a: {rod: [O, A], mass: 1}}\n", 0.1);
  ASSERT_FALSE(results.scene.empty());
  write_results(results, folder / "with.h5");
  EXPECT_EQ(read_results(folder / "with.h5").scene, results.scene);
  results.scene.clear();
  write_results(results, folder / "without.h5");
  EXPECT_EQ(read_results(folder / "without.h5").scene, "");
}

TEST(Scene, OfKinematics) {
  const System system(read_model_text(
      "rheon: 1\nplane: xy\nground: {O: [0, 0]}\npoints: {A: [1, 0]}\nbodies: {a: {rod: [O, A], mass: 1}}\n"
      "drivers: {m: {angle: a, equals: t}}\n",
      "model.yaml"));
  KinematicsRequest request;
  request.duration = 1.0;
  const Results results = kinematics(system, request);
  const SceneReader scene(results);
  const std::size_t last = results.rows() - 1;
  EXPECT_LT(
      (scene.vector(scene.item("body", "a").at("ends")[1], last) - Vector3d(std::cos(1.0), std::sin(1.0), 0)).norm(),
      small);
}

}  // namespace
}  // namespace rheon
