#include "analysis/integrability.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "analysis/classical_step.hpp"
#include "analysis/constraint_forms.hpp"
#include "core/index.hpp"
#include "core/number_text.hpp"
#include "la/decompositions.hpp"
#include "la/eigenvalues.hpp"

namespace rheon {

namespace {

using Matrix = Eigen::MatrixXd;

/// Paths that are tried; each has `segments` pieces with one d each, of `steps` steps; stations are where P p is noted. Choices:
/// fewer may miss what only some directions show, and more take longer.
constexpr int paths = 5, segments = 6, steps = 30, steps_to_a_station = 15;
/// How much the rows may turn in one step, in radians: Runge-Kutta of order 4 errs by about 0.02^5/120 = 3e-11 in a step.
constexpr double turn_per_step = 0.02;
/// Rows count as turning by this for each unit of the way (in the metric of the masses) where they turn by less: a step moves by
/// `turn_per_step` over it, 0.2, at the most. And a direction counts as no slower than this. A choice.
constexpr double slowest = 0.1;
/// A segment ends where P d, of length one at its start, has become this short: near its zeros flows contract, and errors grow. A
/// choice; larger, and segments are shorter.
constexpr double slow = 0.3;
/// A path ends where a form has grown or shrunk by this factor: |P p| is compared with |p| = 1 at the start, and the errors of
/// the integration grow with p, so that a digit of the comparison is lost by then
/// (half and twice as much pass the tests).
constexpr double most_growth = 10.0;
/// A random direction of which less than this part is allowed is one of round-off: nothing can move. Far above 1e-16, and hardly
/// met by chance.
constexpr double standstill = 1e-9;
/// A combination, of length one, is said to contain rows with a larger coefficient than this: ten times what distinguishes an
/// integrable one.
constexpr double noticeable = 1e-6;
/// Squares of what leaves the rows, in those of `integrability_tolerance`: beyond ten times it no combination can come back.
constexpr double surely_left = 100.0;

/// Carries forms along a path. Columns of p are the forms.
class Transport {
 public:
  Transport(ConstraintForms& forms, std::vector<int> rows, Matrix p, unsigned seed)
      : forms_(forms),
        rows_(std::move(rows)),
        now_{Vec::Zero(forms.size()), std::move(p)},
        random_(seed),
        d_(forms.size()) {}

  /// Appends P p of the stations to `defects`, one row a form. False: the path ended before its first segment did.
  bool run(Matrix& defects) {
    for (int segment = 0; segment < segments && !grown(); ++segment) {
      if (!choose_direction()) return segment > 0;
      for (int k = 1; k <= steps && speed_ > slow && !grown(); ++k)
        if (!step() || (k % steps_to_a_station == 0 && !note(defects))) return segment > 0;
      if (!note(defects)) return segment > 0;
    }
    return true;
  }

 private:
  struct Point {
    Vec y;
    Matrix p;
    friend Point operator+(const Point& a, const Point& b) { return {a.y + b.y, a.p + b.p}; }
    friend Point operator*(double factor, const Point& a) { return {factor * a.y, factor * a.p}; }
  };
  /// Forms that have grown or shrunk much carry errors that have grown with them.
  bool grown() const {
    const auto sizes = now_.p.colwise().stableNorm();
    return sizes.maxCoeff() > most_growth || sizes.minCoeff() < 1.0 / most_growth;
  }
  /// A direction that the rows allow here, of unit length; none if nothing can move.
  bool choose_direction() {
    for (Eigen::Index j = 0; j < d_.size(); ++j) d_[j] = static_cast<double>(random_()) / 2147483648.0 - 1.0;
    if (!forms_.with_time()) d_[d_.size() - 1] = 0.0;
    if (!forms_.values(now_.y, rows_, G_)) return false;
    const Matrix Q = row_basis(G_);
    const double all = d_.norm();
    d_ -= Q * (Q.transpose() * d_);
    speed_ = d_.norm() > standstill * all ? 1.0 : 0.0;
    if (speed_ > 0.0) d_.normalize();
    return true;
  }
  bool slope(const Point& at, Point& out);
  bool step();
  bool note(Matrix& defects);

