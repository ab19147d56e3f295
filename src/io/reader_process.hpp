// Work that may crash or never end, in a process of its own: HDF5 on a file that may be damaged, or made to do harm.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace rheon::io {

/// A forked copy of this process that answers requests, one at a time. It has limits of processor time and memory, no
/// terminal, and no file open but its own; what goes wrong in it stays in it.
class ReaderProcess {
 public:
  /// Runs there. An exception becomes the answer.
  using Serve = std::function<std::string(std::string_view request)>;

  /// `file` stays open there; limits grow with its size. The caller holds every lock that `serve` relies on, and `serve` must
  /// not take them again.
  ReaderProcess(int file, std::size_t file_size, const Serve& serve);
  ~ReaderProcess();
  ReaderProcess(const ReaderProcess&) = delete;
  ReaderProcess& operator=(const ReaderProcess&) = delete;

  /// Any thread may ask. Throws Error with what `serve` threw, or with how the process ended.
  std::string ask(std::string_view request) const;

 private:
  [[noreturn]] void throw_end() const;

  mutable std::mutex mutex_;
  int socket_ = -1;
  mutable pid_t process_ = -1;
  mutable std::string end_;  ///< how it came to its end; "" while it lives
};

}  // namespace rheon::io
