#include "io/result_file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <system_error>

#include "rheon/io/result_writer.hpp"

namespace rheon::io {

namespace fs = std::filesystem;

namespace {

constexpr mode_t usual_mode = 0666;  // less the umask
constexpr std::string_view prefix = ".rheon-", suffix = ".tmp";
constexpr std::size_t random_letters = 8;

std::string random_name() {
  std::uint64_t bits = 0;
  if (::getrandom(&bits, sizeof bits, 0) != static_cast<ssize_t>(sizeof bits))
    bits = static_cast<std::uint64_t>(::getpid());
  std::string name(prefix);
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz234567";
  for (std::size_t k = 0; k < random_letters; ++k, bits >>= 5u) name += letters[bits & 31u];
  return name.append(suffix);
}

bool is_temporary(std::string_view name) {
  return name.size() == prefix.size() + random_letters + suffix.size() && name.starts_with(prefix) &&
         name.ends_with(suffix);
}

/// Locks are held as long as the process lives that opened the file: one that can be had belongs to nobody.
void remove_if_stale(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return;
  struct stat found {};
  if (::fstat(file, &found) == 0 && S_ISREG(found.st_mode) && found.st_uid == ::geteuid() &&
      ::flock(file, LOCK_EX | LOCK_NB) == 0)
    ::unlink(path.c_str());
  ::close(file);
}

}  // namespace

std::string followed_links(const std::string& name) {
  fs::path path = name;
  std::error_code ignored;
  for (int link = 0; link < 40 && fs::is_symlink(fs::symlink_status(path, ignored)); ++link) {
    const fs::path to = fs::read_symlink(path, ignored);
    if (ignored) break;
    path = path.parent_path() / to;  // an absolute one replaces all of it
  }
  return path.string();
}

std::string system_reason(int error) { return std::generic_category().message(error); }

PendingFile::PendingFile(const std::string& target) : asked_for_(target) {
  const fs::path real = followed_links(target);
  target_ = real.string();
  folder_ = real.has_parent_path() ? real.parent_path().string() : ".";
  // A name that is too long shows here and not when the work is done.
  replaces_ = ::lstat(target_.c_str(), &replaced_) == 0;
  if (!replaces_ && errno != ENOENT) fail(errno);
  if (!open_unnamed()) open_named();
}

PendingFile::~PendingFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  if (file_ >= 0) ::close(file_);
}

void PendingFile::fail(int error) const {
  throw WriteError(fmt::format("cannot write {}: {}", asked_for_, system_reason(error)));
}

/// It gets its name by way of /proc: without that, it could not be had later.
bool PendingFile::open_unnamed() {
  if (::access("/proc/self/fd", X_OK) != 0) return false;
  file_ = ::open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, usual_mode);
  return file_ >= 0;
}

/// O_EXCL: never someone else's file. The lock says that it is in use.
bool PendingFile::open_temporary() {
  temporary_ = (fs::path(folder_) / random_name()).string();
  file_ = ::open(temporary_.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, usual_mode);
  if (file_ < 0) {
    temporary_.clear();
    return errno != EEXIST;
  }
  struct stat made {};
  // Between making and locking it somebody may have taken it for stale.
  if (::flock(file_, LOCK_EX | LOCK_NB) == 0 && ::fstat(file_, &made) == 0 && made.st_nlink > 0) return true;
  if (errno == ENOLCK || errno == EOPNOTSUPP || errno == ENOSYS)
    return true;  // no locks here: nobody removes it either
  ::close(file_);
  file_ = -1;
  temporary_.clear();
  return false;
}

void PendingFile::open_named() {
  remove_stale();
  constexpr int tries = 100;
  for (int k = 0; k < tries; ++k)
    if (open_temporary()) break;
  if (file_ < 0) fail(errno);
}

void PendingFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) fail(errno);
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// Those of the file that is replaced. Another owner can be kept by root alone; then not either bit that acts for the owner.
void PendingFile::take_over_mode() const {
  if (!replaces_ || !S_ISREG(replaced_.st_mode)) return;
  const bool owned = ::fchown(file_, replaced_.st_uid, replaced_.st_gid) == 0;
  const mode_t kept = replaced_.st_mode & (owned ? 07777u : 0777u);
  if (::fchmod(file_, kept) != 0) fail(errno);
}

/// A file without a name gets one: the target's if that is free, otherwise a hidden one for an instant.
void PendingFile::name_it() {
  const std::string self = fmt::format("/proc/self/fd/{}", file_);
  const auto link_to = [&](const std::string& name) {
    return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  };
  if (!replaces_ && link_to(target_)) return;
  if (!replaces_ && errno != EEXIST) fail(errno);
  remove_stale();
  ::flock(file_, LOCK_EX | LOCK_NB);
  do {
    temporary_ = (fs::path(folder_) / random_name()).string();
    if (link_to(temporary_)) return;
  } while (errno == EEXIST);
  const int error = errno;
  temporary_.clear();
  fail(error);
}

void PendingFile::commit() {
  take_over_mode();
  if (::fsync(file_) != 0 && errno != EINVAL && errno != EROFS) fail(errno);  // EINVAL: nothing to be synchronised here
  if (temporary_.empty()) name_it();
  if (!temporary_.empty()) {
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
    temporary_.clear();
  }
  // The name, too, shall outlive a crash of the machine; not every file system can promise it.
  const int folder = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    ::fsync(folder);
    ::close(folder);
  }
  const int file = file_;
  file_ = -1;
  if (::close(file) != 0 && errno != EINTR) fail(errno);  // network file systems may report a full disk only here
}

void PendingFile::remove_stale() const {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(folder_.c_str()), ::closedir);
  while (const dirent* entry = folder ? ::readdir(folder.get()) : nullptr)
    if (is_temporary(entry->d_name)) remove_if_stale((fs::path(folder_) / entry->d_name).string());
}

}  // namespace rheon::io
