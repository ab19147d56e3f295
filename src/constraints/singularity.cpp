#include "constraints/singularity.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "constraints/projector.hpp"
#include "core/index.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// How far to look, as parts of the largest coordinate: far enough for singular values well above round-off, near enough
/// to stay on the same branch. The second is tried where the first finds nothing.
constexpr double reaches[] = {1e-2, 1e-3};
/// Single motions and random mixtures of them that are tried, in both senses. Choices: each costs a projection and a rank, and with
/// fewer a branch is missed more easily.
constexpr int most_motions = 8, mixtures = 4;
/// Parts of the reach: what the projection has brought nearer is back where it was, and what it has carried further is on another
/// branch. Choices: what stays on its branch ends about as far off as it began.
constexpr double least_distance = 0.1, most_distance = 5.0;

double largest_entry(const Vec& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; }

std::ptrdiff_t flat_rows(const RankAnalysis& rows) {
  return std::count_if(rows.dependent.begin(), rows.dependent.end(),
                       [](const RankAnalysis::Set& set) { return set.rows.size() == 1; });
}

}  // namespace

std::vector<double> smallest(const WeakRows& rows, int count) {
  std::vector<double> values;
  for (Eigen::Index k = rows.values.size() - 1; k >= 0 && static_cast<int>(values.size()) < count; --k)
    values.push_back(rows.values[k]);
  return values;
}

/// T v, the motion of the coordinates without what time adds.
Vec Neighbourhood::moved_coordinates(const State& state, const Vec& velocity) {
  if (!system_.model().general_speeds) return velocity;
  State s = state;
  s.v = velocity;
  if (!system_.evaluate(s, Want::rates, terms_)) return Vec::Zero(s.q.size());
  const Vec with = terms_.q_dot;
  s.v.setZero();
  if (!system_.evaluate(s, Want::rates, terms_)) return Vec::Zero(s.q.size());
  return with - terms_.q_dot;
}

/// Along every free motion, along mixtures, and, where something is driven, a little earlier and later. More than the two states
/// of constraints/neighbour_states.hpp, which are for the start of every run: here each missed branch is a wrong finding.
std::vector<State> Neighbourhood::starts(const State& state, double reach) {
  std::vector<State> all;
  if (!system_.evaluate(state, want_velocity_projection, terms_)) return all;
  const Eigen::MatrixXd Z = free_motions(system_, terms_);
  std::vector<Vec> motions;
  for (Eigen::Index k = 0; k < std::min<Eigen::Index>(Z.cols(), most_motions); ++k) motions.push_back(Z.col(k));
  std::mt19937 random(1);
  for (int k = 0; k < mixtures && Z.cols() > 1; ++k) {
    Vec mixture = Vec::Zero(Z.rows());
    for (Eigen::Index j = 0; j < Z.cols(); ++j)
      mixture += (static_cast<double>(random()) / 2147483648.0 - 1.0) * Z.col(j);
    motions.push_back(mixture);
  }
  for (const Vec& motion : motions) {
    const Vec dq = moved_coordinates(state, motion);
    if (!(largest_entry(dq) > 0.0)) continue;
    for (const double sense : {1.0, -1.0}) {
      all.push_back(state);
      all.back().q += sense * reach / largest_entry(dq) * dq;
    }
  }
  const auto& rows = system_.model().constraints;
  const bool driven = std::any_of(rows.begin(), rows.end(),
                                  [](const ConstraintRow& row) { return row.kind == ConstraintKind::rheonomic; });
  const double duration = largest_entry(state.v) > 0.0 ? reach / largest_entry(state.v) : reach;
  for (const double sense : {1.0, -1.0}) {
    if (!driven) break;
    all.push_back(state);
    all.back().t += sense * duration;
  }
  return all;
}

SingularityReport Neighbourhood::examine(const State& state, const RankAnalysis& here) {
  SingularityReport report;
  report.rank_beside = here.rank;
  report.redundant = here.dependent;
  if (here.dependent.empty() || system_.layout().rows() > max_rows) return report;
  report.examined = true;
  const double size = largest_entry(state.q) > 0.0 ? largest_entry(state.q) : 1.0;
  RankAnalysis elsewhere;
  Projector projector(system_);
  for (const double part : reaches) {
    const double reach = part * size;
    for (State& s : starts(state, reach)) {
      if (!projector.position(s)) continue;
      const double distance = largest_entry(s.q - state.q);
      if (distance < least_distance * reach || distance > most_distance * reach) continue;
      if (!system_.linear_velocity_rows() && !projector.velocity(s)) continue;
      if (!system_.evaluate(s, want_velocity_projection, terms_)) continue;
      RankAnalysis found = analyse_rows(system_, terms_);
      if (++report.neighbours > 1 && found.rank <= report.rank_beside) continue;
      report.rank_beside = found.rank;
      report.distance = distance;
      report.values_beside = smallest(weak_rows(system_, terms_), 4);
      report.state_beside = s;
      elsewhere = std::move(found);
    }
    if (report.neighbours > 0) break;
  }
  report.dependent_beside = elsewhere.dependent;
  const bool can_move = system_.layout().nv > here.rank;
  if (report.neighbours == 0 && !can_move) return report;  // nowhere to go: what depends here depends everywhere
  if (report.neighbours > 0 && report.rank_beside <= here.rank) {
    // a gradient that vanishes only here belongs to a larger set elsewhere
    if (flat_rows(here) > flat_rows(elsewhere)) report.redundant = elsewhere.dependent;
    return report;
  }
  // a motion that leads nowhere is one of a singular configuration, too
  if (!system_.evaluate(state, want_velocity_projection, terms_)) return report;
  report.redundant = report.neighbours > 0 ? elsewhere.dependent : std::vector<RankAnalysis::Set>{};
  report.singular =
      report.neighbours > 0 ? analyse_rows(system_, terms_, elsewhere.independent).dependent : here.dependent;
  return report;
}

}  // namespace rheon
