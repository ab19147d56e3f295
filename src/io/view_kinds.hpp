// The kinds of drawings of the section `view:`, one row each: the reader checks against them, `rheon list view`, the
// classes for C++ and the documents are made from them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "rheon/mechanism/kinds.hpp"

namespace rheon::reader {

enum class ViewFieldType : unsigned char {
  coordinates,  ///< a list of expressions, as many as the space has axes
  place,        ///< a named point, or coordinates
  places,       ///< a list of places, at least two
  components,   ///< of a vector: a list of expressions
  length,       ///< an expression
  lengths,      ///< a list of expressions, as many as the space has axes
  angle,        ///< an expression
  quantity,     ///< `force` or `velocity`
  flag,         ///< `yes` or `no`
  colour
};

struct ViewField {
  std::string_view name;
  ViewFieldType type;
  bool required;
  std::string_view help, example;
};

struct ViewKind {
  std::string_view name;  ///< the key that says what it is; also its first field
  std::string_view title;
  bool planar, spatial;
  std::span<const ViewField> fields;
};

/// All kinds, in the order in which their keys are looked for.
std::span<const ViewKind> view_kinds();

/// The same as rows of the tables of parts.
std::vector<PartKind> drawing_kinds();

/// Names of colours that browsers know.
std::span<const std::string_view> colour_names();
/// One of them in lower case, or #rgb or #rrggbb.
bool is_colour(std::string_view text);

}  // namespace rheon::reader
