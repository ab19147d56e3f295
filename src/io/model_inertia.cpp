// Sections `kinetic`, `mass`, `potential`, `forces`.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/model_sections.hpp"
#include "rheon/core/names.hpp"

namespace rheon::reader {
namespace {

using expr::Node;

std::vector<int> speed_slots(const Model& model, Node n) {
  std::vector<int> slots;
  for (const int slot : model.graph.inputs_of(n)) {
    if (slot >= model.inputs.v(0) && slot < model.inputs.a(0)) slots.push_back(slot);
  }
  return slots;
}

/// The mass matrix is T_vv; it must not depend on the speeds. Looks only at speeds that occur together.
bool quadratic_in_speeds(Model& model, Node kinetic) {
  const std::vector<int> slots = speed_slots(model, kinetic);
  for (const Node first : model.graph.gradient(kinetic, slots)) {
    for (const int slot : speed_slots(model, first)) {
      const Node second = model.graph.derivative(first, slot);
      for (const int third : speed_slots(model, second)) {
        if (!model.graph.is_zero(model.graph.derivative(second, third))) return false;
      }
    }
  }
  return true;
}

void read_kinetic(Context& context, const Yaml& value) {
  Model& model = context.model();
  const std::string element = "kinetic energy";
  const auto lowered = context.expression(value, Use{element, on_motion, "the kinetic energy"});
  model.kinetic = model.graph.constant(0.0);
  if (!lowered || lowered->tainted) return;
  if (lowered->dim.measured) context.expect(value, element, lowered->dim, dimension_of("J"), "an energy");
  model.kinetic = lowered->node;
  if (context.incomplete()) return;
  if (!(lowered->depends & on_rates)) {
    context.report(value, element, "does not depend on any rate", value.text, "write something like m/2*x'^2");
  } else if (!quadratic_in_speeds(model, lowered->node)) {
    context.report(value, element, "is not quadratic in the rates: the mass matrix would depend on them", value.text,
                   "use squares and products of rates, as in x'^2 + y'^2 (not hypot(x', y')^2)");
  }
}

class MassReader {
 public:
  MassReader(Context& context, const Yaml& value) : context_(context), model_(context.model()), value_(value) {}

  void read() {
    const Node zero = model_.graph.constant(0.0);
    const std::size_t n = model_.coordinates.size();
    model_.mass.assign(n, std::vector<Node>(n, zero));
    if (value_.is_map()) {
      diagonal_by_name();
    } else if (!value_.is_sequence()) {
      complain(value_, "expected a list or a map, found " + describe(value_));
    } else if (std::any_of(value_.items.begin(), value_.items.end(), [](const Yaml& v) { return v.is_sequence(); })) {
      rows();
    } else {
      diagonal();
    }
  }

 private:
  void complain(const Yaml& at, std::string what, std::string numbers = "") {
    context_.report(at, "mass matrix", std::move(what), std::move(numbers),
                    "write rows [[m, 0], [0, m]], a diagonal [m, m], or a map {x: m, y: m}");
  }

  void diagonal_by_name() {
    for (std::size_t k = 0; k < value_.keys.size(); ++k) {
      const Symbol* symbol = context_.find(value_.keys[k].text);
      if (symbol && symbol->kind == Symbol::Kind::coordinate) {
        entry(value_.items[k], symbol->index, symbol->index);
      } else if (!context_.incomplete()) {
        std::vector<std::string> names;
        for (const Coordinate& coordinate : model_.coordinates) names.push_back(coordinate.name);
        context_.report(value_.keys[k], "mass matrix",
                        fmt::format("there is no coordinate \"{}\"", value_.keys[k].text), "",
                        did_you_mean(value_.keys[k].text, names));
      }
    }
  }

  void diagonal() {
    if (value_.items.size() != model_.coordinates.size()) {
      if (context_.incomplete()) return;
      return complain(value_, "the diagonal must have one entry per coordinate",
                      fmt::format("{} entries, {} coordinates", value_.items.size(), model_.coordinates.size()));
    }
    for (std::size_t i = 0; i < value_.items.size(); ++i)
      entry(value_.items[i], static_cast<int>(i), static_cast<int>(i));
  }

