// The tape: sharing, fusing, no allocation, the same bits every time.
#include <cmath>
#include <cstring>
#include <thread>

#include "support/allocations.hpp"
#include "unit/expr/expr_support.hpp"

namespace rheon::expr::test {
namespace {

std::vector<double> run(const Tape& tape, const std::vector<double>& inputs) {
  std::vector<double> work(tape.work_size()), outputs(tape.output_size());
  tape.evaluate(inputs.data(), outputs.data(), work.data());
  return outputs;
}

TEST(Tape, EmptyAndMoved) {
  Tape empty;
  EXPECT_EQ(empty.output_size(), 0u);
  EXPECT_EQ(empty.work_size(), 0u);
  EXPECT_EQ(empty.instruction_count(), 0u);
  empty.evaluate(nullptr, nullptr, nullptr);
  Graph graph;
  const Tape none(graph, {});
  none.evaluate(nullptr, nullptr, nullptr);
}

TEST(Tape, OutputsOfEveryKind) {
  Sheet s;
  const Node x = s.node("x");
  const std::vector<Node> outputs{x, s.node("3"),  s.node("x + y"), s.node("x + y"), s.node("sin(x + y)"),
                                  x, s.node("2*y")};
  const Tape tape(s.graph, outputs);
  EXPECT_EQ(run(tape, {0, 0, 2, 5}), (std::vector<double>{2, 3, 7, 7, std::sin(7.0), 2, 10}));
}

TEST(Tape, DoesNotNeedItsGraph) {
  Tape tape;
  {
    Sheet s;
    s.names.add_table({"f", TableData::Kind::linear, {0, 1}, {0, 10}});
    tape = Tape(s.graph, std::vector<Node>{s.node("f(x)*x")});
  }
  EXPECT_EQ(run(tape, {0, 0, 0.5}), std::vector<double>{2.5});
}

TEST(Tape, CommonPartsAreEvaluatedOnce) {
  Sheet s;
  const auto count = [&](const std::vector<Node>& nodes) { return Tape(s.graph, nodes).instruction_count(); };
  const std::size_t once = count({s.node("exp(tan(x)*y)")});
  EXPECT_EQ(count({s.node("exp(tan(x)*y)"), s.node("exp(y*tan(x))")}), once);
  EXPECT_EQ(count({s.node("sin(x)"), s.node("cos(x)")}), 1u);  // one instruction for both
}

TEST(Tape, FusedFormsRoundLikeTheirParts) {
  Sheet s;
  const double x = 0.1, y = 0.7, z = 1.3, a = -0.9;
  const std::vector<std::pair<std::string, double>> at{{"x", x}, {"y", y}, {"z", z}, {"a", a}};
  volatile double xy = x * y, za = z * a;  // volatile: rounded to double, whatever the compiler may do
  volatile double xyz = xy * z;
  EXPECT_EQ(s.at("x*y + z", at), xy + z);
  EXPECT_EQ(s.at("x*y - z", at), xy - z);
  EXPECT_EQ(s.at("z - x*y", at), z - xy);
  EXPECT_EQ(s.at("x*y + z*a", at), xy + za);
  EXPECT_EQ(s.at("x*y - z*a", at), xy - za);
  EXPECT_EQ(s.at("x*y*z", at), xyz);
  EXPECT_EQ(s.at("x*y*z + a", at), xyz + a);
  EXPECT_EQ(s.at("x*y*z - a", at), xyz - a);
  EXPECT_EQ(s.at("a - x*y*z", at), a - xyz);
  EXPECT_EQ(s.at("-(x*y)", at), -xy);
  EXPECT_EQ(s.at("x + y + z", at), (x + y) + z);
  EXPECT_EQ(s.at("x*x + y*y", at), x * x + y * y);
}

TEST(Tape, SmallPowersAreProducts) {
  Sheet s;
  for (int n = -16; n <= 16; ++n) {
    const Node power = s.graph.make(Op::pow, s.node("x"), s.graph.constant(n));
    for (const double x : {1.7, -0.3}) {
      const double expected = std::pow(x, n);
      // At most 6 products and a division, half an ulp each, squarings doubling what came before: below 16 ulps.
      EXPECT_NEAR(s.at(power, {{"x", x}}), expected, 16 * 0x1p-52 * std::abs(expected)) << x << "^" << n;
    }
  }
  EXPECT_EQ(s.at("x^2", {{"x", 0.1}}), 0.1 * 0.1);
  EXPECT_EQ(s.at("x^3", {{"x", 0.1}}), 0.1 * 0.1 * 0.1);
  EXPECT_EQ(s.at("x^40", {{"x", 0.9}}), std::pow(0.9, 40));
  EXPECT_EQ(s.at("x^-1", {{"x", -4}}), -0.25);
  EXPECT_LE(Tape(s.graph, std::vector<Node>{s.node("x^16")}).instruction_count(), 4u);
}

TEST(Tape, ScratchIsReused) {
  Graph graph;
  Node n = graph.input(2);
  for (int k = 0; k < 10000; ++k) n = graph.make(Op::sin, n);
  const Tape tape(graph, std::vector<Node>{n});
  EXPECT_EQ(tape.instruction_count(), 10000u);
  EXPECT_LE(tape.work_size(), 4u);
}

TEST(Tape, SineAndCosineInAnyOrderAndAsOutputs) {
  Sheet s;
  const std::vector<Node> outputs{s.node("cos(x)"), s.node("sin(x)"), s.node("cos(y)"), s.node("sin(y)*cos(y)"),
                                  s.node("sin(z)")};
  const Tape tape(s.graph, outputs);
  const std::vector<double> r = run(tape, {0, 0, 0.3, 2.1, -4});
  // sincos of the C library may differ from sin and cos in the last bit.
  EXPECT_DOUBLE_EQ(r[0], std::cos(0.3));
  EXPECT_DOUBLE_EQ(r[1], std::sin(0.3));
  EXPECT_DOUBLE_EQ(r[2], std::cos(2.1));
  EXPECT_DOUBLE_EQ(r[3], std::sin(2.1) * std::cos(2.1));
  EXPECT_DOUBLE_EQ(r[4], std::sin(-4));
}

TEST(Tape, NothingIsUsedBeforeItIsThere) {
  Sheet s;
  // The cosine is a by-product of the sine, whose argument has to be computed first.
  const std::vector<Node> outputs{s.node("sin(x*y + z)"), s.node("cos(x*y + z)*a"), s.node("cos(x*y + z)*b + c"),
                                  s.node("x*a"), s.node("y*b")};
  const Tape tape(s.graph, outputs);
  std::vector<double> work(tape.work_size(), NAN), r(outputs.size());
  const double inputs[] = {0, 0, 2, 3, 4, 5, 6, 7};
  tape.evaluate(inputs, r.data(), work.data());
  EXPECT_DOUBLE_EQ(r[0], std::sin(10.0));
  EXPECT_DOUBLE_EQ(r[1], std::cos(10.0) * 5);
  EXPECT_DOUBLE_EQ(r[2], std::cos(10.0) * 6 + 7);
  EXPECT_EQ(r[3], 10);
  EXPECT_EQ(r[4], 18);
}

struct EveryOperation {
  EveryOperation() {
    sheet.names.add_table({"lin", TableData::Kind::linear, {0, 1, 2}, {0, 1, 5}});
    sheet.names.add_table({"cub", TableData::Kind::cubic, {0, 1, 2}, {0, 1, 5}});
    std::vector<Node> outputs;
    for (const FunctionInfo& info : functions()) {
      const bool one = info.signature.find(',') == std::string_view::npos;
      const bool three = info.name == "if" || info.name == "pulse" || info.name == "ramp";
      const std::string call(info.name);
      outputs.push_back(sheet.node(call + (one ? "(x)" : three ? "(t, 1, 2)" : "(x, y)")));
    }
    for (const char* text : {"lin(x)", "cub(t)", "x < y and y < z or not x == z", "x^y", "x*y + y*z - x/z", "x^7"}) {
      outputs.push_back(sheet.node(text));
    }
    const std::size_t count = outputs.size();
    for (std::size_t k = 0; k < count; ++k) outputs.push_back(sheet.d(outputs[k], "x"));
    tape = Tape(sheet.graph, outputs);
    work.resize(tape.work_size());
  }
  Sheet sheet;
  Tape tape;
  std::vector<double> work;
  const std::vector<double> inputs{1.25, 1.25, 0.3, 0.8, 1.9, 0, 0, 0, 0, 0, 0};
};

TEST(Tape, EvaluationDoesNotAllocate) {
  EveryOperation all;
  std::vector<double> outputs(all.tape.output_size());
  const long long before = rheon::test::allocations();
  for (int k = 0; k < 100; ++k) all.tape.evaluate(all.inputs.data(), outputs.data(), all.work.data());
  EXPECT_EQ(rheon::test::allocations() - before, 0);
  std::vector<double> probe(outputs.size());
  all.tape.evaluate(all.inputs.data(), probe.data(), all.work.data());  // or a compiler might do without it
  EXPECT_GT(rheon::test::allocations() - before, 0) << "the counter does not count";
}

TEST(Tape, SameInputsSameBits) {
  EveryOperation first, second;
  std::vector<double> a(first.tape.output_size()), b(a.size()), c(a.size());
  first.tape.evaluate(first.inputs.data(), a.data(), first.work.data());
  for (double& w : first.work) w = NAN;  // what scratch held before must not matter
  first.tape.evaluate(first.inputs.data(), b.data(), first.work.data());
  second.tape.evaluate(second.inputs.data(), c.data(), second.work.data());
  EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size() * sizeof(double)), 0);
  EXPECT_EQ(std::memcmp(a.data(), c.data(), a.size() * sizeof(double)), 0);
}

TEST(Tape, ThreadsMayShareATape) {
  EveryOperation all;
  std::vector<double> expected(all.tape.output_size());
  all.tape.evaluate(all.inputs.data(), expected.data(), all.work.data());
  std::vector<std::vector<double>> results(4, std::vector<double>(expected.size()));
  std::vector<std::thread> threads;
  for (std::vector<double>& result : results) {
    threads.emplace_back([&] {
      std::vector<double> work(all.tape.work_size());
      for (int k = 0; k < 200; ++k) all.tape.evaluate(all.inputs.data(), result.data(), work.data());
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<double>& result : results) {
    EXPECT_EQ(std::memcmp(result.data(), expected.data(), expected.size() * sizeof(double)), 0);
  }
}

}  // namespace
}  // namespace rheon::expr::test
