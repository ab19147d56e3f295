#include "analysis/drive.hpp"

#include <algorithm>
#include <numeric>

#include "constraints/dense_rows.hpp"
#include "constraints/row_rank.hpp"
#include "core/index.hpp"
#include "core/number_text.hpp"
#include "la/decompositions.hpp"
#include "model/wants.hpp"
#include "rheon/core/names.hpp"

namespace rheon {

namespace {

/// A position this close to a singular one (relative to the largest pivot) has velocities with half their digits gone:
/// Newton's method finds a singular position to the root of the round-off only.
constexpr double singular_tolerance = 1e-7;
/// Dense decompositions at every row of the results, which grow with the cube: beyond this many constraint rows they cost more
/// than the analysis. A choice.
constexpr int most_rows = 300;
/// Velocities are named if they take part in the free motion with this share of the one that takes part most. Choices, for messages
/// alone.
constexpr double notable_share = 0.3;
constexpr std::size_t most_names = 6;
/// Shares that differ by less, relative, are the same: the order of names must not depend on rounding.
constexpr double same_share = 1e-9;

Eigen::MatrixXd full_matrix(const Pattern& p, const SparseValues& values) {
  Eigen::MatrixXd B = Eigen::MatrixXd::Zero(p.rows, p.cols);
  for (int i = 0; i < p.rows; ++i)
    for (int k = p.start[at(i)]; k < p.start[at(i) + 1]; ++k) B(i, p.col[at(k)]) = values[at(k)];
  return B;
}

/// With generalised speeds velocities that are determined do not yet determine the coordinates.
bool positions_determined(const System& system, const Terms& terms) {
  const Layout& n = system.layout();
  if (!system.model().general_speeds) return free_motions(system, terms, rank_tolerance, n.nphi).cols() == 0;
  if (n.nphi == 0) return false;
  return numerical_rank(full_matrix(system.gradient_pattern(), terms.phi_q), rank_tolerance) == n.nq;
}

}  // namespace

std::string free_velocities(const System& system, const Eigen::MatrixXd& motions) {
  if (motions.cols() == 0) return {};
  const Eigen::VectorXd share = motions.rowwise().norm();
  std::vector<int> order(at(static_cast<int>(share.size())));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return share[a] > share[b] * (1 + same_share); });
  std::vector<std::string> names;
  std::size_t notable = 0;
  for (const int j : order) {
    if (share[j] < notable_share * share[order.front()]) break;
    if (++notable <= most_names) names.push_back(system.velocity_name(j));
  }
  return listed(names) + (notable > most_names ? " and " + std::to_string(notable - most_names) + " more" : "");
}

Drive examine_drive(const System& system, const State& s) {
  const Layout& n = system.layout();
  Terms terms = system.make_terms();
  if (auto ok = system.evaluate(s, want_velocity_projection | Want::gradient, terms); !ok)
    throw ModelError({{{system.model().file, 0, 0}, "", system.describe(ok), "at the initial values", ""}});
  const RankAnalysis rows = analyse_rows(system, terms);
  const int freedom = n.nv - rows.rank;
  if (freedom == 0) return positions_determined(system, terms) ? Drive::positions : Drive::velocities;
  const std::string gap =
      rows.gap > 0.0 ? ", clear by a factor " + brief_text(rows.gap, 2) + " between the pivots kept and dropped" : "";
  throw ModelError({{{system.model().file, 0, 0},
                     "",
                     "the mechanism is not fully driven: " + counted(freedom, "degree") + " of freedom " +
                         (freedom == 1 ? "is" : "are") + " left, mainly along " +
                         free_velocities(system, free_motions(system, terms)),
                     counted(n.nv, "velocity coordinate") + ", " + counted(n.rows(), "constraint row") + " of rank " +
                         std::to_string(rows.rank) + gap,
                     "add a driving constraint for each degree of freedom, such as `theta = 10*t`, or let forces "
                     "decide: rheon run"}});
}

void refuse_nonideal(const System& system, const char* command) {
  if (system.model().nonideal.empty()) return;
  throw ModelError({{system.model().nonideal.front().place, "nonideal",
                     std::string("`rheon ") + command + "` does not take constraints that do work",
                     counted(static_cast<long long>(system.model().nonideal.size()), "force") + " in this section",
                     "leave the section out, or use rheon run"}});
}

void refuse_integrals(const System& system, const char* command) {
  std::vector<Problem> problems;
  for (const Force& f : system.model().forces)
    if (f.kind == ForceKind::signal)
      problems.push_back(
          {f.place, "\"" + system.model().coordinates[at(f.index)].name + "\"",
           std::string("`rheon ") + command + "` cannot know the integral of a controller: only a motion determines it",
           "", "leave out its gain `i`, or use rheon run"});
  if (!problems.empty()) throw ModelError(std::move(problems));
}

SingularWatch::SingularWatch(const System& system)
    : system_(&system), terms_(system.make_terms()), on_(system.layout().rows() <= most_rows) {}

double SingularWatch::sign_of(const Eigen::MatrixXd& A) const {
  Eigen::MatrixXd square(A.cols(), A.cols());
  for (std::size_t k = 0; k < chosen_.size(); ++k) square.row(static_cast<Eigen::Index>(k)) = A.row(chosen_[k]);
  return determinant_sign(square);
}

/// Independent rows, so that redundant ones can take turns.
void SingularWatch::choose_rows(const Eigen::MatrixXd& A) {
  chosen_ = pivoted_qr(Eigen::MatrixXd(A.transpose())).order;
  chosen_.resize(static_cast<std::size_t>(A.cols()));
  sign_ = sign_of(A);
}

SingularWatch::Finding SingularWatch::look(const State& s) {
  Finding finding;
  if (!on_ || !system_->evaluate(s, want_velocity_projection, terms_)) return finding;
  const Eigen::MatrixXd motions = free_motions(*system_, terms_, singular_tolerance);
  finding.singular = motions.cols() > 0;
  finding.free = free_velocities(*system_, motions);
  if (finding.singular) return finding;
  DenseRows rows(*system_);
  rows.gather(terms_);
  finding.passed = !chosen_.empty() && sign_of(rows.A) != sign_;
  choose_rows(rows.A);
  return finding;
}

}  // namespace rheon