  void rows() {
    const std::size_t n = model_.coordinates.size();
    bool square = value_.items.size() == n;
    std::string lengths;
    for (const Yaml& row : value_.items) {
      if (!row.is_sequence()) return complain(row, "expected a row [ … ], found " + describe(row));
      square = square && row.items.size() == n;
      if (lengths.size() < 80) lengths += (lengths.empty() ? "" : ", ") + std::to_string(row.items.size());
    }
    if (!square) {
      if (context_.incomplete()) return;
      return complain(value_, fmt::format("must be {} x {}: one row and one column per coordinate", n, n),
                      fmt::format("{} rows of lengths {}", value_.items.size(), lengths));
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) entry(value_.items[i].items[j], static_cast<int>(i), static_cast<int>(j));
    }
  }

  void entry(const Yaml& value, int i, int j) {
    const Coordinate& row = model_.coordinates[static_cast<std::size_t>(i)];
    const Coordinate& column = model_.coordinates[static_cast<std::size_t>(j)];
    const std::string element = fmt::format("mass matrix, entry ({}, {})", row.name, column.name);
    const auto lowered = context_.expression(value, Use{element, on_time | on_coordinates, "the mass matrix"});
    if (!lowered) return;
    const Dim a = context_.find(row.name)->by_primes[0].dim, b = context_.find(column.name)->by_primes[0].dim;
    if (a.known() && b.known() && lowered->dim.measured) {
      context_.expect(value, element, lowered->dim, dimension_of("J*s^2") / (a.dimension * b.dimension), "a mass");
    }
    model_.mass[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = lowered->node;
  }

  Context& context_;
  Model& model_;
  const Yaml& value_;
};

/// Inputs at the initial point, as far as it is given.
std::vector<double> initial_inputs(const Model& model) {
  std::vector<double> inputs(static_cast<std::size_t>(model.inputs.size()), 0.0);
  for (int i = 0; i < model.inputs.nq; ++i) {
    const InitialValue& value = model.coordinates[static_cast<std::size_t>(i)].position;
    inputs[static_cast<std::size_t>(model.inputs.q(i))] = value.given.value_or(value.guess);
  }
  return inputs;
}

void compare_entries(Context& context, const Yaml& rows, std::size_t i, std::size_t j,
                     const std::vector<double>& inputs) {
  const Model& model = context.model();
  const Node pair[] = {model.mass[i][j], model.mass[j][i]};
  if (pair[0] == pair[1]) return;
  const expr::Tape tape(model.graph, pair);
  std::vector<double> work(tape.work_size());
  double values[2] = {0.0, 0.0};
  tape.evaluate(inputs.data(), values, work.data());
  // Expressions that are equal but written differently may differ by round-off of a few operations.
  constexpr double round_off = 1e-12;
  if (!std::isfinite(values[0]) || !std::isfinite(values[1])) return;
  if (std::abs(values[0] - values[1]) <= round_off * std::max(std::abs(values[0]), std::abs(values[1]))) return;
  const std::string& a = model.coordinates[i].name;
  const std::string& b = model.coordinates[j].name;
  context.report(rows.items[j].items[i], "mass matrix",
                 fmt::format("is not symmetric: entries ({}, {}) and ({}, {}) differ", a, b, b, a),
                 fmt::format("({}, {}) = {}, ({}, {}) = {}", a, b, values[0], b, a, values[1]), "make them equal");
}

}  // namespace

void read_inertia(Context& context, const Keyed& sections, const Yaml& root, bool with_mechanism) {
  const Yaml* kinetic = sections["kinetic"];
  const Yaml* mass = sections["mass"];
  Model& model = context.model();
  if (kinetic && mass) {
    context.report(*sections.key("mass"), "key \"mass\"", "kinetic and mass are both given", "", "keep one of them");
  }
  if (with_mechanism && mass) {
    context.report(*sections.key("mass"), "key \"mass\"", "bodies bring their own mass matrix", "",
                   "give further inertia as `kinetic:`");
    return;
  }
  if (with_mechanism && !kinetic) return;
  if (!kinetic && !mass) {
    if (sections.misspelt("kinetic") || sections.misspelt("mass")) return;
    const Yaml* empty = sections.key("kinetic") ? sections.key("kinetic") : sections.key("mass");
    context.report(empty ? *empty : root, "", "the model has no inertia: the key \"kinetic\" or \"mass\" is missing",
                   "", "add a line such as `kinetic: m/2*(x'^2 + y'^2)` or `mass: [m, m]`");
    return;
  }
  model.inertia_place = context.place(*sections.key(kinetic ? "kinetic" : "mass"));
  if (kinetic) {
    read_kinetic(context, *kinetic);
  } else {
    MassReader(context, *mass).read();
  }
}

void check_symmetry(Context& context, const Keyed& sections) {
  const Yaml* rows = sections["mass"];
  const Model& model = context.model();
  // Only a full matrix can be unsymmetric, and only one that was read without problems can be compared.
  if (!rows || !rows->is_sequence() || model.mass.empty() || rows->items.empty() || !rows->items[0].is_sequence())
    return;
  if (context.any_problem()) return;
  const std::vector<double> inputs = initial_inputs(model);
  for (std::size_t i = 0; i < model.mass.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) compare_entries(context, *rows, j, i, inputs);
  }
}

