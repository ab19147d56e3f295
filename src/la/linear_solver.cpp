#include "la/linear_solver.hpp"

#include "la/dense_solver.hpp"
#include "la/klu_solver.hpp"

namespace rheon {

namespace {

/// Below this size dense elimination beats any sparse bookkeeping; above it, only a well-filled matrix stays dense, and beyond the
/// second none: n^3/3 multiplications are felt there. Choices, of time alone but for round-off.
constexpr int always_dense = 24;
constexpr int never_dense = 200;
constexpr double dense_fill = 0.3;

bool prefers_dense(const Pattern& p) {
  if (p.rows <= always_dense) return true;
  const double fill = p.nonzeros() / (static_cast<double>(p.rows) * p.cols);
  return p.rows <= never_dense && fill > dense_fill;
}

}  // namespace

std::unique_ptr<LinearSolver> make_linear_solver(const Pattern& pattern, bool definite) {
  if (!prefers_dense(pattern)) return std::make_unique<KluSolver>(pattern);
  if (definite) return std::make_unique<DenseCholesky>(pattern);
  return std::make_unique<DenseLu>(pattern);
}

}  // namespace rheon
