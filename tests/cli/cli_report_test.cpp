// rheon report, and --report of other commands: files, names, exit codes, refusals. The numbers inside are checked by
// tests/python/test_report.py.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <nlohmann/json.hpp>

#include "cli/cli_runner.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using testing::UnorderedElementsAre;

class CliReport : public testing::Test {
 protected:
  CliReport() { folder_.write("model.yaml", pendulum); }
  Outcome rheon(const Words& words) { return rheon_in(folder_, words); }
  void make(const std::string& file, Words more = {}) {
    more.insert(more.begin(), {"run", "model.yaml", "-o", file, "--quiet"});
    const Outcome o = rheon(more);
    ASSERT_EQ(o.code, 0) << o.err;
  }
  json head(const std::string& file) {
    const std::string page = read_text(folder_ / file), begin = "<script id=\"rheon-head\" type=\"application/json\">";
    const std::size_t at = page.find(begin) + begin.size();
    return json::parse(page.substr(at, page.find("</script>", at) - at));
  }
  std::vector<std::string> labels(const std::string& file) {
    std::vector<std::string> all;
    const json whole = head(file);
    for (const json& result : whole["results"]) all.push_back(result["label"]);
    return all;
  }
  void expect_refused(const Words& words, const std::string& why) {
    const auto before = folder_.names();
    const Outcome o = rheon(words);
    EXPECT_EQ(o.code, 2) << o.out << o.err;
    EXPECT_THAT(o.err, HasSubstr(why));
    EXPECT_EQ(folder_.names().size(), before.size()) << "nothing is written";
  }
  TempFolder folder_;
};

TEST_F(CliReport, NamesOfPages) {
  make("a.h5");
  make("b.h5", {"--formulation", "lagrange"});
  EXPECT_THAT(rheon({"report", "a.h5"}).out, StartsWith("  report         a.html ("));
  EXPECT_THAT(rheon({"report", "a.h5", "b.h5"}).out, StartsWith("  report         report.html ("));
  EXPECT_EQ(rheon({"report", "a.h5", "b.h5", "-o", "both.html", "--quiet"}).out, "");
  EXPECT_THAT(folder_.names(),
              UnorderedElementsAre("model.yaml", "a.h5", "b.h5", "a.html", "report.html", "both.html"));
  EXPECT_THAT(labels("both.html"), ElementsAre("ali3p", "lagrange"));
  EXPECT_EQ(head("a.html")["title"], "Pendulum");
  EXPECT_EQ(rheon({"report", "a.h5", "--title", "Other <b>"}).code, 0);
  EXPECT_EQ(head("a.html")["title"], "Other <b>");
}

TEST_F(CliReport, AnOlderPageIsReplaced) {
  make("a.h5");
  folder_.write("a.html", "old");
  EXPECT_EQ(rheon({"report", "a.h5"}).code, 0);
  EXPECT_EQ(head("a.html")["results"][0]["file"], "a.h5");
}

TEST_F(CliReport, RefusesWhatItCannotShow) {
  make("a.h5");
  expect_refused({"report"}, "RESULT is required");
  expect_refused({"report", "none.h5"}, "none.h5");
  expect_refused({"report", "model.yaml"}, "rheon run model.yaml --report");
  expect_refused({"report", "a.txt"}, "a report is made from results, .h5 or .csv");
  folder_.write("bad.h5", "no HDF5");
  folder_.write("bad.csv", "x,y\n1,2\n");
  folder_.write("empty.csv", "t,y\n");
  expect_refused({"report", "bad.h5"}, "cannot read bad.h5");
  expect_refused({"report", "a.h5", "bad.csv"}, "bad.csv");
  expect_refused({"report", "empty.csv"}, "no rows");
  folder_.write("back.csv", "t,y\n0,1\n1,2\n0.5,3\n");
  expect_refused({"report", "back.csv"}, "back.csv:4:1: time goes back to 0.5 s from 1 s");
}

