// A joint, driver or force: first it says which points and vectors bodies share, later it writes equations.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mechanism/fields.hpp"
#include "mechanism/parts.hpp"

namespace rheon::mechanism {

class Geometry;
class Equations;

/// A number that a component makes known under its name, as in `hinge.angle`.
struct Readout {
  std::string name;
  std::string unit;
  Scalar value;
};

/// How a component is drawn, beside its place, its bodies and what it does to them.
struct Look {
  std::optional<Vector> axis = std::nullopt;  ///< that it turns about or slides along
  struct Guide {
    view::Guide::Kind kind;
    Vector through, along;
    double radius = 0.0;
  };
  std::optional<Guide> guide = std::nullopt;  ///< what a point or a wheel moves on
  std::vector<Vector> ends = {};              ///< the two points that it acts between
  // --- of forces; one that gives none of them is drawn by what it does to its last body
  std::optional<Scalar> pull = std::nullopt;  ///< between the ends
  std::optional<Vector> force = std::nullopt, torque = std::nullopt;
};

/// Why a part cannot be as it was described.
struct Refusal {
  std::string what, numbers, remedy;
};

class Component {
 public:
  virtual ~Component() = default;
  /// Attaches features to bodies. Before the layout.
  virtual void attach(Geometry&) {}
  /// Rows, potentials and forces. Called again, with one body's features displaced, to find what acts on that body.
  virtual void write(Equations&) const = 0;
  /// The bodies that it acts on. Forces and torques are reported for each of them, and for the last one under short names.
  virtual std::vector<int> bodies(const Equations&) const = 0;
  /// Features that its bodies share: what acts through them belongs to this joint.
  virtual std::vector<int> shared() const { return {}; }
  /// The point about which its torque is reported.
  virtual Vector place(const Equations&) const = 0;
  /// Is what it does to its bodies worth a channel of its own in every result?
  virtual bool is_joint() const { return true; }
  /// Something that only shows once every part has attached its features: a slide between bodies that share a point.
  virtual std::optional<Refusal> refusal(const Geometry&) const { return std::nullopt; }
  /// Angle and distance, as far as the joint leaves them free: what gears, drivers and springs act on.
  virtual std::vector<Freedom> freedoms() const { return {}; }
  /// What is meant if neither is named; `any` if they are independent of each other, so that one must be.
  virtual Freedom usual_freedom() const { return freedoms().size() == 1 ? freedoms().front() : Freedom::any; }
  virtual Scalar coordinate(const Equations& e, Freedom freedom) const;
  /// Name of the force or torque of a driver's first row, along what it drives; "" for everything else.
  virtual std::string effort() const { return {}; }
  virtual std::string effort_unit() const { return effort() == "torque" ? "N*m" : "N"; }
  virtual std::vector<Readout> quantities(const Equations&) const { return {}; }
  virtual Look look(const Equations&) const { return {}; }
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
