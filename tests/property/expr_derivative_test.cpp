// Thousands of random expressions: values against 113-bit arithmetic, first derivatives against complex steps, second
// derivatives against 113-bit central differences.
#include <cstdlib>
#include <functional>

#include "property/expr_random.hpp"
#include "unit/expr/expr_support.hpp"

namespace rheon::expr::test {
namespace {

constexpr int expressions = 4000;

std::uint64_t seed() {
  const char* wanted = std::getenv("RHEON_SEED");
  return wanted ? std::strtoull(wanted, nullptr, 10) : 20240611u;
}

struct Point {
  double v[variable_count];
};

Point random_point(std::mt19937_64& random) {
  std::uniform_real_distribution<double> range(-2.0, 2.0);
  return {{range(random), range(random), range(random)}};
}

/// A point is used if nothing is near a pole, a corner or overflow: what is left is rounding, not luck.
bool is_tame(const Journey& journey) {
  return journey.finite && journey.in_domain && journey.largest < 100 && journey.nearest_corner > 1e-3L;
}

Quad quad_value(const RandomExpression& expression, const Point& p, int i, Quad hi, int j, Quad hj, Journey& journey) {
  Quad v[variable_count];
  for (int k = 0; k < variable_count; ++k) v[k] = static_cast<Quad>(p.v[k]);
  v[i] += hi;
  v[j] += hj;
  return expression.evaluate<Quad>(v, journey);
}

/// Exact up to the roundings of the evaluation itself: the step is far below what could truncate.
long double complex_step(const RandomExpression& expression, const Point& p, int i) {
  constexpr long double h = 1e-40L;
  Complex v[variable_count];
  for (int k = 0; k < variable_count; ++k) v[k] = Complex(p.v[k], k == i ? h : 0.0L);
  Journey journey;
  return expression.evaluate<Complex>(v, journey).imag() / h;
}

/// Central differences: truncation h^2 = 1e-18 and rounding 1e-34 / h^2 = 1e-16, both relative to values below 1e2
/// and derivatives of order four below 1e10.
long double second_difference(const RandomExpression& expression, const Point& p, int i, int j) {
  const Quad h = 1e-9;
  Journey journey;
  const auto f = [&](Quad hi, Quad hj) { return quad_value(expression, p, i, hi, j, hj, journey); };
  const Quad zero = 0;
  if (i == j) return static_cast<long double>((f(h, zero) - 2 * f(zero, zero) + f(-h, zero)) / (h * h));
  return static_cast<long double>((f(h, h) - f(h, -h) - f(-h, h) + f(-h, -h)) / (4 * h * h));
}

/// Nodes of an expression that the tests look at: value, gradient by both modes, second derivatives.
struct Nodes {
  Node value;
  std::vector<Node> forward, reverse;
  std::vector<std::vector<Node>> second;
};

Nodes differentiate(Sheet& s, const std::string& text) {
  Nodes nodes{s.node(text), {}, {}, {}};
  std::vector<int> slots;
  for (const char* name : variable_names) slots.push_back(s.names.slot(name));
  nodes.reverse = s.graph.gradient(nodes.value, slots);
  for (int i = 0; i < variable_count; ++i) {
    nodes.forward.push_back(s.graph.derivative(nodes.value, slots[static_cast<std::size_t>(i)]));
    // One from each mode, so that both are differentiated again.
    const Node first = i % 2 == 0 ? nodes.forward.back() : nodes.reverse[static_cast<std::size_t>(i)];
    std::vector<Node> row;
    for (int j = 0; j < variable_count; ++j)
      row.push_back(s.graph.derivative(first, slots[static_cast<std::size_t>(j)]));
    nodes.second.push_back(row);
  }
  return nodes;
}

struct Counts {
  int compared = 0, nonzero_second = 0;
};

void compare(Sheet& s, const RandomExpression& expression, const Nodes& nodes, const Point& p, Counts& counts) {
  Journey journey;
  const long double value = static_cast<long double>(quad_value(expression, p, 0, 0, 0, 0, journey));
  if (!is_tame(journey)) return;
  std::vector<Node> outputs{nodes.value};
  std::vector<long double> expected{value};
  // What an intermediate rounding of size eps can become: each of about thirty operations may amplify by the largest
  // number met (below 100) or by a pole's distance (above 1e-2), once per order of differentiation. A wrong rule
  // errs by order one.
  std::vector<long double> tolerance{1e-12L};
  for (int i = 0; i < variable_count; ++i) {
    const long double first = complex_step(expression, p, i);
    outputs.insert(outputs.end(),
                   {nodes.forward[static_cast<std::size_t>(i)], nodes.reverse[static_cast<std::size_t>(i)]});
    expected.insert(expected.end(), {first, first});
    tolerance.insert(tolerance.end(), {1e-10L, 1e-10L});
    for (int j = 0; j < variable_count; ++j) {
      outputs.push_back(nodes.second[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]);
      expected.push_back(second_difference(expression, p, i, j));
      tolerance.push_back(1e-8L);
      if (expected.back() != 0) ++counts.nonzero_second;
    }
  }
  long double scale = 1.0L;  // derivatives of the same function are of comparable size; cancellation is measured by it
  for (const long double e : expected) scale = std::max(scale, std::abs(e));
  const Tape tape(s.graph, outputs);
  std::vector<double> work(tape.work_size()), got(outputs.size());
  const double inputs[] = {0, 0, p.v[0], p.v[1], p.v[2]};
  tape.evaluate(inputs, got.data(), work.data());
  for (std::size_t k = 0; k < got.size(); ++k) {
    const long double bound = tolerance[k] * (k == 0 ? 1 + journey.largest : scale);
    ASSERT_LE(std::abs(static_cast<long double>(got[k]) - expected[k]), bound)
        << "output " << k << " of " << expression.text() << "\nat " << p.v[0] << ", " << p.v[1] << ", " << p.v[2]
        << "\nas " << s.text(outputs[k]) << "\ngot " << got[k] << ", expected " << static_cast<double>(expected[k]);
  }
  ++counts.compared;
}

TEST(ExpressionProperty, DerivativesOfRandomExpressions) {
  std::mt19937_64 random(seed());
  std::printf("seed %llu (set RHEON_SEED to change it)\n", static_cast<unsigned long long>(seed()));
  Counts counts;
  for (int k = 0; k < expressions && !HasFatalFailure(); ++k) {
    const RandomExpression expression(random, 2 + k % 9);
    Sheet s({"x", "y", "z"});
    const Nodes nodes = differentiate(s, expression.text());
    for (int point = 0; point < 3 && !HasFatalFailure(); ++point) {
      compare(s, expression, nodes, random_point(random), counts);
    }
  }
  std::printf("%d points compared, %d second derivatives were not zero\n", counts.compared, counts.nonzero_second);
  EXPECT_GT(counts.compared, expressions / 2);
  EXPECT_GT(counts.nonzero_second, expressions / 2);
}

/// Polynomials have no excuse: in whole numbers every step of both sides is exact.
TEST(ExpressionProperty, PolynomialsAreExact) {
  std::mt19937_64 random(seed() + 1);
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<std::uint64_t>(n)); };
  for (int k = 0; k < 2000; ++k) {
    // A polynomial as a list of monomials, and the same as text with its factors in random places.
    std::string text = "0";
    std::vector<std::array<int, 4>> monomials;
    const int count = 1 + pick(8);
    for (int m = 0; m < count; ++m) {
      const std::array<int, 4> mono{pick(9) - 4, pick(3), pick(3), pick(3)};
      monomials.push_back(mono);
      text += " + (" + std::to_string(mono[0]) + ")";
      for (int v = 0; v < 3; ++v) {
        for (int power = 0; power < mono[static_cast<std::size_t>(v + 1)]; ++power) {
          text += std::string("*") + variable_names[v];
        }
      }
    }
    Sheet s({"x", "y", "z"});
    const Node n = s.node(text);
    const int at[] = {pick(7) - 3, pick(7) - 3, pick(7) - 3};
    const auto whole_power = [](long base, int e) {
      long r = 1;
      while (e-- > 0) r *= base;
      return r;
    };
    for (int v = 0; v < 3; ++v) {
      long value = 0, slope = 0;
      for (const auto& mono : monomials) {
        long others = mono[0];
        for (int w = 0; w < 3; ++w) {
          if (w != v) others *= whole_power(at[w], mono[static_cast<std::size_t>(w + 1)]);
        }
        const int e = mono[static_cast<std::size_t>(v + 1)];
        value += others * whole_power(at[v], e);
        slope += e == 0 ? 0 : others * e * whole_power(at[v], e - 1);
      }
      const std::vector<std::pair<std::string, double>> where{{"x", at[0]}, {"y", at[1]}, {"z", at[2]}};
      ASSERT_EQ(s.at(n, where), static_cast<double>(value)) << text;
      ASSERT_EQ(s.at(s.d(n, variable_names[v]), where), static_cast<double>(slope)) << text;
    }
    ASSERT_TRUE(s.graph.is_zero(s.graph.make(Op::sub, n, s.node(s.text(n))))) << text;
  }
}

/// Differences of an expression with itself, written differently, vanish: expanded, factored, shuffled.
TEST(ExpressionProperty, MultipliedOutEqualsFactored) {
  std::mt19937_64 random(seed() + 2);
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<std::uint64_t>(n)); };
  const char* atoms[] = {"x", "y", "z", "sin(x)", "cos(x)", "exp(y)", "2", "0.5", "sqrt(z)"};
  for (int k = 0; k < 1000; ++k) {
    const std::string p = atoms[pick(9)], q = atoms[pick(9)], r = atoms[pick(9)], w = atoms[pick(9)];
    const std::string factored = "(" + p + " + " + q + ")*(" + r + " - " + w + ")";
    const std::string expanded = p + "*" + r + " + " + q + "*" + r + " - " + p + "*" + w + " - " + w + "*" + q;
    Sheet s({"x", "y", "z"});
    const Node difference = s.node(factored + " - (" + expanded + ")");
    ASSERT_TRUE(s.graph.is_zero(difference)) << factored << " - (" << expanded << "): " << s.text(difference);
  }
}

}  // namespace
}  // namespace rheon::expr::test
