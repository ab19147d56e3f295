// Model files that must be refused, and that cannot be files of tests/data/broken: 50 MB, binary, unreadable. They are made here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "cli/broken_models.hpp"

namespace rheon::test {
namespace {

using ::testing::HasSubstr;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(BrokenFiles, MissingFileAndFolder) {
  const TempFolder temp;
  EXPECT_TRUE(has_line(problems_of(temp / "none.yaml"), temp / "none.yaml:", "there is no such file"));
  EXPECT_TRUE(has_line(problems_of(temp.path()), temp.path() + ":", "this is a folder, not a model file"));
  EXPECT_THAT(problems_of(""), HasSubstr("there is no such file"));
}

TEST(BrokenFiles, UnreadableFile) {
  const TempFolder temp;
  const std::string path = temp.write("secret.yaml", "rheon: 1\n");
  std::filesystem::permissions(path, std::filesystem::perms::none);
  if (::access(path.c_str(), R_OK) == 0) GTEST_SKIP() << "this user may read everything";
  EXPECT_TRUE(has_line(problems_of(path), path + ":", "the file cannot be read"));
}

TEST(BrokenFiles, HugeFileIsRefusedBySize) {
  const TempFolder temp;
  const std::string path = temp.write("huge.yaml", "");
  std::filesystem::resize_file(path, 50u << 20);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(has_line(problems_of(path), path + ":", "the file is too large for a model"));
  EXPECT_LT(seconds_since(start), 2.0);  // generous: reading 16 MB takes 10 ms
}

TEST(BrokenFiles, LargeFileOfUselessTextEndsSoon) {
  const TempFolder temp;
  std::string text;
  while (text.size() < (15u << 20))
    text += "key" + std::to_string(text.size()) + ": value of some length, nothing more\n";
  const std::string path = temp.write("large.yaml", text);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(problems_of(path), HasSubstr("further problems are not shown"));
  EXPECT_LT(seconds_since(start), 60.0);  // generous: some seconds
}

TEST(BrokenFiles, BinaryData) {
  const TempFolder temp;
  const std::string zero = temp.write("zero.yaml", std::string("rheon: 1\nname: a\0b\n", 19));
  EXPECT_TRUE(has_line(problems_of(zero), at(zero, "2:8"), "it contains a control character"));
  const std::string elf = temp.write("program.yaml", read_text("/proc/self/exe").substr(0, 4096));
  EXPECT_TRUE(has_line(problems_of(elf), at(elf, "1:5"), "it contains a control character") ||
              has_line(problems_of(elf), at(elf, "1:1"), "it contains a control character"))
      << problems_of(elf);
  const std::string utf16 = temp.write("utf16.yaml", std::string("\xff\xfer\0h\0", 6));
  EXPECT_TRUE(has_line(problems_of(utf16), at(utf16, "1:1"), "not valid UTF-8"));
}

TEST(BrokenFiles, DeepNesting) {
  const TempFolder temp;
  const std::string path = temp.write("deep.yaml", "rheon: 1\na: " + std::string(100000, '[') + "\n");
  EXPECT_TRUE(has_line(problems_of(path), at(path, "2:203"), "nested too deeply")) << problems_of(path);
  if (command_exists()) expect_refused({"check", path}, at(path, "2:203"), "nested too deeply", "close the brackets");
}

}  // namespace
}  // namespace rheon::test
