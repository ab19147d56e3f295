// rheon run of several models; --jobs of run, compare and tune.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>

#include "cli/cli_runner.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string with_length(const std::string& length) {
  return std::regex_replace(pendulum, std::regex("l: 1 m"), "l: " + length);
}

// Fails where the square root has left its domain: y < -0.5.
std::string failing() { return std::regex_replace(pendulum, std::regex("m\\*g\\*y"), "m*g*y + 0.1*(y + 0.5)^1.5"); }

/// Without wall times and memory, which are those of the machine.
std::string timeless(const std::string& text) { return std::regex_replace(text, std::regex("[^,]* s wall.*"), ""); }

void forget_times(nlohmann::json& json) {
  if (json.is_object()) {
    json.erase("wall_seconds");
    json.erase("cpu_seconds");
    json.erase("seconds");  // of the estimate of the error
    json.erase("peak_memory");
    json.erase("peak_memory_per_coordinate");
  }
  if (json.is_structured())
    for (auto& part : json) forget_times(part);
}

nlohmann::json parsed(const std::string& text) {
  nlohmann::json json = nlohmann::json::parse(text);
  forget_times(json);
  return json;
}

class CliBatch : public testing::Test {
 protected:
  CliBatch() {
    for (int i = 1; i <= 5; ++i) {
      names_.push_back("p" + std::to_string(i));
      folder_.write(names_.back() + ".yaml", with_length(std::to_string(i) + " m"));
    }
  }
  Outcome run(const Words& models, const Words& more = {}) {
    Words words{"run"};
    words.insert(words.end(), models.begin(), models.end());
    words.insert(words.end(), more.begin(), more.end());
    return rheon_in(folder_, words);
  }
  Words all() const {
    Words models;
    for (const std::string& name : names_) models.push_back(name + ".yaml");
    return models;
  }
  TempFolder folder_;
  std::vector<std::string> names_;
};

TEST_F(CliBatch, JobsDoNotChangeABit) {
  std::filesystem::create_directory(folder_ / "out");
  std::vector<std::string> texts, files;
  for (const char* jobs : {"1", "4"}) {
    const Outcome o = run(all(), {"-o", "out", "-o", "out/{}.h5", "--jobs", jobs, "--plot", "x"});
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(o.err, "");
    texts.push_back(timeless(o.out));
    files.emplace_back();
    for (const std::string& name : names_) files.back() += read_text(folder_ / ("out/" + name + ".csv"));
  }
  EXPECT_EQ(texts[0], texts[1]);
  EXPECT_EQ(files[0], files[1]);
  // each file is what a run of its own writes, and is where the summary says
  for (const std::string& name : names_) {
    ASSERT_EQ(run({name + ".yaml"}, {"-o", "alone.csv", "--quiet"}).code, 0);
    EXPECT_EQ(read_text(folder_ / "alone.csv"), read_text(folder_ / ("out/" + name + ".csv")));
    EXPECT_THAT(texts[0], HasSubstr("in out/" + name + ".csv, out/" + name + ".h5"));
    EXPECT_EQ(read_results(folder_ / ("out/" + name + ".h5")).rows(), 101u);
  }
}

TEST_F(CliBatch, JsonIsAListInTheOrderGiven) {
  const Outcome one = run({"p3.yaml", "p1.yaml", "p2.yaml"}, {"--json", "--jobs", "1"});
  const Outcome many = run({"p3.yaml", "p1.yaml", "p2.yaml"}, {"--json", "--jobs", "4"});
  const auto json = parsed(many.out);
  ASSERT_EQ(json.size(), 3u);
  EXPECT_EQ(json[0]["file"], "p3.yaml");
  EXPECT_EQ(json[2]["file"], "p2.yaml");
  EXPECT_EQ(parsed(one.out), json);
}

TEST_F(CliBatch, AFailingRunDoesNotDisturbTheOthers) {
  folder_.write("fails.yaml", failing());
  std::filesystem::create_directory(folder_ / "out");
  for (const char* jobs : {"1", "4"}) {
    const Outcome o = run({"p1.yaml", "fails.yaml", "p2.yaml"}, {"-o", "out", "--jobs", jobs, "--quiet"});
    EXPECT_EQ(o.code, 4) << o.err;
    EXPECT_THAT(o.err, AllOf(HasSubstr("rheon: fails.yaml: stopped at t = "), Not(HasSubstr("p1"))));
    ASSERT_EQ(run({"p2.yaml"}, {"-o", "alone.csv", "--quiet"}).code, 0);
    EXPECT_EQ(read_text(folder_ / "alone.csv"), read_text(folder_ / "out/p2.csv"));
    EXPECT_GT(read_text(folder_ / "out/fails.csv").size(), 1000u);  // what it has is kept
  }
}

