// Forces that rigid bodies leave open: how they are shared.
//
// Two bodies that have two points in common are held along the line between these twice: any pair of opposite forces can
// be added. Each such possibility is an input mu_k of the forces y, which are linear in it. Reported is the share of
// least norm over all joints, min |y(mu)|^2 = sum of F^2 + (T/L)^2, by its normal equations
//   N^T N mu = -N^T y(0),   N = dy/dmu.
// Both bodies carry the features that they share along, so N^T N is the same in all configurations but for what
// several such groups have in common; it is eliminated in an order of pivots found in the reference configuration.
#pragma once

#include <string>
#include <vector>

#include "mechanism/symbol.hpp"
#include "rheon/model/model.hpp"

namespace rheon::mechanism {

class Sharing {
 public:
  struct Force {
    Scalar value;
    std::string joint;
  };
  /// Inputs from `first_slot` on are the open ones; `reference` has a value for every input. `sizes`: for each open input,
  /// the sum of the forces that a unit of it exerts on one body; what is far below it is round-off.
  Sharing(expr::Graph& graph, int first_slot, const std::vector<Force>& forces, std::vector<double> reference,
          const std::vector<Scalar>& sizes);

  /// The value with the open inputs replaced by those of least norm.
  Scalar of_least_norm(const Scalar& value) const;
  /// Do the open inputs change it in the reference configuration?
  bool is_open(const Scalar& value) const;
  /// Joints with forces that depend on each other, and by how many numbers.
  const std::vector<Overheld>& groups() const { return groups_; }

 private:
  /// A force, and what the open inputs do to it.
  struct ShareRow {
    Scalar force;  ///< with all open inputs at zero
    std::string joint;
    std::vector<int> slots;
    std::vector<Scalar> slopes;
    std::vector<double> slopes_at_reference;
  };
  std::vector<int> open_inputs(expr::Node node) const;
  ShareRow row_of(const Force& force) const;
  bool acts(const ShareRow& row, std::size_t i) const;
  void add_group(const std::vector<const ShareRow*>& rows, std::size_t too_many);
  std::vector<double> at_reference(const std::vector<Scalar>& values) const;
  void solve(const std::vector<const ShareRow*>& rows, const std::vector<int>& slots);

  expr::Graph& graph_;
  int first_slot_;
  std::vector<double> reference_;
  std::vector<expr::Replacement> replacements_;
  std::vector<Overheld> groups_;
  std::vector<double> sizes_;
};

}  // namespace rheon::mechanism
