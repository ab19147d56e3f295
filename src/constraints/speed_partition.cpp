#include "constraints/speed_partition.hpp"

#include <algorithm>
#include <cmath>

#include "constraints/row_rank.hpp"
#include "core/index.hpp"

namespace rheon {

namespace {

/// A speed that takes part in the rows by more than this, beyond what the dependent ones do, shows that the rank grew:
/// far more than what violations make of dependent rows, far less than what distinguishes independent ones. A choice in between.
constexpr double growth_tolerance = 1e-5;

}  // namespace

SpeedPartition::SpeedPartition(const System& system)
    : mass_(system.mass_pattern()), columns_(system.layout().nv, system.layout().rows()) {
  const Layout& n = system.layout();
  const int most = std::min(n.rows(), n.nv);
  scaled_ = Eigen::MatrixXd::Zero(n.nv, n.rows());
  O = Eigen::MatrixXd::Zero(n.rows(), most);
  R = Eigen::MatrixXd::Zero(most, most);
  Ak = Eigen::MatrixXd::Zero(most, n.nv);
  y_ = Vec::Zero(n.rows());
  mass_root_ = Vec::Zero(n.nv);
  independent.reserve(at(n.nv));
  dependent.reserve(at(n.nv));
  chosen_ = IndexList(n.nv, most);
}

void SpeedPartition::weigh(const SparseValues& M) {
  mass_.set(M);
  mass_root_ = mass_.mass().cwiseSqrt();
}

const IndexList& SpeedPartition::choose(const Eigen::MatrixXd& J) {
  for (int j = 0; j < mass_root_.size(); ++j) scaled_.row(j) = J.col(j).transpose() / mass_root_[j];
  columns_.factor(scaled_, rank_tolerance);
  chosen_.set(std::span(columns_.order()).first(at(columns_.rank())));
  return chosen_;
}

void SpeedPartition::set(const IndexList& dependent_speeds) {
  independent.clear();
  dependent.assign(dependent_speeds.begin(), dependent_speeds.end());
  auto next = dependent.begin();
  for (int j = 0; j < mass_root_.size(); ++j) {
    if (next != dependent.end() && *next == j)
      ++next;
    else
      independent.push_back(j);
  }
}

double SpeedPartition::orthogonalise(const Eigen::MatrixXd& J) {
  double least = 1.0;
  R.setZero();
  for (int k = 0; k < dependent_count(); ++k) {
    O.col(k) = J.col(dependent[at(k)]);
    const double whole = O.col(k).norm();
    for (int pass = 0; pass < 2; ++pass)
      for (int j = 0; j < k; ++j) {
        const double c = O.col(j).dot(O.col(k));
        R(j, k) += c;
        O.col(k) -= c * O.col(j);
      }
    R(k, k) = O.col(k).norm();
    least = std::min(least, whole > 0.0 ? R(k, k) / whole : 0.0);
    if (R(k, k) > 0.0) O.col(k) /= R(k, k);
  }
  return least;
}

void SpeedPartition::express(const Eigen::MatrixXd& J) {
  const int free = static_cast<int>(independent.size()), r = dependent_count();
  for (int c = 0; c < free; ++c) {
    for (int k = 0; k < r; ++k) y_[k] = O.col(k).dot(J.col(independent[at(c)]));
    solve_dependent(y_);
    for (int k = 0; k < r; ++k) Ak(k, c) = -y_[k];
  }
}

bool SpeedPartition::rank_grew(const Eigen::MatrixXd& J) {
  for (const int j : independent) {
    y_ = J.col(j);
    for (int k = 0; k < dependent_count(); ++k) y_ -= O.col(k).dot(y_) * O.col(k);
    if (y_.norm() > growth_tolerance * mass_root_[j]) return true;
  }
  return false;
}

double SpeedPartition::largest_answer() const {
  double largest = 0.0;
  for (std::size_t k = 0; k < dependent.size(); ++k)
    for (std::size_t c = 0; c < independent.size(); ++c) {
      const double size = std::abs(Ak(static_cast<Index>(k), static_cast<Index>(c))) * mass_root_[dependent[k]];
      largest = std::max(largest, size / mass_root_[independent[c]]);
    }
  return largest;
}

void SpeedPartition::solve_dependent(Vec& y) const {
  const int r = dependent_count();
  for (int k = r; k-- > 0;) {
    for (int j = k + 1; j < r; ++j) y[k] -= R(k, j) * y[j];
    y[k] /= R(k, k);
  }
}

void SpeedPartition::solve_transposed(Vec& y) const {
  const int r = dependent_count();
  for (int k = 0; k < r; ++k) {
    for (int j = 0; j < k; ++j) y[k] -= R(j, k) * y[j];
    y[k] /= R(k, k);
  }
}

}  // namespace rheon
