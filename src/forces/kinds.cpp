#include "forces/kinds.hpp"

#include "core/number_text.hpp"

namespace rheon::forces {

double not_negative(Fields& fields, std::string_view field) {
  const double value = fields.number(field, 0.0);
  if (value < 0.0) fields.report(field, "is negative", brief_text(value), "correct the sign");
  return value;
}

Scalar smooth_step(const Scalar& x) {
  const Scalar y = min(max(x, 0.0), 1.0);
  return y * y * y * (y * (y * 6.0 - 15.0) + 10.0);
}

}  // namespace rheon::forces
