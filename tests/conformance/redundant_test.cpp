// Every formulation on mechanisms with more rows than needed: wheels on one axle, a cart built from parts, and Bennett's
// linkage. Motion against equations in the least coordinates, shares of the reactions against their definition.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "la/eigenvalues.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/formulation_names.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

class Redundant : public ::testing::TestWithParam<std::string> {
 protected:
  const FormulationKind& kind() const { return find_formulation(GetParam()); }
  int order() const { return claimed_order(kind(), find_integrator(kind().default_integrator)).motion; }
  bool springs() const { return GetParam() == "penalty"; }
  /// All steps are accepted: nothing contradicts anything.
  Results run_model(const System& system, double step, double duration, int samples) const {
    RunRequest r = request(GetParam());
    r.step = step;
    r.duration = duration;
    r.samples = samples;
    Results results = run(system, r);
    EXPECT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    EXPECT_EQ(results.summary.refused_steps, 0);
    EXPECT_THAT(results.summary.notes, Not(Contains(HasSubstr("singular position"))));
    return results;
  }
};

// tests/data/reference/x_two_wheels.csv, in closed form.
TEST_P(Redundant, TwoWheelsOnOneAxle) {
  if (!kind().claims.nonholonomic) return;
  const System system = load_system("two_wheels");
  const Results results = run_model(system, 2e-3, 2.0, 100);
  const Table reference = load_reference("x_two_wheels");
  // rates of 12/s: (12 * 2e-3)^2 of 6 m over 24 rad for methods of second order
  const double allowed = order() > 2 ? 1e-7 : 2e-2;
  EXPECT_LT(max_difference(channel(results, "x"), reference["x"]), allowed);
  EXPECT_LT(max_difference(channel(results, "y"), reference["y"]), allowed);
}

// tests/data/reference/x_bennett.csv: 16 rows more than a loop of four hinges in space has freedoms for.
TEST_P(Redundant, BennettsLinkage) {
  const System system = load_system("bennett");
  const Results results = run_model(system, 1e-3, 1.0, 50);
  Table reference = load_reference("x_bennett");
  for (auto& [name, column] : reference.columns) column.resize(51);
  // rates of 6/s in bodies of 0.3 m: (6e-3)^2 over 4 rad; springs give way by 1e-6 of 10 N and more at their frequency
  const double allowed = springs() ? 5e-2 : order() > 2 ? 1e-8 : 1e-4;
  for (const auto& [name, column] :
       {std::pair{"B.x", "Bx"}, {"B.y", "By"}, {"C.x", "Cx"}, {"C.y", "Cy"}, {"C.z", "Cz"}})
    EXPECT_LT(max_difference(channel(results, name), reference[column]), allowed) << name;
}

// A cart from parts: chassis, two wheels of radius r on one axle, a support without friction ahead of it. The centre of all is d
// ahead of the axle: (m + 2 C/r^2) v' = m d w^2, (J + 2 C b^2/r^2) w' = -m d v w, J about the middle of the axle.
constexpr const char* cart = R"(rheon: 1
name: cart
gravity: [0, 0, -9.81]
points: {L: [0, 0.4, 0.2], R: [0, -0.4, 0.2], K: [0.6, 0, 0.2]}
bodies:
  chassis: {box: [0.8, 0.6, 0.1], at: [0.3, 0, 0.2], mass: 10 kg, points: [K]}
  left: {disc: 0.2 m, at: L, axis: y, mass: 1 kg}
  right: {disc: 0.2 m, at: R, axis: y, mass: 1 kg}
joints:
  hl: {revolute: [chassis, left], at: L, axis: y}
  hr: {revolute: [chassis, right], at: R, axis: y}
  rl: {rolling_disc: left, at: L, axis: y, radius: 0.2 m}
  rr: {rolling_disc: right, at: R, axis: y, radius: 0.2 m}
  support: {on_plane: K, normal: z}
initial: {hl.angle': 4, hr.angle': 7}
outputs: {x: chassis.x, y: chassis.y}
)";

TEST_P(Redundant, CartWithTwoWheels) {
  if (!kind().claims.nonholonomic) return;
  const System system(read_model_text(cart, "cart.yaml"));
  const Results results = run_model(system, 1e-3, 2.0, 20);
  const double m = 12.0, d = 10.0 * 0.3 / m, r = 0.2, b = 0.4, axial = 0.5 * r * r,
               J = 10.0 / 12 * (0.8 * 0.8 + 0.6 * 0.6) + 10.0 * 0.3 * 0.3 + 2 * (0.25 * r * r + b * b);
  const auto f = [&](const std::array<double, 5>& y) {  // x, y, heading of the middle of the axle, v, w
    return std::array<double, 5>{y[3] * std::cos(y[2]), y[3] * std::sin(y[2]), y[4],
                                 m * d * y[4] * y[4] / (m + 2 * axial / (r * r)),
                                 -m * d * y[3] * y[4] / (J + 2 * axial * b * b / (r * r))};
  };
  std::array<double, 5> y{0, 0, 0, 0.5 * r * (4 + 7), r * (7 - 4) / (2 * b)};
  const double allowed = order() > 2 ? 1e-8 : 1e-3;  // wheels turn by 7/s: (7e-3)^2 over some turns
  const auto x = channel(results, "x"), z = channel(results, "y");
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_NEAR(x[i], y[0] + 0.3 * std::cos(y[2]), allowed);
    EXPECT_NEAR(z[i], y[1] + 0.3 * std::sin(y[2]), allowed);
    for (int k = 0; k < 100; ++k) {  // the classical Runge-Kutta method
      const double h = 1e-3;
      const auto ahead = [&](const std::array<double, 5>& by, double part) {
        std::array<double, 5> to = y;
        for (std::size_t j = 0; j < 5; ++j) to[j] += part * by[j];
        return to;
      };
      const auto k1 = f(y), k2 = f(ahead(k1, h / 2)), k3 = f(ahead(k2, h / 2)), k4 = f(ahead(k3, h));
      for (std::size_t j = 0; j < 5; ++j) y[j] += h / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
    }
  }
}

