// Results within a number of bytes.
#include "report/thinning.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace rheon::report {
namespace {

using testing::HasSubstr;

/// Noise does not shrink: about 10.5 bytes of text a number.
Results noisy(std::size_t rows, std::size_t width, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  Results results;
  results.channels = {{"t", "s"}};
  for (std::size_t c = 1; c < width; ++c) results.channels.push_back({"x" + std::to_string(c), ""});
  for (std::size_t row = 0; row < rows; ++row) {
    results.values.push_back(static_cast<double>(row));
    for (std::size_t c = 1; c < width; ++c) results.values.push_back(normal(random));
  }
  return results;
}

std::vector<EncodedResult> encode(std::initializer_list<const Results*> results, std::size_t most) {
  return encode_within(std::vector<const Results*>(results), most);
}

std::size_t bytes_of(const EncodedResult& r) {
  std::size_t bytes = 0;
  for (const std::string& text : r.columns) bytes += text.size();
  return bytes;
}

TEST(Thinning, WhatFitsIsWhole) {
  const Results results = noisy(1000, 5);
  const auto encoded = encode({&results}, 100'000);
  EXPECT_EQ(encoded[0].rows, 1000u);
  EXPECT_EQ(encoded[0].note, "");
  EXPECT_EQ(encoded[0].columns.size(), 5u);
}

TEST(Thinning, KeepsToTheLimitAndUsesIt) {
  for (const std::size_t most : {20'000u, 200'000u, 2'000'000u}) {
    const Results results = noisy(100'000, 6);
    const auto encoded = encode({&results}, most);
    EXPECT_LE(bytes_of(encoded[0]), most);
    EXPECT_EQ(bytes_of(encoded[0]), encoded[0].bytes);
    // eight attempts come to nine tenths, or as near as the pieces allow
    EXPECT_GE(bytes_of(encoded[0]), most / 2);
    EXPECT_THAT(encoded[0].note, HasSubstr("of 100000 rows: of each of "));
  }
}

TEST(Thinning, ConstantsDoNotCount) {
  Results results = noisy(20'000, 2);
  results.channels.resize(40);
  std::vector<double> wide;
  for (std::size_t row = 0; row < 20'000; ++row) {
    wide.push_back(static_cast<double>(row));
    wide.insert(wide.end(), 39, 1.5);
  }
  results.values = wide;
  // 6.4 MB of numbers in a tenth of it
  const auto encoded = encode({&results}, 640'000);
  EXPECT_EQ(encoded[0].rows, 20'000u);
}

TEST(Thinning, ResultsShareInProportion) {
  const Results large = noisy(30'000, 6, 1), small = noisy(3'000, 6, 2);
  const auto encoded = encode({&large, &small}, 400'000);
  EXPECT_LE(bytes_of(encoded[0]) + bytes_of(encoded[1]), 400'000u);
  const double ratio = static_cast<double>(encoded[0].rows) / static_cast<double>(encoded[1].rows);
  EXPECT_GT(ratio, 5);  // ten, and each comes near to its share only
  EXPECT_LT(ratio, 20);
}

TEST(Thinning, TooManyChannelsForPeaksLeaveEvenRows) {
  const Results results = noisy(400, 300);
  const auto encoded = encode({&results}, 200'000);
  EXPECT_LE(bytes_of(encoded[0]), 200'000u);
  EXPECT_GT(encoded[0].rows, 20u);
  EXPECT_THAT(encoded[0].note, HasSubstr("at even distances"));
}

TEST(Thinning, TwoRowsStayWhateverTheLimit) {
  const Results results = noisy(400, 300), two = noisy(2, 3), none = noisy(0, 3);
  const auto encoded = encode({&results, &two, &none}, 10);
  EXPECT_EQ(encoded[0].rows, 2u);
  EXPECT_THAT(encoded[0].note, HasSubstr("more than was allowed"));
  EXPECT_EQ(encoded[1].rows, 2u);
  EXPECT_EQ(encoded[1].note, "");
  EXPECT_EQ(encoded[2].rows, 0u);
  EXPECT_EQ(encoded[2].columns.size(), 3u);
}

}  // namespace
}  // namespace rheon::report
