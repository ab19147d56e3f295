// The linear system of one Newton correction of all stages of a collocation method on the constrained equations.
//
// Unknowns of stage i, in this order; `stabilised` forms have all of them, others only x and ell:
//     y = h q'            increments of positions               P (y - h V) + phi_q^T m = 0
//     x = h v'            increments of velocities              M x - h (Q + F(ell/h)) + A^T ell = 0
//     ell = h lambda      reactions                             w(Q, V, t) = (phi', psi) = 0
//     m = h mu            what keeps positions on phi           phi(Q, t) = 0
// with V_i = v0 + sum_j a_ij x_j and Q_i = q0 + sum_j a_ij y_j (where there is no y: y = h V).
//
// Dependent rows would make the matrix singular: -E stands on the diagonal of the rows' block, E = 1 / (penalty * m_i)
// with m_i the effective mass of the row and a penalty of 1e10. This is the method of multipliers [Hestenes1969], [Powell1969] with the
// multipliers kept as unknowns: the residual is exact, so E slows the iteration down and changes no solution; along
// dependent combinations the multipliers do not move. Unlike the penalty of an eliminated multiplier, a small E costs
// no digits.
//
// All stages of a coordinate, or of a row, are one block of a matrix with the structure of one stage: it is eliminated in
// an order that is known in advance (la/block_kkt.hpp). Where that meets a pivot without digits (coordinates without mass
// that rows alone hold), a general solver with pivoting takes over for this matrix; it does all where forces depend on ell.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "la/block_kkt.hpp"
#include "la/diagonal_mass.hpp"
#include "la/linear_solver.hpp"
#include "rheon/methods/form.hpp"

namespace rheon {

class StageMatrix {
 public:
  /// `P` is the pattern of the metric of positions, `N` that of the slopes of forces in the multipliers (multiplier_forces.hpp).
  StageMatrix(const System& system, const CollocationTableau& tableau, const Pattern& P, const Pattern& N,
              bool stabilised);

  int size() const { return stages_ * per_stage_; }
  int y(int stage) const { return stage * per_stage_; }  ///< first of them; also their equations; stabilised only
  int x(int stage) const { return stage * per_stage_ + (stabilised_ ? nv_ : 0); }
  int ell(int stage) const { return x(stage) + nv_; }
  int m(int stage) const { return ell(stage) + rows_; }

  /// From the terms at every stage (want_stage) and the metric of positions. `singular`: row is a velocity coordinate,
  /// or -1.
  Status factor(double h, const std::vector<Terms>& terms, const std::vector<SparseValues>& N,
                const DiagonalMass& masses, const SparseValues& P);
  /// Mean of the diagonal of the tableau: the part of the step over which a stage feels its own forces.
  double mean_weight() const { return mean_weight_; }
  void solve(double* x);
  long long factorisations = 0;
  long long pivoted = 0;  ///< of them, by the general solver

 private:
  /// Entries of one matrix of one stage: matrix += factor * h^power * values; no values: the metric P, or N.
  struct Block {
    int stage;
    SparseValues Terms::*values;
    double factor;
    int power;
    bool of_N;
    std::vector<int> place;        ///< in the blocks
    std::vector<int> pivot_place;  ///< in the pattern for the general solver
  };
  struct Diagonal {
    int place, pivot_place;
  };
  struct Draft;
  void draft_dynamics(const System& system, const CollocationTableau& tableau, const Pattern& N, Draft& draft);
  void draft_positions(const System& system, const CollocationTableau& tableau, const Pattern& P, Draft& draft);
  void make_blocks(const System& system, const Pattern& P);
  void find_places(const System& system, const Draft& draft);
  void make_solver();
  /// Number of an unknown among coordinates and rows, and its number in the block of that.
  std::pair<int, int> block_of(int unknown) const;
  int block_place(int i, int j) const;
  std::vector<int> elimination_order() const;
  void assemble(double h, const std::vector<Terms>& terms, const std::vector<SparseValues>& N, const SparseValues& P,
                std::vector<int> Block::*place, double* values) const;
  void add_regularisation(double h, const std::vector<Terms>& terms, const DiagonalMass& masses, int Diagonal::*place,
                          double* values);

  const Pattern* A_;
  int stages_, nv_, rows_, nphi_, per_stage_;
  bool stabilised_;
  double mean_weight_ = 0.0;
  Pattern coupling_;  ///< of coordinates with each other
  Pattern pattern_;
  std::vector<Block> blocks_;
  std::vector<Diagonal> rows_place_, m_place_;  ///< diagonal of the rows' blocks
  std::optional<BlockKkt> factors_;
  std::vector<int> position_;  ///< of each unknown in the vectors of `factors_`
  std::vector<int> absent_;    ///< places of the diagonal for numbers of blocks that stand for no unknown
  std::vector<double> x_;
  bool by_pivoting_ = false;  ///< the last factors
  std::vector<int> M_diagonal_, K_diagonal_, C_diagonal_;
  Vec effective_;
  SparseValues values_;
  std::unique_ptr<LinearSolver> solver_;  ///< made when it is needed first
};

}  // namespace rheon
