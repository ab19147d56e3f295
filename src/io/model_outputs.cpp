// Section `outputs`: named results.
#include <fmt/format.h>

#include "core/unit_text.hpp"
#include "io/model_quantity.hpp"
#include "io/model_sections.hpp"

namespace rheon::reader {
namespace {

class OutputReader {
 public:
  explicit OutputReader(Context& context) : context_(context), model_(context.model()) {}

  void read(const Yaml& map) {
    for (std::size_t k = 0; k < map.keys.size(); ++k) parse(map.keys[k], map.items[k]);
    model_.outputs.resize(names_.size());
    for (const int item : order_items(context_, Symbol::Kind::output, names_, items_)) {
      lower(static_cast<std::size_t>(item));
    }
  }

 private:
  void parse(const Yaml& key, const Yaml& value) {
    const std::string& name = key.text;
    if (!context_.declare(key, name, Symbol::Kind::output, static_cast<int>(names_.size()))) return;
    Use use{fmt::format("output \"{}\"", name), on_everything, "an output"};
    use.outputs = true;
    const Yaml* expression = &value;
    const Yaml* unit = nullptr;
    if (value.is_map()) {
      const Keyed keys(context_, value, output_keys(), use.element);
      expression = keys["value"];
      unit = keys["unit"];
    }
    names_.push_back(name);
    keys_.push_back(&key);
    units_.push_back(unit);
    items_.push_back(expression ? context_.parse(*expression, std::move(use)) : std::nullopt);
    if (!items_.back()) context_.find(name)->failed = true;
  }

  void lower(std::size_t k) {
    Output& output = model_.outputs[k];
    output.name = names_[k];
    output.place = context_.place(*keys_[k]);
    Symbol& symbol = *context_.find(names_[k]);
    if (!items_[k] || symbol.failed) return;
    const auto lowered = context_.lower(*items_[k]);
    symbol.failed = !lowered || lowered->tainted;
    if (symbol.failed) return;
    symbol.by_primes.push_back({lowered->node, lowered->depends, lowered->dim});
    output.value = lowered->node;
    if (units_[k]) {
      convert(k, *lowered, output);
    } else {
      output.unit = natural_unit(*items_[k], lowered->dim);
    }
  }

  /// Records in the unit asked for; other outputs go on using the SI value.
  void convert(std::size_t k, const Lowered& lowered, Output& output) {
    const Yaml& at = *units_[k];
    const std::string& element = items_[k]->use.element;
    const auto unit = at.is_scalar() ? parse_unit(at.text) : std::nullopt;
    if (!unit) {
      const expr::SyntaxError error = unknown_unit(at.text, 0);
      context_.report(at, element, at.is_scalar() ? error.what : "expected a unit, found " + describe(at), "",
                      error.remedy.substr(0, error.remedy.find(';')));
      return;
    }
    context_.expect(at, element, lowered.dim, unit->dimension, "the unit of the record");
    output.unit = canonical_unit(at.text);
    if (unit->factor == 1.0) return;
    output.value = model_.graph.make(expr::Op::div, lowered.node, model_.graph.constant(unit->factor));
  }

  /// A bare coordinate or rate keeps its own unit (rad would get lost in the dimension).
  std::string natural_unit(const Parsed& parsed, const Dim& dim) {
    if (parsed.unit) return si_unit(parsed.unit_text);
    if (parsed.tree.nodes.size() == 1 && parsed.tree.nodes[0].kind == expr::SyntaxNode::Kind::name) {
      const expr::SyntaxNode& node = parsed.tree.nodes[0];
      const Symbol* symbol = context_.find(node.name);
      if (symbol && symbol->kind == Symbol::Kind::coordinate && node.primes == 0) {
        return model_.coordinates[static_cast<std::size_t>(symbol->index)].unit;
      }
      if (symbol && symbol->kind == Symbol::Kind::coordinate && node.primes == 1 && !model_.general_speeds) {
        return model_.speeds[static_cast<std::size_t>(symbol->index)].unit;
      }
      if (symbol && symbol->kind == Symbol::Kind::speed && node.primes == 0) {
        return model_.speeds[static_cast<std::size_t>(symbol->index)].unit;
      }
    }
    return dim.known() && !dim.dimension.dimensionless() ? to_text(dim.dimension) : "";
  }

  Context& context_;
  Model& model_;
  std::vector<std::string> names_;
  std::vector<const Yaml*> keys_, units_;
  std::vector<std::optional<Parsed>> items_;
};

}  // namespace

void read_outputs(Context& context, const Keyed& sections) {
  if (const Yaml* map = map_section(context, sections, "outputs")) OutputReader(context).read(*map);
}

}  // namespace rheon::reader
