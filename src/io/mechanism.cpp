#include "rheon/io/mechanism.hpp"

#include <fmt/format.h>

#include "io/document_sections.hpp"
#include "rheon/core/error.hpp"
#include "rheon/core/names.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon {

using build::section_of;

namespace {

constexpr std::string_view part_sections[] = {"bodies", "joints", "drivers", "forces", "view"};

Value one_line_map() {
  Value map = Value::map();
  map.one_line = true;
  return map;
}

}  // namespace

namespace build {

Simulate Simulate::with(std::string_view key, const Value& value) const {
  Value& section = section_of(*document_, "simulate");
  if (section.is_empty()) section.assign(one_line_map());
  section.at(key).assign(value);
  return *this;
}

Simulate Simulate::put_option(std::string_view name, const Value& value) const {
  const Value* section = document_->find("simulate");
  const Value* before = section ? section->find("options") : nullptr;
  Value options = before && before->is_map() ? *before : one_line_map();
  options.at(name).assign(value);
  return with("options", options);
}

Simulate Simulate::option(std::string_view name, const Quantities& value) const {
  return put_option(name, value.value());
}

Simulate Simulate::option(std::string_view name, const Matrix& matrix) const {
  return put_option(name, matrix.value());
}

}  // namespace build

Mechanism::Mechanism(std::string_view name) : document_(Value::map()) {
  put("rheon", Value(1));
  if (!name.empty()) this->name(name);
}

Mechanism Mechanism::read(const std::string& path) { return Mechanism(read_document(path)); }

Mechanism Mechanism::from_text(std::string_view text, const std::string& file) {
  return Mechanism(read_document_text(text, file));
}

Model Mechanism::model(std::span<const Setting> overrides, MechanismChannels channels) const {
  const Value* name = document_.find("name");
  return read_model_text(text(), name && name->is_text() ? name->text() : "model", overrides, channels);
}

void Mechanism::write(const std::string& path) const { write_text(text(), path); }

Mechanism& Mechanism::put(std::string_view section, Value value) {
  section_of(document_, section).assign(std::move(value));
  return *this;
}

Mechanism& Mechanism::put(std::string_view section, std::string_view name, Value value) {
  section_of(document_, section).at(name).assign(std::move(value));
  return *this;
}

/// Names may stand in a list; a unit needs a map.
Mechanism& Mechanism::put_name(std::string_view section, std::string_view name, std::string_view unit) {
  Value& all = section_of(document_, section);
  if (all.is_list()) {
    Value map = one_line_map();
    for (const Value& one : all.items()) map.at(one.text());
    all.assign(std::move(map));
  }
  if (all.is_empty()) all.assign(one_line_map());
  return put(section, name, unit.empty() ? Value() : Value(unit));
}

Mechanism& Mechanism::name(std::string_view title) { return put("name", Value(title)); }
Mechanism& Mechanism::plane(const build::Name& axes) { return put("plane", axes.value()); }
Mechanism& Mechanism::gravity(const build::Quantities& acceleration) { return put("gravity", acceleration.value()); }

Mechanism& Mechanism::ground(std::string_view name, const build::Location& place) {
  return put("ground", name, place.value());
}

Mechanism& Mechanism::point(std::string_view name, const build::Location& place) {
  return put("points", name, place.value());
}

build::NewBody Mechanism::body(std::string_view name) { return {document_, "bodies", std::string(name)}; }
build::NewJoint Mechanism::joint(std::string_view name) { return {document_, "joints", std::string(name)}; }
build::NewDriver Mechanism::driver(std::string_view name) { return {document_, "drivers", std::string(name)}; }
build::NewForce Mechanism::force(std::string_view name) { return {document_, "forces", std::string(name)}; }

build::NewDrawing Mechanism::drawing(std::string_view name) { return {document_, "view", std::string(name)}; }

build::Part Mechanism::part(std::string_view name) {
  std::vector<std::string> known;
  for (const std::string_view section : part_sections) {
    const Value* all = document_.find(section);
    for (std::size_t k = 0; all && k < all->keys().size(); ++k) {
      if (!all->items()[k].is_map()) continue;  // a generalised force
      if (all->keys()[k] == name) return {document_, std::string(section), std::string(name)};
      known.push_back(all->keys()[k]);
    }
  }
  throw UsageError(fmt::format("the mechanism has no part \"{}\"\n  {}", name,
                               known.empty() ? "it has none yet: add a body" : did_you_mean(name, known)));
}

Mechanism& Mechanism::parameter(std::string_view name, const build::Quantity& value) {
  return put("parameters", name, value.value());
}

Mechanism& Mechanism::parameter(std::string_view name, double value, std::string_view unit) {
  return parameter(name, build::Quantity(value, unit));
}

Mechanism& Mechanism::table(std::string_view name, const build::Matrix& points, std::string_view interpolation) {
  Value made = one_line_map();
  made.at("points").assign(points.value());
  if (!interpolation.empty()) made.at("interpolation").assign(Value(interpolation));
  return put("tables", name, std::move(made));
}

Mechanism& Mechanism::coordinate(std::string_view name, std::string_view unit) {
  return put_name("coordinates", name, unit);
}

Mechanism& Mechanism::speed(std::string_view name, std::string_view unit) { return put_name("speeds", name, unit); }

Mechanism& Mechanism::definition(std::string_view name, const build::Quantity& value) {
  return put("definitions", name, value.value());
}

Mechanism& Mechanism::kinematics(std::string_view rate, const build::Quantity& value) {
  return put("kinematics", rate, value.value());
}

Mechanism& Mechanism::kinetic(const build::Quantity& energy) { return put("kinetic", energy.value()); }
Mechanism& Mechanism::mass(const build::Quantities& diagonal) { return put("mass", diagonal.value()); }
Mechanism& Mechanism::mass_matrix(const build::Matrix& rows) { return put("mass", rows.value()); }
Mechanism& Mechanism::potential(const build::Quantity& energy) { return put("potential", energy.value()); }

Mechanism& Mechanism::force_along(std::string_view coordinate, const build::Quantity& value) {
  return put("forces", coordinate, value.value());
}

Mechanism& Mechanism::constraint(std::string_view name, const build::Equations& equations) {
  return put("constraints", name, equations.value());
}

Mechanism& Mechanism::nonideal(std::string_view coordinate, const build::Quantity& value) {
  return put("nonideal", coordinate, value.value());
}

Mechanism& Mechanism::initial(std::string_view quantity, const build::Quantity& value) {
  return put("initial", quantity, value.value());
}

Mechanism& Mechanism::guess(std::string_view quantity, const build::Quantity& value) {
  return put("guess", quantity, value.value());
}

Mechanism& Mechanism::output(std::string_view name, const build::Quantity& value, std::string_view unit) {
  if (unit.empty()) return put("outputs", name, value.value());
  Value made = one_line_map();
  made.at("value").assign(value.value());
  made.at("unit").assign(Value(unit));
  return put("outputs", name, std::move(made));
}

}  // namespace rheon
