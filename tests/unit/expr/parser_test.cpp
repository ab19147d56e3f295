// What the grammar means, and where its messages point.
#include <cmath>
#include <numbers>

#include "unit/expr/expr_support.hpp"

namespace rheon::expr::test {
namespace {

struct Case {
  std::string text;
  double value;
};

TEST(Parser, PrecedenceAndAssociativity) {
  // Whole numbers: every value is exact.
  const Case cases[] = {
      {"1 + 2*3", 7},
      {"(1 + 2)*3", 9},
      {"10 - 4 - 3", 3},
      {"10 - (4 - 3)", 9},
      {"12/2/3", 2},
      {"12/(2*3)", 2},
      {"2^3^2", 512},
      {"(2^3)^2", 64},
      {"-2^2", -4},
      {"(-2)^2", 4},
      {"2^-1", 0.5},
      {"2^-1*4", 2},
      {"2*-3", -6},
      {"--3", 3},
      {"-+-3", 3},
      {"+5 - +3", 2},
      {"2**3", 8},
      {"1 < 2", 1},
      {"2 < 1", 0},
      {"2 >= 2", 1},
      {"3 > 4", 0},
      {"1 + 1 == 2", 1},
      {"1 != 1", 0},
      {"not 1 < 2", 0},
      {"not 0", 1},
      {"1 < 2 and 3 < 2", 0},
      {"1 < 2 or 3 < 2", 1},
      {"0 and 0 or 1", 1},
      {"0 and (0 or 1)", 0},
      {"not 0 and 0", 0},
      {"1 ? 2 : 3", 2},
      {"0 ? 2 : 3", 3},
      {"0 ? 1 : 0 ? 2 : 3", 3},
      {"1 ? 0 ? 4 : 5 : 6", 5},
      {"2 if 1 else 3", 2},
      {"2 if 0 else 3", 3},
      {"2 if 0 else 4 if 0 else 5", 5},
      {"1 + 1 if 1 < 2 else 0", 2},
      {"if(1 < 2, 7, 8)", 7},
      {"if (2 < 1, 7, 8)", 8},
      {"(1 if 1 else 2)*3", 3},
      {"1 or 0 ? 2 : 3", 2},
      {"max(1, 2, 5, 3)", 5},
      {"min(4, 2, 8)", 2},
      {"2^3!=8 or 1==1", 1},
      {"-3^2 + -2*-5", 1},
      {"2 - -2", 4},
      {"7 if 1 ? 0 : 1 else 9", 9},
  };
  for (const Case& c : cases) {
    Sheet sheet;
    EXPECT_EQ(sheet.at(c.text), c.value) << c.text;
  }
}

TEST(Parser, Numbers) {
  const Case cases[] = {{"1", 1},        {"2.5", 2.5},   {".5", 0.5},
                        {"3.", 3},       {"1e-3", 1e-3}, {"1E+3", 1000},
                        {"1.25e2", 125}, {"0.1", 0.1},   {"12345678901234567890", 12345678901234567890.0}};
  for (const Case& c : cases) {
    Sheet sheet;
    EXPECT_EQ(sheet.at(c.text), c.value) << c.text;
  }
}

TEST(Parser, NamesPrimesAndGreek) {
  Sheet sheet({"x", "x'", "x''", "crank.x", "crank.x'", "θ", "_v1"});
  EXPECT_EQ(sheet.text(sheet.node("x'' + x' + x")), "x'' + x' + x");
  EXPECT_EQ(sheet.at("crank.x' - 2*θ + _v1", {{"crank.x'", 10}, {"θ", 3}, {"_v1", 0.5}}), 4.5);
  EXPECT_EQ(sheet.at("x'^2", {{"x'", 3}}), 9);
  EXPECT_EQ(sheet.at("π - pi"), 0);
}

TEST(Parser, TreeKeepsPlacesAndOrder) {
  const auto parsed = parse("  foo(a, (b + c)*2)");
  const SyntaxTree& tree = std::get<SyntaxTree>(parsed);
  ASSERT_EQ(tree.nodes.size(), 7u);
  for (std::size_t k = 0; k < tree.nodes.size(); ++k) {
    for (const int child : tree.nodes[k].children) EXPECT_LT(child, static_cast<int>(k));
  }
  const SyntaxNode& root = tree.nodes.back();
  EXPECT_EQ(root.kind, SyntaxNode::Kind::call);
  EXPECT_EQ(root.offset, 2u);
  EXPECT_EQ(root.length, 17u);
  const SyntaxNode& product = tree.nodes[static_cast<std::size_t>(root.children[1])];
  EXPECT_EQ(tree.text.substr(product.offset, product.length), "(b + c)*2");
  const SyntaxNode& sum = tree.nodes[static_cast<std::size_t>(product.children[0])];
  EXPECT_EQ(tree.text.substr(sum.offset, sum.length), "b + c");
}

TEST(Parser, ConditionalsStoreTheConditionFirst) {
  for (const char* text : {"a ? b : c", "b if a else c"}) {
    const auto parsed = parse(text);
    const SyntaxTree& tree = std::get<SyntaxTree>(parsed);
    const SyntaxNode& root = tree.nodes.back();
    ASSERT_EQ(root.kind, SyntaxNode::Kind::conditional);
    std::string order;
    for (const int child : root.children) order += tree.nodes[static_cast<std::size_t>(child)].name;
    EXPECT_EQ(order, "abc") << text;
  }
}

struct Mistake {
  std::string text;
  std::size_t offset, length;
  std::string what;  // part of the message
};

TEST(Parser, ErrorsPointAtTheCharacter) {
  const Mistake mistakes[] = {
      {"", 0, 0, "empty"},
      {"   ", 0, 0, "empty"},
      {"1 +", 3, 0, "missing at the end"},
      {"1 + * 2", 4, 1, "value is expected"},
      {"(1 + 2", 0, 1, "not closed"},
      {"a*(b + sin(c)", 2, 1, "not closed"},
      {"sin(x", 0, 3, "not closed"},
      {"1 + 2)", 5, 1, "never opened"},
      {"()", 1, 1, "value is expected"},
      {"f(a,)", 4, 1, "value is expected"},
      {"2 x", 2, 1, "operator is missing"},
      {"2x'", 1, 2, "operator is missing"},
      {"x y", 2, 1, "operator is missing"},
      {"(a)(b)", 3, 1, "operator is missing"},
      {"a < b < c", 6, 1, "chained"},
      {"a == b <= c", 7, 2, "chained"},
      {"1.2.3", 3, 1, "decimal point"},
      {"1e999", 0, 5, "too large"},
      {"3 + 1e-", 4, 3, "exponent"},
      {"a, b", 1, 1, "comma"},
      {"(a, b)", 2, 1, "comma"},
      {"x = 1", 2, 1, "not expected"},
      {"|x|", 0, 1, "no meaning"},
      {"a × b", 2, 2, "no meaning"},
      {"x & y", 2, 1, "no meaning"},
      {"!x", 0, 1, "no meaning"},
      {"'", 0, 1, "prime"},
      {"x '", 2, 1, "prime"},
      {"f'(x)", 0, 2, "primes"},
      {"c ? a", 2, 1, "without"},
      {"a : b", 2, 1, "without"},
      {"a if c", 2, 2, "without"},
      {"a else b", 2, 4, "without"},
      {"(c ? a) : b", 3, 1, "without"},
      {"if + 1", 0, 2, "needs arguments"},
      {"a + not b", 4, 3, "binds tighter"},
      {"and b", 0, 3, "value is expected"},
      {"x \x01 y", 2, 1, "no meaning"},
      {"x \xff", 2, 1, "no meaning"},
      {"x \xf0\x9f", 2, 2, "no meaning"},
  };
  for (const Mistake& m : mistakes) {
    const SyntaxError error = refused(m.text);
    EXPECT_EQ(error.offset, m.offset) << m.text << ": " << error.what;
    EXPECT_EQ(error.length, m.length) << m.text << ": " << error.what;
    EXPECT_NE(error.what.find(m.what), std::string::npos) << m.text << ": " << error.what;
    EXPECT_FALSE(error.remedy.empty()) << m.text;
  }
}

TEST(Parser, Equations) {
  Sheet sheet;
  const auto residual = [&](std::string_view text) {
    const auto parsed = parse_equation(text);
    std::vector<SyntaxError> errors;
    return sheet.text(lower(std::get<SyntaxTree>(parsed), sheet.graph, sheet.names, errors));
  };
  EXPECT_EQ(residual("x = 0"), "x");
  EXPECT_EQ(residual("x = y + z"), "x - (y + z)");
  EXPECT_EQ(residual("x' = 3 if y < z else 4"), "x' - if(y < z, 3, 4)");
  EXPECT_EQ(residual("(x == y) = z"), "(x == y) - z");
  EXPECT_EQ(refused("x + 1", true).offset, 5u);
  EXPECT_EQ(refused("x = y = 2", true).offset, 6u);
  EXPECT_EQ(refused("(x = y)", true).offset, 3u);
  EXPECT_EQ(refused("x =", true).offset, 3u);
  EXPECT_EQ(refused("= x", true).offset, 0u);
}

TEST(Parser, PointAtDrawsCarets) {
  EXPECT_EQ(point_at("a + * b", {4, 1, "", ""}), "a + * b\n    ^");
  EXPECT_EQ(point_at("θ + foo", {5, 3, "", ""}), "θ + foo\n    ^^^");  // θ has two bytes and one column
  EXPECT_EQ(point_at("a +", {3, 0, "", ""}), "a +\n   ^");
  EXPECT_EQ(point_at("a\n+ b", {2, 1, "", ""}), "+ b\n^");
  EXPECT_EQ(point_at("", {7, 3, "", ""}), "\n^");
}

TEST(Parser, PointAtCutsLongTexts) {
  std::string text(5000, 'a');
  for (std::size_t at = 0; at < text.size(); at += 37) {
    text[at] = '#';
    const std::string shown = point_at(text, {at, 1, "", ""});
    text[at] = 'a';
    const std::size_t line = shown.find('\n');
    ASSERT_LE(line, 100u);
    const std::size_t caret = shown.size() - line - 2;
    EXPECT_EQ(shown[caret], '#') << shown;
  }
}

TEST(Parser, TooLongTextIsRefused) {
  const SyntaxError error = refused(std::string(max_text + 1, '1'));
  EXPECT_NE(error.what.find("longer"), std::string::npos);
}

}  // namespace
}  // namespace rheon::expr::test
