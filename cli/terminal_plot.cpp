#include "cli/terminal_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "cli/support/arguments.hpp"
#include "rheon/core/error.hpp"
#include "rheon/core/names.hpp"

namespace rheon::cli {

namespace {

constexpr int plot_height = 12;  // rows of characters
constexpr int label_width = 11;

// Dots on a grid of characters; (0, 0) is the lower left dot.
class Canvas {
 public:
  Canvas(int columns, int rows)
      : columns_(columns), rows_(rows), cells_(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows)) {}
  int width() const { return 2 * columns_; }
  int height() const { return 4 * rows_; }

  void dot(int x, int y) {
    // Bits of the Braille block U+2800, by column and by row from below.
    constexpr std::array<std::array<unsigned, 4>, 2> bits{{{0x40, 0x04, 0x02, 0x01}, {0x80, 0x20, 0x10, 0x08}}};
    const int row = rows_ - 1 - y / 4;
    cells_[static_cast<std::size_t>(row * columns_ + x / 2)] |=
        bits[static_cast<std::size_t>(x % 2)][static_cast<std::size_t>(y % 4)];
  }

  void line(int x0, int y0, int x1, int y1) {
    const int steps = std::max({std::abs(x1 - x0), std::abs(y1 - y0), 1});
    for (int i = 0; i <= steps; ++i) {
      const double s = static_cast<double>(i) / steps;
      dot(x0 + static_cast<int>(std::lround(s * (x1 - x0))), y0 + static_cast<int>(std::lround(s * (y1 - y0))));
    }
  }

  std::string row(int r) const {
    std::string out;
    for (int c = 0; c < columns_; ++c) {
      const unsigned code = 0x2800u + cells_[static_cast<std::size_t>(r * columns_ + c)];
      if (code == 0x2800u) {
        out += ' ';
      } else {  // UTF-8 of three bytes
        out += static_cast<char>(0xE0u | (code >> 12));
        out += static_cast<char>(0x80u | ((code >> 6) & 0x3Fu));
        out += static_cast<char>(0x80u | (code & 0x3Fu));
      }
    }
    return out.substr(0, out.find_last_not_of(' ') + 1);
  }

 private:
  int columns_, rows_;
  std::vector<unsigned> cells_;
};

// The span of the finite values of a channel, never empty.
struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  Range(const Results& results, std::size_t channel) {
    for (std::size_t row = 0; row < results.rows(); ++row) {
      const double value = results.at(row, channel);
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    if (low > high) low = high = 0;
    if (low == high) {
      const double room = low == 0 ? 1 : 0.5 * std::abs(low);
      low -= room;
      high += room;
    }
  }
  // Halves, since high - low may overflow.
  int place(double value, int dots) const {
    const double s = (value / 2 - low / 2) / (high / 2 - low / 2);
    return std::clamp(static_cast<int>(std::lround(s * (dots - 1))), 0, dots - 1);
  }
};

void draw_curve(Canvas& canvas, const Results& results, std::size_t x, std::size_t y, const Range& rx,
                const Range& ry) {
  bool pen_down = false;
  int from_x = 0, from_y = 0;
  for (std::size_t row = 0; row < results.rows(); ++row) {
    const double vx = results.at(row, x), vy = results.at(row, y);
    if (!std::isfinite(vx) || !std::isfinite(vy)) {
      pen_down = false;  // a gap where there is no value
      continue;
    }
    const int to_x = rx.place(vx, canvas.width()), to_y = ry.place(vy, canvas.height());
    canvas.line(pen_down ? from_x : to_x, pen_down ? from_y : to_y, to_x, to_y);
    pen_down = true;
    from_x = to_x;
    from_y = to_y;
  }
}

std::string title(const Channel& channel) {
  return channel.unit.empty() ? channel.name : fmt::format("{} [{}]", channel.name, channel.unit);
}

std::string frame(const Canvas& canvas, const Range& rx, const Range& ry, int columns) {
  std::string out;
  for (int r = 0; r < plot_height; ++r) {
    const bool top = r == 0, bottom = r == plot_height - 1;
    const std::string label = top      ? fmt::format("{:.4g}", ry.high + 0.0)
                              : bottom ? fmt::format("{:.4g}", ry.low + 0.0)
                                       : "";  // no -0
    out += fmt::format("{:>{}} {}{}\n", label, label_width, top || bottom ? "┤" : "│", canvas.row(r));
  }
  out += fmt::format("{:>{}} └", "", label_width);
  for (int c = 0; c < columns; ++c) out += "─";
  const std::string left = fmt::format("{:.4g}", rx.low), right = fmt::format("{:.4g}", rx.high);
  const int gap = std::max(1, columns - static_cast<int>(left.size() + right.size()));
  return out + fmt::format("\n{:>{}}  {}{:>{}}{}\n", "", label_width, left, "", gap, right);
}

}  // namespace

std::vector<PlotRequest> parse_plots(const std::vector<std::string>& texts) {
  std::vector<PlotRequest> plots;
  for (const std::string& text : texts) {
    for (const std::string& part : split(text, ',')) {
      const std::size_t colon = part.find(':');
      const auto names = split(part, ':');
      const PlotRequest plot{names.front(), colon == part.npos ? "t" : names.back()};
      if (plot.y.empty() || plot.x.empty() || names.size() > 2) {
        throw UsageError(
            fmt::format("--plot \"{}\": expected channel names, such as x, or x,y, or y:x for y over x", text));
      }
      plots.push_back(plot);
    }
  }
  return plots;
}

void check_plots(const std::vector<PlotRequest>& plots, const std::vector<Channel>& channels) {
  std::vector<std::string> names;
  for (const Channel& channel : channels) names.push_back(channel.name);
  for (const PlotRequest& plot : plots) {
    for (const std::string& name : {plot.y, plot.x}) {
      if (std::find(names.begin(), names.end(), name) != names.end()) continue;
      throw UsageError(fmt::format("--plot: there is no channel \"{}\"\n  {}", name, did_you_mean(name, names)));
    }
  }
}

std::string draw_plot(const Results& results, const PlotRequest& plot, int width) {
  const int y = results.find(plot.y), x = results.find(plot.x);
  if (x < 0 || y < 0) throw UsageError("--plot: no such channel");
  const auto iy = static_cast<std::size_t>(y), ix = static_cast<std::size_t>(x);
  const int columns = std::clamp(width, 40, 120) - label_width - 3;
  Canvas canvas(columns, plot_height);
  const Range rx(results, ix), ry(results, iy);
  draw_curve(canvas, results, ix, iy, rx, ry);
  return fmt::format("{} over {}\n", title(results.channels[iy]), title(results.channels[ix])) +
         frame(canvas, rx, ry, columns);
}

}  // namespace rheon::cli
