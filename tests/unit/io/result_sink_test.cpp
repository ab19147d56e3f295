// Result files whose rows come one by one, and are taken back.
#include "io/result_sink.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "rheon/io/result_writer.hpp"
#include "support/temp_folder.hpp"

namespace rheon {
namespace {

using test::TempFolder;

Results rows_of(std::size_t rows, std::size_t width) {
  Results r;
  for (std::size_t i = 0; i < width; ++i) r.channels.push_back({"line\nfeed " + std::to_string(i), "m"});
  for (std::size_t k = 0; k < rows * width; ++k) r.values.push_back(std::sin(0.37 * static_cast<double>(k)));
  return r;
}

/// Writes rows, some of them more than once: `back` says after which row to go back to which.
void write_with_returns(const Results& r, const std::string& path,
                        std::vector<std::pair<std::size_t, std::size_t>> back) {
  const auto sink = path.ends_with(".csv") ? io::make_csv_sink(r.channels, path) : io::make_hdf5_sink(r.channels, path);
  const std::size_t width = r.channels.size();
  const std::vector<double> wrong(width, 1e300);
  for (std::size_t row = 0; row < r.rows(); ++row) {
    if (!back.empty() && back.front().first == row) {
      const std::size_t to = back.front().second;
      back.erase(back.begin());
      // what was recorded and is not to be
      for (int k = 0; k < 1000; ++k) sink->row(wrong);
      sink->take_back(to);
      EXPECT_EQ(sink->rows(), to);
      row = to;
    }
    sink->row(std::span(r.values).subspan(row * width, width));
  }
  EXPECT_EQ(sink->rows(), r.rows());
  sink->end(r);
}

TEST(ResultSink, RowsThatWereTakenBackLeaveNoTrace) {
  const TempFolder folder;
  const Results r = rows_of(40000, 3);  // two chunks and a half
  write_results(r, folder / "straight.csv");
  // within a block, to its begin, across one, across all
  write_with_returns(r, folder / "back.csv", {{5, 4}, {400, 0}, {20000, 16384}, {39000, 10}, {39999, 20000}});
  EXPECT_TRUE(test::read_text(folder / "straight.csv") == test::read_text(folder / "back.csv"));
  write_with_returns(r, folder / "back.h5", {{5, 4}, {20000, 16384}, {39000, 10}, {39999, 20000}});
  const Results back = read_results(folder / "back.h5");
  EXPECT_EQ(back.rows(), r.rows());
  EXPECT_TRUE(back.values == r.values);
}

TEST(ResultSink, ManyChannelsAreWrittenInSmallerBlocks) {
  const TempFolder folder;
  const Results r = rows_of(3000, 2000);
  write_results(r, folder / "wide.h5");
  EXPECT_TRUE(read_results(folder / "wide.h5").values == r.values);
}

}  // namespace
}  // namespace rheon
