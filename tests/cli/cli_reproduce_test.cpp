// rheon reproduce as a user sees it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/cli_runner.hpp"
#include "rheon/analysis/reproduce.hpp"

namespace rheon::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

TEST(CliReproduce, PrintsVerdictsAndWritesFiguresModelsAndPage) {
  const TempFolder folder;
  const Outcome o = rheon_in(folder, {"reproduce", "gonzalez", "--quick", "-o", "out", "--markdown", "page.md"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, AllOf(HasSubstr("  agrees   sec. 5, ex. 1, (44)"), HasSubstr("rheon 0.833333 N"),
                           HasSubstr("claims:"), HasSubstr("  differs  sec. 5, ex. 3")));
  EXPECT_THAT(read_text(folder / "out/gonzalez_fig3.csv"), StartsWith("# gonzalez fig3: reaction on mass A"));
  EXPECT_THAT(read_text(folder / "page.md"), HasSubstr("| sec. 5, ex. 1, (44) |"));
  // the models that come out are those that were run: each one reads and checks
  for (const auto& [name, text] : paper_models())
    EXPECT_EQ(rheon_in(folder, {"check", "out/models/" + std::string(name) + ".yaml"}).code, 0) << name;
}

TEST(CliReproduce, Json) {
  const Outcome o = rheon({"reproduce", "gonzalez", "--quick", "--json"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  const json root = json::parse(o.out);
  int agrees = 0;
  for (const json& claim : root["claims"]) {
    EXPECT_EQ(claim["paper"], "gonzalez");
    EXPECT_EQ(claim["foreseen"] == true && claim["verdict"] != "differs", false);
    agrees += claim["verdict"] == "agrees";
  }
  EXPECT_EQ(root["totals"]["agrees"], agrees);
  EXPECT_EQ(root["totals"]["unforeseen"], 0);
}

TEST(CliReproduce, WrongUse) {
  EXPECT_EQ(rheon({"reproduce", "gonzales"}).code, 2);
  EXPECT_THAT(rheon({"reproduce", "gonzales"}).err, HasSubstr("\"gonzalez\""));
  EXPECT_THAT(rheon({"reproduce", "matrix", "kang"}).err, HasSubstr("stands alone"));
  EXPECT_THAT(rheon({"reproduce", "matrix", "-o", "x"}).err, HasSubstr("--markdown"));
  EXPECT_EQ(rheon({"reproduce", "gonzalez", "-o", "/dev/null/x"}).code, 2);
  EXPECT_THAT(rheon({"reproduce", "benchmarks", "kang"}).err, HasSubstr("stands alone"));
  EXPECT_THAT(rheon({"reproduce", "benchmarks", "-o", "x"}).err, HasSubstr("--markdown"));
  EXPECT_THAT(rheon({"reproduce", "benchmarks", "--quick"}).err, HasSubstr("--long"));
  EXPECT_THAT(rheon({"reproduce", "kang", "--long"}).err, HasSubstr("rheon reproduce benchmarks --long"));
}

TEST(CliReproduce, MatrixHasARowForEveryExample) {
  const Outcome o = rheon({"reproduce", "matrix", "--json"});
  EXPECT_EQ(o.code, 0) << o.err;
  const json root = json::parse(o.out);
  const std::size_t examples = root["examples"].size();
  EXPECT_EQ(root["cells"].size() % examples, 0u);
  for (const json& cell : root["cells"]) {
    if (cell["outcome"] == "ran") {
      EXPECT_TRUE(cell["error"].is_number()) << cell;
    } else {
      EXPECT_FALSE(cell["reason"].get<std::string>().empty()) << cell;
    }
    // order 5 at steps of a hundredth of the period and less: 1e-7, a factor of 100 for sensitive motions
    EXPECT_TRUE(cell["formulation"] != "lagrange" || cell["error"].get<double>() < 1e-5) << cell;
  }
}

}  // namespace
}  // namespace rheon::test
