// Reactions of redundant rows: those of least norm in the metric of the effective masses, whichever formulation gives them.
//
// The reference is made here, densely and without the solvers of the formulations: accelerations by the null space of A,
// then lambda = D mu with mu of least norm in A^T D mu = Q - M a, D = diag(sqrt(m_i)), m_i = 1 / sum_j A_ij^2 / M_jj.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "la/decompositions.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/sim/initial.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using Matrix = Eigen::MatrixXd;

Matrix full_matrix(const Pattern& p, const SparseValues& values) {
  Matrix B = Matrix::Zero(p.rows, p.cols);
  for (int i = 0; i < p.rows; ++i)
    for (int k = p.start[static_cast<std::size_t>(i)]; k < p.start[static_cast<std::size_t>(i) + 1]; ++k)
      B(i, p.col[static_cast<std::size_t>(k)]) = values[static_cast<std::size_t>(k)];
  return B;
}

struct Rows {
  Matrix M, A;
  Vec Q, b;
};

Rows rows_at(const System& system, const State& s) {
  Terms terms = system.make_terms();
  EXPECT_TRUE(system.evaluate(s, Want::jacobian | Want::mass | Want::force | Want::bias, terms));
  return {full_matrix(system.mass_pattern(), terms.M), full_matrix(system.jacobian_pattern(), terms.A), terms.Q,
          terms.b};
}

/// The lambda of least norm with A^T lambda = force.
Vec least_norm(const Rows& r, const Vec& force) {
  Vec root(r.A.rows());
  for (Eigen::Index i = 0; i < r.A.rows(); ++i)
    root[i] = 1.0 / std::sqrt((r.A.row(i).array().square() / r.M.diagonal().transpose().array()).sum());
  return root.cwiseProduct(least_squares(r.A.transpose() * root.asDiagonal(), force, 1e-10).x);
}

/// Q - M a, with accelerations by the null space of A.
Vec reaction(const Rows& r) {
  const auto [x, rank] = least_squares(r.A, r.b, 1e-10);
  const Matrix N = pivoted_qr(Matrix(r.A.transpose()), Basis::whole).Q.rightCols(r.A.cols() - rank);
  Vec a = x;
  a += N * solve_symmetric(N.transpose() * r.M * N, N.transpose() * (r.Q - r.M * a));
  return r.Q - r.M * a;
}

/// A four-bar linkage in a vertical plane, with its coupler there twice: the second repeats what the first says.
System doubled_four_bar() {
  return System(read_model_text(
      "rheon: 1\nplane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0], D: [1, 0]}\npoints: {A: [0, 0.3], B: [1.1, 0.6]}\n"
      "bodies:\n  crank: {rod: [O, A], mass: 1}\n  coupler: {rod: [A, B], mass: 2}\n  rocker: {rod: [D, B], mass: "
      "1.5}\n"
      "joints:\n  second: {distance: [A, B]}\n",
      "doubled.yaml"));
}

class RedundantReactions : public ::testing::TestWithParam<const char*> {};

Vec multipliers(const System& system, const Results& results, bool last) {
  Vec lambda(system.layout().rows());
  for (int row = 0; row < lambda.size(); ++row) {
    const std::vector<double> values = channel(results, "lambda." + system.row_name(row));
    lambda[row] = last ? values.back() : values.front();
  }
  return lambda;
}

State last_state(const System& system, const Results& results, State s) {
  const Model& m = system.model();
  for (std::size_t i = 0; i < m.coordinates.size(); ++i) {
    s.q[static_cast<Eigen::Index>(i)] = channel(results, m.coordinates[i].name).back();
    s.v[static_cast<Eigen::Index>(i)] = channel(results, m.speeds[i].name).back();
  }
  s.t = channel(results, "t").back();
  return s;
}

