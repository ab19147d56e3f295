// Generalised speeds u = (u_I, u_D) and rows J = [J1 J2]: u_D' = Ak u_I' + Bk with Ak = -J2^+ J1, J2^+ = R^-1 O^T of J2 = O R. With
// redundant rows J2 has more rows than columns. [Bajodah2004]
#pragma once

#include <span>
#include <vector>

#include "la/diagonal_mass.hpp"
#include "la/pseudo_inverse.hpp"
#include "rheon/model/memory.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

class SpeedPartition {
 public:
  explicit SpeedPartition(const System& system);
  int dependent_count() const { return static_cast<int>(dependent.size()); }
  int most() const { return static_cast<int>(R.rows()); }  ///< dependent speeds that there can be

  /// The metric in which speeds are compared.
  void weigh(const SparseValues& M);
  /// Column-pivoted elimination of J in that metric: what it picks first depends most safely on the others.
  const IndexList& choose(const Eigen::MatrixXd& J);
  int rank() const { return columns_.rank(); }  ///< that `choose` found
  void set(const IndexList& dependent_speeds);
  /// O and R of the dependent columns; the least part of one that the others do not give.
  double orthogonalise(const Eigen::MatrixXd& J);
  /// Ak
  void express(const Eigen::MatrixXd& J);
  /// Do rows reach beyond what the dependent speeds span?
  bool rank_grew(const Eigen::MatrixXd& J);
  /// Largest entry of Ak in the metric.
  double largest_answer() const;
  /// y <- R^-1 y
  void solve_dependent(Vec& y) const;
  /// y <- R^-T y
  void solve_transposed(Vec& y) const;

  std::vector<int> independent, dependent;
  Eigen::MatrixXd O, R, Ak;

 private:
  DiagonalMass mass_;
  Vec mass_root_, y_;
  PseudoInverse columns_;  ///< of J^T: its pivot order gives independent columns of J
  Eigen::MatrixXd scaled_;
  IndexList chosen_;
};

}  // namespace rheon