TEST_F(CliBatch, ABrokenModelIsRefusedBeforeAnythingRuns) {
  folder_.write("broken.yaml", "rheon: 1\ncoordinates: [x]\nkinetc: x'^2\n");
  folder_.write("apart.yaml", std::regex_replace(pendulum, std::regex("x: l"), "x: 3"));
  std::filesystem::create_directory(folder_ / "out");
  const Outcome o = run({"p1.yaml", "broken.yaml", "p2.yaml", "apart.yaml"}, {"-o", "out"});
  EXPECT_EQ(o.code, 3);
  EXPECT_EQ(o.out, "");
  EXPECT_THAT(o.err, AllOf(HasSubstr("broken.yaml:3:1"), HasSubstr("apart.yaml:8"), HasSubstr(" problems\n")));
  EXPECT_TRUE(std::filesystem::is_empty(folder_ / "out"));
}

TEST_F(CliBatch, TheWorstExitCode) {
  EXPECT_EQ(run({"p1.yaml", "p2.yaml"}, {"--budget", "energy=1e-30", "--quiet"}).code, 5);
  folder_.write("fails.yaml", failing());
  EXPECT_EQ(run({"fails.yaml", "p2.yaml"}, {"--budget", "energy=1e-30", "--quiet"}).code, 4);
}

TEST_F(CliBatch, NamesOfFiles) {
  const auto refused = [&](const Words& models, const Words& more, const std::string& text) {
    const Outcome o = run(models, more);
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.err, HasSubstr(text));
  };
  refused({"p1.yaml", "p2.yaml"}, {"-o", "x.csv"}, "several models cannot share one file");
  refused({"p1.yaml", "p2.yaml"}, {"-o", "none/"}, "there is no folder");
  std::filesystem::create_directory(folder_ / "a");
  std::filesystem::create_directory(folder_ / "b");
  for (const char* name : {"a/model.yaml", "b/model.yaml"}) folder_.write(name, pendulum);
  refused({"a/model.yaml", "b/model.yaml"}, {"-o", "."}, "a/model.yaml and b/model.yaml would both write this file");
  refused({"p1.yaml", "p2.yaml"}, {"--option", "penalti=1"}, "p2.yaml: --option penalti=1");
  EXPECT_EQ(run({"a/model.yaml", "b/model.yaml"}, {"-o", "{folder}_{}.csv", "--quiet"}).code, 0);
  EXPECT_EQ(read_text(folder_ / "a_model.csv"), read_text(folder_ / "b_model.csv"));
  EXPECT_EQ(run({"p1.yaml"}, {"-o", "a", "--quiet"}).code, 0);  // a folder suits one model, too
  EXPECT_TRUE(std::filesystem::exists(folder_ / "a/p1.csv"));
}

TEST_F(CliBatch, CtrlCKeepsWhatEachHas) {
  Process process(folder_,
                  {"run", "p1.yaml", "p2.yaml", "p3.yaml", "--jobs", "2", "--step", "1us", "--duration", "2 min",
                   "--samples", "1000000", "-o", "{}.csv", "--json"},
                  true);
  ASSERT_TRUE(process.wait_for("p1.yaml (0 of 3 done, 2 at a time)"));
  process.signal(SIGINT);
  const Outcome o = process.wait();
  EXPECT_EQ(o.code, 130) << o.err;
  const auto json = parsed(o.out);
  ASSERT_EQ(json.size(), 3u);
  EXPECT_EQ(json[0]["ending"], "interrupted");
  EXPECT_EQ(json[1]["ending"], "interrupted");
  EXPECT_TRUE(json[2].is_null());
  EXPECT_THAT(o.err, HasSubstr("p3.yaml: not run"));
  EXPECT_GT(read_text(folder_ / "p1.csv").size(), 100u);
  EXPECT_GT(read_text(folder_ / "p2.csv").size(), 100u);
}

TEST_F(CliBatch, CompareAndTuneAreTheSameWithAnyNumberOfJobs) {
  for (const Words& words : {Words{"compare", "p1.yaml", "--orders", "--json"}, Words{"tune", "p1.yaml", "--json"}}) {
    std::vector<nlohmann::json> found;
    for (const char* jobs : {"1", "4"}) {
      Words with_jobs = words;
      with_jobs.insert(with_jobs.end(), {"--jobs", jobs});
      const Outcome o = rheon_in(folder_, with_jobs);
      ASSERT_EQ(o.code, 0) << o.err;
      found.push_back(parsed(o.out));
    }
    EXPECT_EQ(found[0], found[1]) << words[0];
  }
}

}  // namespace
}  // namespace rheon::test
