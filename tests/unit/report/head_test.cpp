// The head of a page, and how it is put into the template.
#include "report/head.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/page.hpp"
#include "rheon/core/error.hpp"
#include "unit/io/result_fixture.hpp"

namespace rheon::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* page_template =
    "<html><script id=\"rheon-head\" type=\"application/json\">{}</script>\n<!-- rheon-data -->\n</html>";

PageHead head_with(const ResultHead& result) {
  PageHead head;
  head.title = "T";
  head.results = {result};
  return head;
}

TEST(ReportHead, HasWhatTheFormatSays) {
  ResultHead result = head_of(test::awkward_results());
  result.label = "ali3p";
  result.file = "pursuit.h5";
  result.rows = 7;
  result.rows_total = 40;
  result.note = "thinned";
  result.summary.budgets = {{.name = "energy", .limit = 1e-6, .value = 2e-6, .kept = false, .unit = "J"}};
  result.scene = R"({"format": 1, "items": []})";
  result.switching_times = {0.5, 2.0};
  const json head = json::parse(to_json(head_with(result)));
  EXPECT_EQ(head["format"], 1);
  EXPECT_EQ(head["title"], "T");
  EXPECT_EQ(head["kind"], "results");
  EXPECT_EQ(head["source"], "file");
  EXPECT_EQ(head["notes"], json::array());
  EXPECT_EQ(head["comparison"], nullptr);
  EXPECT_EQ(head["reproduction"], nullptr);
  ASSERT_EQ(head["results"].size(), 1u);
  const json& r = head["results"][0];
  EXPECT_EQ(r["label"], "ali3p");
  EXPECT_EQ(r["file"], "pursuit.h5");
  EXPECT_EQ(r["model"], test::awkward_results().model_text);
  EXPECT_EQ(r["summary"]["formulation"], "ali3p");
  EXPECT_EQ(r["summary"]["budgets"]["energy"]["kept"], false);
  EXPECT_EQ(r["versions"]["rheon"], "0.1.0");
  EXPECT_EQ(r["rows"], 7);
  EXPECT_EQ(r["rows_total"], 40);
  EXPECT_EQ(r["note"], "thinned");
  EXPECT_EQ(r["verdicts"],
            json::parse(R"([{"name": "energy", "value": 2e-6, "limit": 1e-6, "kept": false, "unit": "J"}])"));
  EXPECT_EQ(r["scene"]["format"], 1);
  EXPECT_EQ(r["switches"], json::parse("[0.5, 2.0]"));
  EXPECT_EQ(r["channels"][0], json::parse(R"({"name": "t", "unit": "s", "min": 0.0, "max": 3.9000000000000004})"));
}

TEST(ReportHead, RangesAreThoseOfFiniteValues) {
  Results results;
  results.channels = {{"t", "s"}, {"gap", ""}, {"nothing", ""}};
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  results.values = {0, inf, nan, 1, 3, nan, 2, -4, inf, 3, nan, -inf};
  const auto heads = channel_heads(results);
  EXPECT_EQ(heads[1].min, -4);
  EXPECT_EQ(heads[1].max, 3);
  EXPECT_TRUE(std::isnan(heads[2].min) && std::isnan(heads[2].max));
  ResultHead result = head_of(results);
  EXPECT_EQ(json::parse(to_json(head_with(result)))["results"][0]["channels"][2]["min"], nullptr);
}

TEST(ReportHead, NumbersWithoutASummary) {
  ResultHead result;
  result.has_summary = false;
  const json head = json::parse(to_json(head_with(result)));
  EXPECT_EQ(head["results"][0]["summary"], json::object());
  EXPECT_EQ(head["results"][0]["scene"], nullptr);
  EXPECT_EQ(head["results"][0]["versions"], json::object());
}

