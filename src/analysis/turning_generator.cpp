#include "analysis/turning_generator.hpp"

#include "core/index.hpp"
#include "la/decompositions.hpp"

namespace rheon {

namespace {

/// Vectors and their rates as columns; in the plane the second vector is the first, turned.
struct Axes {
  Eigen::MatrixXd E, E_dot;
};

Axes axes_of(const std::vector<int>& triad, const State& s) {
  if (triad.size() == 1) {
    const int i = triad[0];
    Axes a{Eigen::MatrixXd(2, 2), Eigen::MatrixXd(2, 2)};
    a.E << s.q[i], -s.q[i + 1], s.q[i + 1], s.q[i];
    a.E_dot << s.v[i], -s.v[i + 1], s.v[i + 1], s.v[i];
    return a;
  }
  Axes a{Eigen::MatrixXd(3, 3), Eigen::MatrixXd(3, 3)};
  for (int k = 0; k < 3; ++k) {
    a.E.col(k) = s.q.segment(triad[at(k)], 3);
    a.E_dot.col(k) = s.v.segment(triad[at(k)], 3);
  }
  return a;
}

}  // namespace

std::optional<Eigen::MatrixXd> turning_generator(const Model& model, const State& state) {
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(model.inputs.nq, model.inputs.nq);
  std::vector<bool> said(at(model.inputs.nq), false);
  const double fastest = state.v.size() > 0 ? state.v.cwiseAbs().maxCoeff() : 0.0;
  const auto set_row = [&](int row, const Eigen::RowVectorXd& values) {
    const bool first = !said[at(row)];
    said[at(row)] = true;
    if (first) G.row(row) = values;
    return first || (G.row(row) - values).norm() <= 1e-9 * (1.0 + fastest);
  };
  for (const std::vector<int>& triad : model.triads) {
    const Axes axes = axes_of(triad, state);
    const Eigen::MatrixXd W = solve_full_pivoting(axes.E, axes.E_dot);
    if (triad.size() == 1) {  // e' = w J e
      const double w = W(1, 0);
      for (int k = 0; k < 2; ++k) {
        Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(model.inputs.nq);
        row[triad[0] + 1 - k] = k == 0 ? -w : w;
        if (!set_row(triad[0] + k, row)) return std::nullopt;
      }
      continue;
    }
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(model.inputs.nq);
        for (int j = 0; j < 3; ++j) row[triad[at(j)] + k] = W(j, i);
        if (!set_row(triad[at(i)] + k, row)) return std::nullopt;
      }
  }
  if (G.norm() <= 1e-12 * fastest || fastest == 0.0) return std::nullopt;
  return G;
}

}  // namespace rheon
