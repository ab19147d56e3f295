// Reference files: what is read, and what is said about what cannot be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rheon/io/series_reader.hpp"

namespace rheon::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string refusal(const std::string& text) {
  try {
    read_series_text(text, "ref.csv");
  } catch (const UsageError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(SeriesCsv, ReadsNamesAndNumbers) {
  const Results r =
      read_series_text("\xEF\xBB\xBFt, x ,\"a, \"\"b\"\"\"\r\n# remark\r\n0,1.5,-2e3\r\n\r\n+0.5,nan,inf\n", "f");
  ASSERT_EQ(r.channels.size(), 3u);
  EXPECT_EQ(r.channels[1].name, "x");
  EXPECT_EQ(r.channels[2].name, "a, \"b\"");
  ASSERT_EQ(r.rows(), 2u);
  EXPECT_THAT(r.column("t"), ElementsAre(0, 0.5));
  EXPECT_EQ(r.at(0, 2), -2000);
}

TEST(SeriesCsv, SaysWhereSomethingIsWrong) {
  EXPECT_THAT(refusal("x,t\n0,0\n"), HasSubstr("ref.csv:1:1: the first column is \"x\", not t"));
  EXPECT_THAT(refusal("t,x\n0,1\n0.1,abc\n"), HasSubstr("ref.csv:3:5: \"abc\" in column \"x\" is not a number"));
  EXPECT_THAT(refusal("t,x\n0,1 m\n"), HasSubstr("ref.csv:2:3: \"1 m\" in column \"x\" is not a number"));
  EXPECT_THAT(refusal("t,x\n0,\n"), HasSubstr("ref.csv:2:3: column \"x\" has no value here"));
  EXPECT_THAT(refusal("t,x\n0\n"), HasSubstr("ref.csv:2:1: 1 values, but 2 columns"));
  EXPECT_THAT(refusal("t,x,x\n0,1,2\n"), HasSubstr("ref.csv:1:5: there are two columns \"x\""));
  EXPECT_THAT(refusal("t,\"x\n0,1\n"), HasSubstr("ref.csv:1:3: a quote is opened and not closed"));
  EXPECT_THAT(refusal("t,x\nnan,1\n"), HasSubstr("ref.csv:2:1: the time is \"nan\""));
  EXPECT_THAT(refusal("t,x\n0,1\n0,2\n2,1\n1.5,1\n"), HasSubstr("ref.csv:5:1: time goes back to 1.5 s from 2 s"));
  EXPECT_THAT(refusal(""), HasSubstr("ref.csv:1:1: the file is empty"));
  EXPECT_THAT(refusal("t,x\n"), HasSubstr("no rows"));
  EXPECT_THROW(read_series("no_such_file.csv"), UsageError);
}

}  // namespace
}  // namespace rheon::test