TEST(ReportHead, ARunThatGoesOn) {
  ResultHead result = head_of(test::awkward_results());
  result.running = true;
  const json head = json::parse(to_json(head_with(result)));
  EXPECT_EQ(head["results"][0]["summary"]["ending"], "running");
  EXPECT_EQ(head["results"][0]["summary"]["steps"], 5000);
}

TEST(ReportHead, AnUnreadableSceneIsNotDrawn) {
  ResultHead result;
  for (const std::string scene : {"{\"format\": 1", "nonsense", "\"\xFF\""}) {
    result.scene = scene;
    const json head = json::parse(to_json(head_with(result)));
    EXPECT_EQ(head["results"][0]["scene"], nullptr);
    EXPECT_THAT(head["results"][0]["note"].get<std::string>(), HasSubstr("not JSON"));
  }
}

TEST(ReportPage, NoTextLeavesItsScript) {
  const std::string hostile[] = {"</script><script>alert(1)</script>",
                                 "<!--<script>",
                                 "]]>&amp;&#60;",
                                 "quotes \" ' ` \\ and\nlines\r\t",
                                 "separators \xE2\x80\xA8 and \xE2\x80\xA9",
                                 "ünï 中文 \xF0\x9F\x9A\xB2",
                                 "{}<!-- rheon-data -->",
                                 std::string("nul \0 byte", 10),
                                 std::string(10000, '<')};
  for (const std::string& text : hostile) {
    ResultHead result;
    result.label = result.file = result.model_text = result.note = text;
    result.summary.model = text;
    result.summary.notes = {text};
    result.channels = {{.channel = {text, text}}};
    result.scene = json{{"items", {{{"name", text}}}}}.dump();
    PageHead head = head_with(result);
    head.title = text;
    const std::string page = fill_page(page_template, to_json(head), "");
    const std::string begin = "type=\"application/json\">";
    const std::size_t at = page.find(begin) + begin.size(), end = page.find("</script>", at);
    const std::string script = page.substr(at, end - at);
    EXPECT_EQ(script.find_first_of("<>&"), script.npos);
    EXPECT_THAT(script, Not(HasSubstr("\xE2\x80\xA8")));
    EXPECT_EQ(page.substr(end), "</script>\n\n</html>");
    const json back = json::parse(script);
    EXPECT_EQ(back["title"], text);
    EXPECT_EQ(back["results"][0]["label"], text);
    EXPECT_EQ(back["results"][0]["summary"]["notes"][0], text);
    EXPECT_EQ(back["results"][0]["channels"][0]["name"], text);
    EXPECT_EQ(back["results"][0]["scene"]["items"][0]["name"], text);
  }
}

TEST(ReportPage, WhatIsNoUtf8IsReplaced) {
  ResultHead result;
  result.model_text = "a\xFFz";
  const std::string page = fill_page(page_template, to_json(head_with(result)), "");
  EXPECT_THAT(page, HasSubstr("a\xEF\xBF\xBDz"));
}

TEST(ReportPage, DataStandWhereTheTemplateSays) {
  const std::string lines = data_line(0, 0, "AA==") + data_line(1, 12, "BB==");
  EXPECT_EQ(fill_page(page_template, "{\"a\":1}", lines),
            "<html><script id=\"rheon-head\" type=\"application/json\">{\"a\":1}</script>\n"
            "<script id=\"rheon-data-0-0\" type=\"text/plain\">AA==</script>\n"
            "<script id=\"rheon-data-1-12\" type=\"text/plain\">BB==</script>\n"
            "\n</html>");
}

TEST(ReportPage, RefusesATemplateThatCannotBeFilled) {
  EXPECT_THROW(fill_page("", "{}", ""), UsageError);
  EXPECT_THROW(fill_page("<html></html>", "{}", ""), Error);
  EXPECT_THROW(fill_page("<script id=\"rheon-head\" type=\"application/json\">{}</script>", "{}", ""), Error);
}

}  // namespace
}  // namespace rheon::report
