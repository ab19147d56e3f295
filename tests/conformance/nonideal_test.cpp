// Forces that depend on the reactions they change: friction against motions that are written out here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/checkpoint.hpp"
#include "rheon/sim/initial.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/allocations.hpp"
#include "support/message_of.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr double g = 9.81;

std::vector<const FormulationKind*> able() {
  std::vector<const FormulationKind*> all;
  for (const auto& f : formulations())
    if (f.claims.nonideal) all.push_back(&f);
  return all;
}

/// Accurate enough to be held against an answer: error control, or steps so short that second order does.
RunRequest accurate(const FormulationKind& f, double duration, double step) {
  RunRequest r = request(std::string(f.name));
  r.duration = duration;
  if (has_error_control(f, find_integrator(f.default_integrator)) && f.name != "ali3p")
    r.tolerance = 1e-10;
  else
    r.step = step;
  return r;
}

/// Of what has order 2 and fixed steps, and of the rest.
double off(const RunRequest& r, double second_order, double controlled) { return r.step ? second_order : controlled; }

Eigen::Vector3d solved(Eigen::Matrix3d A, Eigen::Vector3d b) {
  for (int k = 0; k < 3; ++k) {
    int best = k;
    for (int i = k; i < 3; ++i)
      if (std::abs(A(i, k)) > std::abs(A(best, k))) best = i;
    A.row(k).swap(A.row(best));
    std::swap(b[k], b[best]);
    for (int i = 0; i < 3; ++i) {
      if (i == k) continue;
      const double factor = A(i, k) / A(k, k);
      A.row(i) -= factor * A.row(k);
      b[i] -= factor * b[k];
    }
  }
  return b.cwiseQuotient(A.diagonal());
}

// --- a ladder that slides down a wall, friction mu on floor and wall

constexpr double m = 12, L = 4;

std::string ladder(double foot, double mu, const std::string& normal = "reaction") {
  const std::string floor = normal == "abs" ? "abs(lambda(ground))" : "reaction(ground, yf)";
  const std::string side = normal == "abs" ? "abs(lambda(wall))" : "reaction(wall, xt)";
  return "rheon: 1\nname: ladder\nparameters: {m: 12, L: 4, g: 9.81, mu: " + std::to_string(mu) +
         "}\ncoordinates: [xf, yf, xt, yt]\ndefinitions: {x: (xf + xt)/2, y: (yf + yt)/2}\n"
         "kinetic: m/2*(x'^2 + y'^2) + m/24*((xt' - xf')^2 + (yt' - yf')^2)\npotential: m*g*y\nconstraints:\n"
         "  length: (xt - xf)^2 + (yt - yf)^2 = L^2\n  ground: yf = 0\n  wall: xt = 0\nnonideal:\n"
         "  xf: -mu*" +
         floor + "*sign(xf')\n  yt: -mu*" + side + "*sign(yt')\ninitial: {xf: " + std::to_string(foot) +
         ", yf: 0, xt: 0, xf': 0.1}\nguess: {yt: 3}\n"
         "outputs: {Nf: 'reaction(ground, yf)', Nw: 'reaction(wall, xt)', a: \"xf''\"}\n";
}

/// theta'', floor force, wall force at the angle theta from the floor. Balance of forces at the centre and of moments about
/// it, foot moving out and top down:
///   m x'' = w - mu n,  m y'' = n + mu w - m g,  m L^2/12 theta'' = L/2 (w s - n c + mu (w c + n s)),  x = L c/2, y = L s/2
Eigen::Vector3d ladder_by_hand(double theta, double rate, double mu) {
  const double c = std::cos(theta), s = std::sin(theta);
  Eigen::Matrix3d A;
  A << -m * L / 2 * s, mu, -1,  //
      m * L / 2 * c, -1, -mu,   //
      m * L * L / 12, L / 2 * (c - mu * s), -L / 2 * (s + mu * c);
  return solved(A, {m * L / 2 * c * rate * rate, m * L / 2 * s * rate * rate - m * g, 0.0});
}

/// Of the foot, from theta'' at x = L cos(theta).
double foot_acceleration(double theta, double rate, double mu) {
  return -L * (std::sin(theta) * ladder_by_hand(theta, rate, mu)[0] + std::cos(theta) * rate * rate);
}

TEST(NonIdeal, ALadderHasTheForcesOfStatics) {
  // the printed figures of the textbook problem: mu = 0.2, foot at 2 m
  const double theta = std::acos(0.5), rate = -0.1 / (L * std::sin(theta));
  EXPECT_NEAR(foot_acceleration(theta, rate, 0.2), 1.7363707, 5e-8);
  EXPECT_NEAR(ladder_by_hand(theta, rate, 0.2)[1], 105.38298, 5e-6);
  for (const FormulationKind* f : able())
    for (const char* normal : {"reaction", "abs"})
      for (const double foot : {1.0, 2.0, 3.0, 3.8}) {
        SCOPED_TRACE(std::string(f->name) + " " + normal + " " + std::to_string(foot));
        const System system(read_model_text(ladder(foot, 0.2, normal), "ladder.yaml"));
        RunRequest r = accurate(*f, 1e-3, 1e-4);
        const Results results = run(system, r);
        ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
        const double angle = std::acos(foot / L), turning = -0.1 / (L * std::sin(angle));
        const Eigen::Vector3d expected = ladder_by_hand(angle, turning, 0.2);
        // round-off of forces of 118 N and accelerations of 10 m/s^2 in four linear equations
        EXPECT_NEAR(channel(results, "a").front(), foot_acceleration(angle, turning, 0.2), 1e-11);
        EXPECT_NEAR(channel(results, "Nf").front(), expected[1], 1e-10);
        EXPECT_NEAR(channel(results, "Nw").front(), expected[2], 1e-10);
      }
}

