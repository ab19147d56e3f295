// Runs whose rows are not kept: the watcher and the files have the same rows, the summary says the same.
#include <gtest/gtest.h>

#include "rheon/io/model_reader.hpp"
#include "rheon/io/result_stream.hpp"
#include "rheon/io/result_writer.hpp"
#include "support/reference.hpp"
#include "support/temp_folder.hpp"

namespace rheon {
namespace {

using test::load_system;
using test::TempFolder;

/// Rows as a watcher sees them; counts those that were taken back.
class Rows : public RowWatcher {
 public:
  void begin(const Results& start) override { width_ = start.channels.size(); }
  bool row(std::size_t number, std::span<const double> values) override {
    if (number * width_ < values_.size()) ++returns;
    EXPECT_LE(number * width_, values_.size());
    values_.resize(number * width_);
    values_.insert(values_.end(), values.begin(), values.end());
    return true;
  }
  const std::vector<double>& values() const { return values_; }
  int returns = 0;

 private:
  std::size_t width_ = 0;
  std::vector<double> values_;
};

/// Without what depends on the machine.
std::string text_of(Summary summary) {
  summary.wall_seconds = summary.cpu_seconds = 0.0;
  summary.peak_memory = 0;
  return to_json(summary);
}

int expect_same(const System& system, RunRequest r) {
  const TempFolder folder;
  const Results kept = run(system, r);
  Rows rows;
  r.keep_rows = false;
  r.watcher = &rows;
  const Results summary_alone = run(system, r);
  EXPECT_EQ(summary_alone.rows(), 0u);
  EXPECT_EQ(summary_alone.channels.size(), kept.channels.size());
  EXPECT_TRUE(rows.values() == kept.values);
  EXPECT_EQ(text_of(summary_alone.summary), text_of(kept.summary));
  ResultStream stream({folder / "stream.csv", folder / "stream.h5"});
  r.watcher = &stream;
  const Results streamed = run(system, r);
  EXPECT_EQ(folder.names().size(), 0u) << "nothing is there before its end";
  const ResultStream::Outcome outcome = stream.end(streamed);
  EXPECT_EQ(outcome.files.size(), 2u);
  EXPECT_EQ(outcome.rows, kept.rows());
  write_results(kept, folder / "kept.csv");
  EXPECT_TRUE(test::read_text(folder / "kept.csv") == test::read_text(folder / "stream.csv"));
  EXPECT_TRUE(read_results(folder / "stream.h5").values == kept.values);
  return rows.returns;
}

TEST(RowStream, FixedSteps) {
  RunRequest r;
  r.formulation = "ali3p";
  r.step = 1e-3;
  r.duration = 20.0;
  r.samples = 20000;
  expect_same(load_system("pendulum"), r);
}

TEST(RowStream, DenseOutput) {
  RunRequest r;
  r.formulation = "lagrange";
  r.tolerance = 1e-6;
  r.duration = 10.0;
  r.samples = 50000;
  expect_same(load_system("pendulum"), r);
}

// A run that goes back to an earlier state takes rows back, also those that were handed out: here where all bars are in line.
TEST(RowStream, RowsThatAreTakenBack) {
  RunRequest r;
  r.formulation = "lagrange";
  r.integrator = "dopri5";
  r.tolerance = 1e-11;
  r.duration = 10.0;
  r.samples = 20000;
  EXPECT_GT(expect_same(load_system("four_bar_windows"), r), 0) << "nothing was taken back: this tests nothing";
}

TEST(RowStream, FilesThatCannotBeWrittenEndTheRun) {
  RunRequest r;
  r.formulation = "ali3p";
  r.step = 1e-3;
  r.keep_rows = false;
  ResultStream stream({"/proc/none.csv"});
  r.watcher = &stream;
  const Results results = run(load_system("pendulum"), r);
  EXPECT_EQ(results.summary.ending, Ending::interrupted);
  const ResultStream::Outcome outcome = stream.end(results);
  EXPECT_TRUE(outcome.files.empty());
  ASSERT_EQ(outcome.failures.size(), 1u);
  EXPECT_NE(outcome.failures[0].find("cannot write /proc/none.csv"), std::string::npos);
}

}  // namespace
}  // namespace rheon
