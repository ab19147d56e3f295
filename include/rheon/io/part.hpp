// A body, joint, driver, force or drawing of a model that is built in code. Mechanism makes them; the classes of the kinds
// are in part_bodies.hpp, part_joints.hpp, part_drivers.hpp, part_forces.hpp and part_view.hpp.
//
//   build::Part crank = m.body("crank").kind("rod", {"O", "A"});   // the same as m.body("crank").rod({"O", "A"})
//   crank.set("mass", "1 kg").set("stretch", 2);                   // UsageError: a rod has no field "stretch"
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "rheon/core/api.hpp"
#include "rheon/io/part_values.hpp"

namespace rheon::build {

/// Refers to its mechanism, which must be alive and where it was; what is set goes there. Copies are the same part. One thread
/// at a time for a mechanism and all its parts. Functions but `section` and `name` throw UsageError if the part was erased.
class RHEON_API Part {
 public:
  Part(Value& document, std::string section, std::string name);

  const std::string& section() const { return section_; }  ///< `bodies`, `joints`, `drivers`, `forces`, `view`
  const std::string& name() const { return name_; }
  std::string kind() const;  ///< `rod`, `revolute`, …; "" if its keys name no kind

  /// A field by its name, as in the file. Throws UsageError at once, with the nearest name, if the kind has no such field.
  Part& set(std::string_view field, const Quantities& value);
  Part& set(std::string_view field, Value value);
  /// The value of a field; nullptr if it is not set.
  const Value* find(std::string_view field) const;
  /// Takes a field away; false if it was not set.
  bool erase(std::string_view field);

 protected:
  void require(std::string_view section, std::string_view kind) const;
  void put(std::string_view field, Value value) const;

 private:
  Value& map() const;

  Value* document_;
  std::string section_, name_;
};

/// A part whose kind is known: base of the classes of all kinds.
template <class Kind>
class PartOf : public Part {
 protected:
  /// Throws UsageError unless the part is of this kind.
  PartOf(const Part& part, std::string_view section, std::string_view kind) : Part(part) { require(section, kind); }
  Kind with(std::string_view field, const Argument& argument) const {
    put(field, argument.value());
    return static_cast<const Kind&>(*this);
  }
};

/// A part that has a name but no kind yet: base of NewBody, NewJoint, NewDriver, NewForce and NewDrawing.
class RHEON_API NewPart {
 public:
  NewPart(Value& document, std::string section, std::string name);
  /// By the name of the kind, as in the file, and the value of the key that names it. Throws UsageError at once, with the
  /// nearest name, if there is no such kind, or if the name is taken.
  Part kind(std::string_view kind, const Quantities& value) const;

 protected:
  template <class Kind>
  Kind make(std::string_view kind, const Argument& argument) const {
    return Kind(start(kind, argument.value()));
  }

 private:
  Part start(std::string_view kind, Value value) const;

  Value* document_;
  std::string section_, name_;
};

}  // namespace rheon::build
