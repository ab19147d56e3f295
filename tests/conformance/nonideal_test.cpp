// Forces that depend on the reactions they change: friction against motions that are written out here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "conformance/nonideal.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/sim/checkpoint.hpp"
#include "rheon/sim/initial.hpp"
#include "support/allocations.hpp"
#include "support/message_of.hpp"

namespace rheon::test {
namespace {

using namespace nonideal;
using ::testing::AllOf;
using ::testing::HasSubstr;

// --- rows that depend on each other: parallel ones share a load by halves, whatever their lengths (least norm in the metric of
// the effective masses), and a law in one of them takes its half

/// The second row turns into another multiple of the first while the block slides: multipliers that are kept from the last step
/// are no longer those of least norm.
TEST(NonIdeal, LawsInRedundantRowsTakeTheShareThatIsReported) {
  const System system(
      read_model_text("rheon: 1\nname: block\nparameters: {m: 2, g: 9.81, mu: 0.3}\ncoordinates: [x, y]\n"
                      "kinetic: m/2*(x'^2 + y'^2)\nforces: {x: 0.6*m*g, y: -0.8*m*g}\n"
                      "constraints: {one: y = 0, two: (1 + x)*y = 0}\n"
                      "nonideal: {x: -mu*abs(lambda(one))*sign(x')}\ninitial: {x: 0, y: 0, x': 1, y': 0}\n"
                      "outputs: {first: lambda(one), second: (1 + x)*lambda(two)}\n",
                      "block.yaml"));
  const double a = g * (0.6 - 0.3 * 0.8 / 2);
  for (const auto& [f, i] : able_pairs()) {
    SCOPED_TRACE(std::string(f->name) + " " + std::string(i->name));
    RunRequest r = request(std::string(f->name), std::string(i->name));
    r.step = 1e-3;
    r.duration = 0.5;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    // a motion of second degree in time, which all of these follow exactly; shares are iterated to about 1e-7
    EXPECT_NEAR(channel(results, "x").back(), 0.5 + a / 2 * 0.25, 1e-7);
    EXPECT_NEAR(channel(results, "first").back(), -0.4 * 2 * g, 1e-6);
    EXPECT_NEAR(channel(results, "second").back(), -0.4 * 2 * g, 1e-6);
  }
}

// --- a block on an incline that is pressed down by its own friction: the pull is above the slope by the angle b, and its size
// depends on the normal force

TEST(NonIdeal, APullThatLiftsChangesTheNormalForce) {
  // s'' = g (sin a - mu N/(m g)), N = m g cos a - T sin b, T = k N: N = m g cos a/(1 + k sin b)
  const double a = 0.6, mu = 0.3, k = 0.4, b = 0.5, mass = 2;
  const double N = mass * g * std::cos(a) / (1 + k * std::sin(b));
  const double s = g * std::sin(a) - (mu + k * std::cos(b)) * N / mass;
  const System system(
      read_model_text("rheon: 1\nname: slope\nparameters: {m: 2, g: 9.81, a: 0.6, mu: 0.3, k: 0.4, b: 0.5}\n"
                      "coordinates: [x, y]\nkinetic: m/2*(x'^2 + y'^2)\npotential: m*g*y\n"
                      "constraints: {slope: y*cos(a) + x*sin(a) = 0}\nnonideal:\n"
                      "  x: -mu*abs(lambda(slope))*cos(a) + k*abs(lambda(slope))*(sin(b)*sin(a) - cos(b)*cos(a))\n"
                      "  y: mu*abs(lambda(slope))*sin(a) + k*abs(lambda(slope))*(sin(b)*cos(a) + cos(b)*sin(a))\n"
                      "initial: {x: 0, x': 0}\n",
                      "slope.yaml"));
  for (const FormulationKind* f : able()) {
    SCOPED_TRACE(f->name);
    RunRequest r = request(std::string(f->name));
    r.step = 1e-2;
    r.duration = 1.0;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    // constant acceleration: exact for every method, but for round-off and what an iteration leaves (generalised-alpha starts
    // with its auxiliary acceleration)
    EXPECT_NEAR(channel(results, "x").back(), 0.5 * s * std::cos(a), 1e-8);
    EXPECT_NEAR(std::abs(channel(results, "lambda.slope").back()), N, 1e-8);
    EXPECT_NEAR(results.summary.energy_unexplained, 0.0, 1e-8);
  }
}

// --- a pendulum whose pin has friction mu r |R|, with R the norm of two multipliers

constexpr double bearing = 0.05;  // mu r, in m

/// theta'' of a rod of 1 kg and 1 m: m L^2/3 theta'' = -m g L/2 cos(theta) - mu r |R| sign(theta'), R = m (a_c + g), by
/// bisection; and |R|.
std::array<double, 2> pin_by_hand(double theta, double rate) {
  const double c = std::cos(theta), s = std::sin(theta);
  const auto load = [&](double alpha) {
    return std::hypot(-0.5 * (s * alpha + c * rate * rate), 0.5 * (c * alpha - s * rate * rate) + g);
  };
  const auto defect = [&](double alpha) {
    return alpha / 3 + g / 2 * c + bearing * load(alpha) * (rate > 0 ? 1.0 : -1.0);
  };
  double low = -1e3, high = 1e3;
  for (int k = 0; k < 100; ++k) {
    const double middle = 0.5 * (low + high);
    (defect(middle) > 0.0 ? high : low) = middle;
  }
  return {low, load(low)};
}

const char* const pin =
    "rheon: 1\nname: pin\nparameters: {m: 1, L: 1, g: 9.81, b: 0.05}\ncoordinates: [x, y, th]\n"
    "kinetic: m/2*(x'^2 + y'^2) + m*L^2/24*th'^2\npotential: m*g*y\nconstraints:\n"
    "  px: x - L/2*cos(th) = 0\n  py: y - L/2*sin(th) = 0\n"
    "nonideal: {th: -b*sqrt(lambda(px)^2 + lambda(py)^2)*sign(th')}\n"
    "initial: {x: 0.5, y: 0, th: 0, th': -1}\noutputs: {R: 'sqrt(lambda(px)^2 + lambda(py)^2)'}\n";

TEST(NonIdeal, APinHasTheFrictionOfItsWholeLoad) {
  double theta = 0.0, rate = -1.0;
  const double h = 1e-4;
  for (int k = 0; k < 3000; ++k) {
    const auto a = [](double t, double w) { return pin_by_hand(t, w)[0]; };
    const double k1 = rate, l1 = a(theta, rate), k2 = rate + h / 2 * l1, l2 = a(theta + h / 2 * k1, k2),
                 k3 = rate + h / 2 * l2, l3 = a(theta + h / 2 * k2, k3), k4 = rate + h * l3, l4 = a(theta + h * k3, k4);
    theta += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    rate += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
  }
  const System system(read_model_text(pin, "pin.yaml"));
  for (const FormulationKind* f : able()) {
    SCOPED_TRACE(f->name);
    const RunRequest r = accurate(*f, 0.3, 1e-4);
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    EXPECT_NEAR(channel(results, "R").front(), pin_by_hand(0.0, -1.0)[1], 1e-10);
    EXPECT_NEAR(channel(results, "th").back(), theta, off(r, 1e-7, 1e-9));
    EXPECT_NEAR(channel(results, "th'").back(), rate, off(r, 1e-6, 1e-8));
    EXPECT_NEAR(channel(results, "R").back(), pin_by_hand(theta, rate)[1], off(r, 1e-5, 1e-7));
    EXPECT_NEAR(results.summary.energy_unexplained, 0.0, off(r, 1e-6, 1e-8));
  }
}

TEST(NonIdeal, ANormThatStartsAtZeroIsNoObstacle) {
  // without gravity and at rest the pin carries nothing: the norm has no slope there
  std::string text = pin;
  text.replace(text.find("g: 9.81"), 7, "g: 0");
  text.replace(text.find("th': -1"), 7, "th': 0");
  const System system(read_model_text(text, "pin.yaml"));
  for (const FormulationKind* f : able()) {
    SCOPED_TRACE(f->name);
    RunRequest r = request(std::string(f->name));
    r.step = 1e-2;
    r.duration = 0.1;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    EXPECT_EQ(channel(results, "th").back(), 0.0);
  }
}

// --- who does not take it

TEST(NonIdeal, RefusalsSayWhyAndWhoCan) {
  const System system(read_model_text(pin, "pin.yaml"));
  for (const auto& f : formulations()) {
    if (f.claims.nonideal) continue;
    SCOPED_TRACE(f.name);
    const std::string refusal = message_of([&] { run(system, request(std::string(f.name))); });
    EXPECT_THAT(refusal, AllOf(HasSubstr("section nonideal"), HasSubstr("means over a step"),
                               HasSubstr("formulations that can"), HasSubstr("lagrange")));
  }
}

// --- what every method must keep, with forces of this kind too

void expect_no_allocation_and_restart(const System& system) {
  for (const FormulationKind* f : able())
    for (const auto& i : integrators()) {
      if (!pairs(*f, i)) continue;
      SCOPED_TRACE(std::string(f->name) + " " + std::string(i.name));
      rheon::Problems problems;
      const auto values = OptionValues::resolve(stepper_options(*f, i), {}, problems);
      const auto stepper = make_stepper(system, *f, i, values);
      State now = find_initial_state(system).state, next = now;
      ASSERT_TRUE(stepper->start(now));
      next = now;
      const auto advance = [&](int steps) {
        for (int k = 0; k < steps; ++k) {
          if (!stepper->step(now, 1e-3, next).status) return false;
          std::swap(now, next);
        }
        return true;
      };
      ASSERT_TRUE(advance(3));
      const long long before = allocations();
      ASSERT_TRUE(advance(50));
      EXPECT_EQ(allocations() - before, 0);

      RunRequest r = request(std::string(f->name), std::string(i.name));
      r.step = 1e-2;
      r.duration = 0.2;
      Simulation whole(system, r);
      SavedState saved;
      for (int k = 0; !whole.done(); ++k) {
        if (k == 3) saved = whole.save();
        ASSERT_TRUE(whole.step());
      }
      Simulation rest(system, r, load_state(save_state(saved), system));
      while (!rest.done()) ASSERT_TRUE(rest.step());
      EXPECT_EQ((whole.state().q - rest.state().q).norm(), 0.0);
      EXPECT_EQ((whole.state().lambda - rest.state().lambda).norm(), 0.0);
    }
}

TEST(NonIdeal, StepsAllocateNothingAndRestartBitForBit) {
  expect_no_allocation_and_restart(System(read_model_text(pin, "pin.yaml")));
}

TEST(NonIdeal, StepsWithSharedReactionsAllocateNothingAndRestartBitForBit) {
  std::string text = ladder(2.0, 0.2);
  text.replace(text.find("ground: yf = 0"), 14, "ground: yf = 0\n  again: (2 + xf)*yf = 0");
  expect_no_allocation_and_restart(System(read_model_text(text, "ladder.yaml")));
}

}  // namespace
}  // namespace rheon::test
