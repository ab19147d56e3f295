#include "la/klu_solver.hpp"

#include <limits>
#include <new>

namespace rheon {

KluSolver::KluSolver(const Pattern& p, std::vector<int> order) : n_(p.rows) {
  const auto n = static_cast<std::size_t>(p.cols);
  start_.assign(n + 1, 0);
  for (const int j : p.col) ++start_[static_cast<std::size_t>(j) + 1];
  for (std::size_t j = 0; j < n; ++j) start_[j + 1] += start_[j];
  index_.resize(p.col.size());
  from_.resize(p.col.size());
  value_.resize(p.col.size());
  auto next = start_;
  for (int i = 0; i < p.rows; ++i)
    for (int k = p.start[static_cast<std::size_t>(i)]; k < p.start[static_cast<std::size_t>(i) + 1]; ++k) {
      const auto place = static_cast<std::size_t>(next[static_cast<std::size_t>(p.col[static_cast<std::size_t>(k)])]++);
      index_[place] = i;
      from_[place] = k;
    }
  klu_defaults(&common_);
  common_.ordering = 0;  // AMD of A + A^T: our matrices are symmetric in structure
  symbolic_ = order.empty() ? klu_analyze(n_, start_.data(), index_.data(), &common_)
                            : klu_analyze_given(n_, start_.data(), index_.data(), order.data(), order.data(), &common_);
  if (symbolic_ == nullptr && common_.status != KLU_SINGULAR) throw std::bad_alloc();
}

KluSolver::~KluSolver() {
  klu_free_numeric(&numeric_, &common_);
  klu_free_symbolic(&symbolic_, &common_);
}

Status KluSolver::factor(const SparseValues& values) {
  if (symbolic_ == nullptr) return {Code::singular, 0, 0, 0.0, "factorisation"};
  for (std::size_t k = 0; k < from_.size(); ++k) value_[k] = values[static_cast<std::size_t>(from_[k])];
  if (numeric_ != nullptr && refactor()) return {};
  klu_free_numeric(&numeric_, &common_);
  numeric_ = klu_factor(start_.data(), index_.data(), value_.data(), symbolic_, &common_);
  if (numeric_ == nullptr || common_.status == KLU_SINGULAR) {
    const int column = common_.singular_col < n_ ? common_.singular_col : 0;
    klu_free_numeric(&numeric_, &common_);
    return {Code::singular, column, 0, 0.0, "factorisation"};
  }
  return {};
}

Status KluSolver::refactor() {
  const int done = klu_refactor(start_.data(), index_.data(), value_.data(), symbolic_, numeric_, &common_);
  if (done == 0 || common_.status == KLU_SINGULAR) return {Code::singular, 0, 0, 0.0, "refactorisation"};
  // the old pivots are kept unless the cheap estimate of the condition says that no digit is left
  klu_rcond(symbolic_, numeric_, &common_);
  if (!(common_.rcond > std::numeric_limits<double>::epsilon()))
    return {Code::singular, 0, 0, common_.rcond, "refactorisation"};
  return {};
}

void KluSolver::solve(double* x) { klu_solve(symbolic_, numeric_, n_, 1, x, &common_); }

}  // namespace rheon
