#include "mechanism/known_rows.hpp"

#include <algorithm>
#include <random>
#include <set>

#include "core/index.hpp"
#include "la/decompositions.hpp"

namespace rheon::mechanism {

namespace {

/// Residuals are polynomials of the coordinates with factors near 1, looked at between -2 and 2: what is left of a combination is
/// round-off. Some hundred thousand roundings, since least squares lose digits; a row that says something new is off by about 1.
constexpr double row_round_off = 1e-10;
/// Factors below this are none: those that are meant are about 1, and least squares leave round-off of the others.
constexpr double negligible_row = 1e-8;

}  // namespace

void KnownRows::add(const Scalar& residual, const std::string& name) {
  by_residual_.emplace(residual.node(), rows_.size());
  for (const int slot : graph_->inputs_of(residual.node())) by_slot_[slot].push_back(rows_.size());
  rows_.push_back({name, residual.node()});
}

std::vector<RowPart> KnownRows::same(const Scalar& residual) const {
  const auto found = by_residual_.find(residual.node());
  if (found == by_residual_.end()) return {};
  return {{rows_[found->second].name, 1.0}};
}

/// Rows that depend on these inputs and no other ones.
std::vector<std::size_t> KnownRows::among(const std::vector<int>& slots) const {
  std::set<std::size_t> rows;
  for (const int slot : slots)
    if (const auto found = by_slot_.find(slot); found != by_slot_.end())
      for (const std::size_t row : found->second) {
        const std::vector<int> inputs = graph_->inputs_of(rows_[row].residual);
        if (std::includes(slots.begin(), slots.end(), inputs.begin(), inputs.end())) rows.insert(row);
      }
  return {rows.begin(), rows.end()};
}

/// A row for each node, a column for each point: coordinates between -2 and 2.
Eigen::MatrixXd KnownRows::at_random_points(const std::vector<expr::Node>& nodes, const std::vector<int>& slots,
                                            Eigen::Index points) {
  const expr::Tape tape(*graph_, nodes);
  Eigen::MatrixXd values(static_cast<Eigen::Index>(nodes.size()), points);
  if (inputs_.size() <= at(slots.back())) inputs_.resize(2 * at(slots.back()) + 1, 0.0);
  std::vector<double> work(tape.work_size());
  std::mt19937_64 random(1);
  for (Eigen::Index k = 0; k < points; ++k) {
    for (const int slot : slots) inputs_[at(slot)] = 4.0 * static_cast<double>(random()) / 0x1p64 - 2.0;
    tape.evaluate(inputs_.data(), values.col(k).data(), work.data());
  }
  return values;
}

bool KnownRows::vanishes(const Scalar& residual, int first, int count) {
  const std::vector<int> slots = graph_->inputs_of(residual.node());
  if (slots.empty() || slots.front() < first || slots.back() >= first + count) return false;
  return at_random_points({residual.node()}, slots, 8).cwiseAbs().maxCoeff() < row_round_off;
}

/// Least squares over more points than there are rows, at random: a polynomial that vanishes there vanishes everywhere.
std::vector<RowPart> KnownRows::combination(const Scalar& residual, int first, int count) {
  const std::vector<int> slots = graph_->inputs_of(residual.node());
  if (slots.empty() || slots.front() < first || slots.back() >= first + count) return {};
  const std::vector<std::size_t> rows = among(slots);
  if (rows.empty()) return {};
  std::vector<expr::Node> nodes;
  for (const std::size_t row : rows) nodes.push_back(rows_[row].residual);
  nodes.push_back(residual.node());
  const auto n = static_cast<Eigen::Index>(rows.size());
  const Eigen::MatrixXd values = at_random_points(nodes, slots, 2 * n + 8);
  if (!values.allFinite()) return {};
  const Eigen::MatrixXd known = values.topRows(n).transpose();
  const Eigen::VectorXd wanted = values.row(n).transpose();
  const Eigen::VectorXd factors = least_squares(known, wanted).x;
  if ((known * factors - wanted).norm() > row_round_off * wanted.norm()) return {};
  std::vector<RowPart> parts;
  for (Eigen::Index i = 0; i < n; ++i)
    if (std::abs(factors[i]) > negligible_row)
      parts.push_back({rows_[rows[static_cast<std::size_t>(i)]].name, factors[i]});
  return parts;
}

}  // namespace rheon::mechanism
