#include "cli/support/interrupt.hpp"

#include <atomic>

namespace rheon::cli {

namespace {

// A handler can reach nothing but globals, and runs in any thread: atomics without locks are all it may touch.
std::atomic<int> asked_to_end{0};   // the first signal, or 0
std::atomic<int> asked_to_kill{0};  // a second one that has to wait for a file
std::atomic<int> files_open{0};
static_assert(std::atomic<int>::is_always_lock_free);

void kill_by(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

extern "C" void note_signal(int signal) {
  int none = 0;
  if (asked_to_end.compare_exchange_strong(none, signal)) return;
  asked_to_kill = signal;
  if (files_open == 0) kill_by(signal);
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
  asked_to_end = asked_to_kill = 0;
  watch(SIGINT, interrupt_);
  watch(SIGTERM, terminate_);
}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &interrupt_, nullptr);
  sigaction(SIGTERM, &terminate_, nullptr);
}

bool Interrupt::requested() { return asked_to_end != 0; }

HoldSignals::HoldSignals() {
  ++files_open;
  sigset_t held;
  sigemptyset(&held);
  sigaddset(&held, SIGINT);
  sigaddset(&held, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &held, &before_);
}

HoldSignals::~HoldSignals() {
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  if (--files_open == 0 && asked_to_kill != 0) kill_by(asked_to_kill);
}

}  // namespace rheon::cli
