#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "io/result_file.hpp"
#include "rheon/core/error.hpp"
#include "rheon/io/result_writer.hpp"
#include "support/temp_folder.hpp"
#include "unit/io/result_fixture.hpp"

namespace rheon {
namespace {

namespace fs = std::filesystem;
using test::read_text;
using test::TempFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

std::string refusal(const std::string& path) {
  try {
    check_result_path(path);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(ResultPath, EndingChoosesTheFormat) {
  const TempFolder folder;
  for (const char* name : {"a.csv", "a.h5", "a.hdf5", "A.CSV", "a b.H5"}) EXPECT_EQ(refusal(folder / name), "") << name;
  EXPECT_THAT(refusal(folder / "a.txt"), HasSubstr("\".txt\" names no format"));
  EXPECT_THAT(refusal(folder / "a"), HasSubstr("use .csv"));
  EXPECT_THAT(refusal(""), HasSubstr("use .csv"));
  EXPECT_THROW(write_results(Results{}, folder / "a.txt"), UsageError);
  EXPECT_TRUE(folder.names().empty());
}

TEST(ResultPath, RefusesWhatCannotBeWritten) {
  const TempFolder folder;
  EXPECT_THAT(refusal(folder / "none/a.csv"), HasSubstr("there is no folder"));
  fs::create_directory(folder / "dir.csv");
  EXPECT_THAT(refusal(folder / "dir.csv"), HasSubstr("a folder"));
  // Not even root makes files here, and no permission bit says so.
  EXPECT_THAT(refusal("/proc/a.csv"), HasSubstr("cannot write /proc/a.csv"));
}

TEST(ResultPath, CheckLeavesNoTrace) {
  const TempFolder folder;
  folder.write("old.csv", "old");
  check_result_path(folder / "old.csv");
  check_result_path(folder / "new.csv");
  EXPECT_THAT(folder.names(), ElementsAre("old.csv"));
  EXPECT_EQ(read_text(folder / "old.csv"), "old");
}

TEST(ResultPath, ReplacesAnOlderFileAndFollowsLinks) {
  const TempFolder folder;
  folder.write("old.csv", "old");
  fs::create_symlink("old.csv", folder / "link.csv");
  Results r;
  r.channels = {{"t", "s"}};
  write_results(r, folder / "link.csv");
  EXPECT_EQ(read_text(folder / "old.csv"), "t\n");
  EXPECT_TRUE(fs::is_symlink(folder / "link.csv"));
  EXPECT_THAT(folder.names(), UnorderedElementsAre("old.csv", "link.csv"));
}

TEST(ResultPath, FollowsLinksToWhatIsNotThereYet) {
  const TempFolder folder;
  fs::create_directory(folder / "there");
  fs::create_symlink("there/second.csv", folder / "first.csv");
  fs::create_symlink(folder / "there/new.csv", folder / "there/second.csv");
  Results r;
  r.channels = {{"t", "s"}};
  write_results(r, folder / "first.csv");
  EXPECT_EQ(read_text(folder / "there/new.csv"), "t\n");
  EXPECT_TRUE(fs::is_symlink(folder / "first.csv"));
  EXPECT_TRUE(fs::is_symlink(folder / "there/second.csv"));
}

fs::perms mode_of(const std::string& path) { return fs::status(path).permissions(); }

TEST(ResultPath, KeepsTheModeOfTheFileThatItReplaces) {
  const TempFolder folder;
  using fs::perms;
  for (const perms mode : {perms(0600), perms(0640), perms(0644), perms(0755)})
    for (const char* name : {"a.csv", "a.h5"}) {
      folder.write(name, "old");
      fs::permissions(folder / name, mode);
      write_results(Results{}, folder / name);
      EXPECT_EQ(mode_of(folder / name), mode) << name;
      fs::remove(folder / name);
    }
}

TEST(ResultPath, NewFilesHaveTheModeThatTheUserChose) {
  const TempFolder folder;
  for (const mode_t mask : {022u, 077u}) {
    const mode_t before = ::umask(mask);
    write_results(Results{}, folder / "a.csv");
    write_text("text", folder / "a.html");
    ::umask(before);
    for (const char* name : {"a.csv", "a.html"}) {
      EXPECT_EQ(mode_of(folder / name), fs::perms(0666u & ~mask)) << name;
      fs::remove(folder / name);
    }
  }
}

// The kernel takes away what a killed process had without a name; what had one goes with the next file.
TEST(ResultPath, NothingStaysOfProcessesThatWereKilled) {
  const TempFolder folder;
  folder.write("a.csv", "old");
  const pid_t process = ::fork();
  if (process == 0) {
    io::PendingFile file(folder / "a.csv");
    file.write("half");
    ::raise(SIGKILL);
  }
  ::waitpid(process, nullptr, 0);
  EXPECT_THAT(folder.names(), ElementsAre("a.csv"));
  folder.write(".rheon-abcdefgh.tmp", "left behind between two calls of the system");
  folder.write(".rheon-mine.tmp", "of somebody else");
  const int held = ::open(folder.write(".rheon-22222222.tmp", "in use").c_str(), O_RDWR);
  ASSERT_EQ(::flock(held, LOCK_EX | LOCK_NB), 0);
  write_text("new", folder / "a.csv");
  EXPECT_THAT(folder.names(), UnorderedElementsAre("a.csv", ".rheon-mine.tmp", ".rheon-22222222.tmp"));
  ::close(held);
}

TEST(ResultPath, LongestName) {
  const TempFolder folder;
  const std::string name = std::string(255 - 4, 'n') + ".csv";
  write_results(Results{}, folder / name);
  EXPECT_THAT(folder.names(), ElementsAre(name));
}

TEST(ResultPath, NamesThatAreTooLongAreRefusedAhead) {
  const TempFolder folder;
  EXPECT_THAT(refusal(folder / (std::string(256 - 4, 'n') + ".csv")), HasSubstr("File name too long"));
  std::string deep = folder.path();
  while (deep.size() < 5000) deep += "/.";
  EXPECT_NE(refusal(deep + "/a.csv"), "");
}

TEST(ResultPath, ValuesMustFillRows) {
  const TempFolder folder;
  Results r;
  r.channels = {{"t", "s"}, {"x", ""}};
  r.values = {0, 1, 2};
  EXPECT_THROW(write_results(r, folder / "a.csv"), Error);
  EXPECT_TRUE(folder.names().empty());
}

// The size limit of files stands in for a full disk: a write fails in the middle.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    rlimit limit = old_;
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit old_{};
  void (*handler_)(int);
};

TEST(ResultPath, FailureInTheMiddleKeepsTheOldFileAndLeavesNothing) {
  const TempFolder folder;
  Results r;
  r.channels = {{"t", "s"}};
  for (int i = 0; i < 200000; ++i) r.values.push_back(std::sin(i * 1.1));
  for (const char* name : {"a.csv", "a.h5"}) {
    folder.write(name, "old");
    std::string message;
    try {
      const SmallFiles full_disk(100000);
      write_results(r, folder / name);
    } catch (const Error& error) {
      message = error.what();
    }
    EXPECT_THAT(message, HasSubstr("File too large")) << name;
    EXPECT_EQ(read_text(folder / name), "old");
  }
  EXPECT_THAT(folder.names(), UnorderedElementsAre("a.csv", "a.h5"));
}

}  // namespace
}  // namespace rheon
