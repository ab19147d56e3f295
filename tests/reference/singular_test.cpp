// Motions through singular positions, where rows of the constraints become dependent for a moment and other branches of
// the motion begin. The answers are the motions on the branch, of one freedom, integrated here from the energy.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/checkpoint.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

/// A mechanism on its branch: one angle with the acceleration f(angle, rate).
struct Branch {
  std::function<double(double, double)> acceleration;
  double angle, rate;

  /// Classical Runge-Kutta, 1 ms: 1e-9 rad for motions of some rad/s.
  void advance(double duration) {
    const int steps = std::max(1, static_cast<int>(std::ceil(duration / 1e-3)));
    const double h = duration / steps;
    for (int i = 0; i < steps; ++i) {
      const double k1 = rate, l1 = acceleration(angle, rate);
      const double k2 = rate + h / 2 * l1, l2 = acceleration(angle + h / 2 * k1, k2);
      const double k3 = rate + h / 2 * l2, l3 = acceleration(angle + h / 2 * k2, k3);
      const double k4 = rate + h * l3, l4 = acceleration(angle + h * k3, k4);
      angle += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
      rate += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
    }
  }
};

/// A mechanism with the height of one point as its channel, zero in the singular position.
struct Singular {
  std::string name, text;
  Branch branch;
  std::string channel;
  std::function<double(double)> place;  ///< of that channel, from the angle
  double singular_angle;
};

/// N windows of IFToMM A02 (examples/four_bar_windows) with rockers of the masses given: a parallelogram.
std::string windows(int N, const std::function<double(int)>& rocker) {
  std::string ground, points, bodies;
  for (int i = 0; i <= N; ++i) {
    const std::string k = std::to_string(i), before = std::to_string(i - 1);
    ground += "  A" + k + ": [" + k + ", 0]\n";
    points += "  B" + k + ": [" + k + ", 1]\n";
    bodies += "  rocker" + k + ": {rod: [A" + k + ", B" + k + "], mass: " + std::to_string(rocker(i)) + "}\n";
    if (i > 0) bodies += "  coupler" + k + ": {rod: [B" + before + ", B" + k + "], mass: 1}\n";
  }
  return "rheon: 1\nname: windows\nplane: xy\ngravity: [0, -9.81]\nground:\n" + ground + "points:\n" + points +
         "bodies:\n" + bodies + "initial: {B0.x': 1}\n";
}

/// With the angle from the horizontal: (sum m_i/3 + N) a'' = -(sum m_i/2 + N) g cos a, for rods of 1 m.
Singular parallelogram(const std::string& name, int N, const std::function<double(int)>& rocker) {
  double inertia = N, moment = N;
  for (int i = 0; i <= N; ++i) {
    inertia += rocker(i) / 3;
    moment += rocker(i) / 2;
  }
  const double k = 9.81 * moment / inertia;
  return {name,
          windows(N, rocker),
          {[k](double a, double) { return -k * std::cos(a); }, M_PI / 2, -1.0},
          "B0.y",
          [](double a) { return std::sin(a); },
          0.0};
}

/// Crank and rod of equal length 1 and mass 1, slider of mass 2: folded at an angle of 90 degrees, where the slider passes
/// the bearing of the crank and could stay there. With c, s of the angle, I = 1/3 + 1/12 + c^2/4 + (9/4 + 8) s^2:
/// I a'' + I'/2 a'^2 = -g c.
Singular folding_crank() {
  const std::string text =
      "rheon: 1\nname: folding crank\nplane: xy\ngravity: [0, -9.81]\nparameters: {start: 0.3}\nground: {O: [0, 0]}\n"
      "points: {A: [cos(start), sin(start)], B: [2*cos(start), 0]}\nbodies:\n  crank: {rod: [O, A], mass: 1}\n"
      "  rod: {rod: [A, B], mass: 1}\n  slider: {point: B, mass: 2}\njoints:\n  guide: {on_line: B, along: x}\n"
      "initial: {A.y': 5*cos(start)}\n";
  const auto acceleration = [](double a, double rate) {
    const double c = std::cos(a), s = std::sin(a);
    const double I = 5.0 / 12 + c * c / 4 + 10.25 * s * s, slope = 2 * s * c * (10.25 - 0.25);
    return (-9.81 * c - slope / 2 * rate * rate) / I;
  };
  return {"folding_crank", text, {acceleration, 0.3, 5.0}, "B.x", [](double a) { return 2 * std::cos(a); }, M_PI / 2};
}

std::vector<Singular> mechanisms() {
  return {parallelogram("windows", 2, [](int) { return 1.0; }),
          parallelogram("unequal_rockers", 3, [](int i) { return 1.0 + 0.7 * i; }), folding_crank()};
}

