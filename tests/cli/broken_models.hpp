// Models that must be refused: where they are, what a message about one must say, and how it is looked at.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "cli/cli_runner.hpp"
#include "rheon/io/model_reader.hpp"

namespace rheon::test {

inline const std::string broken_folder = std::string(RHEON_SOURCE_DIR) + "/tests/data/broken/";

struct Broken {
  const char* file;
  const char* place;   ///< line:column, "" where the whole file is meant
  const char* what;    ///< part of the line with the place
  const char* remedy;  ///< part of the message
};

inline void PrintTo(const Broken& row, std::ostream* out) { *out << row.file; }

inline std::string at(const std::string& file, const std::string& place) {
  return file + ":" + (place.empty() ? "" : place + ":");
}

/// The line of a message that starts with the place and says what is wrong.
inline bool has_line(const std::string& text, const std::string& start, const std::string& what) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(start + " ") && line.find(what) != std::string::npos) return true;
  }
  return false;
}

inline std::string problems_of(const std::string& path) {
  try {
    read_model(path);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no problem";
}

inline bool command_exists() { return std::filesystem::exists(RHEON_CLI); }

/// Runs `check` and `run` and looks at what a user would see: exit code, message, no file left behind.
inline void expect_refused(const Words& words, const std::string& start, const std::string& what,
                           const std::string& remedy) {
  const TempFolder temp;
  const Outcome outcome = rheon_in(temp, words);
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_TRUE(has_line(outcome.err, start, what)) << start << " " << what << "\n" << outcome.err;
  EXPECT_THAT(outcome.err, ::testing::HasSubstr(remedy));
  EXPECT_THAT(temp.names(), ::testing::IsEmpty());
}

}  // namespace rheon::test
