#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/result_summary.hpp"
#include "rheon/io/result_writer.hpp"
#include "support/temp_folder.hpp"
#include "unit/io/result_fixture.hpp"

namespace rheon {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ResultSummary, TextReadsWell) {
  EXPECT_EQ(to_text(test::pursuit_summary()),
            "Pursuit (Gonzalez, example 2)   ali3p + trapezoidal, step 1 ms\n"
            "  simulated      0 .. 5 s in 5000 steps (2 refused), 15003 iterations, 0.021 s wall (238x real time)\n"
            "  size           4 coordinates, 4 velocities, 1 constraint row\n"
            "  violation      position      -\n"
            "                 velocity      3.1e-16     steer at t = 1.2 s\n"
            "                 acceleration  2.2e-15     steer at t = 0.7 s\n"
            "  energy         1 J -> 51 J; work applied 50 J, driving 0 J\n"
            "                 unexplained 2.3e-06 J: by projections 0 J, by the integrator 2.3e-06 J\n"
            "  options        penalty=1e7, iterations=10, a-first=no\n"
            "  note           initial yA' was solved for: 0\n"
            "  note           umlaut: ä\n");
}

TEST(ResultSummary, TextOfAnErrorControlledRun) {
  Summary s = test::pursuit_summary();
  s.step = 0;
  s.tolerance = 1e-6;
  s.smallest_step = 2.5e-5;
  s.largest_step = 0.125;
  const std::string text = to_text(s);
  EXPECT_THAT(text, HasSubstr("ali3p + trapezoidal, tolerance 1e-06\n"));
  EXPECT_THAT(text, HasSubstr("  steps          25 us .. 125 ms\n"));
}

TEST(ResultSummary, ShowsTheMemoryOfLargeModels) {
  Summary s = test::pursuit_summary();
  s.coordinates = 2000;
  EXPECT_THAT(to_text(s), HasSubstr("  memory         at most 12.3 MB, 6.17 kB per coordinate\n"));
  const auto json = nlohmann::json::parse(to_json(s));
  EXPECT_EQ(json["peak_memory"], 12'345'678);
  EXPECT_EQ(json["peak_memory_per_coordinate"], 6172);
  s.coordinates = 0;
  EXPECT_FALSE(nlohmann::json::parse(to_json(s)).contains("peak_memory_per_coordinate"));
}

TEST(ResultSummary, TextSaysWhyARunEnded) {
  Summary s = test::pursuit_summary();
  s.ending = Ending::stopped;
  s.end_time = 0.35;
  s.message = "stopped at t = 0.35 s: constraint \"steer\" is not finite";
  EXPECT_THAT(to_text(s),
              HasSubstr("  ENDED EARLY    stopped at t = 0.35 s: constraint \"steer\" is not finite (5 s were "
                        "asked for)\n"));
  s.ending = Ending::interrupted;
  s.message = "";
  EXPECT_THAT(to_text(s), HasSubstr("  ENDED EARLY    interrupted at t = 0.35 s (5 s were asked for)\n"));
  EXPECT_THAT(to_text(test::pursuit_summary()), Not(HasSubstr("EARLY")));
}

TEST(ResultSummary, LongTextsAreBroken) {
  Summary s = test::pursuit_summary();
  const std::string unbreakable(300, 'n');
  s.notes = {"here " + unbreakable + " there", ""};
  s.ending = Ending::stopped;
  for (int i = 0; i < 60; ++i) s.message += (i > 0 ? " word" : "word") + std::to_string(i);
  for (int i = 0; i < 20; ++i) s.options.push_back({"option-" + std::to_string(i), "1e-9", {}});
  const std::string text = to_text(s);
  std::size_t longest = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string row = text.substr(at, end - at);
    if (row.find(unbreakable) == row.npos) longest = std::max(longest, row.size());
    at = end + 1;
  }
  EXPECT_LE(longest, 117u);
  EXPECT_THAT(text, HasSubstr("option-19=1e-9\n"));
  EXPECT_THAT(text, HasSubstr("word59 (5 s were asked for)\n"));
  EXPECT_THAT(text, HasSubstr(unbreakable + "\n                 there\n"));
}

