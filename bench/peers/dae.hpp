// The equations that IDA solves: stabilised index 2, y = [q v mu lambda].
//
//   q' = v - Phi_q^T mu,   M v' = Q - A^T lambda,   Phi = 0,   A v = 0,   A = [Phi_q; Psi_v]
#pragma once

#include <Eigen/Sparse>
#include <algorithm>
#include <memory>

#include "peers/mechanism.hpp"

namespace peers {

/// A sparse matrix whose entries are put in the same order again and again; some places repeat and add up. The first time
/// the places are recorded.
class FixedPattern {
 public:
  void operator()(int row, int column, double value) {
    if (values_ == nullptr)
      triplets_.emplace_back(row, column, 1.0);
    else
      values_[slot_[cursor_++]] += value;
  }
  void finish(int n) {
    matrix_.resize(n, n);
    matrix_.setFromTriplets(triplets_.begin(), triplets_.end());
    matrix_.makeCompressed();
    for (const auto& t : triplets_) {
      const int* const rows = matrix_.innerIndexPtr();
      const int* const found = std::lower_bound(rows + matrix_.outerIndexPtr()[t.col()],
                                                rows + matrix_.outerIndexPtr()[t.col() + 1], t.row());
      slot_.push_back(static_cast<std::size_t>(found - rows));
    }
  }
  void begin(double* values) {
    values_ = values;
    std::fill(values_, values_ + matrix_.nonZeros(), 0.0);
    cursor_ = 0;
  }
  const Eigen::SparseMatrix<double>& matrix() const { return matrix_; }

 private:
  Eigen::SparseMatrix<double> matrix_;
  std::vector<Eigen::Triplet<double>> triplets_;
  std::vector<std::size_t> slot_;
  std::size_t cursor_ = 0;
  double* values_ = nullptr;
};

class Dae {
 public:
  virtual ~Dae() = default;
  virtual void residual(const double* y, const double* yp, double* r) = 0;
  /// Of the residual in y, plus cj times that in y'.
  virtual void jacobian(double cj, const double* y, const double* yp, FixedPattern& put) = 0;
  virtual void state(const double* y, State& s) const = 0;

  int size() const { return static_cast<int>(y0.size()); }
  int differential = 0;         ///< the first so many unknowns; the others are algebraic
  std::vector<double> y0, yp0;  ///< consistent, at t = 0
};

/// Planar mechanism of pins in natural coordinates.
std::unique_ptr<Dae> planar_dae(const Mechanism& m);
/// Mechanism in space in natural coordinates; its rows must be independent.
std::unique_ptr<Dae> spatial_dae(const Mechanism& m);
/// A sleigh or a disc that rolls: few equations with rows of velocity, Jacobian by differences.
std::unique_ptr<Dae> sleigh_dae(const Mechanism& m);
std::unique_ptr<Dae> disc_dae(const Mechanism& m);

}  // namespace peers
