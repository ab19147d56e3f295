// What the methods of rheon::Mechanism and its parts take: each class accepts what the model format accepts there.
//
//   .mass(1.2)    .mass("1.2 kg")     .mass({1.2, "kg"})    .mass("m1")    a Quantity; m1 is a parameter
//   .at("A")      .at({0, 0.5})       .at(v)                               a Location; v: an array or vector, Eigen's too
//   .along("z")   .along({0.6, 0.8})  .along({"A", "B"})                   a Direction
#pragma once

#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "rheon/io/document.hpp"

namespace rheon::build {

/// Numbers one after the other: std::array, std::vector, std::span, Eigen::Vector3d.
template <class T>
concept NumberRange = !PlainText<T> && requires(const T& range) {
  { *std::begin(range) } -> std::convertible_to<double>;
  std::end(range);
};

/// Base of all: the value as the document holds it.
class Argument {
 public:
  const Value& value() const { return value_; }

 protected:
  explicit Argument(Value value) : value_(std::move(value)) {}
  template <class Each>
  static Value listed(const Each& each) {
    Value list = Value::list();
    for (const auto& one : each) {
      using One = std::remove_cvref_t<decltype(one)>;
      if constexpr (std::derived_from<One, Argument>)
        list.push_back(one.value());
      else if constexpr (PlainText<One> || PlainNumber<One>)
        list.push_back(Value(one));
      else
        list.push_back(listed(one));
    }
    return list;
  }

 private:
  Value value_;
};

/// The name of a point, a body, a joint or anything else that is a word.
class Name : public Argument {
 public:
  template <PlainText T>
  Name(const T& name) : Argument(Value(name)) {}
};

/// Names in a list: {"O", "A"}.
class Names : public Argument {
 public:
  Names(std::initializer_list<Name> names) : Argument(listed(names)) {}
  Names(const std::vector<std::string>& names) : Argument(listed(names)) {}
};

/// A number in SI units, a number with a unit, or an expression: 0.5, "50 cm", {50, "cm"}, "L/2".
class Quantity : public Argument {
 public:
  template <PlainNumber T>
  Quantity(T number) : Argument(Value(number)) {}
  template <PlainText T>
  Quantity(const T& text) : Argument(Value(text)) {}
  template <PlainNumber T, PlainText U>
  Quantity(T number, const U& unit)
      : Argument(Value(Value(number).text() + ' ' + std::string(std::string_view(unit)))) {}
};

/// One quantity, or several in a list.
class Quantities : public Argument {
 public:
  template <PlainNumber T>
  Quantities(T number) : Argument(Value(number)) {}
  template <PlainText T>
  Quantities(const T& text) : Argument(Value(text)) {}
  Quantities(const Quantity& one) : Argument(one.value()) {}
  Quantities(std::initializer_list<Quantity> list) : Argument(listed(list)) {}
  Quantities(const std::vector<Quantity>& list) : Argument(listed(list)) {}
  template <NumberRange T>
  Quantities(const T& numbers) : Argument(listed(numbers)) {}
};

/// One equation, or several in a list: "x^2 + y^2 = L^2".
class Equations : public Argument {
 public:
  template <PlainText T>
  Equations(const T& text) : Argument(Value(text)) {}
  Equations(std::initializer_list<Name> list) : Argument(listed(list)) {}
  Equations(const std::vector<std::string>& list) : Argument(listed(list)) {}
};

/// A named point, or coordinates in the reference configuration: "A", {0, 0.5}, {"L/2", 0}.
class Location : public Argument {
 public:
  template <PlainText T>
  Location(const T& point) : Argument(Value(point)) {}
  Location(std::initializer_list<Quantity> coordinates) : Argument(listed(coordinates)) {}
  template <NumberRange T>
  Location(const T& coordinates) : Argument(listed(coordinates)) {}
};

/// An axis, components of any length, or the direction from one point to another: "x", "-z", {0.6, 0.8}, {"A", "B"}.
class Direction : public Argument {
 public:
  template <PlainText T>
  Direction(const T& axis) : Argument(Value(axis)) {}
  Direction(std::initializer_list<Quantity> components) : Argument(listed(components)) {}
  template <NumberRange T>
  Direction(const T& components) : Argument(listed(components)) {}
};

/// Directions in a list: {"y", "z"}.
class Directions : public Argument {
 public:
  Directions(std::initializer_list<Direction> list) : Argument(listed(list)) {}
};

/// Locations in a list: {{0, 0}, {"x", "y"}}, or with names of points: {"O", "bob"}.
class Locations : public Argument {
 public:
  Locations(std::initializer_list<Location> list) : Argument(listed(list)) {}
  Locations(const std::vector<Location>& list) : Argument(listed(list)) {}
};

/// Rows of numbers or expressions: {{0, 0}, {1, 2}}.
class Matrix : public Argument {
 public:
  Matrix(std::initializer_list<std::initializer_list<Quantity>> rows) : Argument(listed(rows)) {}
  Matrix(const std::vector<std::vector<double>>& rows) : Argument(listed(rows)) {}
};

}  // namespace rheon::build
