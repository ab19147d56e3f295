// What YAML can do to a text, and exact places.
#include <gmock/gmock.h>

#include <chrono>
#include <cmath>
#include <functional>

#include "unit/io/model_testing.hpp"

namespace rheon {
namespace {

using ::testing::HasSubstr;
using testing::load;
using testing::output;
using testing::problems_of;
using testing::summary_of;
using testing::value_of;

constexpr const char* head = "rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\n";

TEST(ModelText, CommasBetweenParenthesesBelongToTheExpression) {
  const Model model =
      load(std::string(head) + R"(outputs: {a: max(x, - y), 'b': 'hypot(x, y)', c: if(x > 0, max(1, 2), 3),
  d: atan2(y,
    x)}   # a comment, with (a parenthesis
constraints: {l: [max(x, y) = 1, 'min(x, y) = 0'], k: max(x, y) = 2}
)");
  const std::map<std::string, double> at = {{"x", 3}, {"y", 4}};
  EXPECT_EQ(value_of(model, output(model, "a").value, at), 3);
  EXPECT_EQ(value_of(model, output(model, "b").value, at), 5);
  EXPECT_EQ(value_of(model, output(model, "c").value, at), 2);
  EXPECT_EQ(value_of(model, output(model, "d").value, at), std::atan2(4.0, 3.0));
  EXPECT_EQ(model.constraints.size(), 3u);
  EXPECT_EQ(model.constraints[0].text, "max(x, y) = 1");
}

TEST(ModelText, BlockScalarsAndLongLines) {
  const Model model = load(std::string(head) + R"(potential: >
  x^2 +
  y^2
forces:
  x: |
    max(x, y)
  y: x +
     y
outputs: {a: max(x, y)}
)");
  EXPECT_EQ(value_of(model, model.potential, {{"x", 2}, {"y", 3}}), 13);
  EXPECT_EQ(value_of(model, model.forces[1].value, {{"x", 2}, {"y", 3}}), 5);
}

TEST(ModelText, WindowsLinesAndByteOrderMark) {
  EXPECT_EQ(summary_of("\xef\xbb\xbfrheon: 1\r\ncoordinates: [x]\r\nmass: [1]\r\nforces: {x: 2*zz}\r\n"),
            "4:15 force \"x\": unknown name \"zz\"\n");
}

TEST(ModelText, ColumnsCountCharacters) {
  EXPECT_EQ(summary_of(std::string(head) + "forces: {x: ω + zz}\nparameters: {ω: 1}\n"),
            "4:17 force \"x\": unknown name \"zz\"\n");
}

TEST(ModelText, PlacesInsideScalars) {
  EXPECT_EQ(summary_of(std::string(head) + "forces:\n  x: 1 + zz*2\n"), "5:10 force \"x\": unknown name \"zz\"\n");
  EXPECT_EQ(summary_of(std::string(head) + "forces:\n  x: \"1 + zz\"\n"), "5:11 force \"x\": unknown name \"zz\"\n");
  EXPECT_EQ(summary_of(std::string(head) + "forces: {y: max(1, 2), x: max(1, zz)}\n"),
            "4:34 force \"x\": unknown name \"zz\"\n");
  // Folded texts have no column of their own: the scalar's place, and the text with carets.
  const auto folded = problems_of(std::string(head) + "forces:\n  x: >\n    1 +\n    zz\n");
  ASSERT_EQ(folded.size(), 1u);
  EXPECT_EQ(folded[0].place.line, 5);
  EXPECT_EQ(folded[0].place.column, 6);
  EXPECT_THAT(folded[0].numbers, HasSubstr("1 + zz"));
  EXPECT_THAT(folded[0].numbers, HasSubstr("^^"));
}

TEST(ModelText, DuplicateKeysNameBothPlaces) {
  const auto problems = problems_of(std::string(head) + "parameters:\n  a: 1\n  b: 2\n  a: 3\nmass: [2, 2]\n");
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].place.line, 7);
  EXPECT_EQ(problems[0].element, "key \"a\"");
  EXPECT_EQ(problems[0].numbers, "first at line 5, column 3");
  EXPECT_EQ(problems[1].place.line, 8);
  EXPECT_EQ(problems[1].numbers, "first at line 3, column 1");
}

