// Result files of which only some rows and channels are read.
#include "rheon/io/result_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <thread>

#include "rheon/core/error.hpp"
#include "rheon/io/result_writer.hpp"
#include "support/temp_folder.hpp"
#include "unit/io/result_fixture.hpp"

namespace rheon {
namespace {

using test::TempFolder;

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

class ResultFileTest : public testing::Test {
 protected:
  ResultFileTest() : written_(test::awkward_results()) { write_results(written_, folder_ / "out.h5"); }
  TempFolder folder_;
  Results written_;
};

TEST_F(ResultFileTest, DescribesItselfWithoutValues) {
  const ResultFile file(folder_ / "out.h5");
  EXPECT_EQ(file.path(), folder_ / "out.h5");
  EXPECT_EQ(file.rows(), written_.rows());
  EXPECT_EQ(file.about().rows(), 0u);
  ASSERT_EQ(file.about().channels.size(), written_.channels.size());
  for (std::size_t k = 0; k < written_.channels.size(); ++k)
    EXPECT_EQ(file.about().channels[k].name, written_.channels[k].name);
  EXPECT_EQ(file.about().model_text, written_.model_text);
  EXPECT_EQ(to_json(file.about().summary), to_json(written_.summary));
}

TEST_F(ResultFileTest, AnyRowsOfAnyChannel) {
  const ResultFile file(folder_ / "out.h5");
  const std::size_t rows = file.rows();
  for (std::size_t k = 0; k < written_.channels.size(); ++k) {
    const std::vector<double> all = file.read(k);
    ASSERT_EQ(all.size(), rows);
    for (std::size_t row = 0; row < rows; ++row)
      EXPECT_TRUE(same_bits(all[row], written_.at(row, k))) << k << " " << row;
    for (const auto& [first, count] : {std::pair{0u, 1u}, {5u, 7u}, {static_cast<unsigned>(rows) - 1, 1u}, {3u, 0u}}) {
      std::vector<double> some(count);
      file.read(k, first, some);
      for (std::size_t row = 0; row < count; ++row) EXPECT_TRUE(same_bits(some[row], all[first + row]));
    }
  }
}

TEST_F(ResultFileTest, RowsThatAreNotThereAreAnError) {
  const ResultFile file(folder_ / "out.h5");
  std::vector<double> two(2);
  EXPECT_THROW(file.read(0, file.rows() - 1, two), Error);
  EXPECT_THROW(file.read(0, static_cast<std::size_t>(-1), two), Error);
  EXPECT_THROW(file.read(written_.channels.size()), Error);
}

TEST_F(ResultFileTest, DamagedValuesAreAnError) {
  Results many;
  many.channels = {{"t", "s"}};
  for (int k = 0; k < 40000; ++k) many.values.push_back(std::sin(k));  // three chunks, the last one not full
  write_results(many, folder_ / "many.h5");
  EXPECT_EQ(ResultFile(folder_ / "many.h5").read(0), many.values);
  std::string bytes = test::read_text(folder_ / "many.h5");
  for (std::size_t k = 0; k < 64; ++k) bytes[bytes.size() / 2 + k] ^= '\x55';
  const ResultFile damaged(folder_.write("damaged.h5", bytes));
  EXPECT_THROW(damaged.read(0), Error);
  EXPECT_THROW(read_results(folder_ / "damaged.h5"), Error);
}

/// The index of the chunks, a B-tree of version 1: TREE, type 1, level, entries used; from byte 24 on the first chunk's size and
/// the filters that it does without. HDF5 reads what this makes of the numbers without a word.
TEST_F(ResultFileTest, DamagedIndicesAreAnError) {
  Results many;
  many.channels = {{"t", "s"}};
  for (int k = 0; k < 40000; ++k) many.values.push_back(std::sin(k));
  write_results(many, folder_ / "many.h5");
  const std::string good = test::read_text(folder_ / "many.h5");
  const std::size_t index = good.find(std::string("TREE\x01\x00", 6));
  ASSERT_NE(index, std::string::npos);
  for (const auto& [offset, value] : {std::pair{6, 0}, {28, 1}, {28, 2}, {28, 3}}) {
    std::string bytes = good;
    bytes[index + static_cast<std::size_t>(offset)] = static_cast<char>(value);
    const ResultFile damaged(folder_.write("damaged.h5", bytes));
    std::vector<double> two(2);
    EXPECT_THROW(damaged.read(0), Error) << offset << " " << value;
    EXPECT_THROW(damaged.read(0, 5, two), Error) << offset << " " << value;
    EXPECT_THROW(read_results(folder_ / "damaged.h5"), Error) << offset << " " << value;
  }
}

TEST_F(ResultFileTest, SeveralThreadsMayRead) {
  const ResultFile file(folder_ / "out.h5"), again(folder_ / "out.h5");
  std::vector<std::thread> threads;
  for (std::size_t n = 0; n < 4; ++n)
    threads.emplace_back([&, n] {
      for (std::size_t turn = 0; turn < 50; ++turn) {
        const std::size_t k = (n + turn) % written_.channels.size();
        const std::vector<double> values = (turn % 2 == 0 ? file : again).read(k);
        EXPECT_TRUE(same_bits(values[n], written_.at(n, k)));
        if (n == 0 && turn % 10 == 0) write_results(written_, folder_ / "other.h5");
      }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace rheon
