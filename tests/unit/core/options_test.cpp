#include <gtest/gtest.h>

#include <cmath>

#include "rheon/core/options.hpp"

namespace rheon {
namespace {

constexpr OptionSpec specs[] = {
    {"step", OptionType::number, "0.01", "s", std::numeric_limits<double>::min(), 10.0, "", "step size"},
    {"damping", OptionType::number, "0.5", "", 0.0, 1.0, "", ""},
    {"iterations", OptionType::integer, "10", "", 1, 1e6, "", ""},
    {"project", OptionType::boolean, "yes", "", 0, 0, "", ""},
    {"scheme", OptionType::choice, "newmark", "", 0, 0, "newmark|hht | alpha", ""},
    {"offset", OptionType::number, "-1e-3", "", -INFINITY, INFINITY, "", ""},
};

OptionValues resolve(std::vector<Setting> settings, Problems& problems) {
  return OptionValues::resolve(specs, settings, problems);
}

TEST(Options, DefaultsInTableOrder) {
  Problems problems;
  const OptionValues values = resolve({}, problems);
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(values.number("step"), 0.01);
  EXPECT_EQ(values.integer("iterations"), 10);
  EXPECT_TRUE(values.boolean("project"));
  EXPECT_EQ(values.choice("scheme"), "newmark");
  EXPECT_EQ(values.number("offset"), -1e-3);
  ASSERT_EQ(values.all().size(), std::size(specs));
  EXPECT_EQ(values.all()[1].name, "damping");
  EXPECT_EQ(values.all()[3].value, "true");
}

TEST(Options, ValuesAreRead) {
  Problems problems;
  const OptionValues values = resolve({{"step", "1e-3", {}},
                                       {"iterations", " 25 ", {}},
                                       {"project", "off", {}},
                                       {"scheme", "hht", {}},
                                       {"damping", "+0.25", {}},
                                       {"offset", "7", {}},
                                       {"offset", "8", {}}},
                                      problems);
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(values.number("step"), 1e-3);
  EXPECT_EQ(values.integer("iterations"), 25);
  EXPECT_FALSE(values.boolean("project"));
  EXPECT_EQ(values.choice("scheme"), "hht");
  EXPECT_EQ(values.number("damping"), 0.25);
  EXPECT_EQ(values.number("offset"), 8.0);  // the later one wins
}

TEST(Options, BooleansHaveThreeSpellings) {
  for (const char* text : {"true", "yes", "on", "false", "no", "off"}) {
    Problems problems;
    const bool expected = text == std::string("true") || text == std::string("yes") || text == std::string("on");
    EXPECT_EQ(resolve({{"project", text, {}}}, problems).boolean("project"), expected) << text;
    EXPECT_TRUE(problems.empty());
  }
}

TEST(Options, UnitsOfTheRightDimension) {
  Problems problems;
  EXPECT_EQ(resolve({{"step", "2 ms", {}}}, problems).number("step"), 0.002);
  EXPECT_EQ(resolve({{"step", "2ms", {}}}, problems).number("step"), 0.002);
  EXPECT_TRUE(problems.empty());
  resolve({{"step", "2 mm", {}}}, problems);
  EXPECT_EQ(problems.size(), 1u);
}

struct Refusal {
  const char *name, *value, *what, *numbers, *remedy;
};

TEST(Options, RefusalsSayEverything) {
  const Refusal refusals[] = {
      {"damping", "1.5", "out of range", "value seen: 1.5; allowed: 0 .. 1", "default is 0.5"},
      {"step", "0", "out of range", "allowed: > 0, <= 10 s", "default is 0.01 s"},
      {"step", "fast", "not a finite number", "value seen: fast", "a finite number"},
      {"step", "inf", "not a finite number", "inf", ""},
      {"step", "nan", "not a finite number", "nan", ""},
      {"step", "1e999", "not a finite number", "1e999", ""},
      {"step", "", "not a finite number", "", ""},
      {"damping", "0.5 kg", "not a finite number", "0.5 kg", ""},
      {"iterations", "2.5", "not a whole number", "2.5", "a whole number"},
      {"iterations", "0", "out of range", "1 .. 1e+06", ""},
      {"iterations", "1e12", "not a whole number", "", ""},
      {"project", "maybe", "not true or false", "maybe", "true or false"},
      {"scheme", "newmarck", "not one of the choices", "newmark | hht | alpha", "did you mean \"newmark\"?"},
      {"scheme", "rk4", "not one of the choices", "newmark | hht | alpha", "one of its choices"},
      {"dampign", "1", "no such option", "value seen: 1", "did you mean \"damping\"?"},
  };
  for (const Refusal& r : refusals) {
    Problems problems;
    resolve({{r.name, r.value, {"m.yaml", 3, 4}}}, problems);
    ASSERT_EQ(problems.size(), 1u) << r.name << " = " << r.value;
    const Problem& problem = problems.list()[0];
    EXPECT_NE(problem.what.find(r.what), std::string::npos) << problem.what;
    EXPECT_NE(problem.numbers.find(r.numbers), std::string::npos) << problem.numbers;
    EXPECT_NE(problem.remedy.find(r.remedy), std::string::npos) << problem.remedy;
    EXPECT_NE(problem.element.find(r.name), std::string::npos);
    EXPECT_EQ(problem.place.line, 3);
  }
}

TEST(Options, RangeTexts) {
  EXPECT_EQ(range_text(specs[0]), "> 0, <= 10");
  EXPECT_EQ(range_text(specs[1]), "0 .. 1");
  EXPECT_EQ(range_text(specs[3]), "true | false");
  EXPECT_EQ(range_text(specs[4]), "newmark | hht | alpha");
  EXPECT_EQ(range_text(specs[5]), "");
  OptionSpec spec{"x", OptionType::number, "1", "", 0.0, INFINITY, "", ""};
  EXPECT_EQ(range_text(spec), ">= 0");
  spec.min = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(range_text(spec), "> 0");
  spec.min = -INFINITY;
  spec.max = 2.5;
  EXPECT_EQ(range_text(spec), "<= 2.5");
}

TEST(Options, UndeclaredOptionsAreAMistakeOfTheCaller) {
  Problems problems;
  EXPECT_THROW(resolve({}, problems).number("nothing"), Error);
  OptionValues::resolve({}, std::vector<Setting>{{"a", "1", {}}}, problems);
  EXPECT_EQ(problems.size(), 1u);
}

}  // namespace
}  // namespace rheon
