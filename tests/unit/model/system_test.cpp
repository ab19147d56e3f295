// Every term of the assembled equations against finite differences of the energies and residuals it comes from.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/initial.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

constexpr Want everything = Want::position | Want::jacobian | Want::mass | Want::force | Want::bias | Want::tangent |
                            Want::curvature | Want::slopes | Want::energy | Want::rates | Want::flow;

Eigen::MatrixXd dense(const Pattern& p, const SparseValues& v) {
  Eigen::MatrixXd B = Eigen::MatrixXd::Zero(p.rows, p.cols);
  for (int i = 0; i < p.rows; ++i)
    for (int k = p.start[static_cast<std::size_t>(i)]; k < p.start[static_cast<std::size_t>(i) + 1]; ++k)
      B(i, p.col[static_cast<std::size_t>(k)]) = v[static_cast<std::size_t>(k)];
  return B;
}

/// A state near the initial one, on no constraint in particular: derivatives must hold everywhere.
State random_state(const System& system, unsigned seed) {
  State s = find_initial_state(system).state;
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> shift(-0.1, 0.1);
  for (Vec* x : {&s.q, &s.v, &s.a, &s.lambda})
    for (Index i = 0; i < x->size(); ++i) (*x)[i] += shift(random);
  s.t = 0.3;
  return s;
}

class Assembled : public ::testing::TestWithParam<std::string> {
 protected:
  Assembled() : system_(load_system(GetParam())), terms_(system_.make_terms()) {}
  Terms at(const State& s) {
    Terms t = system_.make_terms();
    EXPECT_TRUE(system_.evaluate(s, everything, t));
    return t;
  }
  /// Central difference with step d: error d^2 times a third derivative, plus eps/d; 1e-5 gives about 1e-9 of both.
  template <class F>
  Eigen::VectorXd difference(const State& s, Vec State::*block, Index i, F&& f) {
    constexpr double d = 1e-5;
    State up = s, down = s;
    (up.*block)[i] += d;
    (down.*block)[i] -= d;
    return (f(up) - f(down)) / (2 * d);
  }
  System system_;
  Terms terms_;
};

TEST_P(Assembled, TermsMatchDifferences) {
  constexpr double tolerance = 2e-7;  // see `difference`; entries are of order 1 to 100
  const Layout& n = system_.layout();
  const State s = random_state(system_, 11);
  const Terms t = at(s);
  const Eigen::MatrixXd M = dense(system_.mass_pattern(), t.M), A = dense(system_.jacobian_pattern(), t.A);
  const Eigen::MatrixXd K = dense(system_.stiffness_pattern(), t.K), C = dense(system_.damping_pattern(), t.C),
                        H = dense(system_.curvature_pattern(), t.H);
  const Eigen::MatrixXd w_q = dense(system_.row_slope_pattern(), t.w_q),
                        R = dense(system_.reaction_slope_pattern(), t.R);
  const auto rows_rate = [&](const State& x) {
    const Terms e = at(x);
    Eigen::VectorXd w(n.rows());
    w << e.phi_dot, e.psi;
    return w;
  };
  const auto residual = [&](const State& x) {  // M a - Q
    const Terms e = at(x);
    return Eigen::VectorXd(dense(system_.mass_pattern(), e.M) * x.a - e.Q);
  };
  const auto reaction = [&](const State& x) {
    const Terms e = at(x);
    return Eigen::VectorXd(dense(system_.jacobian_pattern(), e.A).transpose() * x.lambda);
  };
  const Eigen::MatrixXd e_q = dense(system_.acceleration_slope_pattern(false), t.e_q),
                        e_v = dense(system_.acceleration_slope_pattern(true), t.e_v);
  const auto second_rate = [&](const State& x) {  // A a - b
    const Terms e = at(x);
    return Eigen::VectorXd(dense(system_.jacobian_pattern(), e.A) * x.a - e.b);
  };
  for (Index j = 0; j < n.nv; ++j) {
    EXPECT_LE((difference(s, &State::q, j, second_rate) - e_q.col(j)).norm(), tolerance * 10) << "e_q, column " << j;
    EXPECT_LE((difference(s, &State::v, j, second_rate) - e_v.col(j)).norm(), tolerance) << "e_v, column " << j;
    EXPECT_LE((difference(s, &State::v, j, rows_rate) - A.col(j)).norm(), tolerance) << "A, column " << j;
    EXPECT_LE((difference(s, &State::v, j, residual) - C.col(j)).norm(), tolerance) << "C, column " << j;
    EXPECT_LE((difference(s, &State::q, j, residual) - K.col(j)).norm(), tolerance * 10) << "K, column " << j;
    EXPECT_LE((difference(s, &State::q, j, reaction) - H.col(j)).norm(), tolerance) << "H, column " << j;
    EXPECT_LE((difference(s, &State::q, j, rows_rate) - w_q.col(j)).norm(), tolerance) << "w_q, column " << j;
    EXPECT_LE((difference(s, &State::v, j, reaction) - R.col(j)).norm(), tolerance) << "R, column " << j;
  }
  // b: along q' = v, v' = a the rows' second rate is A a - b
  const double d = 1e-5;
  State up = s, down = s;
  up.q += d * s.v, up.v += d * s.a, up.t += d;
  down.q -= d * s.v, down.v -= d * s.a, down.t -= d;
  const Eigen::VectorXd second = (rows_rate(up) - rows_rate(down)) / (2 * d);
  EXPECT_LE((second - (A * s.a - t.b)).norm(), tolerance * 10);
  // phi_dot is the rate of phi
  const auto phi = [&](const State& x) { return Eigen::VectorXd(at(x).phi); };
  EXPECT_LE(((phi(up) - phi(down)) / (2 * d) - t.phi_dot).norm(), tolerance);
}