TEST_F(CliReport, RefusesNamesThatCannotBeWritten) {
  make("a.h5");
  const std::string before = read_text(folder_ / "a.h5");
  expect_refused({"report", "a.h5", "-o", "a.h5"}, "ends in .html");
  folder_.write("odd.html", "t,x\n0,1\n");
  std::filesystem::create_hard_link(folder_ / "a.h5", folder_ / "b.html");
  expect_refused({"report", "a.h5", "-o", "b.html"}, "this would overwrite a.h5");
  expect_refused({"report", "a.h5", "-o", "none/a.html"}, "there is no folder \"none\"");
  std::filesystem::create_directory(folder_ / "c.html");
  expect_refused({"report", "a.h5", "-o", "c.html"}, "belongs to a folder");
  EXPECT_EQ(read_text(folder_ / "a.h5"), before);
  expect_refused({"report", "a.h5", "--most-data", "big"}, "expected a size");
  expect_refused({"report", "a.h5", "--most-data", "0"}, "expected a size");
  expect_refused({"report", "a.h5", "--most-data", "1 mile"}, "expected a size");
}

TEST_F(CliReport, BudgetsAreJudged) {
  make("a.h5", {"--budget", "energy=10"});
  EXPECT_EQ(rheon({"report", "a.h5"}).code, 0);
  EXPECT_EQ(head("a.html")["results"][0]["verdicts"].size(), 1u);
  const Outcome over = rheon({"report", "a.h5", "--budget", "energy=1e-30", "--budget", "position=1e-3"});
  EXPECT_EQ(over.code, 5);
  EXPECT_THAT(over.err, HasSubstr("over the budget: energy"));
  const json verdicts = head("a.html")["results"][0]["verdicts"];
  ASSERT_EQ(verdicts.size(), 2u);
  EXPECT_EQ(verdicts[0]["name"], "energy");
  EXPECT_EQ(verdicts[0]["limit"], 1e-30);
  EXPECT_EQ(verdicts[0]["kept"], false);
  EXPECT_EQ(verdicts[0]["unit"], "J");
  EXPECT_EQ(verdicts[1]["kept"], true);
  EXPECT_EQ(read_results(folder_ / "a.h5").summary.budgets.size(), 1u) << "the results are as they were";
  folder_.write("a.csv", "t,x\n0,1\n");
  expect_refused({"report", "a.csv", "--budget", "energy=1"}, "has no summary");
  expect_refused({"report", "a.h5", "--budget", "balance=1"}, "without the balance of bodies");
  expect_refused({"report", "a.h5", "--budget", "energie=1"}, "energy");
}

