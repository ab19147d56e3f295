// Units of measurement: any text is a unit or none, and a dimension that is written reads back as itself.
#include <cmath>

#include "rheon/core/units.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rheon;
  const std::optional<Unit> unit = parse_unit(fuzz::text_of(data, size));
  if (!unit) return 0;
  fuzz::require(std::isfinite(unit->factor) && unit->factor > 0.0, "the factor of a unit is a positive number");
  const std::optional<Unit> again = parse_unit(to_text(unit->dimension));
  fuzz::require(again.has_value(), "a dimension is written as a unit");
  for (std::size_t k = 0; k < unit->dimension.exponent.size(); ++k) {
    const double wanted = unit->dimension.exponent[k], got = again->dimension.exponent[k];
    // exponents are written with six digits
    fuzz::require(std::abs(wanted - got) <= 1e-5 * (1.0 + std::abs(wanted)), "a dimension reads back as itself");
  }
  return 0;
}
