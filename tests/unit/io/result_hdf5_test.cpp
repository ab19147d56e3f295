#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <chrono>
#include <thread>

#include <bit>
#include <cstdint>
#include <set>

#include "io/result_hdf5.hpp"
#include "rheon/core/error.hpp"
#include "rheon/io/result_writer.hpp"
#include "support/temp_folder.hpp"
#include "unit/io/result_fixture.hpp"

namespace rheon {
namespace {

using test::TempFolder;
using testing::HasSubstr;

std::string failure_of_reading(const std::string& path) {
  try {
    read_results(path);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

void expect_same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a[i]), std::bit_cast<std::uint64_t>(b[i])) << i;
  }
}

Results round_trip(const Results& results) {
  const TempFolder folder;
  write_results(results, folder / "out.h5");
  return read_results(folder / "out.h5");
}

TEST(ResultHdf5, ReadsBackWithoutLoss) {
  const Results r = test::awkward_results();
  const Results back = round_trip(r);
  ASSERT_EQ(back.channels.size(), r.channels.size());
  for (std::size_t i = 0; i < r.channels.size(); ++i) {
    EXPECT_EQ(back.channels[i].name, r.channels[i].name);
    EXPECT_EQ(back.channels[i].unit, r.channels[i].unit);
  }
  expect_same_bits(back.values, r.values);
  EXPECT_EQ(back.model_text, r.model_text);
  EXPECT_EQ(to_json(back.summary), to_json(r.summary));
  EXPECT_EQ(to_text(back.summary), to_text(r.summary));
  ASSERT_EQ(back.summary.options.size(), 3u);
  EXPECT_EQ(back.summary.options[2].name, "a-first");  // order of the table, not of the alphabet
  EXPECT_EQ(back.summary.notes, r.summary.notes);
}

TEST(ResultHdf5, ReadsBackDoubtsAndTheErrorOfTheMotion) {
  Results r = test::awkward_results();
  r.summary.doubts = {"with half the step: ä", "another"};
  r.summary.error_estimate = 1.0 / 3.0;
  r.summary.error_coordinate = "x";
  r.summary.error_method = "steps of 0.5 s";
  r.summary.estimate_seconds = 0.25;
  const Results back = round_trip(r);
  EXPECT_EQ(back.summary.doubts, r.summary.doubts);
  EXPECT_EQ(back.summary.error_estimate, 1.0 / 3.0);
  EXPECT_EQ(to_json(back.summary), to_json(r.summary));
  EXPECT_EQ(to_text(back.summary), to_text(r.summary));
}

TEST(ResultHdf5, ReadsBackBudgetsParametersAndBalance) {
  Results r = test::awkward_results();
  r.summary.parameters = {{"l", "50 cm", {}}, {"a", "2", {}}};
  r.summary.budgets = {{.name = "position", .limit = 1e-6, .value = 3e-7, .kept = true, .unit = ""},
                       {.name = "energy", .limit = 0.1, .value = 1.0 / 3.0, .kept = false, .unit = "J"}};
  r.summary.balance = {{"rod", 1e-12, 3.0, 0.1, std::nan("")}, {"crank", 1.0 / 3.0, 4.0, 0.0, 0.0}};
  const Results back = round_trip(r);
  EXPECT_EQ(to_json(back.summary), to_json(r.summary));
  EXPECT_EQ(to_text(back.summary), to_text(r.summary));
  ASSERT_EQ(back.summary.budgets.size(), 2u);
  EXPECT_EQ(back.summary.budgets[0].name, "position");  // in the order they were given
  EXPECT_EQ(back.summary.budgets[1].value, 1.0 / 3.0);
  EXPECT_FALSE(back.summary.budgets[1].kept);
  EXPECT_EQ(back.summary.budgets[1].unit, "J");
  ASSERT_EQ(back.summary.parameters.size(), 2u);
  EXPECT_EQ(back.summary.parameters[0].value, "50 cm");
  ASSERT_EQ(back.summary.balance.size(), 2u);
  EXPECT_EQ(back.summary.balance[1].force, 1.0 / 3.0);
  EXPECT_TRUE(std::isnan(back.summary.balance[0].torque_size));
}

TEST(ResultHdf5, SaysWhatMadeTheFile) {
  const TempFolder folder;
  write_results(test::awkward_results(), folder / "out.h5");
  const auto versions = read_versions(folder / "out.h5");
  ASSERT_EQ(versions.size(), 2u);
  EXPECT_EQ(versions[0].name, "rheon");
  EXPECT_EQ(versions[0].value, "0.1.0");
  EXPECT_EQ(versions[1].name, "hdf5");
  EXPECT_THROW(read_versions(folder / "none.h5"), Error);
}

