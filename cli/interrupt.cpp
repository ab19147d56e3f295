#include "cli/interrupt.hpp"

namespace rheon::cli {

namespace {

// A handler can reach nothing but a global.
volatile std::sig_atomic_t signals_seen = 0;

extern "C" void note_signal(int) {
  signals_seen = 1;
  // From now on either signal does what it does by default: kill.
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

// A signal that the caller had us ignore (nohup, a script's background job) stays ignored.
void watch(int signal, struct sigaction& before) {
  sigaction(signal, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() {
  signals_seen = 0;
  watch(SIGINT, interrupt_);
  watch(SIGTERM, terminate_);
}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &interrupt_, nullptr);
  sigaction(SIGTERM, &terminate_, nullptr);
}

bool Interrupt::requested() { return signals_seen > 0; }

HoldSignals::HoldSignals() {
  sigset_t held;
  sigemptyset(&held);
  sigaddset(&held, SIGINT);
  sigaddset(&held, SIGTERM);
  sigprocmask(SIG_BLOCK, &held, &before_);
}

HoldSignals::~HoldSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace rheon::cli
