// Numbers as text inside a page. Python's decoders read whole pages in tests/python/test_report.py.
#include "report/encoding.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cmath>
#include <limits>
#include <vector>

namespace rheon::report {
namespace {

TEST(Encoding, Base64OfRfc4648) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foob"), "Zm9vYg==");
  EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xFB\xEF\xBE\xFF"), "++++/w==");
}

TEST(Encoding, BytesAreShuffledLowestFirst) {
  // 1 = 3ff0000000000000, -2 = c000000000000000, 1 + eps = 3ff0000000000001
  const std::vector<double> values{1.0, -2.0, 1.0 + std::numeric_limits<double>::epsilon()};
  std::string expected(24, '\0');
  expected[2] = '\x01';                                                 // lowest bytes
  expected[18] = '\xF0', expected[20] = '\xF0';                         // seventh
  expected[21] = '\x3F', expected[22] = '\xC0', expected[23] = '\x3F';  // highest
  EXPECT_EQ(shuffled_bytes(values), expected);
}

TEST(Encoding, ZlibReadsItBack) {
  std::vector<double> values;
  for (int i = 0; i < 5000; ++i) values.push_back(std::sin(0.01 * i));
  const std::string bytes = shuffled_bytes(values), packed = zlib_compressed(bytes);
  EXPECT_LT(packed.size(), bytes.size());
  std::string back(bytes.size(), '\0');
  uLongf size = back.size();
  ASSERT_EQ(uncompress(reinterpret_cast<Bytef*>(back.data()), &size, reinterpret_cast<const Bytef*>(packed.data()),
                       packed.size()),
            Z_OK);
  EXPECT_EQ(size, bytes.size());
  EXPECT_EQ(back, bytes);
}

TEST(Encoding, NoNumbers) { EXPECT_EQ(encoded({}), base64(zlib_compressed(""))); }

}  // namespace
}  // namespace rheon::report
