#include "expr/functions.hpp"

#include <array>

namespace rheon::expr {
namespace {

constexpr FunctionRow rows[] = {
    {{"sin", "sin(x)", "sine, x in radians"}, Builtin::operation, Op::sin, 1, 1},
    {{"cos", "cos(x)", "cosine, x in radians"}, Builtin::operation, Op::cos, 1, 1},
    {{"tan", "tan(x)", "tangent, x in radians"}, Builtin::operation, Op::tan, 1, 1},
    {{"asin", "asin(x)", "inverse sine, -1 <= x <= 1"}, Builtin::operation, Op::asin, 1, 1},
    {{"acos", "acos(x)", "inverse cosine, -1 <= x <= 1"}, Builtin::operation, Op::acos, 1, 1},
    {{"atan", "atan(x)", "inverse tangent, between -pi/2 and pi/2"}, Builtin::operation, Op::atan, 1, 1},
    {{"atan2", "atan2(y, x)", "angle of the point (x, y), between -pi and pi"}, Builtin::operation, Op::atan2, 2, 2},
    {{"sinh", "sinh(x)", "hyperbolic sine"}, Builtin::operation, Op::sinh, 1, 1},
    {{"cosh", "cosh(x)", "hyperbolic cosine"}, Builtin::operation, Op::cosh, 1, 1},
    {{"tanh", "tanh(x)", "hyperbolic tangent"}, Builtin::operation, Op::tanh, 1, 1},
    {{"exp", "exp(x)", "e to the power x"}, Builtin::operation, Op::exp, 1, 1},
    {{"log", "log(x)", "natural logarithm, x > 0"}, Builtin::operation, Op::log, 1, 1},
    {{"sqrt", "sqrt(x)", "square root, x >= 0"}, Builtin::operation, Op::sqrt, 1, 1},
    {{"abs", "abs(x)", "absolute value"}, Builtin::operation, Op::abs, 1, 1},
    {{"sign", "sign(x)", "-1, 0 or 1"}, Builtin::operation, Op::sign, 1, 1},
    {{"min", "min(a, b, ...)", "the smallest argument"}, Builtin::minimum, Op::min, 2, any_number},
    {{"max", "max(a, b, ...)", "the largest argument"}, Builtin::maximum, Op::max, 2, any_number},
    {{"hypot", "hypot(x, y)", "sqrt(x^2 + y^2) without overflow"}, Builtin::operation, Op::hypot, 2, 2},
    {{"pow", "pow(x, y)", "x^y"}, Builtin::operation, Op::pow, 2, 2},
    {{"floor", "floor(x)", "the largest whole number not above x"}, Builtin::operation, Op::floor, 1, 1},
    {{"if", "if(condition, a, b)", "a where the condition holds, b elsewhere"}, Builtin::choice, Op::select, 3, 3},
    {{"step", "step(t, t0)", "0 before t0, 1 from t0 on"}, Builtin::step, Op::less_equal, 2, 2},
    {{"pulse", "pulse(t, t0, t1)", "1 from t0 until before t1, 0 elsewhere"}, Builtin::pulse, Op::sub, 3, 3},
    {{"ramp", "ramp(t, t0, t1)", "smooth rise from 0 at t0 to 1 at t1"}, Builtin::ramp, Op::select, 3, 3},
};

constexpr auto infos = [] {
  std::array<FunctionInfo, std::size(rows)> out{};
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = rows[k].info;
  return out;
}();

}  // namespace

const FunctionRow* find_function(std::string_view name) {
  for (const FunctionRow& row : rows) {
    if (row.info.name == name) return &row;
  }
  return nullptr;
}

std::span<const FunctionInfo> functions() { return infos; }

}  // namespace rheon::expr
