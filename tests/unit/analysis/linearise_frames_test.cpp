// linearise() of steady motions that turn: the frame is found from the motion, whatever the coordinates and their names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "rheon/analysis/linearise.hpp"
#include "rheon/io/model_reader.hpp"

namespace rheon::test {
namespace {

using testing::HasSubstr;
using Complex = std::complex<double>;

constexpr double g = 9.81;

Linearisation of(const std::string& text) {
  return linearise(System(read_model_text("rheon: 1\n" + text, "model.yaml")));
}

std::string notes_of(const Linearisation& l) {
  std::string text;
  for (const auto& note : l.notes) text += note + "\n";
  return text;
}

std::string digits(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

/// Eigenvalues come from exact derivatives, and the frame from accelerations: round-off, times the condition of a dozen
/// coordinates. Eigenvalues that are double (translations of a free body in a turning frame) are not asked for.
void expect_mode(const Linearisation& l, Complex expected, double relative = 1e-11) {
  double nearest = INFINITY;
  for (const Mode& m : l.modes) nearest = std::min(nearest, std::abs(m.eigenvalue - expected));
  EXPECT_LE(nearest, relative * std::abs(expected)) << expected << "\n" << notes_of(l);
}

struct Top {
  double I1 = 0.002 + 0.5 * 0.1 * 0.1, I3 = 0.0015, mgl = 0.5 * g * 0.1;  ///< about the point of support
};

std::string top_with(const std::string& points, const std::string& centre, const std::string& more, double spin) {
  return "gravity: [0, 0, -9.81]\npoints: {" + points + "}\nbodies:\n  top: {centre: " + centre +
         ", mass: 0.5 kg, inertia: [0.002, 0.002, 0.0015]" + more +
         "}\njoints: {ball: {spherical: [ground, top], at: [0, 0, 0]}}\ninitial: {top.wz: " + digits(spin) +
         ", top.wx: 0, top.wy: 0}\n";
}

// I1 z'' - i I3 n z' - mgl z = 0 for the horizontal place z of the tip: stable for (I3 n)^2 > 4 I1 mgl.
TEST(LineariseFrames, SleepingTopWhateverIsNamed) {
  const Top top;
  for (const double spin : {40.0, 100.0}) {
    const double momentum = top.I3 * spin, root = 4 * top.I1 * top.mgl - momentum * momentum;
    const std::string models[] = {
        top_with("G: [0, 0, 0.1]", "G", "", spin),
        top_with("", "[0, 0, 0.1]", "", spin),
        top_with("P: [0.05, 0, 0.1]", "[0, 0, 0.1]", ", points: [P]", spin),
        top_with("G: [0, 0, 0.1], P: [0.05, 0, 0.1]", "G", ", points: [P]", spin),
        top_with("G: [0, 0, 0.1], P: [0.05, 0, 0.1], Q: [0.03, 0.02, 0.02]", "G", ", points: [P, Q]", spin),
    };
    for (const std::string& model : models) {
      const Linearisation l = of(model);
      EXPECT_EQ(l.reference, Reference::steady) << model << notes_of(l);
      EXPECT_EQ(l.zeros, 2) << model;  // how far it has turned, and how fast
      const Complex half(0.0, momentum / (2 * top.I1));
      if (root > 0) {
        ASSERT_EQ(l.modes.size(), 2u) << model;
        expect_mode(l, half + std::sqrt(root) / (2 * top.I1));
        expect_mode(l, half - std::sqrt(root) / (2 * top.I1));
      } else {
        expect_mode(l, half + Complex(0.0, std::sqrt(-root) / (2 * top.I1)));
        expect_mode(l, half - Complex(0.0, std::sqrt(-root) / (2 * top.I1)));
      }
    }
  }
}

// Steady precession W at the angle th from the vertical: with L3 = I3 w3 the reduced potential
// (p - L3 cos th)^2 / (2 I1 sin^2 th) + mgl cos th has its minimum there; its curvature over I1 is the nutation squared.
TEST(LineariseFrames, TopInSteadyPrecession) {
  const Top top;
  const double th = 0.7, W = 9.0, c = std::cos(th), s = std::sin(th);
  const double w3 = (top.I1 * W * W * c + top.mgl) / (top.I3 * W);  // sin th (I1 W^2 cos th - I3 w3 W + mgl) = 0
  const double L3 = top.I3 * w3, p = top.I1 * W * s * s + L3 * c;
  const auto slope = [&](double x) {
    const double d = p - L3 * std::cos(x), sx = std::sin(x);
    return (d * L3 * sx / (sx * sx) - d * d * std::cos(x) / (sx * sx * sx)) / top.I1 - top.mgl * sx;
  };
  EXPECT_NEAR(slope(th), 0.0, 1e-12);
  const double h = 1e-3;  // fourth-order difference of a function of order 1: 1e-11
  const double curvature = (8 * (slope(th + h) - slope(th - h)) - slope(th + 2 * h) + slope(th - 2 * h)) / (12 * h);
  // axis in the plane xz; w = W z + (w3 - W cos th) axis
  const double wx = (w3 - W * c) * s, wz = W + (w3 - W * c) * c;
  const std::string model =
      "gravity: [0, 0, -9.81]\npoints: {G: [" + digits(0.1 * s) + ", 0, " + digits(0.1 * c) +
      "]}\nbodies:\n  top: {centre: G, mass: 0.5 kg, inertia: [0.0015, 0.002, 0.002], along: [" + digits(s) + ", 0, " +
      digits(c) + "]}\njoints: {ball: {spherical: [ground, top], at: [0, 0, 0]}}\ninitial: {top.wx: " + digits(wx) +
      ", top.wy: 0, top.wz: " + digits(wz) + "}\n";
  const Linearisation l = of(model);
  EXPECT_EQ(l.reference, Reference::steady) << notes_of(l);
  EXPECT_THAT(notes_of(l), HasSubstr("turns with 9 rad/s about (0, 0, 1)"));
  ASSERT_EQ(l.modes.size(), 1u);
  expect_mode(l, {0.0, std::sqrt(curvature / top.I1)}, 1e-9);
  EXPECT_EQ(l.zeros, 4);
}

/// A thin disc that rolls in a circle. With w = (w1, w2, w3) along the contact line, up the disc and along its axis, and
/// th the angle of the disc to the floor, Newton and Euler about the contact give
///   (A + m r^2) w1' = A w2^2 cot th - (C + m r^2) w2 w3 - m g r cos th,   A w2' = C w1 w3 - A w1 w2 cot th,
///   (C + m r^2) w3' = m r^2 w1 w2,   th' = w1
/// so that w2 and w3 are functions of th, and small changes of th have the eigenvalues +- sqrt(slope of w1' in th).
struct Coin {
  double th, W;  ///< W: turning of the circle
  double m = 1.3, r = 0.4, A = m * r * r / 4, C = m * r * r / 2, mrr = m * r * r;
  double w2() const { return W * std::sin(th); }
  double w3() const { return (A * w2() * w2() / std::tan(th) - m * g * r * std::cos(th)) / ((C + mrr) * w2()); }
  double square() const {
    const double cot = 1 / std::tan(th), s = std::sin(th);
    const double w2_th = (C * w3() - A * w2() * cot) / A, w3_th = mrr * w2() / (C + mrr);
    return (2 * A * w2() * cot * w2_th - A * w2() * w2() / (s * s) - (C + mrr) * (w2_th * w3() + w2() * w3_th) +
            m * g * r * s) /
           (A + mrr);
  }
  std::string model(const std::string& more_points, const std::string& more) const {
    const double s = std::sin(th), c = std::cos(th);
    const std::string axis = "[0, " + digits(-s) + ", " + digits(c) + "]";
    return "gravity: [0, 0, -9.81]\npoints: {C: [0, " + digits(r * c) + ", " + digits(r * s) + "]" + more_points +
           "}\nbodies: {coin: {disc: 0.4, at: C, axis: " + axis + ", mass: 1.3" + more +
           "}}\njoints: {roll: {rolling_disc: coin, at: C, axis: " + axis + ", radius: 0.4}}\ninitial: {coin.wx: 0, " +
           "coin.wy: " + digits(w2() * c - w3() * s) + ", coin.wz: " + digits(w2() * s + w3() * c) + "}\n";
  }
};

TEST(LineariseFrames, CoinRollingInACircle) {
  for (const Coin& coin : {Coin{1.2, 2.0}, Coin{1.0, 3.5}, Coin{0.9, 2.0}, Coin{1.45, 0.9}}) {
    const double square = coin.square();
    const Complex expected = std::sqrt(Complex(square));
    for (const std::string& model : {coin.model("", ""), coin.model(", P: [0.2, " + digits(coin.r * std::cos(coin.th)) +
                                                                        ", " + digits(coin.r * std::sin(coin.th)) + "]",
                                                                    ", points: [P]")}) {
      const Linearisation l = of(model);
      EXPECT_EQ(l.reference, Reference::steady) << model << notes_of(l);
      expect_mode(l, expected);
      expect_mode(l, {0.0, coin.W});  // where the circle is, seen from a frame that turns
      EXPECT_EQ(l.zeros, 4) << model;
    }
  }
  EXPECT_LT((Coin{1.2, 2.0}.square()), 0.0);
}

// A bead on a hoop that a motor turns with W: at rest in it at cos th = g / (R W^2) from the bottom, small motions have the
// frequency W sin th; at the bottom the eigenvalues are +- sqrt(W^2 - g/R).
std::string hoop(double W, double th) {
  const double R = 0.5;
  return "gravity: [0, 0, -9.81]\nground: {O: [0, 0, 0]}\npoints: {P: [" + digits(R * std::sin(th)) + ", 0, " +
         digits(-R * std::cos(th)) +
         "]}\nbodies: {hoop: {ring: 0.5, at: O, axis: y, mass: 1}, bead: {point: P, mass: 0.1}}\njoints:\n"
         "  shaft: {revolute: [ground, hoop], at: O, axis: z}\n"
         "  wire: {on_circle: P, of: hoop, centre: O, normal: y, radius: 0.5}\n"
         "drivers: {motor: {angle: shaft, equals: " +
         digits(W) + "*t}}\n";
}
TEST(LineariseFrames, BeadOnADrivenHoop) {
  const double W = 6.0, th = std::acos(g / (0.5 * W * W));
  const Linearisation l = of(hoop(W, th));
  EXPECT_EQ(l.reference, Reference::steady) << notes_of(l);
  ASSERT_EQ(l.modes.size(), 1u);
  expect_mode(l, {0.0, W * std::sin(th)});
  EXPECT_THAT(notes_of(l), testing::Not(HasSubstr("held")));  // time goes on in that frame
  const Linearisation bottom = of(hoop(W, 0.0));
  EXPECT_EQ(bottom.reference, Reference::steady) << notes_of(bottom);
  expect_mode(bottom, {std::sqrt(W * W - g / 0.5), 0.0});
}

// W sqrt(1 + 3 cos^2 th)
TEST(LineariseFrames, ConicalPendulum) {
  const double th = 1.0, W = std::sqrt(g / std::cos(th));
  const Linearisation l = of("gravity: [0, 0, -9.81]\nground: {O: [0, 0, 0]}\npoints: {P: [" + digits(std::sin(th)) +
                             ", 0, " + digits(-std::cos(th)) +
                             "]}\nbodies: {b: {point: P, mass: 1}}\njoints: {string: {distance: [O, P]}}\n"
                             "initial: {P.x': 0, P.z': 0, P.y': " +
                             digits(W * std::sin(th)) + "}\n");
  EXPECT_EQ(l.reference, Reference::steady) << notes_of(l);
  ASSERT_EQ(l.modes.size(), 1u);
  expect_mode(l, {0.0, W * std::sqrt(1 + 3 * std::cos(th) * std::cos(th))});
}

// Two masses of 1 kg on a spring, turning in the plane: the distance swings with sqrt(3 W^2 + k/mu), mu = 1/2.
TEST(LineariseFrames, TurningInThePlane) {
  const double W = 3.0, k = 50.0, l0 = 1.0, length = k * l0 / (k - W * W / 2);
  const Linearisation l =
      of("plane: xy\npoints: {A: [" + digits(-length / 2) + ", 0], B: [" + digits(length / 2) +
         ", 0]}\nbodies: {a: {point: A, mass: 1}, b: {point: B, mass: 1}}\nforces: {s: {spring: [A, B], stiffness: 50, "
         "length: 1}}\ninitial: {A.x': 0, B.x': 0, A.y': " +
         digits(-W * length / 2) + ", B.y': " + digits(W * length / 2) + "}\n");
  EXPECT_EQ(l.reference, Reference::steady) << notes_of(l);
  expect_mode(l, {0.0, std::sqrt(3 * W * W + k / 0.5)});
}

// About the middle one of its principal axes a free body leaves with W sqrt((I2 - I1)(I3 - I2)/(I1 I3)): it has no symmetry,
// so the frame must turn with it.
TEST(LineariseFrames, BodyAboutItsMiddleAxis) {
  const Linearisation l =
      of("points: {G: [0, 0, 0], P: [0.3, 0.2, 0.1]}\nbodies: {b: {centre: G, mass: 1, inertia: [1, 2, 2.5], points: "
         "[P]}}\ninitial: {b.wx: 0, b.wy: 3, b.wz: 0, G.x': 0, G.y': 0, G.z': 0}\n");
  EXPECT_EQ(l.reference, Reference::steady) << notes_of(l);
  expect_mode(l, {3 * std::sqrt((2.0 - 1.0) * (2.5 - 2.0) / (1.0 * 2.5)), 0.0});
}

// Velocities of the size of round-off are no motion: nothing to look for a frame of.
TEST(LineariseFrames, NearlyAtRest) {
  for (const char* speed : {"1e-300", "1e-17", "1e-13"}) {
    const Linearisation l =
        of("gravity: [0, 0, -9.81]\npoints: {G: [0, 0, -0.1]}\nbodies:\n  top: {centre: G, mass: 0.5, inertia: [0.002, "
           "0.002, "
           "0.0015]}\njoints: {ball: {spherical: [ground, top], at: [0, 0, 0]}}\ninitial: {top.wx: " +
           std::string(speed) + ", top.wy: 0, top.wz: 0}\n");
    EXPECT_EQ(l.reference, Reference::equilibrium) << speed;
    expect_mode(l, {0.0, std::sqrt(Top().mgl / Top().I1)});
  }
}

TEST(LineariseFrames, SaysWhatWasLookedFor) {
  // a top that nods: no steady motion
  const Linearisation nods =
      of("gravity: [0, 0, -9.81]\npoints: {G: [0.1, 0, 0]}\nbodies:\n  top: {centre: G, mass: 0.5, inertia: [0.0015, "
         "0.002, "
         "0.002]}\njoints: {ball: {spherical: [ground, top], at: [0, 0, 0]}}\ninitial: {top.wx: 60, top.wy: 0, top.wz: "
         "0}\n");
  EXPECT_EQ(nods.reference, Reference::frozen);
  EXPECT_THAT(notes_of(nods), HasSubstr("no frame that turns along"));
  // a circle in Cartesian coordinates of equations: steady, but nothing says which coordinates turn together
  const Linearisation circle =
      of("coordinates: [x, y]\nmass: [1, 1]\npotential: (x^2 + y^2)/2\ninitial: {x: 1, y: 0, x': 0, y': 1}\n"
         "constraints: {c: x^2 + y^2 = 1}\n");
  EXPECT_EQ(circle.reference, Reference::frozen);
  EXPECT_THAT(notes_of(circle), HasSubstr("it was not looked for"));
}

}  // namespace
}  // namespace rheon::test
