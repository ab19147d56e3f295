// Error over evaluations, both logarithmic: one letter a method.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/compare_output.hpp"

namespace rheon::cli {

namespace {

constexpr int plot_height = 18;
constexpr int label_width = 9;

struct Mark {
  double x, y;  ///< logarithms to base ten
  char letter;
};

struct Span {
  double low, high;
  int place(double value, int cells) const {
    return std::clamp(static_cast<int>(std::lround((value - low) / (high - low) * (cells - 1))), 0, cells - 1);
  }
};

std::vector<Mark> marks_of(const Comparison& c, ComparedQuantity quantity) {
  std::vector<Mark> marks;
  std::size_t method = 0;
  for (const CompareRow& row : c.rows) {
    if (row.sweep.empty()) continue;
    for (const SeriesPoint& p : row.sweep) {
      const LargestError& e = p.errors[index_of(quantity)];
      if (p.ending != Ending::completed || !(e.value > 0.0) || !std::isfinite(e.value) || p.evaluations <= 0) continue;
      marks.push_back({std::log10(static_cast<double>(p.evaluations)), std::log10(e.value), sweep_letter(method)});
    }
    ++method;
  }
  return marks;
}

// Whole decades around all marks.
Span decades(const std::vector<Mark>& marks, double Mark::*axis) {
  const auto [low, high] =
      std::minmax_element(marks.begin(), marks.end(), [&](const Mark& a, const Mark& b) { return a.*axis < b.*axis; });
  Span span{std::floor((*low).*axis), std::ceil((*high).*axis)};
  if (span.high <= span.low) span.high = span.low + 1;
  return span;
}

}  // namespace

char sweep_letter(std::size_t n) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  return n < letters.size() ? letters[n] : '?';
}

std::string sweep_plot(const Comparison& c, ComparedQuantity quantity, int width) {
  const std::vector<Mark> marks = marks_of(c, quantity);
  if (marks.empty()) return "";
  const int columns = std::clamp(width, 40, 120) - label_width - 3;
  const Span x = decades(marks, &Mark::x), y = decades(marks, &Mark::y);
  std::vector<std::string> canvas(plot_height, std::string(static_cast<std::size_t>(columns), ' '));
  for (const Mark& m : marks) {
    char& cell = canvas[static_cast<std::size_t>(plot_height - 1 - y.place(m.y, plot_height))]
                       [static_cast<std::size_t>(x.place(m.x, columns))];
    cell = cell == ' ' || cell == m.letter ? m.letter : '+';
  }
  std::string out = fmt::format("error in {} over evaluations, both logarithmic (+: several)\n", to_text(quantity));
  for (int r = 0; r < plot_height; ++r) {
    const bool top = r == 0, bottom = r == plot_height - 1;
    const std::string label = top ? fmt::format("1e{:.0f}", y.high) : bottom ? fmt::format("1e{:.0f}", y.low) : "";
    std::string& row = canvas[static_cast<std::size_t>(r)];
    row.resize(row.find_last_not_of(' ') + 1);
    out += fmt::format("{:>{}} {}{}\n", label, label_width, top || bottom ? "┤" : "│", row);
  }
  out += fmt::format("{:>{}} └", "", label_width);
  for (int k = 0; k < columns; ++k) out += "─";
  const std::string left = fmt::format("1e{:.0f}", x.low), right = fmt::format("1e{:.0f}", x.high);
  return out + fmt::format("\n{:>{}}  {}{:>{}}\n", "", label_width, left, right,
                           std::max(1, columns - static_cast<int>(left.size())));
}

}  // namespace rheon::cli
