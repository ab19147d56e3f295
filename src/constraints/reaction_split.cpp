#include "constraints/reaction_split.hpp"

#include "constraints/index1.hpp"
#include "constraints/row_rank.hpp"

namespace rheon {

/// Larger systems split their reactions as if rows were dependent, which costs one more solve a step and changes nothing if
/// they are not.
bool rows_dependent(const System& system, const Terms& terms) {
  const int rows = system.layout().rows();
  return rows > most_rows_for_rank || row_rank(system, terms) < rows;
}

ReactionSplit::ReactionSplit(const System& system)
    : system_(&system),
      saddle_(system.mass_pattern(), system.jacobian_pattern(), system.mass_pattern(), true, inner_penalty),
      force_(Vec::Zero(system.layout().nv)),
      x_(force_),
      zero_(Vec::Zero(system.layout().rows())) {}

void ReactionSplit::take_force(const Terms& terms, const Vec& lambda) {
  force_.setZero();
  multiply_transposed_add(system_->jacobian_pattern(), terms.A, lambda.data(), 1.0, force_.data());
}

Status ReactionSplit::apply(const Terms& terms, Vec& lambda) {
  take_force(terms, lambda);
  return find(terms, force_, lambda);
}

Status ReactionSplit::apply_again(const Terms& terms, Vec& lambda) {
  take_force(terms, lambda);
  return solve(terms, force_, lambda);
}

Status ReactionSplit::find(const Terms& terms, const Vec& force, Vec& lambda) {
  saddle_.weigh(terms.M, terms.A);
  if (auto ok = saddle_.factor(terms.M, terms.A); !ok) return ok;
  return solve(terms, force, lambda);
}

Status ReactionSplit::solve(const Terms& terms, const Vec& force, Vec& lambda) {
  x_.setZero();
  lambda.setZero();
  return saddle_.solve(terms.M, terms.A, force.data(), zero_.data(), x_.data(), lambda.data());
}

}  // namespace rheon