// What rows share: of all lambda with the same A^T lambda, the one of least sum lambda_i^2/m_i, 1/m_i = sum_j A_ij^2/M_jj.
TEST_P(Redundant, ReactionsAreThoseOfLeastNorm) {
  if (springs()) return;  // its springs share as they are stiff
  for (const char* name : {"bennett", "two_wheels"}) {
    SCOPED_TRACE(name);
    const System system = load_system(name);
    RunRequest r = request(GetParam());
    r.step = 1e-4;
    r.duration = 0.02;
    Simulation simulation(system, r);
    while (simulation.step()) {
    }
    const State& s = simulation.state();
    Terms terms = system.make_terms();
    ASSERT_TRUE(system.evaluate(s, Want::rows | Want::mass, terms));
    const Layout& n = system.layout();
    const Pattern &A = system.jacobian_pattern(), &M = system.mass_pattern();
    Eigen::MatrixXd scaled = Eigen::MatrixXd::Zero(n.rows(), n.nv);  // A_ij sqrt(m_i / M_jj)
    Vec root(n.rows());
    for (int i = 0; i < n.rows(); ++i) {
      double mobility = 0.0;
      for (int k = A.start[std::size_t(i)]; k < A.start[std::size_t(i) + 1]; ++k) {
        const int j = A.col[std::size_t(k)];
        scaled(i, j) = terms.A[std::size_t(k)] / std::sqrt(terms.M[std::size_t(M.find(j, j))]);
        mobility += scaled(i, j) * scaled(i, j);
      }
      root[i] = 1.0 / std::sqrt(mobility);
      scaled.row(i) *= root[i];
    }
    const Vec share = s.lambda.cwiseQuotient(root);
    const LeftSingular svd = left_singular(scaled);
    Vec least = Vec::Zero(n.rows());
    int rank = 0;
    for (Index k = 0; k < svd.values.size(); ++k)
      if (svd.values[k] > 1e-6) {
        least += svd.U.col(k) * svd.U.col(k).dot(share);
        ++rank;
      }
    ASSERT_LT(rank, n.rows());  // there is something to share
    // rows that follow differ by 1e-9 where velocities are off by the error of a step of 0.1 ms
    EXPECT_LT((share - least).norm(), 1e-6 * share.norm());
  }
}

std::vector<std::string> notes_of(const System& system) {
  RunRequest r = request("lagrange");
  r.duration = 1e-3;
  return run(system, r).summary.notes;
}

System system_of(const std::string& text) { return System(read_model_text(text, "model.yaml")); }

TEST(UndeterminedReactions, AreNamedByARun) {
  // two wheels: what one axle pushes sideways, the wheels share in any way; the ends of the linkage likewise
  EXPECT_THAT(notes_of(load_system("two_wheels")), Contains(HasSubstr("are not all determined")));
  EXPECT_THAT(notes_of(load_system("bennett")), Contains(HasSubstr("are not all determined")));
  EXPECT_THAT(
      notes_of(system_of("rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\nconstraints: {one: y = 0, two: 2*y = 0}\n")),
      Contains(HasSubstr("reactions of \"one\", \"two\" are not all determined")));
  // a door on two hinges: no row is redundant, since hinges share points; the hinges share the weight
  EXPECT_THAT(
      notes_of(system_of(
          "rheon: 1\ngravity: [0, 0, -9.81]\nground: {A: [0, 0, 0], B: [0, 0, 2]}\nbodies: {door: {box: [1, 0.05, 2], "
          "at: [0.5, 0, 1], mass: 20 kg}}\njoints:\n  lower: {revolute: [ground, door], at: A, axis: [0, 0, 1]}\n"
          "  upper: {revolute: [ground, door], at: B, axis: [0, 0, 1]}\n")),
      Contains(HasSubstr("reactions of \"lower\", \"upper\" are not all determined")));
}

TEST(UndeterminedReactions, AreNotClaimedWhereAllAreDetermined) {
  EXPECT_THAT(notes_of(load_system("slider_crank")), Not(Contains(HasSubstr("determined"))));
  // a parallelogram that is folded flat at the start: rows depend on each other there and not beside it
  const System folded = system_of(
      "rheon: 1\ncoordinates: [xa, ya, xb, yb]\nmass: [1, 1, 1, 1]\nconstraints:\n  one: xa^2 + ya^2 = 1\n"
      "  two: (xb - 2)^2 + yb^2 = 1\n  rod: (xb - xa)^2 + (yb - ya)^2 = 4\n"
      "initial: {xa: 1, ya: 0, xb: 3, yb: 0, ya': 1, yb': 1}\n");
  EXPECT_THAT(notes_of(folded), Not(Contains(HasSubstr("determined: "))));
}

INSTANTIATE_TEST_SUITE_P(Formulations, Redundant, ::testing::ValuesIn(formulation_names()), formulation_test_name);

}  // namespace
}  // namespace rheon::test
