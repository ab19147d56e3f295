// Documents: what is written is read back, text by text.
#include "rheon/io/document.hpp"

#include <gmock/gmock.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "rheon/core/error.hpp"
#include "support/message_of.hpp"

namespace rheon {
namespace {

using ::testing::HasSubstr;

Value read(const std::string& text) { return read_document_text(text, "model.yaml"); }

/// Every text that YAML, or the reader's own rules, might take for something else.
const std::vector<std::string> awkward{"",
                                       " ",
                                       "a ",
                                       " a",
                                       "~",
                                       "null",
                                       "-",
                                       "- a",
                                       "--- a",
                                       "...",
                                       "-1.5 deg",
                                       "-k*x",
                                       "? a",
                                       ": a",
                                       "a: b",
                                       "a:b",
                                       "a:",
                                       "a #b",
                                       "a#b",
                                       "#a",
                                       "'a'",
                                       "\"a\"",
                                       "x'",
                                       "x''",
                                       "*a",
                                       "&a",
                                       "!a",
                                       "|",
                                       "> a",
                                       "%a",
                                       "@a",
                                       "`a",
                                       "[a, b]",
                                       "{a: b}",
                                       "a, b",
                                       "max(a, b)",
                                       "f(x",
                                       "f)x(",
                                       "a]b",
                                       "a}b",
                                       "a\nb",
                                       "a\n",
                                       "\n",
                                       "\ta",
                                       "a\\nb",
                                       "a\\",
                                       "1e-3",
                                       "0x10",
                                       "true",
                                       "=",
                                       "<<",
                                       "\xcf\x89",
                                       "50 %",
                                       "30 \xc2\xb0",
                                       "a?b",
                                       "a ? b : c",
                                       "\xef\xbb\xbf"
                                       "a",
                                       "\xc2\x85",
                                       "\xe2\x80\xa8 b",
                                       "if(x > 0, a, b)",
                                       "a = b",
                                       "(x^2 + y^2)/2 + x*y\n"};

TEST(Document, AwkwardTextsComeBackAsValuesAndAsKeys) {
  for (const bool one_line : {false, true}) {
    Value list = Value::list(), map = Value::map();
    for (const std::string& text : awkward) list.push_back(Value(text));
    for (const std::string& text : awkward) map.at(text).assign(Value(text));
    list.one_line = map.one_line = one_line;
    Value document = Value::map();
    document.at("list").assign(list);
    document.at("map").assign(map);
    EXPECT_TRUE(read(to_yaml(document)) == document) << to_yaml(document);
    for (const std::string& text : awkward) {
      Value alone = Value::map();
      alone.at(text).assign(Value(text));
      EXPECT_TRUE(read(to_yaml(alone)) == alone) << to_yaml(alone);
    }
  }
}

class RandomTree {
 public:
  explicit RandomTree(unsigned seed) : random_(seed) {}
  Value make(int depth) {
    const int kind = draw(depth > 0 ? 4 : 2);
    Value made;
    if (kind == 1) made = Value(text());
    for (int k = draw(5); kind == 2 && k > 0; --k) made.push_back(make(depth - 1));
    for (int k = draw(5); kind == 3 && k > 0; --k) made.at(text()).assign(make(depth - 1));
    made.one_line = draw(2) == 1;
    return made;
  }

 private:
  int draw(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  std::string text() {
    if (draw(3) == 0) return awkward[static_cast<std::size_t>(draw(static_cast<int>(awkward.size())))];
    constexpr std::string_view alphabet = "ab1 -?:,[]{}#&*!|>'\"%@`()=.~\n\t\\+";
    std::string made;
    for (int k = draw(8); k > 0; --k)
      made += alphabet[static_cast<std::size_t>(draw(static_cast<int>(alphabet.size())))];
    return made;
  }
  std::mt19937 random_;
};

TEST(Document, RandomTreesComeBack) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Value document = Value::map();
    document.at("rheon").assign(Value(1));
    document.at("tree").assign(RandomTree(seed).make(4));
    const std::string text = to_yaml(document);
    ASSERT_TRUE(read(text) == document) << "seed " << seed << "\n" << text;
    ASSERT_EQ(to_yaml(read(text)), text) << "seed " << seed;
  }
}

TEST(Document, NumbersComeBackToTheLastBit) {
  std::mt19937_64 random(7);
  for (int k = 0; k < 2000; ++k) {
    const double number = std::bit_cast<double>(random());
    if (!std::isfinite(number)) continue;
    const std::string text = Value(number).text();
    double again = 0.0;
    std::from_chars(text.data(), text.data() + text.size(), again);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(again), std::bit_cast<std::uint64_t>(number)) << text;
  }
  EXPECT_EQ(Value(0.1).text(), "0.1");
  EXPECT_EQ(Value(-3).text(), "-3");
  EXPECT_EQ(Value(0.1f).text(), Value(static_cast<double>(0.1f)).text());
}

