// Derivatives: the rule of every function against its textbook form, and the exact zeros and constants by which a
// reader of models recognises linear constraints and constant mass matrices.
#include <cmath>

#include "unit/expr/expr_support.hpp"

namespace rheon::expr::test {
namespace {

struct Rule {
  const char* text;
  const char* derivative;  // in x, from a table of derivatives
};

constexpr Rule rules[] = {
    {"x^3", "3*x^2"},
    {"x^-2", "-2*x^-3"},
    {"x^2.5", "2.5*x^1.5"},
    {"x^y", "y*x^(y - 1)"},
    {"y^x", "y^x*log(y)"},
    {"2^x", "2^x*log(2)"},
    {"x^x", "x^x*(log(x) + 1)"},
    {"sqrt(x)", "1/(2*sqrt(x))"},
    {"1/x", "-1/x^2"},
    {"y/x", "-y/x^2"},
    {"x/(x + y)", "y/(x + y)^2"},
    {"sin(x)", "cos(x)"},
    {"cos(x)", "-sin(x)"},
    {"tan(x)", "1/cos(x)^2"},
    {"asin(x)", "1/sqrt(1 - x^2)"},
    {"acos(x)", "-1/sqrt(1 - x^2)"},
    {"atan(x)", "1/(1 + x^2)"},
    {"atan2(x, y)", "y/(x^2 + y^2)"},
    {"atan2(y, x)", "-y/(x^2 + y^2)"},
    {"atan2(x*y, x + y)", "((x + y)*y - x*y)/((x*y)^2 + (x + y)^2)"},
    {"sinh(x)", "cosh(x)"},
    {"cosh(x)", "sinh(x)"},
    {"tanh(x)", "1/cosh(x)^2"},
    {"exp(x)", "exp(x)"},
    {"exp(x*y)", "y*exp(x*y)"},
    {"log(x)", "1/x"},
    {"abs(x)", "sign(x)"},
    {"abs(x - 1)", "sign(x - 1)"},
    {"sign(x)", "0"},
    {"floor(x)", "0"},
    {"x < y", "0"},
    {"hypot(x, y)", "x/sqrt(x^2 + y^2)"},
    {"hypot(x, x*y)", "(x + x*y^2)/hypot(x, x*y)"},
    {"min(x, y)", "if(x < y, 1, 0)"},
    {"max(x, y)", "if(x > y, 1, 0)"},
    {"max(x^2, 3*x)", "if(x^2 > 3*x, 2*x, 3)"},
    {"if(x < y, x^2, sin(x))", "if(x < y, 2*x, cos(x))"},
    {"x*sin(x)*exp(x)", "exp(x)*(sin(x) + x*cos(x) + x*sin(x))"},
};

TEST(Derivative, TextbookRules) {
  for (const Rule& rule : rules) {
    Sheet s;
    const Node got = s.d(rule.text, "x");
    const Node want = s.node(rule.derivative);
    for (const double x : {0.31, 0.77}) {
      for (const double y : {0.52, 1.9}) {
        const double expected = s.at(want, {{"x", x}, {"y", y}});
        // Both forms are a few roundings from the exact value; none of them cancels at these points.
        EXPECT_NEAR(s.at(got, {{"x", x}, {"y", y}}), expected, 32 * 0x1p-52 * (1 + std::abs(expected)))
            << rule.text << " at " << x << ", " << y << ": " << s.text(got);
      }
    }
  }
}

TEST(Derivative, GradientAgreesWithSingleDerivatives) {
  for (const Rule& rule : rules) {
    Sheet s;
    const Node n = s.node(rule.text);
    const std::vector<int> slots{s.names.slot("y"), s.names.slot("x"), s.names.slot("z"), s.names.slot("x")};
    const std::vector<Node> gradient = s.graph.gradient(n, slots);
    ASSERT_EQ(gradient.size(), 4u);
    EXPECT_TRUE(s.graph.is_zero(gradient[2])) << rule.text;
    EXPECT_EQ(gradient[1], gradient[3]);
    const std::vector<std::pair<std::string, double>> at{{"x", 0.31}, {"y", 0.52}};
    for (std::size_t k = 0; k < 2; ++k) {
      const double expected = s.at(s.graph.derivative(n, slots[k]), at);
      EXPECT_NEAR(s.at(gradient[k], at), expected, 32 * 0x1p-52 * (1 + std::abs(expected))) << rule.text;
    }
  }
}

TEST(Derivative, SimpleFormsComeOutSimple) {
  const Rule simple[] = {
      {"x^2", "2*x"},
      {"3*x + 2", "3"},
      {"x^3/3", "x^2"},
      {"(y - z)*x", "y - z"},
      {"a/2*(x^2 + y^2)", "a*x"},
      {"sin(x)", "cos(x)"},
      {"exp(x)", "exp(x)"},
      {"a*b*c*(1 - cos(x))", "a*b*c*sin(x)"},
      {"x*(x + 1) - x^2", "1"},
  };
  for (const Rule& rule : simple) {
    Sheet s;
    EXPECT_EQ(s.d(rule.text, "x"), s.node(rule.derivative)) << rule.text << " gives " << s.text(s.d(rule.text, "x"));
  }
}

TEST(Derivative, ConstantMassIsRecognised) {
  Sheet s({"m", "x'", "y'", "th", "th'"});
  const Node kinetic = s.node("m/2*(x'^2 + y'^2) + 1/2*3*th'^2");
  const std::vector<int> slots{s.names.slot("x'"), s.names.slot("y'"), s.names.slot("th'")};
  const std::vector<Node> momentum = s.graph.gradient(kinetic, slots);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const Node mass = s.graph.derivative(momentum[i], slots[j]);
      const char* expected = i != j ? "0" : i < 2 ? "m" : "3";
      EXPECT_EQ(mass, s.node(expected)) << i << j << ": " << s.text(mass);
    }
  }
  EXPECT_EQ(s.d(s.d(kinetic, "x'"), "x'"), s.node("m"));
}

