#include "rheon/core/units.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/number_text.hpp"
#include "core/unit_text.hpp"

namespace rheon {
namespace {

struct NamedUnit {
  std::string_view name;
  double factor;
  Dimension dimension;
  bool takes_prefix;
};

constexpr double pi = std::numbers::pi;

constexpr Dimension dim(double kg, double m, double s, double ampere = 0, double kelvin = 0, double mol = 0,
                        double cd = 0) {
  return Dimension{{kg, m, s, ampere, kelvin, mol, cd}};
}

constexpr NamedUnit named_units[] = {
    // base units; the gram carries the prefixes of the kilogram
    {"g", 1e-3, dim(1, 0, 0), true},
    {"m", 1, dim(0, 1, 0), true},
    {"s", 1, dim(0, 0, 1), true},
    {"A", 1, dim(0, 0, 0, 1), true},
    {"K", 1, dim(0, 0, 0, 0, 1), true},
    {"mol", 1, dim(0, 0, 0, 0, 0, 1), true},
    {"cd", 1, dim(0, 0, 0, 0, 0, 0, 1), true},
    // derived SI units
    {"rad", 1, dim(0, 0, 0), true},
    {"Hz", 1, dim(0, 0, -1), true},
    {"N", 1, dim(1, 1, -2), true},
    {"Nm", 1, dim(1, 2, -2), true},
    {"Pa", 1, dim(1, -1, -2), true},
    {"J", 1, dim(1, 2, -2), true},
    {"W", 1, dim(1, 2, -3), true},
    {"Wh", 3600, dim(1, 2, -2), true},
    {"C", 1, dim(0, 0, 1, 1), true},
    {"V", 1, dim(1, 2, -3, -1), true},
    {"F", 1, dim(-1, -2, 4, 2), true},
    {"ohm", 1, dim(1, 2, -3, -2), true},
    {"S", 1, dim(-1, -2, 3, 2), true},
    {"Wb", 1, dim(1, 2, -2, -1), true},
    {"T", 1, dim(1, 0, -2, -1), true},
    {"H", 1, dim(1, 2, -2, -2), true},
    // used with the SI
    {"l", 1e-3, dim(0, 3, 0), true},
    {"L", 1e-3, dim(0, 3, 0), true},
    {"bar", 1e5, dim(1, -1, -2), true},
    {"tonne", 1e3, dim(1, 0, 0), false},
    {"min", 60, dim(0, 0, 1), false},
    {"h", 3600, dim(0, 0, 1), false},
    {"deg", pi / 180, dim(0, 0, 0), false},
    {"°", pi / 180, dim(0, 0, 0), false},
    {"rev", 2 * pi, dim(0, 0, 0), false},
    {"rpm", 2 * pi / 60, dim(0, 0, -1), false},
    {"%", 1e-2, dim(0, 0, 0), false},
    // inch and pound: exact by definition
    {"in", 0.0254, dim(0, 1, 0), false},
    {"ft", 0.3048, dim(0, 1, 0), false},
    {"lb", 0.45359237, dim(1, 0, 0), false},
    {"lbf", 4.4482216152605, dim(1, 1, -2), false},
};

struct Prefix {
  std::string_view name;
  double power_of_ten;
};

constexpr Prefix prefixes[] = {{"da", 1}, {"h", 2},  {"k", 3},  {"M", 6},  {"G", 9},  {"T", 12}, {"d", -1},
                               {"c", -2}, {"m", -3}, {"u", -6}, {"µ", -6}, {"μ", -6}, {"n", -9}, {"p", -12}};

/// Products and quotients of powers of ten that are right to the last bit: division by an exact power where needed.
double scaled_by_ten(double value, double power) {
  const double ten = std::pow(10.0, std::abs(power));
  return power < 0 ? value / ten : value * ten;
}

std::optional<Unit> find_unit(std::string_view name) {
  for (const NamedUnit& unit : named_units) {
    if (unit.name == name) return Unit{unit.factor, unit.dimension};
  }
  for (const Prefix& prefix : prefixes) {
    if (!name.starts_with(prefix.name)) continue;
    const std::string_view rest = name.substr(prefix.name.size());
    for (const NamedUnit& unit : named_units) {
      if (!unit.takes_prefix || unit.name != rest) continue;
      // The gram's own factor and the prefix are joined first: 1 kg is exactly 1.
      if (unit.name == "g") return Unit{scaled_by_ten(1.0, prefix.power_of_ten - 3), unit.dimension};
      return Unit{scaled_by_ten(unit.factor, prefix.power_of_ten), unit.dimension};
    }
  }
  return std::nullopt;
}

constexpr std::string_view middle_dot = "·";
constexpr std::string_view blanks = " \t";

class UnitReader {
 public:
  explicit UnitReader(std::string_view text) : rest_(trimmed(text)) {}