/// theta and its rate by the classical Runge-Kutta method, and the work of friction by Simpson's rule.
struct LadderMotion {
  double theta, rate, friction;
};
LadderMotion ladder_motion(double mu, double duration) {
  using Y = std::array<double, 3>;
  const auto f = [mu](const Y& y) -> Y {
    const Eigen::Vector3d x = ladder_by_hand(y[0], y[1], mu);
    return {y[1], x[0], mu * L * y[1] * (x[1] * std::sin(y[0]) + x[2] * std::cos(y[0]))};
  };
  Y y{std::acos(0.5), -0.1 / (L * std::sin(std::acos(0.5))), 0.0};
  const int steps = 3000;
  const double h = duration / steps;
  for (int k = 0; k < steps; ++k) {
    const auto moved = [&](const Y& d, double part) {
      Y out = y;
      for (std::size_t i = 0; i < 3; ++i) out[i] += part * h * d[i];
      return out;
    };
    const Y k1 = f(y), k2 = f(moved(k1, 0.5)), k3 = f(moved(k2, 0.5)), k4 = f(moved(k3, 1.0));
    for (std::size_t i = 0; i < 3; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return {y[0], y[1], y[2]};
}

TEST(NonIdeal, ALadderSlidesAsItsOneEquationSays) {
  const LadderMotion expected = ladder_motion(0.2, 0.6);
  const Eigen::Vector3d forces = ladder_by_hand(expected.theta, expected.rate, 0.2);
  for (const FormulationKind* f : able()) {
    SCOPED_TRACE(f->name);
    const System system(read_model_text(ladder(2.0, 0.2), "ladder.yaml"));
    const RunRequest r = accurate(*f, 0.6, 2e-4);
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    // second order: (h/T)^2 of 4 m with T about 1 s; 100 N and 17 J by as much
    EXPECT_NEAR(channel(results, "xf").back(), L * std::cos(expected.theta), off(r, 2e-7, 1e-8));
    EXPECT_NEAR(channel(results, "xf'").back(), -L * std::sin(expected.theta) * expected.rate, off(r, 1e-6, 1e-8));
    EXPECT_NEAR(channel(results, "Nf").back(), forces[1], off(r, 1e-4, 1e-6));
    EXPECT_NEAR(channel(results, "Nw").back(), forces[2], off(r, 1e-4, 1e-6));
    EXPECT_NEAR(results.summary.work.friction, expected.friction, off(r, 1e-5, 1e-7));
    EXPECT_NEAR(results.summary.energy_unexplained, 0.0, off(r, 1e-5, 1e-7));
  }
}

// --- rows that depend on each other: parallel ones share a load by halves, whatever their lengths (least norm in the metric of
// the effective masses), and a law in one of them takes its half

std::vector<std::pair<const FormulationKind*, const IntegratorKind*>> able_pairs() {
  std::vector<std::pair<const FormulationKind*, const IntegratorKind*>> all;
  for (const FormulationKind* f : able())
    for (const auto& i : integrators())
      if (pairs(*f, i) && (!f->claims.needs_damping || i.damps)) all.emplace_back(f, &i);
  return all;
}

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

/// Stages and iterates that are off the constraints, where the two rows are not quite parallel.
TEST(NonIdeal, ALadderOnAFloorThatIsWrittenTwiceSlidesTheSameWay) {
  std::string text = ladder(2.0, 0.2);
  const auto replace = [&](const std::string& what, const std::string& by) {
    text.replace(text.find(what), what.size(), by);
  };
  replace("ground: yf = 0", "ground: yf = 0\n  again: (2 + xf)*yf = 0");
  replace("-mu*reaction(ground, yf)", "-2*mu*reaction(ground, yf)");
  const System system(read_model_text(text, "ladder.yaml"));
  const LadderMotion expected = ladder_motion(0.2, 0.6);
  for (const auto& [f, i] : able_pairs()) {
    SCOPED_TRACE(std::string(f->name) + " " + std::string(i->name));
    RunRequest r = request(std::string(f->name), std::string(i->name));
    r.step = 1e-3;
    r.duration = 0.6;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    // second order at worst: (h/T)^2 of 4 m with T about 0.6 s; a law of first order would be off by 1e-3
    EXPECT_NEAR(channel(results, "xf").back(), L * std::cos(expected.theta), 2e-5);
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
