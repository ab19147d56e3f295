#include "io/result_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "rheon/core/error.hpp"

namespace rheon::io {

namespace fs = std::filesystem;

namespace {

// A link is followed, so that the file it names is replaced and not the link itself.
fs::path followed(const std::string& target) {
  std::error_code ignored;
  fs::path path(target);
  if (fs::is_symlink(path, ignored)) {
    fs::path real = fs::weakly_canonical(path, ignored);
    if (!ignored) return real;
  }
  return path;
}

[[noreturn]] void fail() { throw Error(system_reason(errno)); }

}  // namespace

std::string system_reason(int error) { return std::generic_category().message(error); }

PendingFile::PendingFile(const std::string& target) {
  const fs::path real = followed(target);
  target_ = real.string();
  // Short whatever the target's length: a name may have 255 bytes. O_EXCL: never someone else's file.
  for (int attempt = 0; attempt < 1000; ++attempt) {
    path_ = (real.parent_path() / fmt::format(".rheon-{}-{}.tmp", ::getpid(), attempt)).string();
    const int file = ::open(path_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (file >= 0) {
      ::close(file);
      return;
    }
    if (errno != EEXIST) break;
  }
  const int error = errno;
  path_.clear();
  throw Error(fmt::format("cannot write {}: {}", target, system_reason(error)));
}

PendingFile::~PendingFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

void PendingFile::commit() {
  if (std::rename(path_.c_str(), target_.c_str()) != 0) {
    throw Error(fmt::format("cannot write {}: {}", target_, system_reason(errno)));
  }
  path_.clear();
}

FileBytes::FileBytes(const std::string& path) : file_(std::fopen(path.c_str(), "wb")) {
  if (!file_) fail();
}

void FileBytes::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) fail();
}

void FileBytes::close() {
  if (std::fclose(file_.release()) != 0) fail();
}

}  // namespace rheon::io
