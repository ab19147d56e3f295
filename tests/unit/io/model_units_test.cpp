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
coordinates: {x: m, y: m, th: rad, free: }
kinetic: m/2*(x'^2 + y'^2) + m*L^2/2*th'^2 + free'^2
)";

std::string with_output(const std::string& text) { return std::string(head) + "outputs:\n  o: " + text + "\n"; }

class UnitsThatFit : public ::testing::TestWithParam<const char*> {};
TEST_P(UnitsThatFit, AreAccepted) { EXPECT_EQ(summary_of(with_output(GetParam())), ""); }

INSTANTIATE_TEST_SUITE_P(Expressions, UnitsThatFit,
                         ::testing::Values("m*x' + m*L*th'", "x + 1", "x + p", "9.81*m*y + k*y^2", "2*x + L",
                                           "sin(th) + sin(w*t)", "sin(t)", "sin(2*t) + x", "exp(p*x)", "x + free",
                                           "sqrt(k/m) + w", "hypot(x, y) + L", "atan2(y, x) + th", "x^2 + L^2",
                                           "x^p + y", "(x/L)^p + th", "min(x, L, 0)", "if(x > L, x, y)",
                                           "x if t > T else y", "step(t, T)*L + x", "-2*x' + F", "m*g*y + k/2*x^2",
                                           "m*L^2/12 + m*x^2", "1/3*m*L^2 + m*y^2", "abs(x) + y", "x'*t + x",
                                           "x/t + x'", "1 - x/L", "x^-1 + 1/L", "F*x + m*x'^2", "pi*x + L",
                                           "x*(p > q) + y", "th'' + w^2", "not (x > L)", "sign(x)*L + y"));

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
  EXPECT_EQ(problems[0].place.line, 6);
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
                      Clash{"x' + x", "is in m/s", 1}, Clash{"k*x + m", "\"k*x\" is in kg m/s^2", 1},
                      Clash{"sqrt(L) + L", "m^0.5", 1}, Clash{"hypot(x, th)", "the arguments", 1}));

TEST(Units, OneClashIsReportedOnce) { EXPECT_EQ(problems_of(with_output("(m + L) + m + sin(th)")).size(), 1u); }

TEST(Units, QuantitiesOfKnownMeaningAreChecked) {
  const std::pair<const char*, const char*> cases[] = {
      {"potential: m*g", "potential: is in kg m/s^2, but an energy (kg m^2/s^2) is expected"},
      {"forces: {x: k}", "force \"x\": is in kg/s^2, but a force along this coordinate (kg m/s^2)"},
      {"forces: {th: F}", "force \"th\": is in kg m/s^2, but a force along this coordinate (kg m^2/s^2)"},
      {"initial: {x: 1 kg}", "initial value \"x\": is in kg, but the unit of the coordinate (m)"},
      {"initial: {x': L}", "initial value \"x'\": is in m, but the unit of the coordinate (m/s)"},
      {"guess: {x: 1 s}", "guess \"x\": is in s"},
      {"outputs: {o: {value: x, unit: N}}", "output \"o\": is in m, but the unit of the record (kg m/s^2)"},
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

TEST(Units, MassEntriesAndKinematics) {
  const std::string two = "rheon: 1\nparameters: {m: 1 kg, L: 2 m}\ncoordinates: {x: m, th: rad}\n";
  EXPECT_EQ(summary_of(two + "mass: [[m, m*L], [m*L, m*L^2]]\n"), "");
  EXPECT_THAT(summary_of(two + "mass: [m, m]\n"), HasSubstr("4:11 mass matrix, entry (th, th): is in kg"));
  EXPECT_THAT(summary_of(two + "speeds: {u: m/s}\nkinematics: {x': u, th': u}\nkinetic: m/2*u^2\n"),
              HasSubstr("5:26 kinematics of \"th'\": is in m/s, but the rate of the coordinate (1/s)"));
}

TEST(Units, ParametersInheritDimensions) {
  EXPECT_THAT(
      summary_of("rheon: 1\nparameters: {a: 1 kg, b: 2*a/1, c: a/2 + d, d: 3 m}\ncoordinates: [x]\nmass: [a]\n"),
      HasSubstr("2:36 parameter \"c\": the terms have different units: \"a/2\" is in kg, \"d\" is in m"));
}

}  // namespace
}  // namespace rheon