TEST(ModelText, AllProblemsAtOnceAndNoFollowUps) {
  // Every line has one mistake of its own; what depends on it is not reported again.
  EXPECT_EQ(summary_of(R"(rheon: 1
parameters: {a: 1 kgg, b: 2*a, c: sqrt(-b)}
coordinates: [x, y]
definitions: {d: x +, e: 2*d}
kinetic: a/2*(x'^2 + y'^2) + e
forces: {z: 1, x: b*c*e}
constraints: {k: d = 1, l: x + }
initial: {x: c}
outputs: {o: lambda(l) + reaction(k, x), p: o}
)"),
            "2:19 parameter \"a\": unknown unit \"kgg\"\n"
            "4:21 definition \"d\": a value is missing at the end\n"
            "6:10 force \"z\": there is no such coordinate\n"
            "7:31 constraint \"l\": a value is missing at the end\n");
}

TEST(ModelText, MisspeltSectionsDoNotMakeNamesUnknown) {
  EXPECT_EQ(summary_of("rheon: 1\nparamters: {m: 1}\ncoordinates: [x]\nkinetic: m/2*x'^2\n"),
            "2:1 key \"paramters\": is not known\n");
  EXPECT_EQ(summary_of("rheon: 1\ncordinates: [x]\nkinetic: x'^2\ninitial: {x: 1}\noutputs: {a: x}\n"),
            "2:1 key \"cordinates\": is not known\n");
  EXPECT_EQ(summary_of("rheon: 1\ncoordinates: 5\nmass: [1, x]\nforces: {x: y}\ninitial: {x': 1}\n"),
            "2:14 key \"coordinates\": expected a list of names, found \"5\"\n");
}

TEST(ModelText, ManyProblemsAreCut) {
  std::string text = head;
  text += "parameters:\n";
  for (int k = 0; k < 500; ++k) text += "  p" + std::to_string(k) + ": 1 +\n";
  const auto problems = problems_of(text);
  ASSERT_EQ(problems.size(), 101u);
  EXPECT_THAT(problems.back().what, HasSubstr("400 further problems"));
}

double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(ModelText, DeepNestingIsRefusedAtOnce) {
  const std::string opens(100000, '['), braces(100000, '{'), dashes = [] {
    std::string all;
    for (int k = 0; k < 50000; ++k) all += "- ";
    return all;
  }();
  std::string indented;
  for (int k = 0; k < 2000; ++k) indented += std::string(static_cast<std::size_t>(k), ' ') + "a:\n";
  for (const std::string& text : {opens, "a: " + braces, dashes, indented, "a: " + opens + std::string(100000, ']')}) {
    const double time = seconds([&] { EXPECT_THAT(summary_of(text), HasSubstr("nested too deeply")); });
    EXPECT_LT(time, 2.0);  // generous: it takes a millisecond
  }
  const std::string parentheses =
      std::string(head) + "potential: " + std::string(100000, '(') + "x" + std::string(100000, ')') + "\n";
  EXPECT_EQ(summary_of(parentheses), "");
  std::string minus = std::string(head) + "potential: 1" + std::string(100000, '-') + "x\n";
  EXPECT_EQ(summary_of(minus), "");
}

TEST(ModelText, ManyValuesAreRefused) {
  std::string text = "a:\n";
  for (int k = 0; k < 1200000; ++k) text += "- \n";
  EXPECT_THAT(summary_of(text), HasSubstr("the file holds more than 1000000 values"));
}

TEST(ModelText, LongChainsOfNamesNeedNoStack) {
  std::string text = std::string(head) + "parameters:\n  p0: 1\n";
  for (int k = 1; k < 20000; ++k) text += "  p" + std::to_string(k) + ": p" + std::to_string(k - 1) + " + 1\n";
  text += "outputs: {last: p19999}\n";
  const Model model = load(text);
  EXPECT_EQ(value_of(model, output(model, "last").value), 20000.0);
}

// 5,000 coordinates and as many constraints load in a time that grows with their number, not its square.
TEST(ModelText, LargeModelsLoadQuickly) {
  std::string names, squares, rows = "constraints:\n", initial;
  constexpr int n = 5000;
  for (int k = 0; k < n; ++k) {
    const std::string x = "x" + std::to_string(k);
    names += (k ? ", " : "") + x;
    squares += (k ? " + " : "") + x + "'^2";
    initial += (k ? ", " : "") + x + ": " + std::to_string(k);
    if (k > 0) rows += "  c" + std::to_string(k) + ": x" + std::to_string(k - 1) + "'*" + x + " = " + x + "'\n";
  }
  const std::string text = "rheon: 1\nparameters: {m: 1 kg}\ncoordinates: [" + names + "]\nkinetic: m/2*(" + squares +
                           ")\n" + rows + "initial: {" + initial + "}\noutputs: {r: reaction(c7, x7)}\n";
  const double time = seconds([&] { EXPECT_EQ(load(text).constraints.size(), 4999u); });
  EXPECT_LT(time, 20.0);  // about one second in an optimised build; sanitizers are ten times slower
}

}  // namespace
}  // namespace rheon
