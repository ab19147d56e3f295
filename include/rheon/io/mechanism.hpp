// Mechanisms in code, and models of every other kind: what a model file says, by methods that are named after its keys.
//
//   rheon::Mechanism m("Slider-crank");
//   m.plane("xy").gravity({0, -9.81}).ground("O", {0, 0}).point("A", {0.2, 0}).point("B", {0.7, 0});
//   m.body("crank").rod({"O", "A"}).mass("1 kg");
//   m.body("rod").rod({"A", "B"}).mass("0.8 kg");
//   m.body("piston").point("B").mass("1.5 kg");
//   m.joint("guide").on_line("B").along("x");
//   m.driver("motor").angle("crank").equals("10*t");
//   const rheon::System system(m.model());
//   m.write("slider_crank.yaml");
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <string_view>

#include "rheon/core/api.hpp"
#include "rheon/core/options.hpp"
#include "rheon/io/document.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/io/part_bodies.hpp"
#include "rheon/io/part_drivers.hpp"
#include "rheon/io/part_forces.hpp"
#include "rheon/io/part_joints.hpp"
#include "rheon/io/part_view.hpp"
#include "rheon/model/model.hpp"

namespace rheon {

namespace build {

/// The section `simulate`: how to run the model. Refers to its mechanism, as parts do.
class RHEON_API Simulate {
 public:
  explicit Simulate(Value& document) : document_(&document) {}
  Simulate formulation(const Name& name) const { return with("formulation", name.value()); }  ///< equations of motion
  Simulate integrator(const Name& name) const { return with("integrator", name.value()); }  ///< method to step in time
  Simulate step(const Quantity& time) const { return with("step", time.value()); }          ///< this or a tolerance
  Simulate tolerance(const Quantity& value) const { return with("tolerance", value.value()); }
  Simulate duration(const Quantity& time) const { return with("duration", time.value()); }
  Simulate samples(int intervals) const { return with("samples", Value(intervals)); }  ///< intervals between rows
  /// An option of the formulation, the integrator or the step control: a number, a word, a list of numbers or names.
  Simulate option(std::string_view name, const Quantities& value) const;
  Simulate option(std::string_view name, const Matrix& matrix) const;  ///< gains that couple rows
  template <std::same_as<bool> Bool>                                   // what merely converts to bool is none
  Simulate option(std::string_view name, Bool yes) const {
    return put_option(name, Value(yes ? "true" : "false"));
  }

 private:
  Simulate with(std::string_view key, const Value& value) const;
  Simulate put_option(std::string_view name, const Value& value) const;

  Value* document_;
};

}  // namespace build

/// A model that is being built. A value: copies are independent of each other. One thread at a time. Numbers without unit are in
/// SI units and rad.
///
/// A name that has a value already gets the new one, in its place; a part is made once, and changed by `part`. Nothing
/// is checked before `model`, except what cannot be written at all: numbers that are not finite, texts that are no text,
/// two parts of one name.
class RHEON_API Mechanism {
 public:
  explicit Mechanism(std::string_view name = {});
  explicit Mechanism(Value document) : document_(std::move(document)) {}
  /// From a model file, with its comments. Throws ModelError if it is no YAML; the content is not checked yet.
  static Mechanism read(const std::string& path);
  static Mechanism from_text(std::string_view text, const std::string& file);  ///< `file`: name used in messages

  // --- result
  /// Checked and given meaning, exactly as the file of this text would be. Throws ModelError with every problem; lines and
  /// columns are those of `text()`, the name of the file is that of the model. `overrides` replace parameters.
  Model model(std::span<const Setting> overrides = {}, MechanismChannels channels = {}) const;
  /// The model file. Reading it gives an equal mechanism.
  std::string text() const { return to_yaml(document_); }
  /// Writes the model file, complete or not at all. Throws Error with the system's reason.
  void write(const std::string& path) const;
  Value& document() { return document_; }  ///< everything, also what no method is for
  const Value& document() const { return document_; }
  bool operator==(const Mechanism& other) const = default;  ///< the same texts in the same order

  // --- mechanisms: docs/mechanisms.md
  Mechanism& name(std::string_view title);                    ///< of the model, for results and messages
  Mechanism& plane(const build::Name& axes);                  ///< `xy`, `xz` or `yz`; without it bodies move in space
  Mechanism& gravity(const build::Quantities& acceleration);  ///< components along the axes, m/s^2; none if absent
  Mechanism& ground(std::string_view name,
                    const build::Location& place);  ///< a point that does not move, or moves as a function of t
  Mechanism& point(std::string_view name, const build::Location& place);  ///< of bodies, in the reference configuration
  build::NewBody body(std::string_view name);
  build::NewJoint joint(std::string_view name);
  build::NewDriver driver(std::string_view name);
  build::NewForce force(std::string_view name);
  /// A body, joint, driver, force or drawing that is there already. Throws UsageError with the nearest name if there is none.
  build::Part part(std::string_view name);

  // --- equations: docs/format.md
  Mechanism& parameter(std::string_view name, const build::Quantity& value);  ///< may be used in every expression
  Mechanism& parameter(std::string_view name, double value, std::string_view unit);
  /// A function given by points; `interpolation` is linear (if empty) or cubic.
  Mechanism& table(std::string_view name, const build::Matrix& points, std::string_view interpolation = {});
  Mechanism& coordinate(std::string_view name, std::string_view unit = {});    ///< a generalised coordinate
  Mechanism& speed(std::string_view name, std::string_view unit = {});         ///< a generalised speed
  Mechanism& definition(std::string_view name, const build::Quantity& value);  ///< an expression with a name
  Mechanism& kinematics(std::string_view rate, const build::Quantity& value);  ///< the rate `x'` in terms of the speeds
  Mechanism& kinetic(const build::Quantity& energy);  ///< in coordinates, rates or speeds, and t; this or a mass matrix
  Mechanism& mass(const build::Quantities& diagonal);                                 ///< of the mass matrix
  Mechanism& mass_matrix(const build::Matrix& rows);                                  ///< all of it
  Mechanism& potential(const build::Quantity& energy);                                ///< in coordinates and t
  Mechanism& force_along(std::string_view coordinate, const build::Quantity& value);  ///< a generalised force
  Mechanism& constraint(std::string_view name, const build::Equations& equations);    ///< one row for each equation
  /// A generalised force by which constraints do work; may depend on their multipliers.
  Mechanism& nonideal(std::string_view coordinate, const build::Quantity& value);
  Mechanism& initial(std::string_view quantity, const build::Quantity& value);  ///< is kept
  Mechanism& guess(std::string_view quantity, const build::Quantity& value);    ///< is where solving starts
  /// A further channel of the results.
  Mechanism& output(std::string_view name, const build::Quantity& value, std::string_view unit = {});
  build::NewDrawing drawing(std::string_view name);  ///< of the section `view`
  build::Simulate simulate() { return build::Simulate(document_); }

 private:
  Mechanism& put(std::string_view section, Value value);
  Mechanism& put(std::string_view section, std::string_view name, Value value);
  Mechanism& put_name(std::string_view section, std::string_view name, std::string_view unit);

  Value document_;
};

}  // namespace rheon
