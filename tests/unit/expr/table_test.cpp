#include <cmath>

#include "rheon/core/error.hpp"
#include "unit/expr/expr_support.hpp"

namespace rheon::expr::test {
namespace {

TableData linear() { return {"lin", TableData::Kind::linear, {0, 1, 3}, {2, 4, 0}}; }

TEST(Table, LinearInterpolation) {
  Sheet s;
  s.names.add_table(linear());
  const std::pair<double, double> points[] = {{-5, 2}, {0, 2}, {0.5, 3}, {1, 4}, {2, 2}, {3, 0}, {10, 0}};
  for (const auto& [x, y] : points) EXPECT_EQ(s.at("lin(x)", {{"x", x}}), y) << x;
  const Node slope = s.d("lin(x)", "x");
  const std::pair<double, double> slopes[] = {{-5, 0}, {0.5, 2}, {2, -2}, {10, 0}};
  for (const auto& [x, dy] : slopes) EXPECT_EQ(s.at(slope, {{"x", x}}), dy) << x;
  EXPECT_TRUE(s.graph.is_zero(s.d(slope, "x")));
  EXPECT_TRUE(std::isnan(s.at("lin(sqrt(x))", {{"x", -1}})));
  EXPECT_EQ(s.at("lin(1)"), 4.0);
  EXPECT_TRUE(s.graph.is_constant(s.node("lin(0.5)")));
}

TEST(Table, ChainRule) {
  Sheet s;
  s.names.add_table(linear());
  EXPECT_EQ(s.at(s.d("lin(x^2)", "x"), {{"x", 0.5}}), 2.0);  // slope 2 times 2 x
  EXPECT_EQ(s.at(s.d("lin(y*x)", "x"), {{"x", 1}, {"y", 2}}), -4.0);
}

TEST(Table, PiecesOfTimeAreChosenBySide) {
  Sheet s;
  s.names.add_table(linear());
  const Node n = s.node("lin(t)");
  const Node slope = s.d(n, "t");
  EXPECT_EQ(s.graph.switching_times(std::vector<Node>{n}), (std::vector<double>{0, 1, 3}));
  EXPECT_EQ(s.graph.switching_times(std::vector<Node>{slope}), (std::vector<double>{0, 1, 3}));
  EXPECT_EQ(s.at(slope, {{"t", 1}, {"side", 0.9}}), 2.0);
  EXPECT_EQ(s.at(slope, {{"t", 1}, {"side", 1.1}}), -2.0);
  EXPECT_EQ(s.at(n, {{"t", 1}, {"side", 0.9}}), 4.0);
  EXPECT_EQ(s.at(n, {{"t", 1}, {"side", 1.1}}), 4.0);
  EXPECT_EQ(s.at(slope, {{"t", 3}, {"side", 3.1}}), 0.0);
  EXPECT_TRUE(s.graph.switching_times(std::vector<Node>{s.node("lin(2*t) + lin(x)")}).empty());
}

/// A natural spline of y = x^3 - x on symmetric knots does not reproduce the cubic; its defining properties are
/// checked instead: it meets the points, is twice continuously differentiable, and is straight at its ends.
TEST(Table, NaturalSpline) {
  Sheet s;
  const TableData data{"spline", TableData::Kind::cubic, {-1, 0, 0.5, 2, 3.5}, {1, -1, 0.25, 3, 2}};
  s.names.add_table(data);
  const Node f[] = {s.node("spline(x)"), s.d("spline(x)", "x"), s.d(s.d("spline(x)", "x"), "x"),
                    s.d(s.d(s.d("spline(x)", "x"), "x"), "x")};
  for (std::size_t k = 0; k < data.x.size(); ++k) {
    // Horner's rule on the piece to the left meets the point up to its roundings.
    EXPECT_NEAR(s.at(f[0], {{"x", data.x[k]}}), data.y[k], 16 * 0x1p-52 * 3);
  }
  for (std::size_t k = 1; k + 1 < data.x.size(); ++k) {
    for (std::size_t order = 0; order < 3; ++order) {
      const double left = s.at(f[order], {{"x", std::nextafter(data.x[k], -10.0)}});
      const double right = s.at(f[order], {{"x", data.x[k]}});
      EXPECT_NEAR(left, right, 64 * 0x1p-52 * 30) << "knot " << k << " order " << order;  // coefficients below 30
    }
  }
  EXPECT_NEAR(s.at(f[2], {{"x", -1}}), 0.0, 64 * 0x1p-52 * 30);
  EXPECT_NEAR(s.at(f[2], {{"x", 3.5}}), 0.0, 64 * 0x1p-52 * 30);
  EXPECT_EQ(s.at(f[0], {{"x", -9}}), 1.0);
  EXPECT_EQ(s.at(f[0], {{"x", 9}}), 2.0);
  for (std::size_t order = 1; order < 4; ++order) {
    EXPECT_EQ(s.at(f[order], {{"x", -9}}), 0.0);
    EXPECT_EQ(s.at(f[order], {{"x", 9}}), 0.0);
  }
  EXPECT_TRUE(s.graph.is_zero(s.d(f[3], "x")));
}

TEST(Table, SplineThroughTwoPointsAndThroughALineIsTheLine) {
  Sheet s;
  s.names.add_table({"two", TableData::Kind::cubic, {1, 3}, {2, 6}});
  s.names.add_table({"line", TableData::Kind::cubic, {0, 1, 3, 4}, {1, 3, 7, 9}});
  EXPECT_EQ(s.at("two(x)", {{"x", 2}}), 4.0);
  for (const double x : {0.25, 1.5, 3.75}) EXPECT_EQ(s.at("line(x)", {{"x", x}}), 1 + 2 * x);
}

TEST(Table, SplineOfTimeAnnouncesItsEnds) {
  Sheet s;
  s.names.add_table({"two", TableData::Kind::cubic, {1, 2, 3}, {2, 6, 1}});
  EXPECT_EQ(s.graph.switching_times(std::vector<Node>{s.node("two(t)")}), (std::vector<double>{1, 3}));
}

TEST(Table, BadTablesAreRefused) {
  Graph graph;
  const auto add = [&](std::vector<double> x, std::vector<double> y) {
    graph.add_table({"bad", TableData::Kind::linear, std::move(x), std::move(y)});
  };
  EXPECT_THROW(add({1}, {1}), UsageError);
  EXPECT_THROW(add({1, 1}, {1, 2}), UsageError);
  EXPECT_THROW(add({1, 2}, {1}), UsageError);
  EXPECT_THROW(add({1, NAN}, {1, 2}), UsageError);
  EXPECT_THROW(add({1, 2}, {1, INFINITY}), UsageError);
}

}  // namespace
}  // namespace rheon::expr::test
