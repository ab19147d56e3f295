// Items that name each other in any order: a depth-first walk without recursion, since a chain may be long.
#include <fmt/format.h>

#include <algorithm>

#include "io/model_context.hpp"

namespace rheon::reader {
namespace {

enum class Mark : unsigned char { fresh, open, done };

struct Walk {
  const std::vector<std::vector<int>>& needs;
  std::vector<Mark> marks;
  std::vector<bool> in_circle;
  std::vector<std::pair<int, std::size_t>> stack;  // item, and which of its needs comes next
  Ordering result;

  void from(int start) {
    open(start);
    while (!stack.empty()) {
      auto& [item, next] = stack.back();
      const auto& wanted = needs[static_cast<std::size_t>(item)];
      if (next == wanted.size()) {
        marks[static_cast<std::size_t>(item)] = Mark::done;
        result.order.push_back(item);
        stack.pop_back();
        continue;
      }
      const int need = wanted[next++];
      const Mark mark = marks[static_cast<std::size_t>(need)];
      if (mark == Mark::fresh) open(need);
      if (mark == Mark::open) circle(need);
    }
  }

  void open(int item) {
    marks[static_cast<std::size_t>(item)] = Mark::open;
    stack.emplace_back(item, 0);
  }

  /// One report per knot of circles: the first one found.
  void circle(int start) {
    const auto begin =
        std::find_if(stack.begin(), stack.end(), [&](const auto& entry) { return entry.first == start; });
    std::vector<int> members;
    bool known = false;
    for (auto entry = begin; entry != stack.end(); ++entry) {
      known = known || in_circle[static_cast<std::size_t>(entry->first)];
      members.push_back(entry->first);
    }
    for (const int member : members) {
      if (!in_circle[static_cast<std::size_t>(member)]) result.circular.push_back(member);
      in_circle[static_cast<std::size_t>(member)] = true;
    }
    if (!known) result.circles.push_back(std::move(members));
  }
};

}  // namespace

Ordering order_by_need(const std::vector<std::vector<int>>& needs) {
  Walk walk{needs, std::vector<Mark>(needs.size(), Mark::fresh), std::vector<bool>(needs.size(), false), {}, {}};
  for (std::size_t k = 0; k < needs.size(); ++k) {
    if (walk.marks[k] == Mark::fresh) walk.from(static_cast<int>(k));
  }
  return std::move(walk.result);
}

std::vector<int> order_items(Context& context, Symbol::Kind kind, const std::vector<std::string>& names,
                             const std::vector<std::optional<Parsed>>& items) {
  std::vector<std::vector<int>> needs(items.size());
  for (std::size_t k = 0; k < items.size(); ++k) {
    if (!items[k]) continue;
    for (const expr::SyntaxNode& node : items[k]->tree.nodes) {
      if (node.kind != expr::SyntaxNode::Kind::name) continue;
      const Symbol* symbol = context.find(node.name);
      if (symbol && symbol->kind == kind) needs[k].push_back(symbol->index);
    }
  }
  const Ordering ordering = order_by_need(needs);
  for (const std::vector<int>& circle : ordering.circles) {
    std::string path;
    for (const int member : circle) path += names[static_cast<std::size_t>(member)] + " -> ";
    const auto first = static_cast<std::size_t>(circle.front());
    context.report(*items[first]->scalar, items[first]->use.element,
                   circle.size() == 1 ? "is defined by itself" : "is defined by itself, in a circle",
                   path + names[first], "break the circle");
  }
  for (const int member : ordering.circular) {
    if (Symbol* symbol = context.find(names[static_cast<std::size_t>(member)])) symbol->failed = true;
  }
  return ordering.order;
}

}  // namespace rheon::reader
