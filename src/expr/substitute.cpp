#include <functional>

#include "expr/touching.hpp"

namespace rheon::expr {

Id GraphCore::substitute(Id root, std::span<const Replacement> replacements) {
  std::vector<int> slots;
  IdMap image;
  for (const Replacement& r : replacements) {
    slots.push_back(r.slot);
    image.insert(input(r.slot), id_of(r.by));
  }
  Touching touched(*this, slots);
  return rebuild(root, image, std::ref(touched));
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
