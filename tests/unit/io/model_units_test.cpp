// Which expressions clash and, as important, which do not.
#include <gmock/gmock.h>

#include "unit/io/model_testing.hpp"

namespace rheon {
namespace {

using ::testing::HasSubstr;
using testing::problems_of;
using testing::summary_of;

constexpr const char* head = R"(rheon: 1
parameters: {m: 1 kg, L: 2 m, k: 3 N/m, g: 9.81 m/s^2, w: 2 rad/s, F: 4 N, T: 1 s, p: 5, q: 7}
coordinates: {x: m, y: m, th: rad, r: 1, free: }
kinetic: m/2*(x'^2 + y'^2) + m*L^2/2*(th'^2 + r'^2) + free'^2
definitions: {phi: 'atan2(y, x)', lean: acos(r), gate: 'ramp(t, 0, T)', late: t}
)";

std::string with_output(const std::string& text) { return std::string(head) + "outputs:\n  o: " + text + "\n"; }

class UnitsThatFit : public ::testing::TestWithParam<const char*> {};
TEST_P(UnitsThatFit, AreAccepted) { EXPECT_EQ(summary_of(with_output(GetParam())), ""); }

INSTANTIATE_TEST_SUITE_P(
    Expressions, UnitsThatFit,
    ::testing::Values("m*x' + m*L*th'", "x + 1", "x + p", "9.81*m*y + k*y^2", "2*x + L", "sin(th) + sin(w*t)", "sin(t)",
                      "sin(2*t) + x", "exp(p*x)", "x + free", "sqrt(k/m) + w", "hypot(x, y) + L", "atan2(y, x) + th",
                      "x^2 + L^2", "x^p + y", "(x/L)^p + th", "min(x, L, 0)", "if(x > L, x, y)", "x if t > T else y",
                      "step(t, T)*L + x", "-2*x' + F", "m*g*y + k/2*x^2", "m*L^2/12 + m*x^2", "1/3*m*L^2 + m*y^2",
                      "abs(x) + y", "x'*t + x", "x/t + x'", "1 - x/L", "x^-1 + 1/L", "F*x + m*x'^2", "pi*x + L",
                      "x*(p > q) + y", "th'' + w^2", "not (x > L)", "sign(x)*L + y", "w - phi'*r", "w - r*lean'",
                      "w + phi'*sin(phi)", "w + phi'", "w + gate'*r", "w*T + phi", "w^2 + phi''*r", "w - late'*w"));

struct Clash {
  const char* text;
  const char* what;
  int column;
};
class UnitsThatClash : public ::testing::TestWithParam<Clash> {};
TEST_P(UnitsThatClash, AreReportedWithTheirPlace) {
  const auto problems = problems_of(with_output(GetParam().text));
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].what, HasSubstr(GetParam().what));
  EXPECT_EQ(problems[0].place.line, 7);
  EXPECT_EQ(problems[0].place.column, 5 + GetParam().column);
  EXPECT_EQ(problems[0].element, "output \"o\"");
}

INSTANTIATE_TEST_SUITE_P(
    Expressions, UnitsThatClash,
    ::testing::Values(Clash{"m + L", "\"m\" is in kg, \"L\" is in m", 1}, Clash{"1 + (m - x)", "is in kg", 6},
                      Clash{"sin(L)", "sin() needs a plain number or an angle, but \"L\" is in m", 5},
                      Clash{"exp(F*t)", "exp() needs", 5}, Clash{"x < m", "the two sides", 1},
                      Clash{"p^L", "an exponent must be a plain number, not m", 3},
                      Clash{"if(x > L, m, L)", "the two values", 1}, Clash{"max(p, m, 1, L)", "the arguments", 1},
                      Clash{"x' + x", "is in m/s", 1}, Clash{"k*x + m", "\"k*x\" is in N", 1},
                      Clash{"sqrt(L) + L", "m^0.5", 1}, Clash{"hypot(x, th)", "the arguments", 1},
                      Clash{"w + r*phi", "\"r*phi\" is in 1", 1}, Clash{"L - phi'*x", "\"phi'*x\" is in m/s", 1}));

