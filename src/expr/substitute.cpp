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
  const auto mapped = [&](Id n) {
    const Id known = image.find(n);
    return known == IdMap::absent ? n : known;
  };
  const Id roots[] = {root};
  for (const Id n : reachable(roots, touched)) {
    const NodeData data = nodes_[n];
    Id made = n;
    if (data.op == Op::input) {
      made = data.arg[0] < replacement.size() ? replacement[data.arg[0]] : n;
    } else if (data.op == Op::select) {
      made = select(mapped(data.arg[0]), mapped(data.arg[1]), mapped(data.arg[2]));
    } else if (data.op == Op::table) {
      const Id x = mapped(data.arg[0]);
      const int number = static_cast<int>(data.arg[2]);
      // An argument that becomes time chooses its piece by side from now on.
      made =
          data.arg[0] == data.arg[1] ? table(number, x, data.order) : table(number, x, mapped(data.arg[1]), data.order);
    } else if (data.op == Op::less || data.op == Op::less_equal) {
      made = compare(data.op, mapped(data.arg[0]), mapped(data.arg[1]));
    } else if (arity(data.op) == 1) {
      made = unary(data.op, mapped(data.arg[0]));
    } else {
      made = binary(data.op, mapped(data.arg[0]), mapped(data.arg[1]));
    }
    image.insert(n, made);
  }
  return mapped(root);
}

}  // namespace rheon::expr