void expect_least_norm(const System& system, const std::string& formulation, const char* name) {
  const InitialResult initial = find_initial_state(system);
  ASSERT_TRUE(initial.problems.empty());
  const Rows start = rows_at(system, initial.state);
  const Vec expected = least_norm(start, reaction(start));
  RunRequest r = request(formulation);
  r.step = 1e-3;
  r.duration = 20e-3;
  const Results results = run(system, r);
  // round-off of the passes of the solver (its penalty of 1e7 takes half of the digits), times the largest reaction
  const double size = 1.0 + expected.cwiseAbs().maxCoeff();
  EXPECT_LT((multipliers(system, results, false) - expected).cwiseAbs().maxCoeff(), 1e-9 * size)
      << formulation << " on " << name << " at the start";
  // after 20 steps the reaction has the error of the method; its share among the rows is of least norm all the same
  const Rows end = rows_at(system, last_state(system, results, initial.state));
  const Vec lambda = multipliers(system, results, true);
  EXPECT_LT((lambda - least_norm(end, end.A.transpose() * lambda)).cwiseAbs().maxCoeff(), 1e-7 * size)
      << formulation << " on " << name << " after 20 steps";
}

TEST_P(RedundantReactions, AreThoseOfLeastNorm) {
  expect_least_norm(load_system("bricard"), GetParam(), "bricard");
  expect_least_norm(doubled_four_bar(), GetParam(), "doubled four-bar");
}

