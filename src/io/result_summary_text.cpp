// The summary for people: aligned, one thought a line, digits that can be read.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/number_text.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon {

namespace {

std::string number(double value) { return brief_text(value); }
std::string small(double value) { return brief_text(value, 3); }

// `1 ms`, `250 us`, `2 s`: step sizes as people say them.
std::string step_text(double seconds, int digits = 6) {
  struct Prefix {
    double factor;
    const char* unit;
  };
  constexpr std::array<Prefix, 4> prefixes{{{1.0, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}}};
  for (const Prefix& p : prefixes) {
    // The hair's breadth keeps 0.001 from becoming 1000 us.
    if (std::abs(seconds) >= p.factor * (1 - 1e-12))
      return fmt::format("{:.{}g} {}", seconds / p.factor, digits, p.unit);
  }
  return fmt::format("{:.{}g} s", seconds, digits);
}

// A label and a text, which goes on below itself where it is too long for one line.
std::string line(std::string_view label, std::string_view text) {
  constexpr std::size_t width = 100;
  std::string out;
  while (true) {
    std::size_t end = text.size() <= width ? text.npos : text.rfind(' ', width);
    if (end == text.npos && text.size() > width) end = text.find(' ', width);
    out += fmt::format("  {:<15}{}\n", label, text.substr(0, end));
    if (end == text.npos) return out;
    text.remove_prefix(end + 1);
    label = "";
  }
}

std::string title(const Summary& s) {
  std::string how = s.formulation;
  if (!s.integrator.empty()) how += " + " + s.integrator;
  if (s.step > 0) how += ", step " + step_text(s.step);
  if (s.tolerance > 0) how += ", tolerance " + small(s.tolerance);
  return fmt::format("{}   {}\n", s.model.empty() ? s.file : s.model, how);
}

// The message says where and why; what was asked for stands beside it.
std::string ending_line(const Summary& s) {
  if (s.ending == Ending::completed) return "";
  const std::string_view word = s.ending == Ending::stopped ? "stopped" : "interrupted";
  const std::string message = s.message.empty() ? fmt::format("{} at t = {} s", word, number(s.end_time)) : s.message;
  return line("ENDED EARLY", fmt::format("{} ({} s were asked for)", message, number(s.duration)));
}

std::string simulated_line(const Summary& s) {
  std::string text = fmt::format("{} .. {} s in {} ({} refused)", number(s.start_time), number(s.end_time),
                                 counted(s.steps, "step"), s.refused_steps);
  if (s.iterations > 0) text += ", " + counted(s.iterations, "iteration");
  text += fmt::format(", {} s wall", small(s.wall_seconds));
  const double span = s.end_time - s.start_time;
  if (s.wall_seconds > 0 && span > 0) text += fmt::format(" ({}x real time)", small(span / s.wall_seconds));
  return line("simulated", text);
}

// With a fixed step both are that step, up to the rounding of times, and say nothing new.
std::string step_line(const Summary& s) {
  const auto as_asked = [&](double h) { return std::abs(h - s.step) <= 1e-6 * s.step; };
  if (!(s.largest_step > 0) || (as_asked(s.smallest_step) && as_asked(s.largest_step))) return "";
  return line("steps", fmt::format("{} .. {}", step_text(s.smallest_step, 3), step_text(s.largest_step, 3)));
}

/// Of large models: the memory of small ones is that of the program.
std::string memory_line(const Summary& s) {
  constexpr int large = 1000;  // coordinates
  if (s.coordinates < large || s.peak_memory == 0) return "";
  const auto bytes = static_cast<double>(s.peak_memory);
  return line("memory", fmt::format("at most {} MB, {} kB per coordinate", small(bytes / 1e6),
                                    small(bytes / 1e3 / s.coordinates)));
}

std::string violation_line(std::string_view label, std::string_view level, const Violation& v) {
  if (v.constraint.empty()) return line(label, fmt::format("{:<14}-", level));
  return line(label, fmt::format("{:<14}{:<12}{} at t = {} s", level, small(v.value), v.constraint, number(v.time)));
}

std::string energy_lines(const Summary& s) {
  std::string text = fmt::format("{} J -> {} J; work applied {} J, ", number(s.energy_start), number(s.energy_end),
                                 number(s.work.applied));
  if (s.work.friction != 0.0) text += fmt::format("friction {} J, ", number(s.work.friction));
  text += fmt::format("driving {} J", number(s.work.driving));
  return line("energy", text) + line("", fmt::format("unexplained {} J: by projections {} J, by the integrator {} J",
                                                     small(s.energy_unexplained), small(s.energy_projected),
                                                     small(s.energy_unexplained - s.energy_projected)));
}

/// By further runs; what is below the round-off of long runs is not reported in digits.
std::string error_line(const Summary& s) {
  if (std::isnan(s.error_estimate)) return "";
  // of the motion: 1e7 steps round to 1e-16 each
  constexpr double round_off = 1e-9;
  if (s.error_coordinate.empty() || s.error_estimate < round_off)
    return line("error", fmt::format("below {} of the motion, by a second run ({})", small(round_off), s.error_method));
  return line("error", fmt::format("up to {:.1g} of what {} covers, by a second run ({})", s.error_estimate,
                                   s.error_coordinate, s.error_method));
}

/// Newton and Euler body by body: what is left, of what.
std::string balance_lines(const Summary& s) {
  std::size_t width = 0;
  for (const BodyBalance& b : s.balance) width = std::max(width, b.body.size());
  std::string out, label = "balance";
  for (const BodyBalance& b : s.balance) {
    out += line(label, fmt::format("{:<{}}  force {:<9} of {} N, torque {:<9} of {} N*m", b.body, width, small(b.force),
                                   small(b.force_size), small(b.torque), small(b.torque_size)));
    label.clear();
  }
  return out;
}

std::string budget_lines(const Summary& s) {
  std::string out, label = "budget";
  for (const BudgetVerdict& b : s.budgets) {
    const std::string unit = b.unit.empty() ? "" : " " + b.unit;
    out += line(label, fmt::format("{:<14}{:<12}of {}{}, {}", b.name, small(b.value), small(b.limit), unit,
                                   b.kept ? "kept" : "EXCEEDED"));
    label.clear();
  }
  return out;
}

std::string setting_line(std::string_view label, const std::vector<Setting>& settings) {
  std::string text;
  for (const Setting& s : settings) text += (text.empty() ? "" : ", ") + s.name + "=" + s.value;
  return text.empty() ? "" : line(label, text);
}

}  // namespace

std::string to_text(const Summary& s) {
  std::string out = title(s);
  out += ending_line(s);
  for (const std::string& doubt : s.doubts) out += line("DOUBT", doubt);
  out += simulated_line(s);
  out += step_line(s);
  out += line("size", fmt::format("{}, {}, {}", counted(s.coordinates, "coordinate"),
                                  s.velocities == 1 ? "1 velocity" : fmt::format("{} velocities", s.velocities),
                                  counted(s.rows, "constraint row")));
  out += memory_line(s);
  if (s.rows > 0) {
    out += violation_line("violation", "position", s.position);
    out += violation_line("", "velocity", s.velocity);
    out += violation_line("", "acceleration", s.acceleration);
  }
  out += energy_lines(s);
  out += error_line(s);
  out += balance_lines(s);
  out += budget_lines(s);
  out += setting_line("parameters", s.parameters);
  out += setting_line("options", s.options);
  for (const std::string& note : s.notes) out += line("note", note);
  return out;
}

}  // namespace rheon
