// The papers' claims: no difference without a known reason, none that fails to run; data behind each figure.
#include "reproduction/reproduce.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "rheon/io/model_reader.hpp"

namespace rheon::test {
namespace {

Model read(std::string_view text, const std::string& name, std::span<const Setting> overrides) {
  return read_model_text(text, name, overrides);
}

void expect_no_surprise(const Reproduction& r) {
  int agreed = 0;
  for (const ClaimResult& c : r.claims) {
    const std::string what =
        c.paper + ", " + c.where + ": " + c.statement + ": expected " + c.expected + ", got " + c.got;
    EXPECT_TRUE(c.verdict != Verdict::differs || c.foreseen) << what;
    EXPECT_EQ(c.verdict == Verdict::agrees, c.reason.empty()) << what;
    agreed += c.verdict == Verdict::agrees;
  }
  EXPECT_GT(agreed, 0);
}

/// What may be refused: constraints that a method does not take on, and what a paper gives no data for.
void expect_runs(const Reproduction& r) {
  for (const ClaimResult& c : r.claims) {
    if (c.verdict != Verdict::not_run) continue;
    EXPECT_THAT(c.reason,
                testing::AnyOf(testing::HasSubstr("cannot run this model"), testing::HasSubstr("gives neither")))
        << c.statement;
  }
}

class QuickClaims : public testing::TestWithParam<std::string> {};

TEST_P(QuickClaims, HoldOrDifferForAKnownReason) {
  const Reproduction r = reproduce(read, {.papers = {GetParam()}, .quick = true, .figures = true});
  expect_no_surprise(r);
  expect_runs(r);
}

INSTANTIATE_TEST_SUITE_P(Papers, QuickClaims, testing::ValuesIn(reproducible_papers()),
                         [](const auto& test) { return test.param; });

TEST(ClaimsFull, HoldOrDifferForAKnownReasonAndFiguresHaveData) {
  const Reproduction r = reproduce(read, {.papers = {}, .quick = false, .figures = true});
  expect_no_surprise(r);
  expect_runs(r);
  // the papers' figures that show numbers: 2 of Gonzalez, 8 files of Kang, 8 of Dopico, 16 of Bajodah; and of our own
  // the path of the pursuit, decay and order for Natsiavas
  EXPECT_EQ(r.figures.size(), 2u + 8u + 8u + 16u + 3u);
  std::set<std::string> names;
  for (const FigureData& f : r.figures) {
    EXPECT_TRUE(names.insert(f.paper + f.name).second) << f.paper << f.name;
    EXPECT_GT(f.rows.size(), 10u) << f.paper << f.name;
    for (const auto& row : f.rows) EXPECT_EQ(row.size(), f.columns.size()) << f.paper << f.name;
  }
}

TEST(Reproduce, UnknownPaperIsRefusedWithTheNearestName) {
  try {
    reproduce(read, {.papers = {"gonzales"}});
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("gonzalez"));
  }
}

TEST(Reproduce, AnEndLeavesTheRestOut) {
  int calls = 0;
  const Reproduction r = reproduce(read, {.papers = {"gonzalez"}}, [&](const std::string&) { return ++calls < 3; });
  EXPECT_EQ(r.claims.back().verdict, Verdict::left_out);
  EXPECT_EQ(r.claims.back().reason, "interrupted");
}

TEST(Reproduce, FiguresAreCsvWithADefinition) {
  FigureData figure;
  figure.paper = "nobody";
  figure.name = "fig1";
  figure.definition = "x over t\nt in s";
  figure.columns = {"t", "x"};
  figure.rows = {{0.0, 0.1}, {1.0, 1.0 / 3.0}};
  EXPECT_EQ(to_csv(figure), "# nobody fig1: x over t\n# t in s\nt,x\n0,0.1\n1,0.3333333333333333\n");
}

}  // namespace
}  // namespace rheon::test