TEST(Units, OneClashIsReportedOnce) { EXPECT_EQ(problems_of(with_output("(m + L) + m + sin(th)")).size(), 1u); }

TEST(Units, QuantitiesOfKnownMeaningAreChecked) {
  const std::pair<const char*, const char*> cases[] = {
      {"potential: m*g", "potential: is in N, but an energy (N*m) is expected"},
      {"forces: {x: k}", "force \"x\": is in N/m, but a force along this coordinate (N)"},
      {"forces: {th: F}", "force \"th\": is in N, but a force along this coordinate (N*m)"},
      {"initial: {x: 1 kg}", "initial value \"x\": is in kg, but the unit of the coordinate (m)"},
      {"initial: {x': L}", "initial value \"x'\": is in m, but the unit of the coordinate (m/s)"},
      {"guess: {x: 1 s}", "guess \"x\": is in s"},
      {"outputs: {o: {value: x, unit: N}}", "output \"o\": is in m, but the unit of the record (N)"},
      {"constraints: {c: x = m}",
       "constraint \"c\": the two sides have different units: \"x\" is in m, \"m\" is in kg"},
      {"simulate: {step: 1 kg}", "setting \"step\": is in kg, but a time (s) is expected"},
      {"simulate: {duration: L}", "setting \"duration\": is in m, but a time (s) is expected"},
      {"simulate: {tolerance: 1 m}", "setting \"tolerance\": is in m, but a plain number (1) is expected"},
  };
  for (const auto& [line, what] : cases) {
    EXPECT_THAT(summary_of(std::string(head) + line + "\n"), HasSubstr(what));
    EXPECT_EQ(problems_of(std::string(head) + line + "\n").size(), 1u) << line;
  }
}

// Unit mass, unit stiffness and the like are left out in small models: only units of coordinates take part then.
TEST(Units, LeftOutCoefficientsAreNoClash) {
  EXPECT_EQ(summary_of("rheon: 1\ncoordinates: {x: m}\nkinetic: x'^2/2\npotential: x^2/2\nforces: {x: -x'}\n"), "");
  EXPECT_EQ(summary_of("rheon: 1\ncoordinates: {x: m}\nmass: [1]\nforces: {x: -2*x' - 5*x}\n"), "");
}

// An angle by a function has a rate per second, also where an energy or a force is expected.
TEST(Units, RatesOfComputedAngles) {
  EXPECT_EQ(summary_of("rheon: 1\nparameters: {I: 1 kg*m^2, c: 1 N*m*s}\ncoordinates: {x: m, y: m, th: rad}\n"
                       "definitions: {phi: 'atan2(y, x)'}\nkinetic: I/2*(phi'^2 + th'^2)\nforces: {th: -c*phi'}\n"),
            "");
}

TEST(Units, MassEntriesAndKinematics) {
  const std::string two = "rheon: 1\nparameters: {m: 1 kg, L: 2 m}\ncoordinates: {x: m, th: rad}\n";
  EXPECT_EQ(summary_of(two + "mass: [[m, m*L], [m*L, m*L^2]]\n"), "");
  EXPECT_THAT(summary_of(two + "mass: [m, m]\n"), HasSubstr("4:11 mass matrix, entry (th, th): is in kg"));
  EXPECT_THAT(summary_of(two + "speeds: {u: m/s}\nkinematics: {x': u, th': u}\nkinetic: m/2*u^2\n"),
              HasSubstr("5:26 kinematics of \"th'\": is in m/s, but the rate of the coordinate (1/s)"));
}