TEST(Derivative, LinearInTheVelocitiesMeansZeroSecondDerivatives) {
  const std::vector<std::string> inputs{"xA", "yA",  "xB",  "yB",  "u1",  "u2",  "u3", "r",
                                        "th", "xA'", "yA'", "u1'", "u2'", "u3'", "th'"};
  for (const char* text : {
           "(yB - yA)*xA' - (xB - xA)*yA'",
           "r*(u2'*u3 + u1'*u2 + th'*sin(th)) - xA'",
           "xA' + r*th'*sin(th) - 3*u1'*cos(th)",
           "(xA' + 1)^2 - xA'^2",
           "(xA'*r + yA')/(1 + th^2) - u1'/r",
           "xA'*(yA' + 1) - yA'*xA' + u2'",
           "(xA' - yA')*(xA' + yA') - xA'^2 + yA'^2",
           "if(th < 1, xA'*th, yA'*2)",
           "max(th, 1)*xA' + abs(th)*yA'",
           "-(xA' - th*(yA' - u1'))/2*3",
           "xA'/3 + xA'/7 - yA'/3*2",
           "sqrt(r^2 + th^2)*(xA'*cos(th) + yA'*sin(th)) - hypot(r, th)*th'",
       }) {
    Sheet s(inputs);
    const Node psi = s.node(text);
    for (const char* first : {"xA'", "yA'", "u1'", "u2'", "u3'", "th'"}) {
      for (const char* second : {"xA'", "yA'", "u1'", "u2'", "u3'", "th'"}) {
        const Node twice = s.d(s.d(psi, first), second);
        EXPECT_TRUE(s.graph.is_zero(twice)) << text << " in " << first << " and " << second << ": " << s.text(twice);
      }
    }
  }
}