TEST(Document, RefusesWhatNoFileCouldHold) {
  EXPECT_THAT(test::message_of([] { Value(std::nan("")); }), HasSubstr("is not finite\n  found nan"));
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_THROW(Value{infinite}, UsageError);
  EXPECT_THAT(test::message_of([] { Value("a\x01"); }), HasSubstr("byte 0x01 at offset 1"));
  EXPECT_THAT(test::message_of([] { Value("\xff"); }), HasSubstr("not valid UTF-8"));
  Value text("a");
  EXPECT_THAT(test::message_of([&] { text.push_back(Value(1)); }), HasSubstr("needs a list, but this value is a text"));
}

TEST(Document, KeepsLayoutAndComments) {
  const std::string text =
      "# a model\n"
      "rheon: 1\n"
      "parameters: {m: 1 kg, k: 100 N/m}  # in SI\n"
      "# what holds\n"
      "# it together\n"
      "constraints:  # all of them\n"
      "  a: x = 0\n"
      "  # the second\n"
      "  b: [y = 0, z = 0]  # a list\n"
      "outputs: {f: \"hypot(x, y)\", g: \"a#b: c\"}\n"
      "list:\n"
      "  - 1\n"
      "  - [2, 3]\n"
      "# the end\n";
  EXPECT_EQ(to_yaml(read(text)), text);
}

TEST(Document, CommentsInsideBracketsStayNearby) {
  const Value document = read("a: {b: 1,  # first\n    # second\n    c: 2}  # third\nd: 3\n");
  EXPECT_EQ(to_yaml(document), "# third\na: {b: 1, c: 2}  # first\n# second\nd: 3\n");
}

TEST(Document, ABlankInATextIsNoComment) {
  const Value document = read("a: \"x #y\"\nb: |\n  # no comment\nc: 'it''s #1'\n");
  EXPECT_EQ(document.find("b")->text(), "# no comment\n");
  EXPECT_TRUE(document.comments.empty());
  EXPECT_EQ(document.find("c")->text(), "it's #1");
}

TEST(Document, LongLinesAreBrokenAfterCommas) {
  Value document = Value::map();
  Value& list = document.at("list");
  for (int k = 0; k < 100; ++k) list.push_back(Value(k * 1000));
  const std::string text = to_yaml(document);
  EXPECT_TRUE(read(text) == document);
  for (std::size_t start = 0; start < text.size(); start = text.find('\n', start) + 1)
    EXPECT_LE(text.find('\n', start) - start, 120u);
}

TEST(Document, CommentsOfCodeGetTheirMark) {
  Value document = Value::map();
  document.at("a").assign(Value(1));
  document.find("a")->comments = {"two\nlines"};
  document.find("a")->remark = "# short";
  EXPECT_EQ(to_yaml(document), "# two\n# lines\na: 1  # short\n");
}

TEST(Document, MapsKeepTheirOrder) {
  Value map = Value::map();
  map.at("b").assign(Value(1));
  map.at("a").assign(Value(2));
  map.insert(1, "c", Value(3));
  EXPECT_EQ(map.keys(), (std::vector<std::string>{"b", "c", "a"}));
  EXPECT_THROW(map.insert(0, "c", Value(3)), UsageError);
  EXPECT_TRUE(map.erase("b"));
  EXPECT_FALSE(map.erase("b"));
  EXPECT_EQ(map.find("b"), nullptr);
  EXPECT_EQ(map.find("a")->text(), "2");
}

TEST(Document, WhatIsNoYamlIsReportedWithItsPlace) {
  EXPECT_THAT(test::message_of([] { read("a: {b: 1\n"); }), HasSubstr("model.yaml:1:4: this is not valid YAML"));
  EXPECT_THAT(test::message_of([] { read("a: 1\na: 2\n"); }), HasSubstr("is given twice"));
  EXPECT_THROW(read_document("/no/such/file.yaml"), ModelError);
}

}  // namespace
}  // namespace rheon
