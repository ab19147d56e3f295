// A file that appears under its name only when it is complete.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace rheon::io {

/// Makes an empty file beside `target`, to be filled under the name `path()`. `commit` gives it the target's name;
/// without it the destructor takes it away, so a failure leaves nothing behind and an older file stays as it was.
class PendingFile {
 public:
  explicit PendingFile(const std::string& target);  ///< throws Error with the system's reason
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  const std::string& path() const { return path_; }
  void commit();  ///< throws Error with the system's reason

 private:
  std::string target_, path_;
};

/// Bytes into an existing file; every failure is an Error with the system's reason.
class FileBytes {
 public:
  explicit FileBytes(const std::string& path);
  void write(std::string_view bytes);
  void close();  ///< a full disk may show only here

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
};

/// The text of an errno value.
std::string system_reason(int error);

}  // namespace rheon::io