TEST(Derivative, NegativeBasesOfWholePowers) {
  Sheet s;
  EXPECT_EQ(s.at(s.d("x^2", "x"), {{"x", -3}}), -6.0);
  EXPECT_EQ(s.at(s.d("x^3", "x"), {{"x", -2}}), 12.0);
  EXPECT_EQ(s.at(s.d("x^-1", "x"), {{"x", -2}}), -0.25);
  EXPECT_EQ(s.at(s.d("x^y", "x"), {{"x", -2}, {"y", 3}}), 12.0);
  EXPECT_EQ(s.at("x^17", {{"x", -1}}), -1.0);
}

// No slope there is the right one; zero lets products with a factor that vanishes too, such as a drag c |v| v, be zero.
TEST(Derivative, LengthsHaveNoSlopeAtZero) {
  for (const char* length : {"hypot(x, y)", "sqrt(x^2 + y^2)"}) {
    for (const bool reverse : {false, true}) {
      SCOPED_TRACE(std::string(length) + (reverse ? ", reverse" : ", forward"));
      Sheet s;
      const std::vector<int> slots{s.names.slot("x"), s.names.slot("y")};
      const auto slope = [&](const std::string& text, std::size_t k) {
        const Node n = s.node(text);
        return reverse ? s.graph.gradient(n, slots)[k] : s.graph.derivative(n, slots[k]);
      };
      for (const std::size_t k : {0u, 1u}) {
        EXPECT_EQ(s.at(slope(length, k)), 0.0);
        EXPECT_EQ(s.at(slope(std::string("5*x*") + length, k)), 0.0);
      }
      // away from zero, however near: x/r and y/r with r = 5 units; a few roundings
      for (const double unit : {1.0, 1e-6, 1e-100}) {
        const std::vector<std::pair<std::string, double>> at{{"x", 3 * unit}, {"y", -4 * unit}};
        EXPECT_NEAR(s.at(slope(length, 0), at), 0.6, 8 * 0x1p-52) << unit;
        EXPECT_NEAR(s.at(slope(length, 1), at), -0.8, 8 * 0x1p-52) << unit;
      }
    }
  }
}

TEST(Derivative, RootsHaveNoFiniteSlopeAtZero) {
  Sheet s;
  EXPECT_FALSE(std::isfinite(s.at(s.d("sqrt(x)", "x"))));
  EXPECT_FALSE(std::isfinite(s.at(s.graph.gradient(s.node("y*sqrt(x)"), {{s.names.slot("x")}})[0], {{"y", 2}})));
}

TEST(Derivative, TheBranchNotTakenDoesNotLeak) {
  Sheet s;
  // sqrt has an infinite slope at 0 and none below: the other branch must not notice.
  const Node n = s.node("if(x > 0, sqrt(x), 0)*y + max(log(x), -1)");
  const std::vector<int> slots{s.names.slot("x"), s.names.slot("y")};
  const Node safe = s.node("if(x > 0, sqrt(x), 0)*y");
  EXPECT_EQ(s.at(s.graph.derivative(safe, slots[0]), {{"x", -1}, {"y", 2}}), 0.0);
  EXPECT_EQ(s.at(s.graph.gradient(safe, slots)[0], {{"x", -1}, {"y", 2}}), 0.0);
  EXPECT_EQ(s.at(s.graph.gradient(safe, slots)[0], {{"x", 4}, {"y", 2}}), 0.5);
  EXPECT_EQ(s.at(s.graph.gradient(n, slots)[1], {{"x", 4}, {"y", 2}}), 2.0);
}

TEST(Derivative, HighOrders) {
  Sheet s;
  Node n = s.node("x^5*y + sin(2*x)");
  for (int k = 0; k < 4; ++k) n = s.d(n, "x");
  // d^4: 120 x y + 16 sin(2 x)
  EXPECT_NEAR(s.at(n, {{"x", 0.5}, {"y", 3}}), 180 + 16 * std::sin(1.0), 64 * 0x1p-52 * 200);
}

}  // namespace
}  // namespace rheon::expr::test
