// What the user wrote about one joint, force or body, by field. The reader checks it against the table of the kind;
// whoever builds the thing asks for values and need not know about text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mechanism/symbol.hpp"
#include "rheon/core/error.hpp"

namespace rheon::mechanism {

enum class FieldType : unsigned char {
  bodies,       ///< two bodies, ground allowed
  body,         ///< one body, ground allowed
  points,       ///< a list of named points
  point,        ///< a named point
  place,        ///< a named point, or coordinates in the reference configuration
  direction,    ///< x, -y, …, coordinates, or [A, B]: from one point to another; need not have unit length
  directions,   ///< a list of them
  number,       ///< a constant, with the unit of the field
  numbers,      ///< a list of constants, or one constant
  expression,   ///< of coordinates, rates and time, with the unit of the field
  expressions,  ///< a list of expressions: the components of a vector
  equations,    ///< an equation, or a list of them, in x, y, z
  joints,       ///< names of joints with an angle or a distance
  turning,      ///< a body of the plane, or a joint: something with an angle or a distance
  word          ///< one of the words of the field
};

struct FieldSpec {
  std::string_view name;
  FieldType type;
  bool required;
  std::string_view unit;  ///< `kg`, `N/m`; "" if none is expected
  std::string_view help;
  std::string_view example;
};

/// A number that a joint leaves free. `any`: whichever it has.
enum class Freedom : unsigned char { any, angle, distance };
constexpr std::string_view to_text(Freedom freedom) {
  return freedom == Freedom::angle ? "angle" : freedom == Freedom::distance ? "distance" : "angle or distance";
}

/// A joint (its number among the components) or, if that is -1, a body of the plane; and which of its numbers is meant.
struct Turning {
  int joint = -1, body = -1;
  Freedom freedom = Freedom::angle;

  bool is_known() const { return joint >= 0 || body >= 0; }
};

/// Values of one element. A value that is missing or wrong was reported already; a stand-in is given then.
class Fields {
 public:
  virtual ~Fields() = default;
  virtual const std::string& name() const = 0;  ///< of the element
  virtual const Place& place() const = 0;
  virtual bool has(std::string_view field) const = 0;
  /// Units of a field whose table names none because they depend on the rest; of a list one for each of its numbers, in
  /// order. Before the value is asked for.
  virtual void expect(std::string_view field, std::vector<std::string_view> units) = 0;
  virtual int body(std::string_view field) = 0;
  virtual std::vector<int> bodies(std::string_view field) = 0;  ///< two of them
  virtual int point(std::string_view field) = 0;                ///< number of the feature; also for a place
  virtual std::vector<int> points(std::string_view field) = 0;
  virtual Vec3 direction(std::string_view field) = 0;  ///< of unit length
  virtual std::vector<Vec3> directions(std::string_view field) = 0;
  virtual double number(std::string_view field, double absent) = 0;
  virtual std::vector<double> numbers(std::string_view field) = 0;
  virtual std::string word(std::string_view field) = 0;
  /// Joints, each with the number that is wanted of it.
  virtual std::vector<Turning> joints(std::string_view field, std::span<const Freedom> wanted) = 0;
  virtual Turning turning(std::string_view field, Freedom wanted) = 0;
  // --- only once the coordinates are known
  virtual Scalar expression(std::string_view field, double absent) = 0;
  /// Is the field's expression being read? Then nothing that needs it can be said: it would be about itself.
  virtual bool reading(std::string_view field) const = 0;
  virtual std::vector<Scalar> expressions(std::string_view field) = 0;
  /// Residuals of equations in x, y, z, which stand for the components of `local`.
  virtual std::vector<Scalar> equations(std::string_view field, const Vector& local) = 0;
  /// Reports a problem of a field to the user; the model will be refused.
  virtual void report(std::string_view field, std::string what, std::string numbers, std::string remedy) = 0;
};

/// The field is in one unit if an angle is acted on, in the other if a distance is.
inline void expect_along(Fields& fields, const Turning& turning, std::string_view field, std::string_view by_angle,
                         std::string_view by_distance) {
  if (turning.is_known()) fields.expect(field, {turning.freedom == Freedom::angle ? by_angle : by_distance});
}

}  // namespace rheon::mechanism
