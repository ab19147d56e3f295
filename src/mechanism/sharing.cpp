#include "mechanism/sharing.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/index.hpp"

namespace rheon::mechanism {

namespace {

/// Slopes this far below the size of their input are round-off. A choice in between.
constexpr double negligible = 1e-9;
/// A pivot of the normal equations, a square, of which less than this part is left depends on the others: 1e-5 of a column is new.
constexpr double least_pivot = 1e-10;

/// Disjoint sets of slots.
class Groups {
 public:
  int root(int slot) {
    int& parent = parent_.try_emplace(slot, slot).first->second;
    return parent == slot ? slot : parent = root(parent);
  }
  void join(int a, int b) { parent_[root(a)] = root(b); }

 private:
  std::map<int, int> parent_;
};

}  // namespace

Sharing::Sharing(expr::Graph& graph, int first_slot, const std::vector<Force>& forces, std::vector<double> reference,
                 const std::vector<Scalar>& sizes)
    : graph_(graph), first_slot_(first_slot), reference_(std::move(reference)), sizes_(at_reference(sizes)) {
  for (std::size_t slot = at(first_slot); slot < reference_.size(); ++slot)
    replacements_.push_back({static_cast<int>(slot), graph_.constant(0.0)});
  std::vector<ShareRow> rows;
  for (const Force& force : forces)
    if (!open_inputs(force.value.node()).empty()) rows.push_back(row_of(force));
  Groups groups;
  for (const ShareRow& row : rows) {
    for (const int slot : row.slots) groups.join(slot, row.slots.front());
  }
  std::map<int, std::vector<const ShareRow*>> rows_of;
  std::map<int, std::vector<int>> slots_of;
  for (const ShareRow& row : rows) rows_of[groups.root(row.slots.front())].push_back(&row);
  for (int slot = first_slot_; at(slot) < reference_.size(); ++slot) slots_of[groups.root(slot)].push_back(slot);
  for (const auto& [root, members] : rows_of) solve(members, slots_of[root]);
}

std::vector<int> Sharing::open_inputs(expr::Node node) const {
  std::vector<int> slots = graph_.inputs_of(node);
  slots.erase(slots.begin(), std::lower_bound(slots.begin(), slots.end(), first_slot_));
  return slots;
}

std::vector<double> Sharing::at_reference(const std::vector<Scalar>& values) const {
  std::vector<expr::Node> nodes;
  for (const Scalar& value : values) nodes.push_back(value.node());
  const expr::Tape tape(graph_, nodes);
  std::vector<double> result(nodes.size()), work(tape.work_size());
  tape.evaluate(reference_.data(), result.data(), work.data());
  return result;
}

Sharing::ShareRow Sharing::row_of(const Force& force) const {
  const expr::Node node = force.value.node();
  ShareRow row{force.value, force.joint, open_inputs(node), {}, {}};
  std::vector<expr::Replacement> at_zero;
  for (const int slot : row.slots) at_zero.push_back({slot, graph_.constant(0.0)});
  row.force = {graph_, graph_.substitute(node, at_zero)};
  for (const int slot : row.slots) row.slopes.emplace_back(graph_, graph_.derivative(node, slot));
  row.slopes_at_reference = at_reference(row.slopes);
  return row;
}

/// Normal equations of one group by Gauss elimination. What has no pivot left in the reference configuration changes no
/// force that the others do not change: it stays at zero.
void Sharing::solve(const std::vector<const ShareRow*>& rows, const std::vector<int>& slots) {
  const std::size_t n = slots.size();
  const auto index = [&](int slot) {
    return static_cast<std::size_t>(std::lower_bound(slots.begin(), slots.end(), slot) - slots.begin());
  };
  const Scalar zero(graph_, 0.0);
  std::vector<std::vector<Scalar>> G(n, std::vector<Scalar>(n + 1, zero));
  std::vector<std::vector<double>> G0(n, std::vector<double>(n, 0.0));
  for (const ShareRow* row : rows)
    for (std::size_t i = 0; i < row->slots.size(); ++i) {
      const std::size_t k = index(row->slots[i]);
      G[k][n] = G[k][n] - row->slopes[i] * row->force;
      for (std::size_t j = 0; j < row->slots.size(); ++j) {
        const std::size_t l = index(row->slots[j]);
        G[k][l] = G[k][l] + row->slopes[i] * row->slopes[j];
        G0[k][l] += row->slopes_at_reference[i] * row->slopes_at_reference[j];
      }
    }
  std::vector<std::size_t> order;
  std::vector<bool> taken(n, false);
  std::vector<double> whole(n);
  for (std::size_t k = 0; k < n; ++k) {
    whole[k] = G0[k][k];
    taken[k] = !(std::sqrt(whole[k]) > negligible * sizes_[at(slots[k] - first_slot_)]);  // it does nothing
  }
  while (order.size() < n) {
    std::size_t pivot = n;
    for (std::size_t k = 0; k < n; ++k)
      if (!taken[k] && (pivot == n || G0[k][k] / whole[k] > G0[pivot][pivot] / whole[pivot])) pivot = k;
    if (pivot == n || !(G0[pivot][pivot] > least_pivot * whole[pivot])) break;
    taken[pivot] = true;
    order.push_back(pivot);
    for (std::size_t k = 0; k < n; ++k) {
      if (taken[k]) continue;
      const double factor0 = G0[k][pivot] / G0[pivot][pivot];
      const Scalar factor = G[k][pivot] / G[pivot][pivot];
      for (std::size_t l = 0; l < n; ++l)
        if (!taken[l]) G0[k][l] -= factor0 * G0[pivot][l];
      for (std::size_t l = 0; l <= n; ++l)
        if (l == n || !taken[l]) G[k][l] = G[k][l] - factor * G[pivot][l];
    }
  }
  std::vector<Scalar> mu(n, zero);
  for (auto p = order.rbegin(); p != order.rend(); ++p) {
    Scalar sum = G[*p][n];
    for (auto later = order.rbegin(); later != p; ++later) sum = sum - G[*p][*later] * mu[*later];
    mu[*p] = sum / G[*p][*p];
  }
  for (std::size_t k = 0; k < n; ++k) replacements_[at(slots[k] - first_slot_)].by = mu[k].node();
  add_group(rows, order.size());
}

/// Does the i-th of its open inputs change the force?
bool Sharing::acts(const ShareRow& row, std::size_t i) const {
  return std::abs(row.slopes_at_reference[i]) > negligible * sizes_[at(row.slots[i] - first_slot_)];
}

void Sharing::add_group(const std::vector<const ShareRow*>& rows, std::size_t too_many) {
  if (too_many == 0) return;
  const auto has = [](const Overheld& group, const std::string& joint) {
    return std::find(group.joints.begin(), group.joints.end(), joint) != group.joints.end();
  };
  Overheld group{{}, static_cast<int>(too_many)};
  for (const ShareRow* row : rows)
    for (std::size_t i = 0; i < row->slots.size(); ++i)
      if (acts(*row, i) && !has(group, row->joint)) group.joints.push_back(row->joint);
  // what is open in other directions of the same joints is reported with it
  for (Overheld& before : groups_) {
    if (std::none_of(group.joints.begin(), group.joints.end(), [&](const auto& joint) { return has(before, joint); }))
      continue;
    before.too_many += group.too_many;
    for (const std::string& joint : group.joints)
      if (!has(before, joint)) before.joints.push_back(joint);
    return;
  }
  groups_.push_back(std::move(group));
}

Scalar Sharing::of_least_norm(const Scalar& value) const {
  if (open_inputs(value.node()).empty()) return value;
  return {graph_, graph_.substitute(value.node(), replacements_)};
}

bool Sharing::is_open(const Scalar& value) const {
  if (open_inputs(value.node()).empty()) return false;
  const ShareRow row = row_of({value, {}});
  for (std::size_t i = 0; i < row.slots.size(); ++i)
    if (acts(row, i)) return true;
  return false;
}

}  // namespace rheon::mechanism
