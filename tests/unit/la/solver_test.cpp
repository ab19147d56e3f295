#include <gtest/gtest.h>

#include <random>

#include "la/decompositions.hpp"
#include "la/dense_solver.hpp"
#include "la/klu_solver.hpp"
#include "la/saddle_solver.hpp"
#include "support/allocations.hpp"

namespace rheon::test {
namespace {

using Matrix = Eigen::MatrixXd;

Pattern pattern_of(const Matrix& B) {
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < B.rows(); ++i)
    for (int j = 0; j < B.cols(); ++j)
      if (B(i, j) != 0.0) entries.emplace_back(i, j);
  return Pattern::from_entries(static_cast<int>(B.rows()), static_cast<int>(B.cols()), entries);
}

SparseValues values_of(const Matrix& B, const Pattern& p) {
  SparseValues v;
  for (int i = 0; i < p.rows; ++i)
    for (int k = p.start[static_cast<std::size_t>(i)]; k < p.start[static_cast<std::size_t>(i) + 1]; ++k)
      v.push_back(B(i, p.col[static_cast<std::size_t>(k)]));
  return v;
}

Matrix random_matrix(int rows, int cols, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, cols, [&] { return normal(random); });
}

template <class Solver>
void expect_solves(const Matrix& B) {
  const Pattern p = pattern_of(B);
  Solver solver(p);
  ASSERT_TRUE(solver.factor(values_of(B, p)));
  const Eigen::VectorXd exact = random_matrix(static_cast<int>(B.rows()), 1, 7);
  Eigen::VectorXd x = B * exact;
  solver.solve(x.data());
  // backward stable elimination: error below n * eps * condition, with room for growth
  const double condition = B.norm() * inverse(B).norm();
  EXPECT_LE((x - exact).norm(), 10 * static_cast<double>(B.rows()) * 2.3e-16 * condition * exact.norm());
}

TEST(LinearSolvers, SolveRandomSystems) {
  for (const int n : {1, 2, 5, 12, 30}) {
    const Matrix B = random_matrix(n, n, static_cast<unsigned>(n)) + 3.0 * Matrix::Identity(n, n);
    expect_solves<DenseLu>(B);
    expect_solves<KluSolver>(B);
    const Matrix S = B * B.transpose();
    expect_solves<DenseCholesky>(S);
    expect_solves<KluSolver>(S);
  }
}

TEST(LinearSolvers, NameTheSingularColumn) {
  Matrix S = Matrix::Identity(4, 4);
  S(2, 2) = 0.0;
  const Pattern p = pattern_of(S + Matrix::Identity(4, 4));
  const auto values = values_of(S, p);
  DenseCholesky cholesky(p);
  const Status one = cholesky.factor(values);
  EXPECT_EQ(one.code, Code::singular);
  EXPECT_EQ(one.row, 2);
  DenseLu lu(p);
  const Status two = lu.factor(values);
  EXPECT_EQ(two.code, Code::singular);
  EXPECT_EQ(two.row, 2);
  KluSolver klu(p);
  EXPECT_EQ(klu.factor(values).code, Code::singular);
}

TEST(LinearSolvers, CholeskyRefusesIndefinite) {
  Matrix S(2, 2);
  S << 1, 2, 2, 1;
  const Pattern p = pattern_of(S);
  DenseCholesky cholesky(p);
  EXPECT_EQ(cholesky.factor(values_of(S, p)).code, Code::singular);
}

TEST(LinearSolvers, KluRefactorsWithoutAllocation) {
  const Matrix B = random_matrix(40, 40, 3) + 10.0 * Matrix::Identity(40, 40);
  const Pattern p = pattern_of(B);
  const auto one = values_of(B, p), two = values_of(2.0 * B, p);
  KluSolver klu(p);
  ASSERT_TRUE(klu.factor(one));
  Eigen::VectorXd x = Eigen::VectorXd::Ones(40);
  klu.solve(x.data());
  const long long before = allocations();
  const bool ok = static_cast<bool>(klu.factor(two));
  klu.solve(x.data());
  EXPECT_EQ(allocations() - before, 0);
  EXPECT_TRUE(ok);
}

// --- saddle point

struct Saddle {
  Matrix M, A;
  Eigen::VectorXd f, g;
};

/// Least-norm solution in the metric of the effective masses, from Eigen's orthogonal decompositions.
std::pair<Eigen::VectorXd, Eigen::VectorXd> by_decomposition(const Saddle& s) {
  Eigen::VectorXd root_mass(s.A.rows());
  for (int i = 0; i < s.A.rows(); ++i) {
    double mobility = 0.0;
    for (int j = 0; j < s.A.cols(); ++j) mobility += s.A(i, j) * s.A(i, j) / s.M(j, j);
    root_mass[i] = 1.0 / std::sqrt(mobility);
  }
  const Matrix B = root_mass.asDiagonal() * s.A;  // scaled rows; lambda = root_mass * nu with nu of least length
  const Matrix Minv = inverse(s.M);
  const Matrix S = B * Minv * B.transpose();
  const Eigen::VectorXd right = B * Minv * s.f - root_mass.asDiagonal() * s.g;
  const Eigen::VectorXd nu = least_squares(S, right).x;
  const Eigen::VectorXd lambda = root_mass.asDiagonal() * nu;
  return {Minv * (s.f - s.A.transpose() * lambda), lambda};
}

