#include "constraints/stabilisation.hpp"

#include <algorithm>

#include "core/number_text.hpp"
#include "methods/row_equations.hpp"

namespace rheon {

namespace {

std::string row_names(const System& system, int first, int rows) {
  // names, in a line of text
  constexpr int shown = 8;
  std::string text;
  for (int i = 0; i < std::min(rows, shown); ++i) text += (i == 0 ? "" : ", ") + system.row_name(first + i);
  return text + (rows > shown ? ", …" : "");
}

Eigen::MatrixXd full_matrix(const Vec& diagonal, const Eigen::MatrixXd& full) {
  return full.size() > 0 ? full : Eigen::MatrixXd(diagonal.asDiagonal());
}

}  // namespace

Stabilisation::Gain Stabilisation::read(const System& system, const OptionValues& values, std::string_view name,
                                        int first, int rows) {
  const auto table = values.gains(name);
  if (!values.choice(name).starts_with("[")) return {Vec::Constant(rows, table[0][0]), {}};
  const auto given = static_cast<int>(table[0].size());
  if (given != rows)
    throw OptionError(std::string(name), counted(given, "gain") + " for " + counted(rows, "constraint row") +
                                             (rows > 0 ? " (" + row_names(system, first, rows) + ")" : "") +
                                             "; give one number for all, one for each row, or a square matrix of "
                                             "that size");
  if (table.size() == 1) return {Eigen::Map<const Vec>(table[0].data(), rows), {}};
  Gain gain{Vec::Zero(rows), Eigen::MatrixXd(rows, rows)};
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < rows; ++j) gain.full(i, j) = table[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  return gain;
}

Stabilisation::Stabilisation(const System& system, const OptionValues& values, std::string_view R, std::string_view S)
    : R_(read(system, values, R, 0, system.layout().rows())), S_(read(system, values, S, 0, system.layout().nphi)) {
  look();
}

Stabilisation Stabilisation::damped(const System& system, const OptionValues& values, std::string_view position_rate,
                                    std::string_view velocity, std::string_view position) {
  const Layout& n = system.layout();
  const Gain upper = read(system, values, position_rate, 0, n.nphi),
             lower = read(system, values, velocity, n.nphi, n.npsi);
  Stabilisation result;
  result.R_.diagonal = Vec::Zero(n.rows());
  result.R_.diagonal.head(n.nphi) = -upper.diagonal;
  result.R_.diagonal.tail(n.npsi) = -lower.diagonal;
  if (upper.full.size() > 0 || lower.full.size() > 0) {
    result.R_.full = Eigen::MatrixXd::Zero(n.rows(), n.rows());
    result.R_.full.topLeftCorner(n.nphi, n.nphi) = -full_matrix(upper.diagonal, upper.full);
    result.R_.full.bottomRightCorner(n.npsi, n.npsi) = -full_matrix(lower.diagonal, lower.full);
  }
  result.S_ = read(system, values, position, 0, n.nphi);
  result.S_.diagonal *= -1.0;
  result.S_.full *= -1.0;
  result.look();
  return result;
}

void Stabilisation::look() {
  for (const Gain* g : {&R_, &S_})
    any_ = any_ || (g->full.size() > 0 ? !g->full.isZero(0.0) : g->diagonal.size() > 0 && !g->diagonal.isZero(0.0));
}

void Stabilisation::subtract_from(Vec& g, const Terms& terms) const {
  if (!any_) return;
  const auto nphi = static_cast<Index>(terms.phi_dot.size()), npsi = static_cast<Index>(terms.psi.size());
  if (R_.full.size() > 0) {
    g.noalias() -= R_.full.leftCols(nphi) * terms.phi_dot;
    g.noalias() -= R_.full.rightCols(npsi) * terms.psi;
  }
  const auto own = [](const Gain& gain) {
    return [&gain](int i) { return gain.full.size() > 0 ? 0.0 : gain.diagonal[i]; };
  };
  NumberAlgebra numbers;
  subtract_violations(numbers, terms.phi, terms.phi_dot, terms.psi, own(R_), own(S_), g);
  if (S_.full.size() > 0) g.head(nphi).noalias() -= S_.full * terms.phi;
}

}  // namespace rheon
