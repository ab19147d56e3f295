// Rows of a mechanism that are written already, and what follows from them without being written again.
#pragma once

#include <Eigen/Core>
#include <map>
#include <string>
#include <vector>

#include "mechanism/symbol.hpp"

namespace rheon::mechanism {

/// One term of a linear combination of rows.
struct RowPart {
  std::string row;
  double factor = 1.0;
};

class KnownRows {
 public:
  explicit KnownRows(const expr::Graph& graph) : graph_(&graph) {}

  void add(const Scalar& residual, const std::string& name);
  /// The row with just this residual; empty if there is none.
  std::vector<RowPart> same(const Scalar& residual) const;
  /// Is the residual zero but for round-off, whatever the coordinates [first, first + count) are? Only for residuals that
  /// depend on them alone.
  bool vanishes(const Scalar& residual, int first, int count);
  /// The residual as a linear combination of rows, as functions of the coordinates: then it holds wherever they hold.
  /// Empty if it is none. Only for residuals that depend on the coordinates [first, first + count) alone.
  std::vector<RowPart> combination(const Scalar& residual, int first, int count);
  void clear() { *this = KnownRows(*graph_); }

 private:
  struct Known {
    std::string name;
    expr::Node residual;
  };
  std::vector<std::size_t> among(const std::vector<int>& slots) const;
  Eigen::MatrixXd at_random_points(const std::vector<expr::Node>& nodes, const std::vector<int>& slots,
                                   Eigen::Index points);

  const expr::Graph* graph_;
  std::vector<Known> rows_;
  std::map<expr::Node, std::size_t> by_residual_;
  std::map<int, std::vector<std::size_t>> by_slot_;
  std::vector<double> inputs_;  ///< scratch, as long as the largest slot: made once, or large mechanisms cost n^2
};

}  // namespace rheon::mechanism