// What acts along a hinge is in other units than what acts along a slide; what has no unit is taken as it is.
TEST(Units, OfWhatActsOnAnglesAndDistances) {
  const std::string mechanism =
      "rheon: 1\nplane: xy\nparameters: {k: 3, r: 0.1 m, T: 2 N*m, c: 1 N*m*s/rad, w: 2 rad/s}\nground: {O: [0, "
      "0]}\npoints: {B: [1, 0], C: [2, 0]}\n"
      "bodies: {arm: {rod: [O, B], mass: 1 kg}, block: {box: [0.1, 0.2], at: C, density: 2 kg/m^2}}\n"
      "joints:\n  hinge: {revolute: [ground, arm], at: O}\n  slide: {slider: [ground, block], at: C, along: x}\n";
  for (const char* line : {
           "  gear: {gear: [slide, hinge], ratio: 2 m}",
           "  gear: {gear: [hinge, slide], ratio: 2 1/m}",
           "  gear: {gear: [hinge, slide], ratio: 2}",
           "forces: {f: {torque: hinge, equals: T - k*hinge.angle - c*hinge.angle'}}",
           "forces: {f: {torque: hinge, equals: 10*hinge.angle + slide.distance}}",
           "forces: {f: {torque: slide, equals: 2 N}}",
           "forces: {f: {torque: slide, target: 10 mm, p: 3 N/m, i: 2 N/m/s, d: 1 N*s/m, limit: 3 N}}",
           "forces: {f: {torque: hinge, target: 90 deg, p: 3 N*m/rad, i: 2 N*m/s, d: 1 N*m*s, limit: 3 N*m}}",
           "forces: {f: {torque: hinge, measure: B.y, target: r, p: 3 N}}",
           "forces: {f: {torsion: hinge, stiffness: 3 N*m/rad, damping: 1 N*m*s, zero: 10 deg, torque: 1 N*m}}",
           "forces: {f: {torsion: slide, stiffness: 3 N/m, damping: 1 N*s/m, zero: 1 mm, torque: 1 N}}",
           "forces: {f: {friction: slide, level: 2 N, smoothing: 1 mm/s}}",
           "forces: {f: {bushing: [ground, arm], at: B, stiffness: [1 N/m, 1 kN/m, 1 N*m], damping: [1, 1, 1 N*m*s]}}",
           "forces: {f: {contact: B, normal: y, stiffness: 1e5, exponent: 1, damping: 10 N*s/m^2, friction: 0.3}}",
           "drivers: {d: {displacement: slide, equals: r*sin(2*t)}}",
           "drivers: {d: {speed: slide, equals: 2 m/s}}",
           "drivers: {d: {angle: hinge, equals: w*t}}",
           "initial: {hinge.angle: 10 deg, hinge.angle': 2 rad/s, slide.distance: 1 mm, slide.distance': 1 m/s}",
       })
    EXPECT_EQ(summary_of(mechanism + line + "\n"), "") << line;
  EXPECT_THAT(summary_of(mechanism + "forces: {f: {torsion: slide, stiffness: 3 N*m}}\n"),
              HasSubstr("10:41 force \"f\" (torsion), stiffness: is in N*m, but stiffness (N/m)"));
  EXPECT_THAT(summary_of(mechanism + "forces: {f: {contact: B, normal: y, stiffness: 1e5, friction: 3 N}}\n"),
              HasSubstr("force \"f\" (contact), friction: is in N, but friction (1)"));
  EXPECT_THAT(summary_of(mechanism + "  gear: {gear: [hinge, slide], ratio: 2 m}\n"),
              HasSubstr("10:39 joint \"gear\" (gear), ratio: is in m, but ratio (1/m)"));
  EXPECT_THAT(summary_of(mechanism + "outputs: {o: hinge.angle + B.x}\n"), HasSubstr("the terms have different units"));
}

TEST(Units, ParametersInheritDimensions) {
  EXPECT_THAT(
      summary_of("rheon: 1\nparameters: {a: 1 kg, b: 2*a/1, c: a/2 + d, d: 3 m}\ncoordinates: [x]\nmass: [a]\n"),
      HasSubstr("2:36 parameter \"c\": the terms have different units: \"a/2\" is in kg, \"d\" is in m"));
}

}  // namespace
}  // namespace rheon