void read_potential(Context& context, const Keyed& sections) {
  Model& model = context.model();
  model.potential = model.graph.constant(0.0);
  const Yaml* value = sections["potential"];
  if (!value) return;
  const auto lowered = context.expression(*value, Use{"potential", on_time | on_coordinates, "the potential"});
  if (!lowered) return;
  if (lowered->dim.measured) context.expect(*value, "potential", lowered->dim, dimension_of("J"), "an energy");
  model.potential = lowered->node;
}

namespace {

/// A section of forces by coordinate or speed; `allowed` says what they may depend on.
void read_force_section(Context& context, const Keyed& sections, const char* section, unsigned allowed,
                        const char* holder, std::vector<Force>& forces) {
  const Yaml* map = map_section(context, sections, section);
  if (!map) return;
  Model& model = context.model();
  for (std::size_t k = 0; k < map->keys.size(); ++k) {
    const Yaml& key = map->keys[k];
    if (map->items[k].is_map() && &forces == &model.forces) continue;  // a force on bodies
    const std::string element = fmt::format("force \"{}\"", key.text);
    Symbol* symbol = context.find(key.text);
    const bool on_speed = symbol && symbol->kind == Symbol::Kind::speed;
    const auto lowered = context.expression(map->items[k], Use{element, allowed, holder});
    if (!on_speed && (!symbol || symbol->kind != Symbol::Kind::coordinate)) {
      if (context.incomplete()) continue;
      std::vector<std::string> names;
      for (const Coordinate& coordinate : model.coordinates) names.push_back(coordinate.name);
      for (std::size_t i = 0; model.general_speeds && i < model.speeds.size(); ++i)
        names.push_back(model.speeds[i].name);
      context.report(key, element, "there is no such coordinate" + std::string(model.general_speeds ? " or speed" : ""),
                     "", did_you_mean(key.text, names));
      continue;
    }
    if (!lowered) continue;
    if (!symbol->by_primes.empty() && symbol->by_primes[0].dim.known() && lowered->dim.measured) {
      context.expect(map->items[k], element, lowered->dim,
                     dimension_of(on_speed ? "W" : "J") / symbol->by_primes[0].dim.dimension,
                     "a force along this " + std::string(to_text(symbol->kind)));
    }
    forces.push_back({symbol->index, on_speed, lowered->node, context.place(key)});
  }
}

}  // namespace

void read_forces(Context& context, const Keyed& sections) {
  read_force_section(context, sections, "forces", on_motion, "a force", context.model().forces);
}

void read_nonideal(Context& context, const Keyed& sections) {
  read_force_section(context, sections, "nonideal", on_motion | on_multipliers, "the work of a constraint",
                     context.model().nonideal);
}

}  // namespace rheon::reader