double time_of(const Singular& m) {
  Branch b = m.branch;
  const double side = b.angle - m.singular_angle;
  double t = 0.0;
  while ((b.angle - m.singular_angle) * side > 0) {
    b.advance(1e-3);
    t += 1e-3;
  }
  for (int i = 0; i < 5; ++i) {  // Newton
    const double back = (b.angle - m.singular_angle) / b.rate;
    b.advance(-back);
    t -= back;
  }
  return t;
}

struct Way {
  std::string formulation, integrator;
  double motion;  ///< bound of the error, and of the energy in parts of what is exchanged, at 300 steps
};

/// Second order at 300 steps up to the position: (h w)^2 with h w = 5 rad/s * 2.4 ms, over some ten radians; the
/// others are held to what a singular position may cost them.
const std::vector<Way> ways{{"ali3p", "", 5e-3},
                            {"lagrange-index3", "", 5e-3},
                            {"lagrange", "rk4", 1e-4},
                            {"lagrange", "dopri5", 1e-4},
                            {"lagrange", "trapezoidal", 5e-3},
                            {"augmented-lagrangian", "rk4", 1e-4},
                            {"udwadia-kalaba", "rk4", 1e-4},
                            {"kane", "rk4", 1e-4},
                            {"np-ode", "rk4", 1e-4},
                            {"ali3p", "gauss4", 1e-4},
                            {"ali3p", "radau5", 1e-4},
                            {"lagrange-index2", "radau5", 1e-4},
                            {"energy-momentum", "", 5e-3}};

Results run_to(const System& system, const Way& way, double time, int steps, int more) {
  RunRequest r = request(way.formulation, way.integrator);
  r.step = time / steps;
  r.duration = time / steps * (steps + more);
  r.samples = steps + more;
  return run(system, r);
}

/// The time of the position in the motion as the method computes it, so that a step ends on it: by the secant rule.
double landing(const System& system, const Singular& m, const Way& way, int steps) {
  double t0 = time_of(m) * (1 - 1e-3), t1 = t0 * (1 + 5e-4);
  const auto off = [&](double t) { return channel(run_to(system, way, t, steps, 0), m.channel).back(); };
  double y0 = off(t0), y1 = off(t1);
  for (int i = 0; i < 5 && std::abs(y1) > 1e-13 && y1 != y0; ++i) {
    const double t2 = t1 - y1 * (t1 - t0) / (y1 - y0);
    t0 = t1;
    y0 = y1;
    t1 = t2;
    y1 = off(t2);
  }
  return t1;
}

class SingularPosition : public ::testing::TestWithParam<Way> {};

