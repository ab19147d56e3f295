// The benchmark problems of `rheon reproduce benchmarks`: each within its bound by every formulation that applies.
#include "reproduction/benchmarks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <set>
#include <sstream>

#include "reproduction/benchmark.hpp"
#include "rheon/io/model_reader.hpp"

namespace rheon::test {
namespace {

using testing::HasSubstr;

Model read(std::string_view text, const std::string& name, std::span<const Setting> overrides) {
  return read_model_text(text, name, overrides);
}

/// Bounds, their sources and the steps are data of the problems; what is missed must have a reason that was known.
void expect_bounds_met(const std::string& problem) {
  const Benchmarks b = benchmarks(read, {.problems = {problem}});
  ASSERT_FALSE(b.rows.empty());
  int met = 0, ran = 0;
  for (const BenchmarkRow& row : b.rows) {
    const std::string what = row.formulation + " + " + row.integrator + ", " + row.metric + ": " + row.reason;
    const bool failed = row.verdict == BenchmarkVerdict::missed || row.verdict == BenchmarkVerdict::stopped;
    EXPECT_TRUE(!failed || row.foreseen) << what << ", error " << row.error << ", bound " << row.bound;
    EXPECT_EQ(row.verdict == BenchmarkVerdict::met, row.reason.empty()) << what;
    EXPECT_TRUE(row.verdict != BenchmarkVerdict::refused ||
                row.reason.find("cannot run this model") != std::string::npos)
        << what;
    met += row.verdict == BenchmarkVerdict::met;
    ran += row.verdict != BenchmarkVerdict::left_out;
  }
  EXPECT_TRUE(met > 0 || ran == 0) << problem;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name;
  for (const char c : info.param)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += c;
  return name;
}

std::vector<std::string> names_of(bool slow) {
  const std::set<std::string> slow_ones{
      "A01 pendulum, 2000 s",     "A02 windows, N = 40", "A04 Bricard's mechanism, 10 s",
      "A05 stiff governor, 10 s", "Heavy top, 2 s",      "Bicycle, 4.6 m/s, 5 s",
      "Spinning body, 60 s",      "IVP crank",           "IVP caraxis"};
  std::vector<std::string> names;
  for (const std::string& name : benchmark_names())
    if (slow_ones.contains(name) == slow) names.push_back(name);
  return names;
}

class BenchmarkProblems : public testing::TestWithParam<std::string> {};
TEST_P(BenchmarkProblems, KeepTheirBounds) { expect_bounds_met(GetParam()); }
INSTANTIATE_TEST_SUITE_P(All, BenchmarkProblems, testing::ValuesIn(names_of(false)), test_name);

// those that take some ten seconds: too long under sanitizers
class BenchmarkProblemsFull : public testing::TestWithParam<std::string> {};
TEST_P(BenchmarkProblemsFull, KeepTheirBounds) { expect_bounds_met(GetParam()); }
INSTANTIATE_TEST_SUITE_P(Slow, BenchmarkProblemsFull, testing::ValuesIn(names_of(true)), test_name);

// What each problem asks for by name, so that no change of a table can drop it unnoticed.
struct Demand {
  const char *problem, *metric, *bound;
};
class Demands : public testing::TestWithParam<Demand> {};
TEST_P(Demands, AreRowsOfTheTable) {
  bool found = false;
  for (const auto& problem : reproduction::benchmark_problems())
    for (const auto& metric : problem.metrics)
      found = found || (problem.name == GetParam().problem && metric.text == GetParam().metric &&
                        metric.bound.text() == GetParam().bound);
  EXPECT_TRUE(found) << GetParam().problem << ": " << GetParam().metric << " " << GetParam().bound;
}
INSTANTIATE_TEST_SUITE_P(
    Bounds, Demands,
    testing::Values(Demand{"A02 windows, N = 2", "error of B0 from the exact branch at the end", "< 1e-06 m"},
                    Demand{"A02 windows, N = 40", "error of B0 from the exact branch at the end", "< 1e-06 m"},
                    Demand{"A02 windows, N = 40", "energy drift, largest", "< 0.1 J"},
                    Demand{"A05 stiff governor, 10 s", "error of s at the end", "< 1e-06 m"},
                    Demand{"IVP andrews", "relative error of the angles at the end", "< 1e-09"},
                    Demand{"IVP caraxis", "relative error of all unknowns at the end", "< 1e-09"},
                    Demand{"IVP crank", "relative error of positions and multipliers at the end", "< 1e-07"}));

TEST(Benchmarks, EveryProblemHasTheFourFormulationsAndAHighOrderOne) {
  for (const auto& problem : reproduction::benchmark_problems()) {
    if (problem.methods.empty()) continue;          // eigenvalues
    if (problem.model == "windows 1000") continue;  // minutes each; two of them show that the size is no obstacle
    std::set<std::string> names;
    bool high = false;
    for (const auto& method : problem.methods) names.insert(method.formulation), high = high || method.high_order;
    for (const char* name : {"ali3p", "lagrange-index3", "energy-momentum"})
      EXPECT_TRUE(names.count(name)) << problem.name;
    EXPECT_TRUE(names.count("udwadia-kalaba")) << problem.name;
    EXPECT_TRUE(high) << problem.name;
  }
}

TEST(Benchmarks, WindowsAreThoseOfTheExamples) {
  for (const auto& [n, folder] :
       {std::pair{1, "four_bar_windows_1"}, {2, "four_bar_windows"}, {40, "four_bar_windows_40"}}) {
    std::ifstream file(std::string(RHEON_SOURCE_DIR) + "/examples/" + folder + "/model.yaml");
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_EQ(reproduction::windows_model(n), text.str()) << n;
  }
}

TEST(Benchmarks, UnknownProblemIsRefusedWithTheNearestName) {
  try {
    benchmarks(read, {.problems = {"IVP andrew"}});
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("IVP andrews"));
  }
}

TEST(Benchmarks, AnEndLeavesTheRestOut) {
  int calls = 0;
  const Benchmarks b =
      benchmarks(read, {.problems = {"Double pendulum, 10 s"}}, [&](const std::string&) { return ++calls < 2; });
  ASSERT_FALSE(b.rows.empty());
  EXPECT_EQ(b.rows.back().verdict, BenchmarkVerdict::left_out);
  EXPECT_EQ(b.rows.back().reason, "interrupted");
}

}  // namespace
}  // namespace rheon::test
