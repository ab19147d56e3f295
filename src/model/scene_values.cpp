#include "model/scene_values.hpp"

#include <algorithm>

#include "core/index.hpp"
#include "expr/affine.hpp"

namespace rheon {

namespace {

/// A sum of more channels than these gets a channel of its own: reading it costs the page less. A choice.
constexpr std::size_t most_terms = 12;

std::uint32_t key(expr::Node node) { return static_cast<std::uint32_t>(node); }

bool has_units(const Model& model) {
  const auto has = [](const auto& one) { return !one.unit.empty(); };
  return std::any_of(model.coordinates.begin(), model.coordinates.end(), has) ||
         std::any_of(model.parameters.begin(), model.parameters.end(), has);
}

}  // namespace

/// Sources in this order: time, coordinates, their rates, speeds, outputs. The first of equal ones is taken.
SceneValues::SceneValues(Model& model, std::string axes)
    : model_(model), axes_(std::move(axes)), measured_(has_units(model)) {
  auto& g = model.graph;
  sources_.reserve(2 * model.coordinates.size() + model.outputs.size() + 1);
  int source = 0;
  know(g.input(model.inputs.t()), source++);
  for (int i = 0; i < model.inputs.nq; ++i) know(g.input(model.inputs.q(i)), source++);
  for (int i = 0; i < model.inputs.nq; ++i) know(model.rate[at(i)], source++);
  for (int i = 0; i < model.inputs.nv; ++i, ++source)
    if (model.general_speeds) know(g.input(model.inputs.v(i)), source);
  for (const Output& o : model.outputs) know(o.value, source++);
}

void SceneValues::know(expr::Node node, int source) {
  if (!model_.graph.is_constant(node)) sources_.insert({key(node), source});
}

std::string SceneValues::name_of(int source) const {
  if (source == 0) return "t";
  const int nq = model_.inputs.nq, nv = model_.inputs.nv;
  if (source <= nq) return model_.coordinates[at(source - 1)].name;
  if (source <= 2 * nq) return model_.coordinates[at(source - 1 - nq)].name + "'";
  if (source <= 2 * nq + nv) return model_.speeds[at(source - 1 - 2 * nq)].name;
  return model_.outputs[at(source - 1 - 2 * nq - nv)].name;
}

int SceneValues::channel_of(int source) {
  const auto [entry, fresh] = numbers_.insert({source, static_cast<int>(channels_.size())});
  if (fresh) channels_.push_back(name_of(source));
  return entry->second;
}

int SceneValues::add_output(expr::Node node, const SceneName& name) {
  Output output;
  output.name = "view." + std::string(name.item) + "." + name.field;
  output.unit = measured_ ? name.unit : "";
  output.value = node;
  output.for_view = true;
  const int source = 1 + 2 * model_.inputs.nq + model_.inputs.nv + static_cast<int>(model_.outputs.size());
  model_.outputs.push_back(std::move(output));
  know(node, source);
  return source;
}

SceneJson SceneValues::value(expr::Node node, const SceneName& name) {
  if (model_.graph.is_constant(node)) return model_.graph.value(node);
  const auto is_channel = [&](expr::Node n) { return sources_.contains(key(n)); };
  const auto sum = expr::affine_of(model_.graph, node, is_channel, most_terms);
  if (!sum) return SceneJson::array({0.0, channel_of(add_output(node, name)), 1.0});
  if (sum->terms.empty()) return sum->constant;
  SceneJson list = SceneJson::array({sum->constant});
  for (const expr::Affine::Term& term : sum->terms) {
    list.push_back(channel_of(sources_.at(key(term.atom))));
    list.push_back(term.weight);
  }
  return list;
}

SceneJson SceneValues::vector(const view::Vector& vector, std::string_view item, std::string_view prefix,
                              std::string_view unit, std::string_view suffix) {
  SceneJson list = SceneJson::array();
  for (std::size_t k = 0; k < 3; ++k) {
    const std::string axis = k < axes_.size() ? std::string(1, axes_[k]) : "n";
    list.push_back(value(vector[k], {item, std::string(prefix) + axis + std::string(suffix), unit}));
  }
  return list;
}

}  // namespace rheon
