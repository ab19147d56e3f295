#include "cli/support/progress_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cli/support/output.hpp"

namespace rheon::cli {

namespace {

std::string bar(double fraction) {
  constexpr int width = 10;
  const int full = static_cast<int>(std::lround(fraction * width));
  std::string out;
  for (int i = 0; i < width; ++i) out += i < full ? "█" : "░";
  return out;
}

// `3 s`, `2 min 5 s`, `1 h 3 min`: two figures are enough for a guess.
std::string time_left(double seconds) {
  if (!(seconds < 360000)) return "long";
  const int s = static_cast<int>(std::lround(seconds));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {} s", s / 60, s % 60);
  return fmt::format("{} h {} min", s / 3600, s % 3600 / 60);
}

int columns(const std::string& text) {
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

}  // namespace

int terminal_width(int descriptor) {
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

std::string progress_text(const Progress& p, int width) {
  const double span = p.end - p.start;
  const double fraction = span > 0 ? std::clamp((p.t - p.start) / span, 0.0, 1.0) : 1.0;
  std::string out;
  // Part by part while there is room: a line that wraps cannot be rewritten.
  const auto add = [&](const std::string& part) {
    if (columns(out) + columns(part) < width) out += part;
  };
  add(fmt::format("{:3.0f}%", 100 * fraction));
  add(" " + bar(fraction));
  add(fmt::format("  t = {:.4g}/{:.4g} s", p.t, p.end));
  if (p.wall_seconds > 0 && p.t > p.start) {
    if (fraction < 1) add(fmt::format("  {} left", time_left(p.wall_seconds * (1 - fraction) / fraction)));
    add(fmt::format("  {:.3g}x real time", (p.t - p.start) / p.wall_seconds));
  }
  add(fmt::format("  drift {:.0e}", p.drift_position));
  return out;
}

std::string run_label(int done, int under_way) {
  return fmt::format("run {}", done + 1) + (under_way > 1 ? fmt::format(", {} at a time", under_way) : "");
}

ProgressLine::ProgressLine(bool wanted) : on_(wanted && ::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::clear() {
  if (!shown_) return;
  shown_ = false;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
}

void ProgressLine::show(const std::string& what, const Progress& progress) {
  if (!on_) return;
  shown_ = true;
  const std::string label = what.empty() ? "" : shown(what) + "  ";
  const int room = terminal_width(STDERR_FILENO) - columns(label);
  std::fputs(("\r\x1b[K" + (room > 20 ? label : "") + progress_text(progress, room > 20 ? room : room + columns(label)))
                 .c_str(),
             stderr);
  std::fflush(stderr);
}

}  // namespace rheon::cli
