#include "expr/graph_core.hpp"

namespace rheon::expr {

Id GraphCore::substitute(Id root, std::span<const Id> replacement) {
  const auto touched = [&](Id n) {
    const SlotSets::SetId set = nodes_[n].slots;
    if (set == SlotSets::large) return true;
    const std::span<const int> slots = sets_.slots(set);  // sorted
    return !slots.empty() && static_cast<std::size_t>(slots.front()) < replacement.size();
  };
  IdMap image;
  const Id roots[] = {root};
  for (const Id n : reachable(roots, touched))
    if (nodes_[n].op == Op::input && nodes_[n].arg[0] < replacement.size())
      image.insert(n, replacement[nodes_[n].arg[0]]);
  return rebuild(root, image, touched);
}

Id GraphCore::remade(const NodeData& data, const IdMap& image) {
  const auto mapped = [&](Id n) {
    const Id known = image.find(n);
    return known == IdMap::absent ? n : known;
  };
  if (data.op == Op::input) return input(static_cast<int>(data.arg[0]));
  if (data.op == Op::select) return select(mapped(data.arg[0]), mapped(data.arg[1]), mapped(data.arg[2]));
  if (data.op == Op::table) {
    const Id x = mapped(data.arg[0]);
    const int number = static_cast<int>(data.arg[2]);
    // An argument that becomes time chooses its piece by side from now on.
    return data.arg[0] == data.arg[1] ? table(number, x, data.order)
                                      : table(number, x, mapped(data.arg[1]), data.order);
  }
  if (data.op == Op::less || data.op == Op::less_equal)
    return compare(data.op, mapped(data.arg[0]), mapped(data.arg[1]));
  if (arity(data.op) == 1) return unary(data.op, mapped(data.arg[0]));
  return binary(data.op, mapped(data.arg[0]), mapped(data.arg[1]));
}

}  // namespace rheon::expr
