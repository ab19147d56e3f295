#include <gtest/gtest.h>

#include <numbers>

#include "core/unit_text.hpp"
#include "rheon/core/units.hpp"

namespace rheon {
namespace {

struct Known {
  const char* text;
  double factor;
  const char* dimension;
};

TEST(Units, FactorsAndDimensions) {
  constexpr double pi = std::numbers::pi;
  const Known known[] = {
      {"kg", 1, "kg"},
      {"g", 1e-3, "kg"},
      {"mg", 1e-6, "kg"},
      {"tonne", 1e3, "kg"},
      {"m", 1, "m"},
      {"mm", 1e-3, "m"},
      {"cm", 1e-2, "m"},
      {"km", 1e3, "m"},
      {"um", 1e-6, "m"},
      {"µm", 1e-6, "m"},
      {"nm", 1e-9, "m"},
      {"in", 0.0254, "m"},
      {"s", 1, "s"},
      {"ms", 1e-3, "s"},
      {"us", 1e-6, "s"},
      {"min", 60, "s"},
      {"h", 3600, "s"},
      {"rad", 1, "1"},
      {"mrad", 1e-3, "1"},
      {"deg", pi / 180, "1"},
      {"°", pi / 180, "1"},
      {"rev", 2 * pi, "1"},
      {"rpm", 2 * pi / 60, "1/s"},
      {"Hz", 1, "1/s"},
      {"kHz", 1e3, "1/s"},
      {"N", 1, "N"},
      {"kN", 1e3, "N"},
      {"N*m", 1, "N*m"},
      {"N m", 1, "N*m"},
      {"Nm", 1, "N*m"},
      {"N·m", 1, "N*m"},
      {"kNm", 1e3, "N*m"},
      {"N/m", 1, "N/m"},
      {"N/mm", 1e3, "N/m"},
      {"N*s/m", 1, "N*s/m"},
      {"J", 1, "N*m"},
      {"W", 1, "W"},
      {"kWh", 3.6e6, "N*m"},
      {"Pa", 1, "Pa"},
      {"MPa", 1e6, "Pa"},
      {"bar", 1e5, "Pa"},
      {"l", 1e-3, "m^3"},
      {"K", 1, "K"},
      {"A", 1, "A"},
      {"mA", 1e-3, "A"},
      {"V", 1, "V"},
      {"kg*m^2", 1, "kg*m^2"},
      {"kg m^2/s", 1, "N*m*s"},
      {"m/s^2", 1, "m/s^2"},
      {"m s^-2", 1, "m/s^2"},
      {"mm^2", 1e-6, "m^2"},
      {"mm^-1", 1e3, "1/m"},
      {"km/h", 1000.0 / 3600.0, "m/s"},
      {"deg/s", pi / 180, "1/s"},
      {"rad/s", 1, "1/s"},
      {"1/s", 1, "1/s"},
      {"1", 1, "1"},
      {"J/(kg K)", 1, "m^2/(s^2*K)"},
      {"kg/(m*s)/s", 1, "Pa"},
      {"(m/s)^2", 1, "m^2/s^2"},
      {"m^0.5", 1, "m^0.5"},
      {" N ", 1, "N"},
      {"%", 0.01, "1"},
      {"m * s / kg", 1, "m*s/kg"},
  };
  for (const Known& k : known) {
    const std::optional<Unit> unit = parse_unit(k.text);
    ASSERT_TRUE(unit) << k.text;
    // Products of at most three factors: a rounding each.
    EXPECT_NEAR(unit->factor, k.factor, 4 * 0x1p-53 * k.factor) << k.text;
    EXPECT_EQ(to_text(unit->dimension), k.dimension) << k.text;
  }
}

TEST(Units, EverydayPrefixesAreExact) {
  EXPECT_EQ(parse_unit("kg")->factor, 1.0);
  EXPECT_EQ(parse_unit("mm")->factor, 1e-3);
  EXPECT_EQ(parse_unit("ms")->factor, 1e-3);
  EXPECT_EQ(parse_unit("um")->factor, 1e-6);
  EXPECT_EQ(parse_unit("N/mm")->factor, 1e3);
}

TEST(Units, WhatIsNoUnit) {
  for (const char* text : {"",  " ",   "x",    "kgg", "m^",   "m^x",  "/s",      "m//s",   "m*",    "(m", "m)",  "()",
                           "2", "1.5", "10 m", "m2",  "kmin", "kdeg", "m^1e999", "mm^1e9", "theta", "**", "m**2"}) {
    EXPECT_FALSE(parse_unit(text)) << text;
  }
  EXPECT_FALSE(parse_unit(std::string(1000000, '(')));
}

TEST(Units, DimensionArithmetic) {
  const Dimension force = parse_unit("N")->dimension;
  const Dimension length = parse_unit("m")->dimension;
  EXPECT_EQ(force * length, parse_unit("J")->dimension);
  EXPECT_EQ(force / power(length, 2), parse_unit("Pa")->dimension);
  EXPECT_TRUE((force / force).dimensionless());
  EXPECT_EQ(to_text(Dimension{}), "1");
  EXPECT_EQ(to_text(power(length, -1)), "1/m");
}

// Written here by hand: what a reader expects to see for what was written.
TEST(Units, OneSpellingForEach) {
  const std::pair<const char*, const char*> spelled[] = {
      {"N m", "N*m"},
      {"Nm", "N*m"},
      {"N·m", "N*m"},
      {"kg m^2/s^2", "N*m"},
      {"kNm", "kN*m"},
      {"kN m", "kN*m"},
      {"kg*m/s^2", "N"},
      {"N", "N"},
      {"J", "J"},
      {"kJ", "kJ"},
      {"J/m", "N"},
      {"Hz", "Hz"},
      {"1/s", "1/s"},
      {"m s^-2", "m/s^2"},
      {"rad", "rad"},
      {"rad/s", "rad/s"},
      {"°", "deg"},
      {"°/s", "deg/s"},
      {"Nm/rad", "N*m/rad"},
      {"N*m/rad", "N*m/rad"},
      {"µm", "um"},
      {"μm/s", "um/s"},
      {"kg m^2", "kg*m^2"},
      {"km/h", "km/h"},
      {"mm mm", "mm^2"},
      {"kg/(m s)/s", "Pa"},
      {"1", "1"},
      {"%", "%"},
      {"W", "W"},
      {"J/s", "W"},
      {"N s/m", "N*s/m"},
      {"kg/s", "N*s/m"},
      {"mL", "ml"},
      {"m/(s kg)", "m/(kg*s)"},
      {"furlong", "furlong"},
  };
  for (const auto& [written, expected] : spelled) EXPECT_EQ(canonical_unit(written), expected) << written;
}

TEST(Units, SpellingsMeanWhatWasWritten) {
  for (const char* text :
       {"N m", "kNm", "kg m^2/s^2", "mm mm/s", "°/s", "µN m/rad", "J/(kg K)", "l/min", "lbf in", "V A"}) {
    const Unit a = *parse_unit(text), b = *parse_unit(canonical_unit(text));
    EXPECT_EQ(a.dimension, b.dimension) << text;
    EXPECT_NEAR(a.factor, b.factor, 8 * 0x1p-53 * a.factor) << text;  // a rounding for each of at most four factors
    EXPECT_EQ(canonical_unit(canonical_unit(text)), canonical_unit(text));
  }
}

TEST(Units, OfRatesAndOfValuesInSi) {
  const std::pair<const char*, const char*> rates[] = {{"m", "m/s"},     {"rad", "rad/s"}, {"1", "1/s"}, {"J", "W"},
                                                       {"m/s", "m/s^2"}, {"N*m", "W"},     {"", ""}};
  for (const auto& [unit, rate] : rates) EXPECT_EQ(rate_unit(unit), rate) << unit;
  EXPECT_EQ(rate_unit("rad", 2), "rad/s^2");
  EXPECT_EQ(rate_unit("kg*m/s", 2), "kg*m/s^3");
  const std::pair<const char*, const char*> si[] = {{"km/h", "m/s"},    {"rpm", "rad/s"}, {"deg/s", "rad/s"},
                                                    {"deg", "rad"},     {"kN", "N"},      {"%", "1"},
                                                    {"kNm/deg", "N*m"}, {"mm^2", "m^2"}};
  for (const auto& [written, expected] : si) EXPECT_EQ(si_unit(written), expected) << written;
}

}  // namespace
}  // namespace rheon
