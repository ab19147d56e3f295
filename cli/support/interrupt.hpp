// Ctrl-C: the first one asks the run to end and keep what it has, the second one kills.
#pragma once

#include <csignal>

namespace rheon::cli {

/// While it lives SIGINT and SIGTERM are noted instead of fatal, the first time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  static bool requested();

 private:
  struct sigaction interrupt_ {};
  struct sigaction terminate_ {};
};

/// While it lives both signals wait: a file that is being written is finished first. With an Interrupt this holds for the
/// signals of all threads, otherwise for those of its own.
class HoldSignals {
 public:
  HoldSignals();
  ~HoldSignals();
  HoldSignals(const HoldSignals&) = delete;
  HoldSignals& operator=(const HoldSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace rheon::cli
