// Models that must be refused: every row states the file, the place, and what the message must say.
// The files are in tests/data/broken; those that cannot be files are in broken_files_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "cli/broken_equations.hpp"
#include "cli/broken_mechanisms.hpp"

namespace rheon::test {
namespace {

using ::testing::HasSubstr;

std::vector<Broken> found_by_reading() {
  std::vector<Broken> all(std::begin(broken_equations), std::end(broken_equations));
  all.insert(all.end(), std::begin(broken_mechanisms), std::end(broken_mechanisms));
  return all;
}

/// What only the assembled equations or the plan of a run can find. `run` alone looks at the simulate section.
struct Later {
  const char* file;
  const char* place;  ///< line:column, "" if none is promised
  std::vector<const char*> fragments;
  bool by_check;  ///< `rheon check` finds it too
  int code = 3;
};

const Later found_later[] = {
    {"later_singular_mass", "3:1", {"mass matrix", "y"}, true, 3},
    {"later_indefinite_mass", "3:1", {"mass matrix", "indefinite"}, true, 3},
    {"later_inconsistent_initial", "5:3", {"rod", "residual"}, true, 3},
    {"later_inconsistent_rates", "5:3", {"rod", "residual"}, true, 3},
    {"later_conflicting_constraints", "6:3", {"left", "right", "conflict"}, true, 3},
    {"later_unknown_formulation", "4:25", {"ali3q", "ali3p"}, true, 3},
    {"later_unknown_integrator", "4:44", {"trapezoidl", "trapezoidal"}, true, 3},
    {"later_bad_option", "4:78", {"penalty", "-1"}, true, 3},
    {"later_gains_length", "5:79", {"alpha", "2 gains for 1 constraint row"}, true, 3},
    {"later_unknown_option", "4:77", {"penlty", "penalty"}, true, 3},
    {"later_refused_pairing", "4:44", {"ali3p", "rk4"}, true, 3},
    {"later_missing_step", "4:25", {"generalised-alpha", "step"}, true, 3},
    {"later_step_too_small", "4:1", {"1e-30", "sixteen digits"}, true, 3},
    {"later_tolerance_too_small", "4:1", {"1e-30", "between 1e-15 and 0.1"}, true, 3},
    {"later_switches_too_often", "4:10", {"the load on x", "meet too often"}, false, 3},
    {"mechanism_driver_of_what_stands", "6:11", {"motor", "no motion satisfies it"}, true, 3},
    {"mechanism_over_driven", "6:40", {"m1", "m2", "conflict"}, true, 3},
    {"mechanism_unreachable", "5:38", {"r1", "r2", "r3", "conflict"}, true, 3},
};

class BrokenModel : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenModel, IsRefusedByTheReader) {
  const Broken& row = GetParam();
  const std::string path = broken_folder + row.file + ".yaml";
  const std::string text = problems_of(path);
  EXPECT_TRUE(has_line(text, at(path, row.place), row.what)) << at(path, row.place) << " " << row.what << "\n" << text;
  EXPECT_THAT(text, HasSubstr(row.remedy));
}

TEST_P(BrokenModel, IsRefusedByTheCommand) {
  ASSERT_TRUE(command_exists()) << "the command is not built";
  const Broken& row = GetParam();
  const std::string path = broken_folder + row.file + ".yaml";
  expect_refused({"check", path}, at(path, row.place), row.what, row.remedy);
  expect_refused({"run", path, "-o", "out.csv"}, at(path, row.place), row.what, row.remedy);
}

std::string row_name(const ::testing::TestParamInfo<Broken>& info) { return info.param.file; }
INSTANTIATE_TEST_SUITE_P(Files, BrokenModel, ::testing::ValuesIn(found_by_reading()), row_name);

class BrokenLater : public ::testing::TestWithParam<Later> {};

TEST_P(BrokenLater, IsRefused) {
  ASSERT_TRUE(command_exists()) << "the command is not built";
  const Later& row = GetParam();
  const std::string path = broken_folder + row.file + ".yaml";
  EXPECT_NO_THROW(read_model(path));  // nothing wrong with the text as such
  std::vector<Words> commands = {{"run", path, "-o", "out.csv"}};
  if (row.by_check) commands.push_back({"check", path});
  for (const Words& words : commands) {
    const TempFolder temp;
    const Outcome outcome = rheon_in(temp, words);
    EXPECT_EQ(outcome.code, row.code) << words[0] << ": " << outcome.err;
    const std::string start = *row.place ? at(path, row.place) : "";
    EXPECT_THAT(outcome.err, HasSubstr(start));
    for (const char* fragment : row.fragments) EXPECT_THAT(outcome.err, HasSubstr(fragment)) << words[0];
    EXPECT_THAT(temp.names(), ::testing::IsEmpty());
  }
}

void PrintTo(const Later& row, std::ostream* out) { *out << row.file; }
std::string later_name(const ::testing::TestParamInfo<Later>& info) { return info.param.file; }
INSTANTIATE_TEST_SUITE_P(Files, BrokenLater, ::testing::ValuesIn(found_later), later_name);

TEST(BrokenModels, EveryFileHasARow) {
  std::set<std::string> rows, files;
  for (const Broken& row : found_by_reading()) rows.insert(row.file);
  for (const Later& row : found_later) rows.insert(row.file);
  for (const auto& entry : std::filesystem::directory_iterator(broken_folder))
    files.insert(entry.path().stem().string());
  EXPECT_EQ(rows, files);
  EXPECT_GE(files.size(), 45u);
}

TEST(BrokenModels, AllProblemsAreReportedAtOnce) {
  const std::string path = broken_folder + "several_problems.yaml";
  const std::string text = problems_of(path);
  EXPECT_TRUE(has_line(text, at(path, "3:1"), "key \"kinetc\": is not known")) << text;
  EXPECT_TRUE(has_line(text, at(path, "4:15"), "potential: a value is missing at the end")) << text;
  EXPECT_TRUE(has_line(text, at(path, "5:18"), "setting \"step\": is in kg")) << text;
}

TEST(BrokenModels, AMisspeltKeyIsNotMissingToo) {
  EXPECT_THAT(problems_of(broken_folder + "mechanism_misspelt_mass.yaml"), ::testing::Not(HasSubstr("has no mass")));
}

std::size_t problems_in(const std::string& text) {
  try {
    read_model_text(text, "m.yaml");
  } catch (const ModelError& error) {
    return error.problems().size();
  }
  return 0;
}

TEST(BrokenModels, AForgottenPlaneIsReportedOnce) {
  const std::string rest = "bodies: {a: {rod: [O, A], mass: 1}, b: {rod: [A, B], mass: 1}}\n";
  const std::string two = "gravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {A: [1, 0], B: [2, 0]}\n" + rest;
  EXPECT_EQ(problems_in("rheon: 1\nplane: xy\n" + two), 0u);
  EXPECT_EQ(problems_in("rheon: 1\n" + two), 1u);
  EXPECT_EQ(problems_in("rheon: 1\nplan: xy\n" + two), 1u);  // the misspelt key
  // one place of three numbers: the model is in space, and the others are wrong one by one
  EXPECT_EQ(
      problems_in("rheon: 1\ngravity: [0, 0, -9.81]\nground: {O: [0, 0]}\npoints: {A: [1, 0], B: [2, 0]}\n" + rest),
      3u);
}

}  // namespace
}  // namespace rheon::test
