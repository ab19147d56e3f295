// A file that appears under its name only when it is complete: the one place that writes files.
#pragma once

#include <sys/stat.h>

#include <string>
#include <string_view>

namespace rheon::io {

/// A file without a name in the folder of `target`, open for writing; `commit` gives it the target's name. Until then an
/// older file stays as it was, and a process that is killed leaves nothing behind. A link is followed: the file it names is
/// written, with the mode and owner that it had. Everything throws WriteError with the target and the system's reason.
///
/// Where the file system has no files without a name, a hidden one `.rheon-XXXXXXXX.tmp` is used, locked while it is written;
/// those that nobody holds any more are removed on the way.
class PendingFile {
 public:
  explicit PendingFile(const std::string& target);
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  int descriptor() const { return file_; }  ///< for reading and writing at any place
  void write(std::string_view bytes);       ///< behind what is there
  void commit();                            ///< on the disk, then under its name
  [[noreturn]] void fail(int error) const;  ///< WriteError with the system's reason

 private:
  bool open_unnamed();
  void open_named();
  bool open_temporary();
  void take_over_mode() const;
  void name_it();
  void remove_stale() const;

  std::string asked_for_;  ///< the target as it was given
  std::string target_, folder_;
  std::string temporary_;  ///< "": without a name
  int file_ = -1;
  bool replaces_ = false;
  struct stat replaced_ {};
};

/// Where a chain of links ends, whether that exists or not: it is what gets written, not the link.
std::string followed_links(const std::string& path);

/// The text of an errno value.
std::string system_reason(int error);

}  // namespace rheon::io