  std::optional<Unit> read() {
    if (rest_.empty()) return std::nullopt;
    while (true) {
      if (!read_operand()) return std::nullopt;
      if (rest_.empty()) break;
      if (!read_separator()) return std::nullopt;
    }
    if (levels_.size() != 1) return std::nullopt;
    const Unit& result = levels_.front().product.unit;
    return std::isfinite(result.factor) && result.factor != 0.0 ? std::optional<Unit>(result) : std::nullopt;
  }

  /// After `read`: the names that it is made of, in the order of the text.
  const std::vector<UnitFactor>& factors() const { return levels_.front().product.factors; }

 private:
  struct Product {
    Unit unit;
    std::vector<UnitFactor> factors = {};
  };
  /// One open parenthesis: the product so far, and whether what follows divides.
  struct Level {
    Product product;
    bool divide = false;
  };

  void skip_blanks() { rest_.remove_prefix(std::min(rest_.size(), rest_.find_first_not_of(blanks))); }

  /// Opening parentheses, one factor with its exponent, closing parentheses with theirs.
  bool read_operand() {
    skip_blanks();
    while (rest_.starts_with('(')) {
      levels_.emplace_back();
      rest_.remove_prefix(1);
      skip_blanks();
    }
    std::optional<Product> factor = read_factor();
    while (factor) {
      if (!raise(*factor)) return false;
      apply(*factor);
      skip_blanks();
      if (!rest_.starts_with(')')) return true;
      if (levels_.size() < 2) return false;
      rest_.remove_prefix(1);
      factor = std::move(levels_.back().product);
      levels_.pop_back();
    }
    return false;
  }

  std::optional<Product> read_factor() {
    if (rest_.starts_with('1')) {
      rest_.remove_prefix(1);
      return Product{};
    }
    std::size_t length = rest_.find_first_of("*/^() \t");
    length = std::min({length, rest_.find(middle_dot), rest_.size()});
    const std::string_view name = rest_.substr(0, length);
    rest_.remove_prefix(length);
    const auto unit = find_unit(name);
    if (!unit) return std::nullopt;
    return Product{*unit, {{std::string(name), 1.0}}};
  }

  bool raise(Product& factor) {
    skip_blanks();
    if (!rest_.starts_with('^')) return true;
    rest_.remove_prefix(1);
    skip_blanks();
    const std::optional<double> exponent = take_number(rest_);
    if (!exponent || !std::isfinite(*exponent)) return false;
    // Division keeps a negative power as exact as its positive twin: mm^-1 is 1000, not 1000.0000000000001.
    const double positive = std::pow(factor.unit.factor, std::abs(*exponent));
    factor.unit.factor = *exponent < 0 ? 1.0 / positive : positive;
    factor.unit.dimension = power(factor.unit.dimension, *exponent);
    for (UnitFactor& f : factor.factors) f.power *= *exponent;
    return true;
  }

  void apply(const Product& factor) {
    Level& level = levels_.back();
    Unit& product = level.product.unit;
    const Unit& unit = factor.unit;
    product.factor = level.divide ? product.factor / unit.factor : product.factor * unit.factor;
    product.dimension = level.divide ? product.dimension / unit.dimension : product.dimension * unit.dimension;
    for (const UnitFactor& f : factor.factors)
      level.product.factors.push_back({f.name, level.divide ? -f.power : f.power});
  }

  /// `*`, `/`, a middle dot, or nothing: blanks have been skipped already and mean a product.
  bool read_separator() {
    levels_.back().divide = false;
    if (rest_.starts_with('*')) {
      rest_.remove_prefix(1);
    } else if (rest_.starts_with('/')) {
      levels_.back().divide = true;
      rest_.remove_prefix(1);
    } else if (rest_.starts_with(middle_dot)) {
      rest_.remove_prefix(middle_dot.size());
    }
    return true;
  }

  std::string_view rest_;
  std::vector<Level> levels_{1};
};

}  // namespace

Dimension operator*(const Dimension& a, const Dimension& b) {
  Dimension out;
  for (std::size_t k = 0; k < out.exponent.size(); ++k) out.exponent[k] = a.exponent[k] + b.exponent[k];
  return out;
}

Dimension operator/(const Dimension& a, const Dimension& b) { return a * power(b, -1.0); }

Dimension power(const Dimension& a, double exponent) {
  Dimension out;
  // Adding zero turns -0 into 0, which keeps equal dimensions equal in text as well.
  for (std::size_t k = 0; k < out.exponent.size(); ++k) out.exponent[k] = a.exponent[k] * exponent + 0.0;
  return out;
}

std::optional<Unit> parse_unit(std::string_view text) { return UnitReader(text).read(); }

std::vector<UnitFactor> unit_factors(std::string_view text) {
  UnitReader reader(text);
  return reader.read() ? reader.factors() : std::vector<UnitFactor>{};
}

}  // namespace rheon
