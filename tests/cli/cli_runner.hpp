// Runs the real rheon command the way a shell does.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/temp_folder.hpp"

namespace rheon::test {

struct Outcome {
  int code = -1;    ///< exit code, or 1000 + signal number
  std::string out;  ///< stdout
  std::string err;  ///< stderr
};

using Words = std::vector<std::string>;

/// A rheon at work. Its stdout goes to a file; stderr too, or to a terminal of its own.
class Process {
 public:
  Process(const TempFolder& folder, const Words& words, bool terminal = false)
      : out_(folder / ".stdout"), err_(folder / ".stderr") {
    int screen = -1;
    winsize size{24, 100, 0, 0};
    if (terminal && ::openpty(&master_, &screen, nullptr, nullptr, &size) != 0) throw std::runtime_error("no pty");
    const int out = ::open(out_.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
    const int err = terminal ? screen : ::open(err_.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
    std::string program = RHEON_CLI;
    Words copy = words;
    std::vector<char*> arguments{program.data()};
    for (std::string& word : copy) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const std::string home = folder.path();
    child_ = ::fork();
    if (child_ == 0) {
      ::dup2(out, STDOUT_FILENO);
      ::dup2(err, STDERR_FILENO);
      if (::chdir(home.c_str()) == 0) ::execv(program.c_str(), arguments.data());
      ::_exit(126);
    }
    ::close(out);
    ::close(err);
  }
  ~Process() {
    if (master_ >= 0) ::close(master_);
    if (child_ > 0) {
      ::kill(child_, SIGKILL);
      ::waitpid(child_, nullptr, 0);
    }
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void signal(int number) const { ::kill(child_, number); }

  /// Reads the terminal until `text` appears after what was waited for before; false if it does not within a minute.
  bool wait_for(const std::string& text) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    std::size_t at = 0;
    while ((at = screen_.find(text, seen_)) == std::string::npos) {
      if (std::chrono::steady_clock::now() > end || !read_screen(1000)) return false;
    }
    seen_ = at + text.size();
    return true;
  }

  Outcome wait() {
    while (master_ >= 0 && read_screen(-1)) {
    }
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = -1;
    Outcome outcome;
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    outcome.out = read_text(out_);
    outcome.err = master_ >= 0 ? screen_ : read_text(err_);
    std::filesystem::remove(out_);
    std::filesystem::remove(err_);
    return outcome;
  }

 private:
  // False when the other side is gone. Nothing within the time is not that.
  bool read_screen(int milliseconds) {
    pollfd waiting{master_, POLLIN, 0};
    if (::poll(&waiting, 1, milliseconds) == 0) return true;
    char buffer[4096];
    const ssize_t n = ::read(master_, buffer, sizeof buffer);
    if (n <= 0) return false;
    screen_.append(buffer, static_cast<std::size_t>(n));
    return true;
  }

  std::string out_, err_, screen_;
  std::size_t seen_ = 0;  // of the screen, by wait_for
  int master_ = -1;
  pid_t child_ = -1;
};

/// Runs rheon inside `folder` to its end.
inline Outcome rheon_in(const TempFolder& folder, const Words& words) { return Process(folder, words).wait(); }
inline Outcome rheon(const Words& words) { return rheon_in(TempFolder(), words); }

inline const std::string pendulum =
    "rheon: 1\n"
    "name: Pendulum\n"
    "parameters: {m: 1 kg, l: 1 m, g: 9.81 m/s^2}\n"
    "coordinates: [x, y]\n"
    "kinetic: m/2*(x'^2 + y'^2)\n"
    "potential: m*g*y\n"
    "constraints:\n"
    "  rod: x^2 + y^2 = l^2\n"
    "initial: {x: l, y: 0, x': 0, y': 0}\n"
    "outputs: {height: y}\n"
    "simulate: {formulation: ali3p, step: 10 ms, duration: 1 s}\n";

}  // namespace rheon::test
