// Ctrl-C and the progress line, on a terminal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/cli_runner.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

// Far more steps than any machine does while a test waits.
const Words long_run{"run", "model.yaml", "--step", "1us", "--duration", "2 min", "--samples", "1000000"};

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

class CliInterrupt : public testing::TestWithParam<int> {
 protected:
  CliInterrupt() { folder_.write("model.yaml", pendulum); }
  TempFolder folder_;
};

TEST_P(CliInterrupt, KeepsWhatWasComputed) {
  Process process(folder_, with(long_run, {"-o", "out.csv", "-o", "out.h5"}), true);
  ASSERT_TRUE(process.wait_for("real time"));
  process.signal(GetParam());
  const Outcome o = process.wait();
  EXPECT_EQ(o.code, 130) << o.err;
  EXPECT_THAT(o.out, HasSubstr("interrupted at t = "));
  EXPECT_THAT(folder_.names(), UnorderedElementsAre("model.yaml", "out.csv", "out.h5"));
  const Results results = read_results(folder_ / "out.h5");
  EXPECT_EQ(results.summary.ending, Ending::interrupted);
  EXPECT_GT(results.rows(), 1u);
  EXPECT_LE(results.at(results.rows() - 1, 0), results.summary.end_time);
}

INSTANTIATE_TEST_SUITE_P(Signals, CliInterrupt, testing::Values(SIGINT, SIGTERM));

TEST_F(CliInterrupt, SummaryAsJsonSaysSo) {
  Process process(folder_, with(long_run, {"--json"}), true);
  ASSERT_TRUE(process.wait_for("real time"));
  process.signal(SIGINT);
  const Outcome o = process.wait();
  EXPECT_EQ(o.code, 130);
  EXPECT_EQ(nlohmann::json::parse(o.out)["ending"], "interrupted");
}

TEST_F(CliInterrupt, ProgressIsOneLineThatGoesAway) {
  Process process(folder_, long_run, true);
  ASSERT_TRUE(process.wait_for("drift"));
  process.signal(SIGINT);
  const Outcome o = process.wait();
  EXPECT_THAT(o.err, AllOf(HasSubstr("░"), HasSubstr("left"), HasSubstr("x real time"), HasSubstr("t = ")));
  EXPECT_EQ(o.err.find('\n'), o.err.npos);
  EXPECT_TRUE(o.err.ends_with("\r\x1b[K")) << o.err;
}

TEST_F(CliInterrupt, NoProgressWithQuietOrWithoutATerminal) {
  const Words words{"run", "model.yaml", "--step", "10us"};
  Process quiet(folder_, with(words, {"--quiet"}), true);
  EXPECT_EQ(quiet.wait().err, "");
  EXPECT_EQ(rheon_in(folder_, words).err, "");
}

}  // namespace
}  // namespace rheon::test
