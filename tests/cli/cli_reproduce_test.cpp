// rheon reproduce as a user sees it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/cli_runner.hpp"
#include "reproduction/reproduce.hpp"

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

/// The head inside a page.
json head_of(const std::string& page) {
  const std::string mark = "<script id=\"rheon-head\" type=\"application/json\">";
  const std::size_t at = page.find(mark) + mark.size();
  return json::parse(page.substr(at, page.find("</script>", at) - at));
}

TEST(CliReproduce, ReportIsAPageForEachPaper) {
  const TempFolder folder;
  const Outcome o = rheon_in(folder, {"reproduce", "natsiavas", "gonzalez", "--quick", "--report"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("report         reproduction/natsiavas.html ("));
  std::size_t claims = 0;
  for (const std::string name : {"gonzalez", "natsiavas"}) {
    const json head = head_of(read_text(folder / ("reproduction/" + name + ".html")));
    EXPECT_EQ(head["kind"], "reproduction");
    EXPECT_EQ(head["results"], json::array());
    EXPECT_EQ(head["reproduction"]["paper"], name);
    claims += head["reproduction"]["claims"].size();
    EXPECT_FALSE(head["reproduction"]["figures"].empty());
  }
  EXPECT_THAT(o.out, HasSubstr("\n" + std::to_string(claims) + " claims: "));
}

TEST(CliReproduce, ReportOfOnePaperMayNameItsFile) {
  const TempFolder folder;
  const Outcome o = rheon_in(folder, {"reproduce", "natsiavas", "--quick", "--json", "--report", "page.html"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  EXPECT_EQ(json::parse(o.out)["claims"].size(),
            head_of(read_text(folder / "page.html"))["reproduction"]["claims"].size());
  EXPECT_FALSE(std::filesystem::exists(folder / "reproduction"));
}

TEST(CliReproduce, ReportRefusesWhatItCannotWriteBeforeItRuns) {
  const TempFolder folder;
  const auto refused = [&](std::vector<std::string> words, const char* says) {
    words.insert(words.begin(), "reproduce");
    const Outcome o = rheon_in(folder, words);
    EXPECT_EQ(o.code, 2) << o.err;
    EXPECT_THAT(o.err, HasSubstr(says));
    EXPECT_EQ(o.out, "");
  };
  refused({"--report", "gonzalez"}, "rheon reproduce gonzalez --report");
  refused({"kang", "dopico", "--report", "x.html"}, "2 papers make 2 pages");
  refused({"--report", "x.html"}, "5 papers make 5 pages");
  refused({"kang", "--report", "none/x.html"}, "there is no folder \"none\"");
  refused({"kang", "--report", "/dev/null/x"}, "--report /dev/null/x");
  refused({"kangg", "--report"}, "\"kang\"");
  refused({"matrix", "--report"}, "--markdown FILE");
  refused({"benchmarks", "--report"}, "--markdown FILE");
  EXPECT_THAT(folder.names(), testing::IsEmpty()) << "nothing is made for what is refused";
}

// The first claim about the chain takes more steps than any machine does while a test waits for the next line.
TEST(CliReproduce, CtrlCWritesThePagesOfWhatIsThere) {
  const TempFolder folder;
  Process process(folder, {"reproduce", "gonzalez", "kang", "dopico", "--report", "pages"}, true);
  ASSERT_TRUE(process.wait_for("kang, sec. III"));
  process.signal(SIGINT);
  const Outcome o = process.wait();
  EXPECT_EQ(o.code, 130) << o.err;
  EXPECT_THAT(o.out, AllOf(HasSubstr("report         pages/gonzalez.html ("), HasSubstr("report         none for "),
                           HasSubstr("dopico: interrupted\n")));
  const json head = head_of(read_text(folder / "pages/gonzalez.html"));
  for (const json& claim : head["reproduction"]["claims"]) EXPECT_NE(claim["reason"], "interrupted");
  EXPECT_FALSE(std::filesystem::exists(folder / "pages/dopico.html"));
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
