#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <clocale>
#include <cstdint>

#include "rheon/io/result_writer.hpp"
#include "support/temp_folder.hpp"
#include "unit/io/result_fixture.hpp"

namespace rheon {
namespace {

using test::read_text;
using test::TempFolder;

// A reader of RFC 4180 of our own, so that the writer is not its own judge.
std::vector<std::vector<std::string>> parse_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      rows.back().back() += text[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && c == ',') {
      rows.back().emplace_back();
    } else if (!quoted && c == '\n') {
      rows.emplace_back(1);
    } else {
      rows.back().back() += c;
    }
  }
  rows.pop_back();  // the text ends with a line feed
  return rows;
}

double parse_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  EXPECT_TRUE(error == std::errc{} && end == text.data() + text.size()) << text;
  return value;
}

TEST(ResultCsv, PlainTable) {
  const TempFolder folder;
  Results r;
  r.channels = {{"t", "s"}, {"x", "m"}, {"x'", "m/s"}, {"lambda.steer", ""}};
  r.values = {0, 1, 0.1, -2.5, 0.001, 1e-300, 1e22, 1.0 / 3.0};
  write_results(r, folder / "out.csv");
  EXPECT_EQ(read_text(folder / "out.csv"),
            "t,x,x',lambda.steer\n"
            "0,1,0.1,-2.5\n"
            "0.001,1e-300,1e+22,0.3333333333333333\n");
}

TEST(ResultCsv, ReadsBackToTheSameNamesAndBits) {
  const TempFolder folder;
  const Results r = test::awkward_results();
  write_results(r, folder / "out.CSV");
  const auto rows = parse_csv(read_text(folder / "out.CSV"));
  ASSERT_EQ(rows.size(), r.rows() + 1);
  for (std::size_t i = 0; i < r.channels.size(); ++i) {
    EXPECT_EQ(rows[0].at(i), r.channels[i].name);
    for (std::size_t row = 0; row < r.rows(); ++row) {
      const double read = parse_number(rows[row + 1].at(i));
      if (std::isnan(r.at(row, i))) {
        EXPECT_TRUE(std::isnan(read));
      } else {
        EXPECT_EQ(std::bit_cast<std::uint64_t>(read), std::bit_cast<std::uint64_t>(r.at(row, i)));
      }
    }
  }
}

TEST(ResultCsv, LocaleDoesNotMatter) {
  const TempFolder folder;
  Results r;
  r.channels = {{"t", "s"}};
  r.values = {12345.5};
  // Where no such locale is installed this tests nothing more than PlainTable does.
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  write_results(r, folder / "out.csv");
  std::setlocale(LC_ALL, "C");
  EXPECT_EQ(read_text(folder / "out.csv"), "t\n12345.5\n");
}

TEST(ResultCsv, WithoutRowsThereIsStillAHeader) {
  const TempFolder folder;
  Results r;
  r.channels = {{"t", "s"}, {"x", ""}};
  write_results(r, folder / "out.csv");
  EXPECT_EQ(read_text(folder / "out.csv"), "t,x\n");
}

TEST(ResultCsv, MoreThanOneBlock) {
  const TempFolder folder;
  Results r;
  r.channels = {{"t", "s"}, {"x", ""}};
  for (int i = 0; i < 30000; ++i) r.values.push_back(i / 7.0);
  write_results(r, folder / "out.csv");
  const auto rows = parse_csv(read_text(folder / "out.csv"));
  ASSERT_EQ(rows.size(), 15001u);
  EXPECT_EQ(parse_number(rows[15000][1]), 29999 / 7.0);
}

TEST(ResultsFind, FirstOfThatNameOrNone) {
  const Results r = test::awkward_results();
  EXPECT_EQ(r.find("t"), 0);
  EXPECT_EQ(r.find("x'"), 1);
  EXPECT_EQ(r.find(""), 6);
  EXPECT_EQ(r.find("nothing"), -1);
  EXPECT_EQ(Results{}.find("t"), -1);
}

}  // namespace
}  // namespace rheon