TEST(ResultSummary, DoubtsComeFirstAndAreApartFromNotes) {
  Summary s = test::pursuit_summary();
  EXPECT_THAT(to_text(s), Not(HasSubstr("DOUBT")));
  EXPECT_THAT(to_text(s), Not(HasSubstr("\n  error ")));  // not estimated
  auto json = nlohmann::json::parse(to_json(s));
  EXPECT_EQ(json["doubts"], nlohmann::json::array());
  EXPECT_TRUE(json["error"]["estimate"].is_null());
  s.doubts = {"the motion differs"};
  s.error_estimate = 0.234;
  s.error_coordinate = "xA";
  s.error_method = "steps of 0.0005 s";
  EXPECT_THAT(to_text(s), HasSubstr("  DOUBT          the motion differs\n  simulated "));
  EXPECT_THAT(to_text(s),
              HasSubstr("  error          up to 0.2 of what xA covers, by a second run (steps of 0.0005 s)\n"));
  json = nlohmann::json::parse(to_json(s));
  EXPECT_EQ(json["doubts"][0], "the motion differs");
  EXPECT_EQ(json["notes"].size(), 2u);
  EXPECT_EQ(json["error"]["estimate"], 0.234);
}

TEST(ResultSummary, JsonHoldsEverything) {
  const auto json = nlohmann::json::parse(to_json(test::pursuit_summary()));
  EXPECT_EQ(json["model"], "Pursuit (Gonzalez, example 2)");
  EXPECT_EQ(json["ending"], "completed");
  EXPECT_EQ(json["steps"], 5000);
  EXPECT_EQ(json["step"], 0.001);
  EXPECT_TRUE(json["violation"]["position"].is_null());
  EXPECT_EQ(json["violation"]["velocity"]["constraint"], "steer");
  EXPECT_EQ(json["violation"]["velocity"]["value"], 3.1e-16);
  EXPECT_EQ(json["violation"]["acceleration"]["time"], 0.7);
  EXPECT_EQ(json["energy"]["end"], 51);
  EXPECT_EQ(json["energy"]["unexplained"], 2.3e-6);
  EXPECT_EQ(json["work"]["applied"], 50);
  EXPECT_EQ(json["options"]["penalty"], "1e7");
  EXPECT_EQ(json["notes"][1], "umlaut: ä");
}

TEST(ResultSummary, ShowsBudgetsAndReplacedParameters) {
  Summary s = test::pursuit_summary();
  EXPECT_FALSE(nlohmann::json::parse(to_json(s)).contains("budgets"));
  s.parameters = {{"m", "2 kg", {}}};
  s.budgets = {{.name = "energy", .limit = 1e-6, .value = 2.3e-6, .kept = false, .unit = "J"},
               {.name = "velocity", .limit = 1e-9, .value = 3.1e-16, .kept = true, .unit = ""}};
  EXPECT_THAT(to_text(s), HasSubstr("  budget         energy        2.3e-06     of 1e-06 J, EXCEEDED\n"
                                    "                 velocity      3.1e-16     of 1e-09, kept\n"
                                    "  parameters     m=2 kg\n"
                                    "  options        penalty=1e7"));
  const auto json = nlohmann::json::parse(to_json(s));
  EXPECT_EQ(json["parameters"]["m"], "2 kg");
  EXPECT_EQ(json["budgets"]["energy"]["limit"], 1e-6);
  EXPECT_EQ(json["budgets"]["energy"]["value"], 2.3e-6);
  EXPECT_EQ(json["budgets"]["energy"]["kept"], false);
  EXPECT_EQ(json["budgets"]["energy"]["unit"], "J");
}

TEST(ResultSummary, TheManualNamesEveryField) {
  const std::string manual = test::read_text(std::string(RHEON_SOURCE_DIR) + "/docs/cli.md");
  const Summary s;
  io::visit_fields(s, [&](const std::string& path, const auto&) { EXPECT_THAT(manual, HasSubstr("`" + path + "`")); });
}

TEST(ResultSummary, JsonSurvivesOddNumbersAndBytes) {
  Summary s = test::pursuit_summary();
  s.energy_end = std::nan("");
  s.message = "byte \xff";
  const auto json = nlohmann::json::parse(to_json(s));
  EXPECT_TRUE(json["energy"]["end"].is_null());
  EXPECT_THAT(json["message"].get<std::string>(), HasSubstr("byte "));
}

}  // namespace
}  // namespace rheon