TEST_P(SingularPosition, AStepMayEndOnIt) {
  const Way& way = GetParam();
  for (const Singular& m : mechanisms()) {
    const System system(read_model_text(m.text, m.name + ".yaml"));
    for (const int steps : {300, 337}) {
      const double exact = landing(system, m, way, steps);
      for (const double off : {0.0, 1e-12, -1e-9, 1e-7, -1e-6, 1e-5, -1e-4}) {
        SCOPED_TRACE(m.name + ", " + std::to_string(steps) + " steps, off by " + std::to_string(off * 1e9) + " ns");
        const Results results = run_to(system, way, exact + off, steps, steps / 3);
        ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
        const auto t = channel(results, "t"), y = channel(results, m.channel),
                   energy = channel(results, "energy.total");
        const auto kinetic = channel(results, "energy.kinetic");
        Branch b = m.branch;
        double error = 0.0, drift = 0.0, largest = 0.0;
        for (std::size_t i = 0; i < t.size(); ++i) {
          if (i > 0) b.advance(t[i] - t[i - 1]);
          error = std::max(error, std::abs(y[i] - m.place(b.angle)));
          drift = std::max(drift, std::abs(energy[i] - energy[0]));
          largest = std::max(largest, kinetic[i]);
        }
        EXPECT_LE(error, way.motion);
        EXPECT_LE(drift, way.motion * largest);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, SingularPosition, ::testing::ValuesIn(ways), [](const auto& test) {
  std::string name = test.param.formulation + "_" + test.param.integrator;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

/// Largest distance of points at both ends and in the middle of a row of windows from the branch: others have left it
/// while the first is still on it.
double off_the_branch(const Results& results, const Singular& m, int N) {
  const auto t = channel(results, "t");
  double error = 0.0;
  for (const int i : {0, N / 2, N}) {
    const auto y = channel(results, "B" + std::to_string(i) + ".y");
    Branch b = m.branch;
    for (std::size_t k = 0; k < t.size(); ++k) {
      if (k > 0) b.advance(t[k] - t[k - 1]);
      error = std::max(error, std::abs(y[k] - m.place(b.angle)));
    }
  }
  return error;
}

class WindowsInARow : public ::testing::TestWithParam<int> {};

TEST_P(WindowsInARow, StayOnTheBranchWhenAStepEndsOnTheSingularPosition) {
  const Singular m = parallelogram("windows", GetParam(), [](int) { return 1.0; });
  const System system(read_model_text(m.text, "windows.yaml"));
  for (const Way& way : {ways[0], ways[2]}) {
    SCOPED_TRACE(way.formulation);
    const double exact = landing(system, m, way, 300);
    for (const double off : {0.0, 1e-12, -1e-9}) {
      if (GetParam() > 100 && off != 0.0) continue;  // seconds each
      const Results results = run_to(system, way, exact + off, 300, 100);
      ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
      EXPECT_LE(off_the_branch(results, m, GetParam()), way.motion) << off;
    }
  }
}

/// A dozen singular positions.
TEST_P(WindowsInARow, StayOnTheBranchForTenSeconds) {
  const Singular m = parallelogram("windows", GetParam(), [](int) { return 1.0; });
  const System system(read_model_text(m.text, "windows.yaml"));
  RunRequest r = request("lagrange", "dop853");
  r.tolerance = 1e-9;
  r.duration = 10;
  r.samples = 1000;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  // errors of a step grow over ten seconds in which the rods turn by some sixty radians
  EXPECT_LE(off_the_branch(results, m, GetParam()), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Sizes, WindowsInARow, ::testing::Values(1, 10, 100, 1000),
                         ::testing::PrintToStringParamName());

const char* const rockers =
    "rheon: 1\nplane: xy\ngravity: [0, -9.81]\nground: {A: [0, 0], B: [1, 0], C: [2.5, 0]}\n"
    "points: {P: [0.3, 0.8], Q: [1.3, 0.8], R: [2.8, 0.8]}\nbodies:\n  r1: {rod: [A, P], mass: 1 kg}\n"
    "  r2: {rod: [B, Q], mass: 2 kg}\n  r3: {rod: [C, R], mass: 0.5 kg}\n"
    "  c: {rod: [P, R], mass: 3 kg, points: [Q]}\n";

/// Three rockers on one coupler hold it once more than needed; the motion passes positions in which all lie on a line. Next
/// to these multipliers are hardly determined, but what they do to each body is.
TEST(DependentRows, ReactionsBalanceNextToSingularPositions) {
  const System system(read_model_text(rockers, "rockers.yaml", {}, {.balance = true}));
  for (const double step : {1e-3, 2.5e-4, -2.5e-4}) {
    RunRequest r = request("ali3p");
    r.step = std::abs(step);
    // steps that fail next to the position, whose states come from longer ones
    if (step < 0.0) r.options.push_back({"newton-tolerance", "1e-13", {}});
    r.duration = 1.2;
    r.samples = 2400;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    ASSERT_EQ(results.summary.balance.size(), 4u);
    // round-off of forces that pass 1e4 N there, over the 1e-4 that rows keep of their independence
    for (const BodyBalance& b : results.summary.balance) EXPECT_LT(b.force, 1e-7) << b.body << ", " << step;
  }
}

// The same: force in A on both sides of the position, at states that are taken from longer steps across it, against steps of
// 50 us, which do not end so close to it. The multipliers have a pole between.
TEST(DependentRows, ForcesNextToSingularPositionsAreThoseOfTheMotion) {
  const System system(read_model_text(rockers, "rockers.yaml"));
  const auto force = [&](double step, const char* tolerance) {
    RunRequest r = request("ali3p");
    r.step = step;
    r.duration = 0.62;
    r.samples = 2480;
    r.options.push_back({"newton-tolerance", tolerance, {}});
    const Results results = run(system, r);
    EXPECT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    return channel(results, "A.fx");
  };
  const auto coarse = force(2.5e-4, "1e-13"), fine = force(5e-5, "1e-10");
  for (const std::size_t row : {2461u, 2463u}) EXPECT_NEAR(coarse[row], fine[row], 1e-2 * std::abs(fine[row])) << row;
}

/// The midpoint rule conserves energy in every step; states out of longer steps have the energy of their ends.
TEST(EnergyMomentum, KeepsEnergyThroughSingularPositions) {
  const Singular m = parallelogram("windows", 2, [](int) { return 1.0; });
  const System system(read_model_text(m.text, "windows.yaml"));
  for (const double step : {1e-3, 0.9e-3, 0.7e-3, 0.6e-3, 0.4e-3}) {
    RunRequest r = request("energy-momentum");
    r.step = step;
    r.duration = 10;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << step << ": " << results.summary.message;
    // of some 40 J that go to and fro; fifth-degree polynomials over a step leave 1e-8 of it
    EXPECT_LT(results.summary.energy_worst, 1e-5) << step;
    Branch b = m.branch;
    b.advance(channel(results, "t").back());
    // second order: (h w)^2/12 over 60 rad with w = 6 rad/s, at 1 ms 2e-4
    EXPECT_NEAR(channel(results, m.channel).back(), m.place(b.angle), 1e-3 * step / 1e-3 + 1e-4) << step;
  }
}

/// Error control whose steps collapse goes back: rows of what it left are gone, and it ends on the branch.
TEST(CollapsingSteps, GoBackAndPass) {
  const Singular m = parallelogram("windows", 2, [](int) { return 1.0; });
  const System system(read_model_text(m.text, "windows.yaml"));
  RunRequest r = request("lagrange", "dopri5");
  r.tolerance = 1e-11;
  r.duration = 10;
  r.samples = 5000;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  const auto& notes = results.summary.notes;
  ASSERT_TRUE(std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
    return note.starts_with("steps collapsed");
  })) << "nothing collapsed: this tests nothing";
  const auto t = channel(results, "t"), y = channel(results, m.channel);
  ASSERT_EQ(t.size(), 5001u);
  Branch b = m.branch;
  double error = 0.0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    ASSERT_NEAR(t[i], 2e-3 * static_cast<double>(i), 1e-9);
    if (i > 0) b.advance(t[i] - t[i - 1]);
    error = std::max(error, std::abs(y[i] - m.place(b.angle)));
  }
  EXPECT_LE(error, 1e-6);  // what A02 demands; the reference has 1e-9 after each radian
}

/// What error control has to know to go back is part of the state.
TEST(CollapsingSteps, ResumeBitForBit) {
  const Singular m = parallelogram("windows", 2, [](int) { return 1.0; });
  const System system(read_model_text(m.text, "windows.yaml"));
  RunRequest r = request("lagrange", "dopri5");
  r.tolerance = 1e-11;
  r.duration = 10;
  r.samples = 500;
  std::vector<SavedState> saved;
  int returns = 0;  // states before the one that was there already
  Simulation whole(system, r);
  for (double last = 0.0; !whole.done(); last = whole.state().t) {
    ASSERT_TRUE(whole.step()) << whole.state().t;
    const bool back = whole.state().t < last;
    if (back) ++returns;
    // steps that collapsed are the last before a return
    if (back || whole.state().n % 97 == 0) saved.push_back(whole.save());
    if (whole.state().h < 1e-4) saved.push_back(whole.save());
  }
  ASSERT_GT(returns, 0) << "nothing collapsed: this tests nothing";
  const std::string end = save_state(whole.save());
  const std::size_t stride = std::max<std::size_t>(1, saved.size() / 40);
  for (std::size_t k = 0; k < saved.size(); k += stride) {
    Simulation rest(system, r, load_state(save_state(saved[k]), system));
    while (!rest.done()) ASSERT_TRUE(rest.step());
    EXPECT_EQ(save_state(rest.save()), end) << "from t = " << saved[k].state.t << ", step " << saved[k].state.n;
  }
}

/// A row that is a product has two branches, a circle and a line. A bead that began on the circle stays there, or the run
/// stops; the line was taken at tolerances where round-off made a corner of the crossing.
TEST(CrossingBranches, AreNotExchangedWithoutAWord) {
  int stopped = 0, completed = 0;
  for (const char* speed : {"0", "-1"})
    for (int k = 6; k < 20; ++k)
      for (const char* integrator : {"dop853", "dopri5"}) {
        const System system(
            read_model_text("rheon: 1\ncoordinates: [x, y]\nkinetic: 1/2*(x'^2 + y'^2)\npotential: 9.81*y\n"
                            "constraints: {c: '(x^2 + y^2 - 1)*x = 0'}\ninitial: {x: 1, y: 0, y': " +
                                std::string(speed) + "}\n",
                            "product.yaml"));
        RunRequest r = request("lagrange", integrator);
        r.tolerance = std::pow(10.0, -0.5 * k);
        r.duration = 2;
        const Results results = run(system, r);
        (results.summary.ending == Ending::completed ? completed : stopped) += 1;
        const auto x = channel(results, "x"), y = channel(results, "y");
        for (std::size_t i = 0; i + 1 < x.size(); ++i)
          ASSERT_NEAR(x[i] * x[i] + y[i] * y[i], 1.0, 1e-3) << speed << " " << integrator << " " << *r.tolerance;
      }
  EXPECT_GT(completed, stopped);
}

}  // namespace
}  // namespace rheon::test
