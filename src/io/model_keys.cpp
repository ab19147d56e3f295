#include "io/model_keys.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rheon/core/names.hpp"

namespace rheon::reader {
namespace {

constexpr KeySpec model_table[] = {
    {"rheon", KeyType::version, true, "version of the format; this is version 1", "rheon: 1"},
    {"name", KeyType::text, false, "title of the model", "name: Pendulum on a cart"},
    {"parameters", KeyType::expressions, false,
     "named constants: numbers, numbers with unit, or expressions of other parameters",
     "parameters: {m: 1 kg, w: sqrt(k/m), k: 100 N/m}"},
    {"tables", KeyType::tables, false, "functions given by points, called like drive(t)",
     "tables: {drive: {points: [[0, 0], [1, 2]], interpolation: linear}}"},
    {"plane", KeyType::word, false, "a mechanism of this plane: xy, xz or yz; without it bodies move in space",
     "plane: xy"},
    {"gravity", KeyType::place, false, "acceleration that acts on all bodies", "gravity: [0, -9.81]"},
    {"ground", KeyType::places, false, "points that do not move, or that move as functions of time",
     "ground: {O: [0, 0]}"},
    {"points", KeyType::places, false, "points of bodies, where they are in the reference configuration",
     "points: {A: [0.2, 0]}"},
    {"bodies", KeyType::bodies, false, "bodies: shape, mass, points", "bodies: {crank: {rod: [O, A], mass: 1 kg}}"},
    {"joints", KeyType::joints, false, "joints between bodies, besides the points that they share",
     "joints: {guide: {on_line: B, along: x}}"},
    {"drivers", KeyType::drivers, false, "what is prescribed as a function of time",
     "drivers: {motor: {angle: crank, equals: 10*t}}"},
    {"coordinates", KeyType::names, false, "names of the generalised coordinates, or a map from name to SI unit",
     "coordinates: [x, y]"},
    {"speeds", KeyType::names, false, "names of generalised speeds, if the rates of the coordinates are not used",
     "speeds: [u1, u2]"},
    {"definitions", KeyType::expressions, false, "named expressions of coordinates, rates and time",
     "definitions: {d: hypot(x, y)}"},
    {"kinematics", KeyType::expressions, false, "rate of every coordinate in terms of the speeds; needed with speeds",
     "kinematics: {x': u1*cos(theta), y': u1*sin(theta), theta': u2}"},
    {"kinetic", KeyType::expression, false, "kinetic energy in coordinates, rates and time; this or mass is needed",
     "kinetic: m/2*(x'^2 + y'^2)"},
    {"mass", KeyType::mass, false,
     "mass matrix: rows, or diagonal entries, or a map from coordinate to diagonal entry; this or kinetic is needed",
     "mass: [[m, 0], [0, m]]"},
    {"potential", KeyType::expression, false, "potential energy in coordinates and time", "potential: m*g*y"},
    {"forces", KeyType::forces, false, "generalised force along a coordinate or a speed; or forces on bodies",
     "forces: {x: -c*x'}"},
    {"constraints", KeyType::equations, false, "equations in coordinates, rates and time; the level is recognised",
     "constraints: {rod: x^2 + y^2 = L^2}"},
    {"nonideal", KeyType::expressions, false,
     "force along a coordinate by which constraints do work; may contain lambda(constraint), the true one",
     "nonideal: {x: -c*abs(lambda(rod))*sign(x')}"},
    {"initial", KeyType::values, false, "initial values that are kept", "initial: {x: 1, x': 0}"},
    {"guess", KeyType::expressions, false, "starting values for initial values that are solved for",
     "guess: {y: -0.3}"},
    {"outputs", KeyType::outputs, false, "named results besides coordinates, rates and energies",
     "outputs: {tension: reaction(rod, y), speed: hypot(x', y')}"},
    {"view", KeyType::drawings, false, "what is drawn, besides the parts of a mechanism",
     "view: {bob: {point: [x, y]}, rod: {line: [[0, 0], bob]}}"},
    {"simulate", KeyType::simulate, false, "how to run the model", "simulate: {step: 1 ms, duration: 5 s}"},
};

constexpr KeySpec table_table[] = {
    {"points", KeyType::points, true, "pairs [x, y], x increasing, at least two", "points: [[0, 0], [1, 2]]"},
    {"interpolation", KeyType::interpolation, false, "linear (the default) or cubic (natural spline)",
     "interpolation: cubic"},
};

constexpr KeySpec output_table[] = {
    {"value", KeyType::expression, true, "what to record", "value: reaction(rod, y)"},
    {"unit", KeyType::unit, false, "unit in which to record it", "unit: N"},
};

constexpr KeySpec simulate_table[] = {
    {"formulation", KeyType::word, false, "equations of motion to use, or auto: the method with the least work",
     "formulation: ali3p"},
    {"integrator", KeyType::word, false, "method to step in time", "integrator: trapezoidal"},
    {"step", KeyType::duration, false, "length of a time step", "step: 1 ms"},
    {"tolerance", KeyType::tolerance, false, "error tolerance of step control", "tolerance: 1e-8"},
    {"duration", KeyType::duration, false, "simulated time", "duration: 5 s"},
    {"samples", KeyType::count, false, "number of intervals between rows of the results", "samples: 500"},
    {"options", KeyType::options, false, "options of formulation, integrator and step control",
     "options: {penalty: 1e3}"},
};

std::vector<std::string> key_names(std::span<const KeySpec> keys) {
  std::vector<std::string> names;
  for (const KeySpec& key : keys) names.emplace_back(key.name);
  return names;
}

}  // namespace

std::span<const KeySpec> model_keys() { return model_table; }
std::span<const KeySpec> table_keys() { return table_table; }
std::span<const KeySpec> output_keys() { return output_table; }
std::span<const KeySpec> simulate_keys() { return simulate_table; }

Keyed::Keyed(Context& context, const Yaml& map, std::span<const KeySpec> keys, const std::string& element) : map_(map) {
  const std::vector<std::string> names = key_names(keys);
  for (std::size_t k = 0; k < map.keys.size(); ++k) {
    const std::string& name = map.keys[k].text;
    const auto spec = std::find_if(keys.begin(), keys.end(), [&](const KeySpec& s) { return s.name == name; });
    if (spec != keys.end()) {
      found_[spec->name] = {&map.keys[k], &map.items[k]};
      continue;
    }
    // The search for the nearest name costs time; in a file full of unknown keys it helps nobody.
    constexpr std::size_t enough = 100;
    const bool search = misspelt_.size() < enough;
    misspelt_.push_back(search ? nearest(name, names) : std::string());
    const std::string where = element.empty() ? "" : " in " + element;
    context.report(map.keys[k], fmt::format("key \"{}\"", name), "is not known" + where, "",
                   search ? did_you_mean(name, names) : std::string());
  }
  for (const KeySpec& key : keys) {
    if (!key.required || (*this)[key.name] || misspelt(key.name)) continue;
    context.report(this->key(key.name) ? *this->key(key.name) : map, element,
                   fmt::format("the key \"{}\" is {}", key.name, this->key(key.name) ? "empty" : "missing"), "",
                   fmt::format("add a line such as `{}`", key.example));
  }
}

const Yaml* Keyed::operator[](std::string_view name) const {
  const auto found = found_.find(name);
  return found == found_.end() || found->second.value->is_null() ? nullptr : found->second.value;
}

const Yaml* Keyed::key(std::string_view name) const {
  const auto found = found_.find(name);
  return found == found_.end() ? nullptr : found->second.key;
}

bool Keyed::misspelt(std::string_view name) const {
  return std::find(misspelt_.begin(), misspelt_.end(), name) != misspelt_.end();
}

}  // namespace rheon::reader