INSTANTIATE_TEST_SUITE_P(Formulations, RedundantReactions,
                         ::testing::Values("ali3p", "lagrange", "lagrange-index2", "lagrange-index3", "udwadia-kalaba",
                                           "kane", "augmented-lagrangian", "np-ode", "np-three-field",
                                           "energy-momentum"),
                         [](const ::testing::TestParamInfo<const char*>& row) {
                           std::string name = row.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

/// A weight of 1 kg on a body of m that rests on a support written twice. In the metric of the masses the rows of rod and
/// support are at an angle of sqrt(m): close to each other, and yet independent.
System weight_on_light_body(const std::string& m) {
  return System(read_model_text(
      "rheon: 1\ncoordinates: [y1, y2]\nkinetic: 1/2*y1'^2 + " + m + "/2*y2'^2\npotential: 9.81*y1 + " + m +
          "*9.81*y2\nconstraints:\n  rod: y1 - y2 = 1\n  one: y2 = 0\n  two: 2*y2 = 0\n"
          "initial: {y1: 1, y2: 0}\noutputs: {R: 'reaction(rod, y1)', N1: 'reaction(one, y2)', "
          "N2: 'reaction(two, y2)'}\n",
      "weight.yaml"));
}

TEST(LightMasses, SupportsWrittenTwiceCarryTheWeight) {
  for (const char* m : {"1e-3", "1e-5", "3e-6", "1e-6", "1e-7", "1e-9", "1e-12"})
    for (const bool controlled : {false, true}) {
      const System system = weight_on_light_body(m);
      RunRequest r = request("lagrange", controlled ? "dop853" : "rk4");
      (controlled ? r.tolerance : r.step) = controlled ? 1e-6 : 1e-2;
      r.duration = 1.0;
      const Results results = run(system, r);
      ASSERT_EQ(results.summary.ending, Ending::completed) << m << ": " << results.summary.message;
      EXPECT_LE(results.summary.steps, controlled ? 20 : 100) << m;  // nothing moves
      const double total = 9.81 * (1.0 + std::stod(m));
      const auto R = channel(results, "R"), one = channel(results, "N1"), two = channel(results, "N2");
      for (std::size_t i = 0; i < R.size(); ++i) {
        // round-off times the condition of the passes, 1e5
        EXPECT_NEAR(R[i], 9.81, 1e-9) << m << " row " << i;
        EXPECT_NEAR(one[i], total / 2, 1e-9) << m << " row " << i;  // 2 y = 0 has half the multiplier, the same share
        EXPECT_NEAR(two[i], total / 2, 1e-9) << m << " row " << i;
      }
    }
}

/// A pendulum of 2 m with its mass at the end and a mass m half-way, whose distance from the pivot is written twice.
System pendulum_on_light_body(double m) {
  const std::string mass = std::to_string(m * 1e12) + "e-12";
  return System(read_model_text("rheon: 1\ncoordinates: [x1, y1, x2, y2]\nkinetic: " + mass +
                                    "/2*(x1'^2 + y1'^2) + 1/2*(x2'^2 + y2'^2)\npotential: 9.81*y2 + " + mass +
                                    "*9.81*y1\nconstraints:\n  near: x1^2 + y1^2 = 1\n  again: 2*x1^2 + 2*y1^2 = 2\n"
                                    "  tie_x: x2 - 2*x1 = 0\n  tie_y: y2 - 2*y1 = 0\n"
                                    "initial: {x1: 1, y1: 0, x2: 2, y2: 0}\n"
                                    "outputs: {fx: 'reaction(tie_x, x2)', fy: 'reaction(tie_y, y2)'}\n",
                                "light.yaml"));
}

TEST(LightMasses, APendulumOnALightBodySwingsAsOneBody) {
  for (const double m : {1e-3, 1e-6, 1e-9, 1e-12}) {
    const System system = pendulum_on_light_body(m);
    RunRequest r = request("lagrange", "dop853");
    r.tolerance = 1e-9;
    r.duration = 2.0;
    r.samples = 50;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << m << ": " << results.summary.message;
    EXPECT_LT(results.summary.steps, 500) << m;
    const auto x = channel(results, "x2"), y = channel(results, "y2"), fx = channel(results, "fx"),
               fy = channel(results, "fy");
    const double inertia = 4.0 + m, moment = (2.0 + m) * 9.81;
    for (std::size_t i = 0; i < x.size(); ++i) {
      // (4 + m) w^2/2 = (2 + m) g sin a below the start, (4 + m) w' = (2 + m) g cos a
      const double sin = -y[i] / 2, cos = x[i] / 2, w2 = 2 * moment * sin / inertia, turn = moment * cos / inertia;
      EXPECT_NEAR(fx[i], -2 * w2 * cos - 2 * turn * sin, 1e-6) << m << " row " << i;
      EXPECT_NEAR(fy[i], 2 * w2 * sin - 2 * turn * cos + 9.81, 1e-6) << m << " row " << i;
    }
  }
}

/// Step forms estimate their error by accelerations inside the step, which have to be right for steps to be long.
TEST(LightMasses, DoNotShortenTheStepsOfStepForms) {
  for (const char* integrator : {"trapezoidal", "gauss4", "radau5"})
    for (const char* m : {"1e-6", "1e-9"}) {
      const System system = weight_on_light_body(m);
      RunRequest r = request("ali3p", integrator);
      r.tolerance = 1e-6;
      r.duration = 1.0;
      const Results results = run(system, r);
      ASSERT_EQ(results.summary.ending, Ending::completed) << integrator << ": " << results.summary.message;
      EXPECT_LE(results.summary.steps, 20) << integrator << m;  // nothing moves; it was some ten million
      EXPECT_NEAR(channel(results, "R").back(), 9.81, 1e-6) << integrator << m;
    }
}

/// A run that is slow because its steps fail says so.
TEST(LightMasses, StepsThatFailAreReported) {
  const System system = pendulum_on_light_body(1e-9);
  RunRequest r = request("lagrange-index2", "radau5");
  r.tolerance = 1e-6;
  r.duration = 0.1;
  const Results results = run(system, r);
  ASSERT_GE(results.summary.refused_steps, 1000) << "no steps fail: this tests nothing";
  const auto& notes = results.summary.notes;
  EXPECT_TRUE(std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
    return note.find("had to be tried again, shorter, because the method failed in them") != std::string::npos;
  }));
}

}  // namespace
}  // namespace rheon::test