TEST_F(CliReport, RunsOfOneModel) {
  const Outcome o = rheon({"run", "model.yaml", "--report"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out,
              AllOf(HasSubstr("  data           in the report alone"), HasSubstr("  report         model.html (")));
  // all channels, not the account alone
  EXPECT_EQ(head("model.html")["results"][0]["channels"][1]["name"], "x");
  EXPECT_EQ(head("model.html")["results"][0]["rows"], 101);
  EXPECT_EQ(head("model.html")["results"][0]["file"], "");
  EXPECT_EQ(rheon({"run", "model.yaml", "--report", "x.html", "-o", "x.csv", "-o", "x.h5", "--json"}).code, 0);
  EXPECT_EQ(head("x.html")["results"][0]["file"], "x.h5");
  EXPECT_EQ(rheon({"run", "model.yaml", "--report={}-{folder}.html", "--quiet"}).out, "");
  EXPECT_TRUE(std::filesystem::exists(
      folder_ / ("model-" + std::filesystem::path(folder_.path()).filename().string() + ".html")));
}

TEST_F(CliReport, TheModelMayStandBehind) {
  EXPECT_EQ(rheon({"run", "--quiet", "--report", "model.yaml"}).code, 0);
  EXPECT_EQ(rheon({"run", "--report", "x.html", "model.yaml", "--quiet"}).code, 0);
  EXPECT_EQ(rheon({"run", "--report", "--quiet", "model.yaml"}).code, 0);
  EXPECT_THAT(folder_.names(), UnorderedElementsAre("model.yaml", "model.html", "x.html"));
  // it could be either
  expect_refused({"run", "--report", "model.yaml", "--quiet"}, "rheon run model.yaml --report");
}

TEST_F(CliReport, RunsOfSeveralModelsShareAPage) {
  std::string other = pendulum;
  other.replace(other.find("Pendulum"), 8, "Swing");
  folder_.write("swing.yaml", other);
  const Outcome o = rheon({"run", "model.yaml", "swing.yaml", "--report"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("\n\n  report         report.html ("));
  EXPECT_THAT(labels("report.html"), ElementsAre("Pendulum", "Swing"));
  EXPECT_EQ(rheon({"run", "model.yaml", "swing.yaml", "--report", "{}.html", "--quiet"}).code, 0);
  EXPECT_THAT(labels("model.html"), ElementsAre("ali3p"));
  EXPECT_THAT(labels("swing.html"), ElementsAre("ali3p"));
}

TEST_F(CliReport, RunsThatStopOrGoOverABudgetAreShown) {
  folder_.write("stops.yaml",
                "rheon: 1\ncoordinates: [x]\nkinetic: x'^2/2\nforces: {x: 1/(0.5 - t)}\ninitial: {x: 0, x': 0}\n"
                "simulate: {formulation: lagrange, integrator: rk4, step: 10 ms, duration: 1 s}\n");
  const Outcome stopped = rheon({"run", "stops.yaml", "--report"});
  EXPECT_EQ(stopped.code, 4) << stopped.err;
  EXPECT_EQ(head("stops.html")["results"][0]["summary"]["ending"], "stopped");
  EXPECT_EQ(rheon({"run", "model.yaml", "--report", "--budget", "energy=1e-30", "--quiet"}).code, 5);
  EXPECT_EQ(head("model.html")["results"][0]["verdicts"][0]["kept"], false);
}

TEST_F(CliReport, OptionsThatAreNoPagesAreRefusedBeforeTheRun) {
  expect_refused({"run", "model.yaml", "--report", "other.yaml"}, "rheon run other.yaml --report");
  expect_refused({"run", "model.yaml", "--report", "none/x.html"}, "there is no folder");
  std::filesystem::create_symlink("model.yaml", folder_ / "model.html");
  expect_refused({"run", "model.yaml", "--report"}, "this would overwrite model.yaml");
  expect_refused({"compare", "model.yaml", "--report", "model.html"}, "this would overwrite model.yaml");
}

TEST_F(CliReport, ComparisonsAndKinematics) {
  const Outcome o = rheon({"compare", "model.yaml", "--formulations", "ali3p,lagrange", "--report"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("  report         model-compare.html ("));
  EXPECT_THAT(labels("model-compare.html"), ElementsAre("ali3p", "lagrange", "reference"));
  EXPECT_EQ(head("model-compare.html")["title"], "Pendulum");
  folder_.write(
      "driven.yaml",
      "rheon: 1\ncoordinates: [x]\nkinetic: x'^2/2\nconstraints: {drive: x = sin(t)}\ninitial: {x: 0, x': 1}\n");
  const Outcome k = rheon({"kinematics", "driven.yaml", "--report"});
  EXPECT_EQ(k.code, 0) << k.err;
  EXPECT_THAT(k.out, HasSubstr("  report         driven-kinematics.html ("));
  EXPECT_THAT(labels("driven-kinematics.html"), ElementsAre("kinematics"));
  // neither replaces the other
  const Outcome r = rheon({"run", "driven.yaml", "--duration", "1", "--report"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(labels("driven-kinematics.html"), ElementsAre("kinematics"));
  EXPECT_THAT(labels("driven.html"), ElementsAre(testing::Ne("kinematics")));
}

/// Files may not grow beyond this while it lives; children inherit it.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SmallFiles() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;

 private:
  rlimit before_{};
};

TEST_F(CliReport, APageThatDoesNotFitOnTheDiskLeavesTheOldOne) {
  make("a.h5", {"--samples", "1000", "--step", "1ms"});
  folder_.write("a.html", "old");
  Outcome report, run;
  {
    const SmallFiles limit(20'000);
    report = rheon({"report", "a.h5"});
    run = rheon({"run", "model.yaml", "--report", "a.html", "--step", "1ms", "--samples", "1000"});
  }
  EXPECT_EQ(report.code, 1) << report.err;
  EXPECT_THAT(report.err, HasSubstr("a.html"));
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr("a.html"));
  EXPECT_EQ(read_text(folder_ / "a.html"), "old");
  EXPECT_THAT(folder_.names(), UnorderedElementsAre("model.yaml", "a.h5", "a.html"));
}

}  // namespace
}  // namespace rheon::test
