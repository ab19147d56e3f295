// Models built in code: the text that they become, and what is refused at once.
#include "rheon/io/mechanism.hpp"

#include <gmock/gmock.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>

#include "io/model_keys.hpp"
#include "rheon/core/error.hpp"
#include "rheon/mechanism/kinds.hpp"
#include "support/message_of.hpp"
#include "support/temp_folder.hpp"

namespace rheon {
namespace {

using test::message_of;
using ::testing::HasSubstr;

Mechanism slider_crank() {
  Mechanism m("Slider-crank");
  m.plane("xy").gravity({0, -9.81}).ground("O", {0, 0}).point("A", {0.2, 0}).point("B", {0.7, 0});
  m.body("crank").rod({"O", "A"}).mass({1, "kg"});
  m.body("rod").rod({"A", "B"}).mass("0.8 kg");
  m.body("piston").point("B").mass(1.5);
  m.driver("motor").angle("crank").equals("10*t");
  m.joint("guide").on_line("B").along("x");  // joints come before drivers in the text
  m.simulate().duration("2 s").option("penalty", 1e3).option("full-tangent", true);
  return m;
}

constexpr const char* slider_crank_text = R"(rheon: 1
name: Slider-crank
plane: xy
gravity: [0, -9.81]
ground:
  O: [0, 0]
points:
  A: [0.2, 0]
  B: [0.7, 0]
bodies:
  crank: {rod: [O, A], mass: 1 kg}
  rod: {rod: [A, B], mass: 0.8 kg}
  piston: {point: B, mass: 1.5}
joints:
  guide: {on_line: B, along: x}
drivers:
  motor: {angle: crank, equals: 10*t}
simulate: {duration: 2 s, options: {penalty: 1000, full-tangent: true}}
)";

TEST(Mechanism, BecomesTheTextOfAModelFile) { EXPECT_EQ(slider_crank().text(), slider_crank_text); }

TEST(Mechanism, GivesTheModelOfItsText) {
  const Model model = slider_crank().model();
  EXPECT_EQ(model.name, "Slider-crank");
  EXPECT_EQ(model.text, slider_crank_text);
  EXPECT_EQ(model.simulate.duration, 2.0);
  EXPECT_EQ(model.simulate.options.size(), 2u);
}

TEST(Mechanism, IsWrittenAndRead) {
  const test::TempFolder folder;
  slider_crank().write(folder / "model.yaml");
  EXPECT_EQ(test::read_text(folder / "model.yaml"), slider_crank_text);
  EXPECT_TRUE(Mechanism::read(folder / "model.yaml") == slider_crank());
  EXPECT_EQ(folder.names(), std::vector<std::string>{"model.yaml"});
  EXPECT_THROW(slider_crank().write(folder / "none/model.yaml"), Error);
}

TEST(Mechanism, CopiesAreIndependent) {
  const Mechanism first = slider_crank();
  Mechanism second = first;
  second.part("crank").set("mass", 2);
  EXPECT_EQ(first.text(), slider_crank_text);
  EXPECT_THAT(second.text(), HasSubstr("crank: {rod: [O, A], mass: 2}"));
}

TEST(Mechanism, PartsAreFoundAndChanged) {
  Mechanism m = slider_crank();
  build::Part rod = m.part("rod");
  EXPECT_EQ(rod.section(), "bodies");
  EXPECT_EQ(rod.kind(), "rod");
  EXPECT_EQ(rod.find("mass")->text(), "0.8 kg");
  EXPECT_EQ(rod.find("length"), nullptr);
  build::body::Rod(rod).length("0.5 m").points({"P"});
  EXPECT_THAT(m.text(), HasSubstr("rod: {rod: [A, B], mass: 0.8 kg, length: 0.5 m, points: [P]}"));
  EXPECT_TRUE(rod.erase("points"));
  m.parameter("L", 1).parameter("L", 2.5, "m");
  EXPECT_THAT(m.text(), HasSubstr("parameters:\n  L: 2.5 m\n"));
}

TEST(Mechanism, WrongNamesAreReportedAtOnce) {
  Mechanism m = slider_crank();
  EXPECT_EQ(message_of([&] { m.part("crnk"); }), "the mechanism has no part \"crnk\"\n  did you mean \"crank\"?");
  EXPECT_EQ(message_of([&] { m.part("rod").set("lenght", 1); }),
            "body \"rod\" (rod): there is no field \"lenght\"\n  did you mean \"length\"?");
  EXPECT_EQ(message_of([&] {
              m.joint("hinge").kind("revolut", {"ground", "crank"});
            }),
            "joint \"hinge\": there is no kind \"revolut\"\n  did you mean \"revolute\"?");
  EXPECT_THAT(message_of([&] { m.body("rod").rod({"O", "B"}); }), HasSubstr("body \"rod\" is there already"));
  EXPECT_EQ(message_of([&] { build::joint::Revolute(m.part("guide")); }),
            "joint \"guide\" is not a joint of kind revolute\n  it is a joint of kind on_line\n  choose the class of "
            "its kind");
  EXPECT_THAT(message_of([] { Mechanism("empty").part("a"); }), HasSubstr("it has none yet"));
}

TEST(Mechanism, ProblemsHaveThePlacesOfTheText) {
  Mechanism m = slider_crank();
  m.driver("wrong").angle("crnk").equals("t");
  EXPECT_THAT(message_of([&] { m.model(); }),
              HasSubstr("Slider-crank:18:18: driver \"wrong\" (angle): there is no body or joint \"crnk\"\n"
                        "  did you mean \"crank\"?"));
}

TEST(Mechanism, AKeyThatIsAFieldOfAnotherKindDoesNotMislead) {
  Mechanism m("Contact");
  m.force("foot").contact("P").normal("y").stiffness(1e6).friction(0.5);
  EXPECT_EQ(m.part("foot").kind(), "contact");
}

TEST(Mechanism, PlacesAndDirectionsMayBeComputed) {
  Mechanism m("Arguments");
  const std::array<double, 2> array{1, 2};
  m.point("A", array).point("B", std::vector<double>{0.5, 0.1}).point("C", Eigen::Vector2d(3, 4)).point("D", {"L", 0});
  m.joint("u").universal({"a", "b"}).at("A").axes({"y", {0, 0, 1}});
  m.body("box").box({1, "w", 0.1}).at(Eigen::Vector3d(0, 0, 1)).along({"A", "B"});
  m.joint("curve").on_curve("B").equation({"y = x^2", "z = 0"});
  EXPECT_EQ(m.text(), R"(rheon: 1
name: Arguments
points:
  A: [1, 2]
  B: [0.5, 0.1]
  C: [3, 4]
  D: [L, 0]
bodies:
  box: {box: [1, w, 0.1], at: [0, 0, 1], along: [A, B]}
joints:
  u: {universal: [a, b], at: A, axes: [y, [0, 0, 1]]}
  curve: {on_curve: B, equation: [y = x^2, z = 0]}
)");
}

/// A model with every section, for the tests below.
Mechanism everything() {
  Mechanism m("Everything");
  m.parameter("k", 40.0, "N/m").table("f", {{0, 0}, {1, 2}}, "cubic").plane("xy").gravity({0, "-g"});
  m.ground("O", {0, 0}).point("A", {1, 0});
  m.body("arm").rod({"O", "A"}).mass(1);
  m.joint("hinge").revolute({"ground", "arm"}).at("O");
  m.driver("motor").speed("hinge").equals(1);
  m.force("brake").torque("hinge").equals("-0.2*hinge.angle'");
  m.coordinate("s", "m").coordinate("n").speed("u", "m/s").definition("h", "s - 1").kinematics("s'", "u");
  m.kinetic("m/2*s'^2").potential("k/2*s^2").force_along("s", "-s'").nonideal("s", "-abs(lambda(c))");
  m.constraint("c", "s = 0").constraint("d", {"s = 0", "n = 0"}).initial("s", 0).guess("n", 1);
  m.output("e", "s''").output("d", "s", "mm").mass({"m", 1});
  m.drawing("path").trace("A");
  m.simulate().formulation("ali3p").integrator("trapezoidal").step("1 ms").tolerance(1e-8).duration(5).samples(10);
  m.simulate().option("alpha", {{20, 5}, {0, 40}}).option("beta", {100, 400}).option("projection", "none");
  return m;
}

TEST(Mechanism, HasAMethodForEveryKeyOfTheFormat) {
  const Mechanism m = everything();
  std::vector<std::string> known;
  for (const auto& key : reader::model_keys()) known.emplace_back(key.name);
  EXPECT_EQ(m.document().keys(), known);
  for (const auto& key : reader::simulate_keys())
    EXPECT_NE(m.document().find("simulate")->find(key.name), nullptr) << key.name;
  for (const auto& key : reader::table_keys())
    EXPECT_NE(m.document().find("tables")->find("f")->find(key.name), nullptr) << key.name;
  for (const auto& key : reader::output_keys())
    EXPECT_NE(m.document().find("outputs")->find("d")->find(key.name), nullptr) << key.name;
}

TEST(Mechanism, EveryMethodWritesItsKey) {
  EXPECT_TRUE(Mechanism::from_text(everything().text(), "everything.yaml") == everything());
  EXPECT_THAT(everything().text(), HasSubstr(R"(mass: [m, 1]
potential: k/2*s^2
forces:
  brake: {torque: hinge, equals: -0.2*hinge.angle'}
  s: -s'
constraints:
  c: s = 0
  d: [s = 0, n = 0]
nonideal:
  s: -abs(lambda(c))
initial:
  s: 0
guess:
  n: 1
outputs:
  e: s''
  d: {value: s, unit: mm}
view:
  path: {trace: A}
simulate: {formulation: ali3p, integrator: trapezoidal, step: 1 ms, tolerance: 1e-08, duration: 5, samples: 10,
    options: {alpha: [[20, 5], [0, 40]], beta: [100, 400], projection: none}}
)"));
}

TEST(Mechanism, NamesInAListMayGetUnits) {
  Mechanism m = Mechanism::from_text("rheon: 1\ncoordinates: [x, y]\n", "model.yaml");
  m.coordinate("z", "m");
  EXPECT_EQ(m.text(), "rheon: 1\ncoordinates: {x: ~, y: ~, z: m}\n");
}

// The classes of the kinds are made from the same tables (tests/python/test_part_headers.py): here, that
// NewPart takes every kind and every field of them.
TEST(Mechanism, TakesEveryKindAndField) {
  for (const PartKind& kind : part_kinds()) {
    Mechanism m("Kinds");
    const auto make = [&](const build::NewPart& fresh) {
      build::Part part = fresh.kind(kind.name, "a");
      for (const PartField& field : kind.fields) part.set(field.name, "b");
      EXPECT_EQ(part.kind(), kind.name);
      EXPECT_EQ(part.section(), kind.section);
    };
    if (kind.section == "bodies") make(m.body("p"));
    if (kind.section == "joints") make(m.joint("p"));
    if (kind.section == "drivers") make(m.driver("p"));
    if (kind.section == "forces") make(m.force("p"));
    if (kind.section == "view") make(m.drawing("p"));
    EXPECT_EQ(m.part("p").kind(), kind.name);
  }
}

TEST(Mechanism, RefusesNumbersThatAreNone) {
  Mechanism m("Broken");
  EXPECT_THAT(message_of([&] { m.point("A", {0.0, 0.0 / std::sin(0.0)}); }), HasSubstr("is not finite"));
  EXPECT_EQ(m.text(), "rheon: 1\nname: Broken\n");
}

}  // namespace
}  // namespace rheon
