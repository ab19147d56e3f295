// A joint, driver or force: first it says which points and vectors bodies share, later it writes equations.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mechanism/fields.hpp"
#include "mechanism/parts.hpp"

namespace rheon::mechanism {

class Geometry;
class Equations;

/// A number that a component makes known under its name, as in `hinge.angle`.
struct Quantity {
  std::string name;
  std::string unit;
  Scalar value;
};

class Component {
 public:
  virtual ~Component() = default;
  /// Attaches features to bodies. Before the layout.
  virtual void attach(Geometry&) {}
  /// Rows, potentials and forces. Called again, with one body's features displaced, to find what acts on that body.
  virtual void write(Equations&) const = 0;
  /// The bodies that it acts on. Forces and torques are told for each of them, and for the last one under short names.
  virtual std::vector<int> bodies(const Equations&) const = 0;
  /// Features that its bodies share: what acts through them belongs to this joint.
  virtual std::vector<int> shared() const { return {}; }
  /// The point about which its torque is told.
  virtual Vector place(const Equations&) const = 0;
  /// Is what it does to its bodies worth a channel of its own in every result?
  virtual bool is_joint() const { return true; }
  /// The angle or distance that a joint leaves free, if it is one number: what gears, drivers and springs act on.
  virtual bool has_coordinate() const { return false; }
  virtual Scalar coordinate(const Equations& e) const;
  /// Name of the force or torque of a driver's first row, along what it drives; "" for everything else.
  virtual std::string effort() const { return {}; }
  virtual std::vector<Quantity> quantities(const Equations&) const { return {}; }
};

/// A row of the tables of joints, drivers and forces.
struct ComponentKind {
  std::string_view name;  ///< the key that says what it is; also its first field
  std::string_view title;
  bool planar, spatial;  ///< where it makes sense
  std::span<const FieldSpec> fields;
  std::unique_ptr<Component> (*make)(Fields&, const Geometry&);
};

}  // namespace rheon::mechanism