  ConstraintForms& forms_;
  std::vector<int> rows_;
  Point now_;
  std::mt19937 random_;
  Vec d_;
  Matrix G_, W_;
  double turning_ = 0.0;  ///< of the rows, per unit of the path's parameter
  double speed_ = 0.0;    ///< |P d|: one at the beginning of a segment
};

bool Transport::slope(const Point& at, Point& out) {
  if (!forms_.values(at.y, rows_, G_)) return false;
  const auto [Q, R] = thin_qr(G_.transpose());
  out.y = d_ - Q * (Q.transpose() * d_);
  Matrix lambda = Q.transpose() * at.p;
  solve_upper(R, lambda);
  if (!forms_.slopes(at.y, out.y, rows_, W_)) return false;
  out.p = W_.transpose() * lambda;
  turning_ = slowest * std::max(out.y.norm(), slowest);
  for (Eigen::Index i = 0; i < G_.rows(); ++i)
    turning_ = std::max(turning_, W_.row(i).stableNorm() / G_.row(i).stableNorm());
  return out.p.allFinite();
}

bool Transport::step() {
  Point k;
  if (!slope(now_, k)) return false;
  const double h = turn_per_step / turning_;
  speed_ = k.y.norm();
  return classical_step(now_, k, h, [&](const Point& at, Point& there) { return slope(at, there); });
}

bool Transport::note(Matrix& defects) {
  if (!forms_.values(now_.y, rows_, G_)) return false;
  const Matrix Q = row_basis(G_);
  const auto before = defects.cols();
  defects.conservativeResize(now_.p.cols(), before + now_.p.rows());
  defects.rightCols(now_.p.rows()) = (now_.p - Q * (Q.transpose() * now_.p)).transpose();
  return true;
}

class Examination {
 public:
  Examination(const System& system, const State& state, const std::vector<std::string>& drivers)
      : system_(system), state_(state), drivers_(drivers) {}

  IntegrabilityReport run() {
    sort_rows();
    if (velocity_.empty()) return report_;
    if (system_.model().general_speeds) return give_up("the model has speeds of its own");
    const int n = system_.layout().nq;
    if (n > max_integrability_coordinates)
      return give_up(counted(n, "coordinate") + ", only models of up to " +
                     std::to_string(max_integrability_coordinates) + " are examined");
    ConstraintForms forms(system_, state_);
    Matrix G;
    if (!forms.values(Vec::Zero(forms.size()), rows_, G)) return give_up("the rows have no value at the start");
    for (std::size_t k = 0; k < rows_.size(); ++k)
      if (!(G.row(static_cast<Eigen::Index>(k)).stableNorm() > 0.0) && is_velocity(rows_[k]))
        return give_up("the gradient of " + system_.row_name(rows_[k]) + " vanishes at the start");
    for (const int k : independent_forms(G)) base_.push_back(rows_[at(k)]);
    const auto free = forms.size() - static_cast<int>(base_.size());  // the time is among them
    report_.single_path = free <= (forms.with_time() ? 1 : 2);
    Matrix defects;
    if (!carry(forms, base_, velocity_, defects)) return give_up("the rows have no value near the start");
    judge_rows(forms, defects);
    judge_combinations(defects);
    return std::move(report_);
  }

