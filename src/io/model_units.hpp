// Dimension check of expressions: finds what cannot be right, never complains about what merely is not stated.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "rheon/core/units.hpp"
#include "rheon/expr/syntax.hpp"

namespace rheon::reader {

/// What is known about the unit of a value.
struct Dim {
  enum class Kind : unsigned char {
    unknown,  ///< could be anything: a parameter without unit, a number such as 9.81 or 2
    pure,     ///< a plain number such as 1/3 or sin(x): neutral in products, fits any sum
    weak,     ///< has a dimension by nature (t), but nobody declared it: alone it is no ground for a complaint
    known     ///< follows from units that the user wrote
  };
  Kind kind = Kind::unknown;
  Dimension dimension;
  bool measured = false;  ///< a value with unit takes part, not only units of coordinates

  bool known() const { return kind == Kind::known; }
};

inline Dim unknown_dim() { return {}; }
inline Dim pure_dim() { return {Dim::Kind::pure, {}, false}; }
inline Dim declared_dim(const Dimension& dimension) { return {Dim::Kind::known, dimension, false}; }
inline Dim measured_dim(const Dimension& dimension) { return {Dim::Kind::known, dimension, true}; }

Dim per_second(const Dim& dim, int times = 1);
bool same(const Dimension& a, const Dimension& b);  ///< equal up to round-off of fractional exponents

Dimension dimension_of(std::string_view unit);  ///< of a unit that is known to exist

/// Meaning of names and of calls that are no built-in functions.
using LeafDim = std::function<Dim(const expr::SyntaxNode&)>;

/// The unit of the whole expression; clashes are added to `errors`. `equation`: the root is `left - right`.
Dim check_units(const expr::SyntaxTree& tree, const LeafDim& leaf, bool equation,
                std::vector<expr::SyntaxError>& errors);

}  // namespace rheon::reader
