#include "core/unit_text.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/number_text.hpp"

namespace rheon {
namespace {

/// Dimensions that have a name of their own in mechanics. What an energy and a torque share is written as a torque:
/// only the user can distinguish them, by asking for `J`.
constexpr std::string_view folded_units[] = {"N",   "N*m", "N/m", "N*s/m", "N*m*s", "W", "Pa", "V",
                                             "ohm", "C",   "F",   "S",     "Wb",    "T", "H"};

/// `kg*m^2/(s^3*A)`: what is above first, each in the given order.
std::string written(std::span<const UnitFactor> factors) {
  std::string above, below;
  int divisors = 0;
  for (const UnitFactor& f : factors) {
    if (f.power == 0.0) continue;
    std::string& side = f.power > 0 ? above : below;
    if (f.power < 0) ++divisors;
    if (!side.empty()) side += '*';
    side += f.name;
    if (std::abs(f.power) != 1.0) side += "^" + shortest_text(std::abs(f.power));
  }
  if (above.empty()) above = "1";
  if (divisors == 0) return above;
  return above + (divisors > 1 ? "/(" + below + ")" : "/" + below);
}

bool starts_with_micro(std::string_view name) { return name.starts_with("µ") || name.starts_with("μ"); }

/// One name for each unit: `deg` for `°`, `um` for `µm`, and `kN*m` for `kNm`.
void add_factor(const UnitFactor& factor, std::vector<UnitFactor>& out) {
  std::string name = factor.name;
  if (name == "°") name = "deg";
  if (starts_with_micro(name)) name = "u" + name.substr(2);
  if (name.ends_with('L')) name.back() = 'l';
  const bool torque = name.size() > 1 && name.ends_with("Nm");
  if (torque) name.pop_back();
  const auto join = [&](const std::string& unit) {
    const auto known = std::find_if(out.begin(), out.end(), [&](const UnitFactor& f) { return f.name == unit; });
    if (known == out.end())
      out.push_back({unit, factor.power});
    else
      known->power += factor.power;
  };
  join(name);
  if (torque) join("m");
}

std::vector<UnitFactor> canonical_factors(std::string_view text) {
  std::vector<UnitFactor> out;
  for (const UnitFactor& f : unit_factors(text)) add_factor(f, out);
  std::erase_if(out, [](const UnitFactor& f) { return f.power == 0.0; });
  return out;
}

bool is_angle(const UnitFactor& f) {
  return f.name.ends_with("rad") || f.name == "deg" || f.name == "rev" || f.name == "rpm";
}

}  // namespace

std::string to_text(const Dimension& dimension) {
  static const std::vector<Dimension> dimensions = [] {
    std::vector<Dimension> all;
    for (const std::string_view name : folded_units) all.push_back(parse_unit(name)->dimension);
    return all;
  }();
  if (const auto k = std::find(dimensions.begin(), dimensions.end(), dimension); k != dimensions.end())
    return std::string(folded_units[k - dimensions.begin()]);
  constexpr std::string_view names[] = {"kg", "m", "s", "A", "K", "mol", "cd"};
  std::vector<UnitFactor> factors;
  for (std::size_t k = 0; k < dimension.exponent.size(); ++k)
    factors.push_back({std::string(names[k]), dimension.exponent[k]});
  return written(factors);
}

std::string canonical_unit(std::string_view text) {
  const auto unit = parse_unit(text);
  if (!unit) return std::string(text);
  const std::vector<UnitFactor> factors = canonical_factors(text);
  const bool word = factors.size() == 1 && factors[0].power == 1.0;
  const bool kept = word || unit->factor != 1.0 || std::any_of(factors.begin(), factors.end(), is_angle);
  return kept ? written(factors) : to_text(unit->dimension);
}

std::string si_unit(std::string_view text) {
  const auto unit = parse_unit(text);
  if (!unit) return std::string(text);
  if (unit->factor == 1.0) return canonical_unit(text);
  // an angle over a power of the time keeps its name; in other units the radian is 1
  const std::vector<UnitFactor> factors = canonical_factors(text);
  const bool turns =
      std::any_of(factors.begin(), factors.end(), [](const UnitFactor& f) { return is_angle(f) && f.power == 1.0; });
  Dimension rest = unit->dimension;
  const double seconds = std::exchange(rest.exponent[2], 0.0);
  if (!turns || !rest.dimensionless() || seconds > 0.0) return to_text(unit->dimension);
  const UnitFactor angle[] = {{"rad", 1.0}, {"s", seconds}};
  return written(angle);
}

std::string rate_unit(std::string_view unit, int times) {
  if (unit.empty()) return {};
  return canonical_unit("(" + std::string(unit) + (times == 1 ? ")/s" : ")/s^" + std::to_string(times)));
}

}  // namespace rheon
