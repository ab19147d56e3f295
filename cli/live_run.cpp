#include "cli/live_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <thread>

#include "cli/support/interrupt.hpp"
#include "cli/support/output.hpp"

namespace rheon::cli {

namespace {

constexpr std::chrono::milliseconds patience{20};  // between two looks for Ctrl-C

}  // namespace

// On stderr: with --json, stdout is for the summary alone.
void LiveRun::begin(const Results& start) {
  view_.begin(start);
  print_error("{}\n", view_.address());
}

bool LiveRun::row(std::size_t number, std::span<const double> values) {
  view_.row(number, values);
  if (pace_) wait_for(values.front());
  return !Interrupt::requested();
}

/// No row is passed before its time, counted from the first one.
void LiveRun::wait_for(double t) {
  if (!first_time_) {
    first_time_ = t;
    began_ = Clock::now();
  }
  const std::chrono::duration<double> due((t - *first_time_) / *pace_);
  while (!Interrupt::requested()) {
    const std::chrono::duration<double> left = due - (Clock::now() - began_);
    if (!(left.count() > 0)) return;
    std::this_thread::sleep_for(std::min<std::chrono::duration<double>>(left, patience));
  }
}

void LiveRun::stay() const {
  if (Interrupt::requested()) return;
  print_error("rheon: the run is over; {} stays until Ctrl-C\n", view_.address());
  while (!Interrupt::requested()) std::this_thread::sleep_for(patience);
}

}  // namespace rheon::cli