void expect_matches(const Saddle& s, double penalty, double tolerance) {
  const Pattern P = pattern_of(s.M), A = pattern_of(s.A);
  const auto M = values_of(s.M, P), J = values_of(s.A, A);
  SaddleSolver solver(P, A, P, true, penalty);
  solver.weigh(M, J);
  ASSERT_TRUE(solver.factor(M, J));
  Eigen::VectorXd x = Eigen::VectorXd::Zero(s.M.rows()), mu = Eigen::VectorXd::Zero(s.A.rows());
  ASSERT_TRUE(solver.solve(M, J, s.f.data(), s.g.data(), x.data(), mu.data()));
  const auto [a, lambda] = by_decomposition(s);
  EXPECT_LE((x - a).norm(), tolerance * (1 + a.norm()));
  EXPECT_LE((mu - lambda).norm(), tolerance * (1 + lambda.norm()));
}

Saddle random_saddle(int n, int m, unsigned seed) {
  const Matrix L = random_matrix(n, n, seed);
  Saddle s;
  s.M = L * L.transpose() + n * Matrix::Identity(n, n);
  s.A = random_matrix(m, n, seed + 1);
  s.f = random_matrix(n, 1, seed + 2);
  s.g = random_matrix(m, 1, seed + 3);
  return s;
}

// conditioning of these random problems is below 1e3; the reference itself loses as much
TEST(SaddleSolver, MatchesADirectSolution) {
  for (unsigned seed = 1; seed <= 20; ++seed)
    for (const double penalty : {1e3, 1e5, 1e7}) expect_matches(random_saddle(8, 4, 100 * seed), penalty, 1e-11);
}

TEST(SaddleSolver, DependentRowsGetTheLeastNorm) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Saddle s = random_saddle(8, 5, 100 * seed);
    s.A.row(3) = 2.0 * s.A.row(0) - s.A.row(1);
    s.g[3] = 2.0 * s.g[0] - s.g[1];
    s.A.row(4) = s.A.row(2);
    s.g[4] = s.g[2];
    // right sides of dependent rows agree to round-off (1e-16 of their size, up to 10 here); what is left over enters
    // the multipliers times the penalty, in each of two or three passes
    expect_matches(s, 1e7, 3e-8);
  }
}

TEST(SaddleSolver, NamesAnInconsistentRow) {
  Saddle s = random_saddle(6, 3, 5);
  s.A.row(2) = s.A.row(0);
  s.g[2] = s.g[0] + 1.0;
  const Pattern P = pattern_of(s.M), A = pattern_of(s.A);
  const auto M = values_of(s.M, P), J = values_of(s.A, A);
  SaddleSolver solver(P, A, P, true, 1e7);
  solver.weigh(M, J);
  ASSERT_TRUE(solver.factor(M, J));
  Eigen::VectorXd x = Eigen::VectorXd::Zero(6), mu = Eigen::VectorXd::Zero(3);
  const Status status = solver.solve(M, J, s.f.data(), s.g.data(), x.data(), mu.data());
  EXPECT_EQ(status.code, Code::rank_lost);
  EXPECT_TRUE(status.row == 0 || status.row == 2);
}

TEST(SaddleSolver, MassMayBeSingularWhereConstraintsHold) {
  // two coordinates, the second without mass but tied to the first: x2 = 3 x1
  Saddle s;
  s.M = Matrix::Zero(2, 2);
  s.M(0, 0) = 2.0;
  s.A = Matrix(1, 2);
  s.A << 3.0, -1.0;
  const Pattern P = Pattern::from_entries(2, 2, {{0, 0}, {1, 1}}), A = pattern_of(s.A);
  const SparseValues M{2.0, 0.0}, J{3.0, -1.0};
  SaddleSolver solver(P, A, P, true, 1e7);
  solver.weigh(M, J);
  ASSERT_TRUE(solver.factor(M, J));
  const double f[] = {4.0, 1.0}, g[] = {0.0};
  double x[] = {0.0, 0.0}, mu[] = {0.0};
  ASSERT_TRUE(solver.solve(M, J, f, g, x, mu));
  // 2 x1'' + 3 mu = 4, -mu = 1  =>  mu = -1, x1'' = 3.5
  EXPECT_NEAR(mu[0], -1.0, 1e-12);
  EXPECT_NEAR(x[0], 3.5, 1e-12);
  EXPECT_NEAR(x[1], 10.5, 1e-12);
}

}  // namespace
}  // namespace rheon::test