/// Lagrange's equations from values of the energies alone: d/dt T_v - T_q + V_q = f, so that
/// M a - Q = d/dt T_v - T_q + V_q - f along the motion. Forces f enter by the applied power's slope in v.
TEST_P(Assembled, MassAndForcesFollowFromTheEnergies) {
  const Layout& n = system_.layout();
  const State s = random_state(system_, 5);
  const Terms t = at(s);
  const double d = 1e-4;  // second differences: d^2 and eps/d^2 balance near 1e-8
  const auto kinetic = [&](const State& x) { return at(x).kinetic; };
  const auto potential = [&](const State& x) { return at(x).potential; };
  const auto slope = [&](auto&& f, const State& x, Vec State::*block, Index i) {
    State up = x, down = x;
    (up.*block)[i] += d;
    (down.*block)[i] -= d;
    return (f(up) - f(down)) / (2 * d);
  };
  State ahead = s, behind = s;
  ahead.q += d * s.v, ahead.v += d * s.a, ahead.t += d;
  behind.q -= d * s.v, behind.v -= d * s.a, behind.t -= d;
  const Eigen::VectorXd balance = dense(system_.mass_pattern(), t.M) * s.a - t.Q;
  if (!system_.model().forces.empty()) return;  // velocity-dependent forces have no potential to compare with
  for (Index i = 0; i < n.nv; ++i) {
    const double rate_of_momentum =
        (slope(kinetic, ahead, &State::v, i) - slope(kinetic, behind, &State::v, i)) / (2 * d);
    const double expected = rate_of_momentum - slope(kinetic, s, &State::q, i) + slope(potential, s, &State::q, i);
    EXPECT_NEAR(balance[i], expected, 2e-5) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Assembled,
                         ::testing::Values("pendulum", "moving_pivot", "double_pendulum", "constant_speed",
                                           "compound_pendulum", "appell_hamel", "appell_hamel_nonlinear", "parabola",
                                           "three_masses", "pursuit", "rolling_wheel", "rolling_disc"),
                         [](const auto& test) { return test.param; });

TEST(System, ClassifiesConstraints) {
  const System system(
      read_model_text("rheon: 1\nname: kinds\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\nconstraints:\n"
                      "  a: x' - y*y' = 0\n  b: x'^2 + y'^2 = 4\n  c: x + y = 1\n  d: x = sin(t)\n",
                      "kinds.yaml"));
  const auto& rows = system.model().constraints;
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].name, "c");  // position level first
  EXPECT_EQ(rows[0].kind, ConstraintKind::holonomic);
  EXPECT_EQ(rows[1].kind, ConstraintKind::rheonomic);
  EXPECT_EQ(rows[2].kind, ConstraintKind::linear_velocity);
  EXPECT_EQ(rows[3].kind, ConstraintKind::nonlinear_velocity);
}

// Generalised speeds: body rates of a torque-free body against Euler's equations in closed form (Jacobi functions).
TEST(System, GeneralisedSpeedsFollowEulersEquations) {
  const Table reference = load_reference("c_free_body_dzhanibekov");
  const System system = load_system("free_body");
  RunRequest r = request("lagrange", "dopri5");
  r.tolerance = 1e-11;
  r.duration = 0.5;  // the Euler angles used here are singular at theta = pi/2, reached after 1.57 s
  r.samples = 2;
  const Results results = run(system, r);
  for (const char* name : {"w1", "w2", "w3"}) {
    const auto values = channel(results, name);
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], reference[name][i], 1e-10) << name;
  }
}