 private:
  bool is_velocity(int row) const { return row >= system_.layout().nphi; }
  bool is_base(int row) const { return std::find(base_.begin(), base_.end(), row) != base_.end(); }
  IntegrabilityReport give_up(std::string reason) {
    report_.undecided = velocity_;
    report_.reason = std::move(reason);
    return std::move(report_);
  }
  void sort_rows() {
    for (int row = 0; row < system_.layout().rows(); ++row) {
      const ConstraintKind kind = system_.model().constraints[at(row)].kind;
      if (kind == ConstraintKind::nonlinear_velocity) continue;
      rows_.push_back(row);
      // a driver prescribes a rate because that is what its user wants
      const std::string& group = system_.model().constraints[at(row)].group;
      if (is_velocity(row) && std::find(drivers_.begin(), drivers_.end(), group) == drivers_.end())
        velocity_.push_back(row);
    }
  }
  static bool carry(ConstraintForms& forms, const std::vector<int>& rows, const std::vector<int>& carried,
                    Matrix& defects) {
    Matrix w;
    if (!forms.values(Vec::Zero(forms.size()), carried, w)) return false;
    for (Eigen::Index k = 0; k < w.rows(); ++k) w.row(k) /= w.row(k).stableNorm();
    if (!w.allFinite()) return false;
    for (unsigned seed = 1; seed <= paths; ++seed) {
      if (!Transport(forms, rows, w.transpose(), seed).run(defects) || !defects.allFinite()) return false;
      if (defects.cols() == 0) return false;  // no path went anywhere
      // what has left the rows does not come back: if no combination stays, there is nothing more to learn
      const Vec squares = symmetric_eigenvalues(defects * defects.transpose());
      if (squares.minCoeff() > surely_left * integrability_tolerance * integrability_tolerance) break;
    }
    return true;
  }
  void judge_rows(ConstraintForms& forms, const Matrix& defects);
  void judge_combinations(const Matrix& defects);

  const System& system_;
  const State& state_;
  const std::vector<std::string>& drivers_;
  std::vector<int> rows_, velocity_;  ///< all rows but nonlinear ones; of them those at velocity level, without drivers
  std::vector<int> base_;             ///< independent ones, position level first
  std::vector<int> left_;             ///< places in velocity_ of independent rows that are not integrable
  IntegrabilityReport report_;
};

void Examination::judge_rows(ConstraintForms& forms, const Matrix& defects) {
  for (std::size_t k = 0; k < velocity_.size(); ++k) {
    const int row = velocity_[k];
    const double defect = defects.row(static_cast<Eigen::Index>(k)).cwiseAbs().maxCoeff();
    if (defect > integrability_tolerance) {
      if (is_base(row)) left_.push_back(static_cast<int>(k));
      continue;
    }
    IntegrabilityReport::IntegrableRow found{row, false, false, forms.with_time(), defect};
    std::vector<int> positions(rows_.begin(),
                               std::find_if(rows_.begin(), rows_.end(), [&](int r) { return is_velocity(r); }));
    positions.push_back(row);
    Matrix G, alone;
    if (forms.values(Vec::Zero(forms.size()), positions, G)) {
      const std::vector<int> kept = independent_forms(G);
      found.implied = std::find(kept.begin(), kept.end(), static_cast<int>(positions.size()) - 1) == kept.end();
    }
    found.alone = carry(forms, {row}, {row}, alone) && alone.cwiseAbs().maxCoeff() <= integrability_tolerance;
    report_.integrable.push_back(found);
  }
}

/// Left null vectors of the defects are combinations that stay in the rows.
void Examination::judge_combinations(const Matrix& defects) {
  if (left_.size() < 2) return;
  Matrix S(static_cast<Eigen::Index>(left_.size()), defects.cols());
  for (std::size_t k = 0; k < left_.size(); ++k) S.row(static_cast<Eigen::Index>(k)) = defects.row(left_[k]);
  const LeftSingular svd = left_singular_by_rotations(S);
  std::vector<bool> involved(left_.size(), false);
  for (Eigen::Index c = 0; c < svd.values.size(); ++c) {
    if (svd.values[c] > integrability_tolerance) continue;
    ++report_.combinations;
    for (std::size_t k = 0; k < left_.size(); ++k)
      if (std::abs(svd.U(static_cast<Eigen::Index>(k), c)) > noticeable) involved[k] = true;
  }
  for (std::size_t k = 0; k < left_.size(); ++k)
    if (involved[k]) report_.combined.push_back(velocity_[at(left_[k])]);
}

}  // namespace

IntegrabilityReport examine_integrability(const System& system, const State& state,
                                          const std::vector<std::string>& drivers) {
  return Examination(system, state, drivers).run();
}

}  // namespace rheon