TEST(ResultHdf5, SummaryKeepsWhatJsonCannotSay) {
  Results r = test::awkward_results();
  r.summary.ending = Ending::stopped;
  r.summary.message = "constraint \"steer\": not finite";
  r.summary.energy_end = std::numeric_limits<double>::infinity();
  r.summary.energy_unexplained = std::nan("");
  const Summary back = round_trip(r).summary;
  EXPECT_EQ(back.ending, Ending::stopped);
  EXPECT_EQ(back.message, r.summary.message);
  EXPECT_EQ(back.energy_end, r.summary.energy_end);
  EXPECT_TRUE(std::isnan(back.energy_unexplained));
}

TEST(ResultHdf5, SceneIsKept) {
  Results r = test::awkward_results();
  r.scene = R"({"format": 1, "items": [{"name": "größe </script>"}]})";
  EXPECT_EQ(round_trip(r).scene, r.scene);
  r.scene.clear();
  EXPECT_EQ(round_trip(r).scene, "");
}

TEST(ResultHdf5, SwitchingTimesAreKept) {
  Results r = test::awkward_results();
  EXPECT_TRUE(round_trip(r).switching_times.empty());
  r.switching_times = {0.1, 1.0 / 3.0, 2e300};
  EXPECT_EQ(round_trip(r).switching_times, r.switching_times);
}

TEST(ResultHdf5, EmptyResults) {
  const Results nothing = round_trip(Results{});
  EXPECT_TRUE(nothing.channels.empty());
  EXPECT_TRUE(nothing.summary.notes.empty());
  Results header;
  header.channels = {{"t", "s"}, {"x", "m"}};
  const Results back = round_trip(header);
  EXPECT_EQ(back.channels.size(), 2u);
  EXPECT_EQ(back.rows(), 0u);
}

TEST(ResultHdf5, ManyRowsAndChannels) {
  Results r;
  for (int i = 0; i < 60; ++i) r.channels.push_back({"c" + std::to_string(i), ""});
  for (int i = 0; i < 60 * 20000; ++i) r.values.push_back(std::sin(i * 0.001));
  expect_same_bits(round_trip(r).values, r.values);
}

TEST(ResultHdf5, LinkNamesAreLegalAndDistinct) {
  using io::h5::link_name;
  EXPECT_EQ(link_name("lambda.steer", 3, false), "lambda.steer");
  EXPECT_EQ(link_name("x''", 3, false), "x''");
  EXPECT_EQ(link_name("a/b%", 3, false), "a%2Fb%25");
  EXPECT_EQ(link_name("", 3, false), "%");
  EXPECT_EQ(link_name(".", 3, false), "%2E");
  EXPECT_EQ(link_name("x", 3, true), "x%~3");
  EXPECT_EQ(link_name("", 3, true), "%~3");
  EXPECT_EQ(link_name(std::string(300, 'n'), 7, false), std::string(200, 'n') + "%~7");
  // A cut does not split a character of two bytes.
  EXPECT_EQ(link_name("n" + std::string(199, 'n').replace(198, 1, "ä") + std::string(50, 'n'), 7, false),
            std::string(199, 'n') + "%~7");
  // No name that a user can choose looks like one of these.
  EXPECT_EQ(link_name("x%~3", 1, false), "x%25~3");
}

TEST(ResultHdf5, RefusesOtherFilesInWords) {
  const TempFolder folder;
  EXPECT_THAT(failure_of_reading(folder / "none.h5"), HasSubstr("No such file"));
  EXPECT_THAT(failure_of_reading(folder.write("text.h5", "t,x\n")), HasSubstr("cannot read"));
  const std::string plain = folder / "plain.h5";
  H5Fclose(H5Fcreate(plain.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  EXPECT_THAT(failure_of_reading(plain), HasSubstr("not one with results of rheon"));
}

TEST(ResultHdf5, RefusesAnotherVersion) {
  const TempFolder folder;
  const std::string path = folder / "new.h5";
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  io::h5::write_attribute(file, "format", std::string("rheon-results"));
  io::h5::write_attribute(file, "format_version", 3LL);
  H5Fclose(file);
  EXPECT_THAT(failure_of_reading(path), HasSubstr("format version 3; this rheon reads versions 1 to 2"));
}

TEST(ResultHdf5, TruncatedFileIsAMessageAndNotACrash) {
  const TempFolder folder;
  write_results(test::awkward_results(), folder / "whole.h5");
  const std::string bytes = test::read_text(folder / "whole.h5");
  for (std::size_t part = 1; part < 8; ++part) {
    const std::string path = folder.write("part.h5", bytes.substr(0, bytes.size() * part / 8));
    EXPECT_THAT(failure_of_reading(path), HasSubstr("cannot read")) << part;
  }
}

TEST(ResultHdf5, SameResultsSameBytes) {
  const TempFolder folder;
  write_results(test::awkward_results(), folder / "a.h5");
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // a time stamp would differ by a second
  write_results(test::awkward_results(), folder / "b.h5");
  EXPECT_TRUE(test::read_text(folder / "a.h5") == test::read_text(folder / "b.h5"));
}

}  // namespace
}  // namespace rheon
