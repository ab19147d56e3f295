#include "io/reader_process.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <vector>

#include "io/result_file.hpp"
#include "rheon/core/error.hpp"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define RHEON_RESERVES_ADDRESSES 1  // sanitizers take terabytes of addresses
#endif

namespace rheon::io {

namespace {

/// Of processor time for one request: an object of a file takes 0.1 ms to open and has hundreds of bytes.
rlim_t seconds_for(std::size_t file_size) { return 3 + file_size / 10'000'000; }
/// Of addresses beyond those in use when it begins.
rlim_t bytes_for(std::size_t file_size) { return (rlim_t{1} << 30u) + 4 * file_size; }

bool send_all(int socket, const void* bytes, std::size_t size) {
  const char* from = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t sent = ::send(socket, from, size, MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR) return false;
    if (sent <= 0) continue;
    from += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool receive_all(int socket, void* bytes, std::size_t size) {
  char* to = static_cast<char*>(bytes);
  while (size > 0) {
    const ssize_t got = ::recv(socket, to, size, 0);
    if (got == 0 || (got < 0 && errno != EINTR)) return false;
    if (got < 0) continue;
    to += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

/// Length, then text. What an answer says first is whether it is one.
bool send_text(int socket, std::string_view text) {
  const std::uint64_t size = text.size();
  return send_all(socket, &size, sizeof size) && send_all(socket, text.data(), text.size());
}

bool receive_text(int socket, std::string& text) {
  std::uint64_t size = 0;
  if (!receive_all(socket, &size, sizeof size)) return false;
  constexpr std::size_t piece = 1u << 20;  // as it comes: the length alone is not to be believed
  text.clear();
  while (text.size() < size) {
    const std::size_t before = text.size();
    text.resize(before + std::min<std::size_t>(piece, size - before));
    if (!receive_all(socket, text.data() + before, text.size() - before)) return false;
  }
  return true;
}

// ---- in the new process ----------------------------------------------------------------------------

template <class What>  // an enumeration in one library, a number in another
void set_limit(What what, rlim_t value) {
  rlimit limit{};
  if (::getrlimit(what, &limit) != 0) return;
  limit.rlim_cur = std::min(value, limit.rlim_max);
  ::setrlimit(what, &limit);
}

rlim_t addresses_in_use() {
  unsigned long pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return static_cast<rlim_t>(pages) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

/// Everything but these two: an end of somebody's connection that stays open here would never be seen to close.
void close_others(int socket, int file) {
  std::vector<int> others;
  if (DIR* folder = ::opendir("/proc/self/fd")) {
    while (const dirent* entry = ::readdir(folder)) {
      const int number = std::atoi(entry->d_name);
      if (entry->d_name[0] != '.' && number != ::dirfd(folder) && number != socket && number != file)
        others.push_back(number);
    }
    ::closedir(folder);
  }
  for (const int number : others) ::close(number);
  // Nothing that a library prints reaches the terminal.
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (int number = 0; nowhere >= 0 && number <= 2; ++number)
    if (number != nowhere && number != socket && number != file) ::dup2(nowhere, number);
}

void settle_in(int socket, int file, std::size_t file_size) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU, SIGTERM, SIGCHLD})
    std::signal(signal, SIG_DFL);
  for (const int signal : {SIGINT, SIGQUIT, SIGHUP, SIGPIPE}) std::signal(signal, SIG_IGN);  // the parent decides
  sigset_t none;
  sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
  close_others(socket, file);
  set_limit(RLIMIT_CORE, 0);
#if !defined(RHEON_RESERVES_ADDRESSES)
  set_limit(RLIMIT_AS, addresses_in_use() + bytes_for(file_size));
#else
  static_cast<void>(&addresses_in_use);
  static_cast<void>(&bytes_for);
  static_cast<void>(file_size);
#endif
}

void renew_time(std::size_t file_size) {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const rlim_t seconds = static_cast<rlim_t>(used.ru_utime.tv_sec) + static_cast<rlim_t>(used.ru_stime.tv_sec) + 1;
  set_limit(RLIMIT_CPU, seconds + seconds_for(file_size));
}

std::string answer_to(const ReaderProcess::Serve& serve, const std::string& request) {
  try {
    return "+" + serve(request);
  } catch (const std::bad_alloc&) {
    return "-it asks for more memory than a file of its size can need";
  } catch (const std::exception& error) {
    return std::string("-") + error.what();
  }
}

[[noreturn]] void serve_all(int socket, int file, std::size_t file_size, const ReaderProcess::Serve& serve) {
  settle_in(socket, file, file_size);
  std::string request;
  while (receive_text(socket, request)) {
    renew_time(file_size);
    if (!send_text(socket, answer_to(serve, request))) break;
  }
  ::_exit(0);  // nothing of what the parent had begun is finished here
}

}  // namespace

// ---- in the old one --------------------------------------------------------------------------------

ReaderProcess::ReaderProcess(int file, std::size_t file_size, const Serve& serve) {
  int ends[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw Error("no process could be started to read it: " + system_reason(errno));
  process_ = ::fork();
  if (process_ == 0) serve_all(ends[1], file, file_size, serve);
  const int error = errno;
  ::close(ends[1]);
  socket_ = ends[0];
  if (process_ > 0) return;
  ::close(socket_);
  throw Error("no process could be started to read it: " + system_reason(error));
}

ReaderProcess::~ReaderProcess() {
  ::close(socket_);  // it ends at that
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);  // also where it hangs
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void ReaderProcess::throw_end() const {
  int status = 0;
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    end_ = signal == SIGXCPU ? "it is damaged: HDF5 never finishes reading it"
                             : fmt::format("it is damaged: HDF5 crashed on it ({})",
                                           signal == 0 ? "without a signal" : ::strsignal(signal));
  }
  throw Error(end_);
}

std::string ReaderProcess::ask(std::string_view request) const {
  const std::lock_guard one_at_a_time(mutex_);
  std::string answer;
  if (process_ <= 0 || !send_text(socket_, request) || !receive_text(socket_, answer) || answer.empty()) throw_end();
  const bool good = answer.front() == '+';
  answer.erase(0, 1);
  if (!good) throw Error(answer);
  return answer;
}

}  // namespace rheon::io