/// Fewer speeds than coordinates, so that no matrix is square by accident.
TEST(System, SlopesWithGeneralisedSpeeds) {
  const System system(
      read_model_text("rheon: 1\nparameters: {m: 2, J: 0.3}\ncoordinates: [x, y, th]\nspeeds: [u, r]\n"
                      "kinematics: {x': u*cos(th), y': u*sin(th) + 0.1*x*r, th': r}\nmass: [m*(1 + x^2), m, J]\n"
                      "potential: x*y^2 + th^2\nforces: {x: -x'*th, u: u*r}\n"
                      "constraints: {track: y = sin(x), turn: r^2 = u*(1 + x*th)}\n",
                      "speeds.yaml"));
  State s = system.make_state();
  s.q << 0.3, 0.2, 0.7;
  s.v << 0.9, 0.4;
  s.a << 0.5, -0.6;
  s.lambda << 0.8, 1.1;
  Terms t = system.make_terms();
  ASSERT_TRUE(system.evaluate(s, everything, t));
  const auto values = [&](const State& x) {  // M a + A^T lambda - Q, A a - b, q', w
    Terms e = system.make_terms();
    EXPECT_TRUE(system.evaluate(x, everything, e));
    const Eigen::MatrixXd M = dense(system.mass_pattern(), e.M), A = dense(system.jacobian_pattern(), e.A);
    Eigen::VectorXd all(9);
    all << M * x.a + A.transpose() * x.lambda - e.Q, A * x.a - e.b, e.q_dot, e.phi_dot, e.psi;
    return all;
  };
  Eigen::MatrixXd q(9, 3), v(9, 2);
  q << dense(system.stiffness_pattern(), t.K) + dense(system.curvature_pattern(), t.H),
      dense(system.acceleration_slope_pattern(false), t.e_q), dense(system.rate_slope_pattern(false), t.r_q),
      dense(system.row_slope_pattern(), t.w_q);
  v << dense(system.damping_pattern(), t.C) + dense(system.reaction_slope_pattern(), t.R),
      dense(system.acceleration_slope_pattern(true), t.e_v), dense(system.rate_slope_pattern(true), t.r_v),
      dense(system.jacobian_pattern(), t.A);
  constexpr double d = 1e-5, tolerance = 1e-8;  // error d^2 times third derivatives of order 10, and eps/d
  const auto difference = [&](Vec State::*block, Index i) {
    State up = s, down = s;
    (up.*block)[i] += d;
    (down.*block)[i] -= d;
    return Eigen::VectorXd((values(up) - values(down)) / (2 * d));
  };
  for (Index j = 0; j < 3; ++j) EXPECT_LE((difference(&State::q, j) - q.col(j)).norm(), tolerance) << "q " << j;
  for (Index j = 0; j < 2; ++j) EXPECT_LE((difference(&State::v, j) - v.col(j)).norm(), tolerance) << "v " << j;
}

// The same planar motion with v = q' and with speeds along turning axes must agree: inertia forces of both descriptions.
TEST(System, GeneralisedSpeedsAgreeWithCoordinateRates) {
  const std::string head = "rheon: 1\nname: plate\nparameters: {m: 2, J: 0.3, d: 0.4, k: 5}\ncoordinates: [x, y, th]\n";
  const std::string tail =
      "potential: k/2*(x^2 + y^2)\nforces: {th: -0.1*th'}\nconstraints: {skate: y'*cos(th) - x'*sin(th) - d*th' = 0}\n";
  const System rates(read_model_text(head + "kinetic: m/2*(x'^2 + y'^2) + J/2*th'^2\n" + tail +
                                         "initial: {x: 1, y: 0, th: 0.2, x': 0.5*cos(0.2), y': 0.5*sin(0.2), th': 0}\n",
                                     "rates.yaml"));
  const System speeds(read_model_text(
      head +
          "speeds: [u, w, r]\nkinematics: {x': u*cos(th) - w*sin(th), y': u*sin(th) + w*cos(th), th': r}\n"
          "kinetic: m/2*(u^2 + w^2) + J/2*r^2\n" +
          tail + "initial: {x: 1, y: 0, th: 0.2, u: 0.5, w: 0, r: 0}\n",
      "speeds.yaml"));
  RunRequest r = request("lagrange", "dopri5");
  r.tolerance = 1e-11;
  r.duration = 3.0;
  const Results one = run(rates, r), two = run(speeds, r);
  for (const char* name : {"x", "y", "th", "x'", "th''", "lambda.skate", "energy.total"})
    EXPECT_LE(max_difference(channel(one, name), channel(two, name)), 1e-8) << name;
  EXPECT_NEAR(two.summary.energy_unexplained, 0.0, 1e-8);
}

}  // namespace
}  // namespace rheon::test
