// Section `constraints`: equations, their level, and the order of their rows.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "io/model_sections.hpp"

namespace rheon::reader {
namespace {

class ConstraintReader {
 public:
  explicit ConstraintReader(Context& context) : context_(context), model_(context.model()) {}

  void read(const Yaml& map) {
    for (std::size_t k = 0; k < map.keys.size(); ++k) group(map.keys[k], map.items[k]);
  }

  /// Position level first; within a level the user's order. `rows` of the context follow.
  void sort();

 private:
  void group(const Yaml& key, const Yaml& value) {
    const std::string& name = key.text;
    const std::string element = fmt::format("constraint \"{}\"", name);
    auto& rows = context_.constraint_rows()[name];  // known by name even if it is refused
    if (!is_identifier(name)) {
      context_.report(key, element, "is not a name", "", std::string(name_rule));
    }
    if (!value.is_sequence()) {
      add_row(key, value, name, name, element, rows);
      return;
    }
    if (value.items.empty()) context_.report(value, element, "has no equation", "", "write one, or remove it");
    for (std::size_t k = 0; k < value.items.size(); ++k) {
      const std::string row = fmt::format("{}.{}", name, k + 1);
      add_row(value.items[k], value.items[k], name, row, fmt::format("constraint \"{}\"", row), rows);
    }
  }

  void add_row(const Yaml& at, const Yaml& value, const std::string& group, const std::string& name,
               const std::string& element, std::vector<int>& rows) {
    const auto parsed = context_.parse_equation(value, Use{element, on_motion, "a constraint"});
    std::optional<Lowered> lowered;
    if (parsed) lowered = context_.lower(*parsed);
    ConstraintRow row{
        name, group, model_.graph.constant(stand_in), ConstraintKind::holonomic, value.text, context_.place(at)};
    if (lowered && !lowered->tainted && !context_.incomplete()) fill(row, value, element, *lowered);
    rows.push_back(static_cast<int>(model_.constraints.size()));
    model_.constraints.push_back(std::move(row));
  }

  void fill(ConstraintRow& row, const Yaml& value, const std::string& element, const Lowered& lowered) {
    if (!sensible(value, element, lowered)) return;
    row.kind = classify(model_, lowered.node);
    row.residual = lowered.node;
    const bool leftover = is_position_level(row.kind) && (lowered.depends & on_rates) != 0;
    if (leftover) row.residual = at_rest(model_, lowered.node);
  }

  bool sensible(const Yaml& value, const std::string& element, const Lowered& lowered) {
    if (model_.graph.is_zero(lowered.node)) {
      context_.report(value, element, "is always fulfilled: both sides are the same", value.text,
                      "remove it or correct it");
      return false;
    }
    if (lowered.depends & (on_coordinates | on_rates)) return true;
    context_.report(value, element, "contains neither coordinates nor rates", value.text,
                    "an equation must restrict the motion: correct it or remove it");
    return false;
  }

  Context& context_;
  Model& model_;
};

void ConstraintReader::sort() {
  std::vector<int> order(model_.constraints.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_partition(order.begin(), order.end(),
                        [&](int k) { return is_position_level(model_.constraints[static_cast<std::size_t>(k)].kind); });
  std::vector<ConstraintRow> sorted;
  sorted.reserve(order.size());
  std::vector<int> new_index(order.size());
  for (const int k : order) {
    new_index[static_cast<std::size_t>(k)] = static_cast<int>(sorted.size());
    sorted.push_back(std::move(model_.constraints[static_cast<std::size_t>(k)]));
  }
  model_.constraints = std::move(sorted);
  for (auto& [name, rows] : context_.constraint_rows()) {
    for (int& row : rows) row = new_index[static_cast<std::size_t>(row)];
  }
  model_.inputs.nc = static_cast<int>(model_.constraints.size());
}

}  // namespace

void read_constraints(Context& context, const Keyed& sections) {
  ConstraintReader reader(context);
  if (const Yaml* map = map_section(context, sections, "constraints")) reader.read(*map);
  reader.sort();
}

}  // namespace rheon::reader
