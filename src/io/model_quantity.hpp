// A number with or without unit: `1`, `-0.5 deg`, `9.81 m/s^2`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rheon/core/units.hpp"
#include "rheon/expr/syntax.hpp"

namespace rheon::reader {

struct WrittenQuantity {
  double number = 0.0;  ///< as written
  std::optional<Unit> unit;
  std::string unit_text;
};

/// Tries to read the whole text as a quantity. Neither a quantity nor an error: it may be an expression.
struct QuantityResult {
  std::optional<WrittenQuantity> quantity;
  std::optional<expr::SyntaxError> error;
};
QuantityResult read_quantity(std::string_view text);

/// `unknown unit "kgg"` with the nearest common one.
expr::SyntaxError unknown_unit(std::string_view unit, std::size_t offset);

}  // namespace rheon::reader
