// A rod on a rough floor that has no motion (Painleve): runs stop there, and say so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "conformance/nonideal.hpp"
#include "rheon/io/model_reader.hpp"
#include "support/message_of.hpp"

namespace rheon::test {
namespace {

using namespace nonideal;
using ::testing::AllOf;
using ::testing::HasSubstr;

// --- Painleve's rod: length 2, its lower end slides over a rough floor. From the balance at the centre,
// y'' of that end per unit of normal force is (1 + 3 c (c - mu s))/m with the angle from the floor: negative for
// mu > 4/3 and angles around tan(theta) = 2.

std::string rod(double angle, double mu, const std::string& normal, double turning = 0.0) {
  return "rheon: 1\nname: rod\nparameters: {mu: " + std::to_string(mu) + ", th0: " + std::to_string(angle) +
         "}\ncoordinates: [x, y, th]\nkinetic: (x'^2 + y'^2)/2 + th'^2/6\npotential: 9.81*y\n"
         "definitions: {slide: x - cos(th)}\nconstraints: {floor: y - sin(th) = 0}\nnonideal:\n"
         "  x: -mu*" +
         normal + "*sign(slide')\n  th: -mu*" + normal +
         "*sign(slide')*sin(th)\ninitial: {x: 0, th: th0, x': -1, th': " + std::to_string(turning) +
         "}\nguess: {y: 1}\noutputs: {N: 'reaction(floor, y)'}\n";
}

/// y'' = N - g = c th'', th''/3 = -c N + s mu N, for an end that slides towards the rod's lower side.
double rod_force(double angle, double mu) {
  const double c = std::cos(angle), s = std::sin(angle);
  return g / (1 + 3 * c * (c - mu * s));
}

TEST(NonIdeal, WhereARodHasNoMotionTheRunStopsAndNamesIt) {
  ASSERT_LT(rod_force(1.0, 2.0), 0.0);
  for (const FormulationKind* f : able()) {
    SCOPED_TRACE(f->name);
    for (const char* normal : {"reaction(floor, y)", "abs(lambda(floor))"}) {
      SCOPED_TRACE(normal);
      const Results good = run(System(read_model_text(rod(1.0, 0.6, normal), "rod.yaml")), accurate(*f, 1e-3, 1e-4));
      ASSERT_EQ(good.summary.ending, Ending::completed) << good.summary.message;
      EXPECT_NEAR(channel(good, "N").front(), rod_force(1.0, 0.6), 1e-10);
      // there from the start
      const System bad(read_model_text(rod(1.0, 2.0, normal), "rod.yaml"));
      EXPECT_THAT(message_of([&] { run(bad, accurate(*f, 1e-3, 1e-4)); }),
                  AllOf(HasSubstr("Painleve"), HasSubstr("\"floor\""), HasSubstr("rod.yaml")));
    }
  }
}

// 1 + 3 c (c - 2 s) vanishes at 1.3821 rad, which 1.5 rad at -5 rad/s reach within 0.03 s; fast enough that the floor has to pull,
// so that nothing turns the rod back before.
TEST(NonIdeal, ARodThatGetsThereStopsTheRunAndKeepsItsRows) {
  const System system(read_model_text(rod(1.5, 2.0, "reaction(floor, y)", -5.0), "rod.yaml"));
  for (const FormulationKind* f : able()) {
    if (f->is_step_form()) continue;
    SCOPED_TRACE(f->name);
    RunRequest r = request(std::string(f->name), "rk4");
    r.step = 1e-3;
    r.duration = 0.2;
    const Results results = run(system, r);
    EXPECT_EQ(results.summary.ending, Ending::stopped);
    EXPECT_LT(results.summary.end_time, 0.03);
    EXPECT_GT(channel(results, "t").size(), 5u);
    EXPECT_THAT(results.summary.message, AllOf(HasSubstr("Painleve"), HasSubstr("\"floor\"")));
  }
}

}  // namespace
}  // namespace rheon::test
