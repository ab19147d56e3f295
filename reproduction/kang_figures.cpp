#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduction/figures.hpp"
#include "reproduction/kang.hpp"

namespace rheon::reproduction {

namespace {

constexpr int ratios = 10;

/// k of beta = k alpha^2 of the curve number n.
double ratio(int n) { return n / 20.0; }

bool on_curve(GridPoint p, int n) {
  return p.alpha == 0.0 || std::abs(p.beta - ratio(n) * p.alpha * p.alpha) < 1e-9 * p.alpha * p.alpha;
}

/// E over alpha, one curve for each ratio beta/alpha^2; all start from the run without gains.
FigurePanel map_panel(std::string title, const Map& map, const std::vector<GridPoint>& points, const Numbers& E) {
  const bool velocity = map.which == 1 || map.which == 4;
  FigurePanel panel{std::move(title),
                    {"alpha", "1/s"},
                    {fmt::format("E{}", map.which), velocity ? "m/s^1.5" : "m/s^0.5", true},
                    false,
                    {}};
  for (int n = 1; n <= ratios; ++n) {
    FigureSeries series{fmt::format("beta = {:g} alpha^2", ratio(n)), SeriesStyle::line, {}, {}};
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!on_curve(points[i], n)) continue;
      series.x.push_back(points[i].alpha);
      series.y.push_back(E[i]);
    }
    panel.series.push_back(std::move(series));
  }
  return panel;
}

void add_point(FigurePanel& panel, std::string label, GridPoint p, double E) {
  panel.series.push_back(
      {label + fmt::format(": alpha = {:g}, beta = {:g}", p.alpha, p.beta), SeriesStyle::points, {p.alpha}, {E}});
}

void fill_map(Lab& lab, FigureData& figure, const Map& map) {
  const std::vector<GridPoint> grid = gain_grid();
  Numbers E;
  figure.columns = {"alpha", "beta", fmt::format("E{}", map.which)};
  for (const GridPoint& p : grid) {
    E.push_back(violation_of(lab, map.constraints, p, map.which));
    figure.rows.push_back({p.alpha, p.beta, E.back()});
  }
  FigurePanel ours = map_panel("rheon", map, grid, E);
  const auto least = std::min_element(E.begin(), E.end()) - E.begin();
  add_point(ours, "least", grid[static_cast<std::size_t>(least)], E[static_cast<std::size_t>(least)]);
  add_point(ours, "least in the paper", map.stated, violation_of(lab, map.constraints, map.stated, map.which));
  figure.panels.push_back(std::move(ours));

  const Table& sweep = lab.reference("s002_sweep");
  std::vector<GridPoint> points;
  Numbers theirs;
  for (std::size_t i = 0; i < sweep.rows(); ++i) {
    if (sweep["n_constraints"][i] != map.constraints || sweep["variant"][i] != 'A') continue;
    points.push_back({sweep["alpha"][i], sweep["beta"][i]});
    theirs.push_back(sweep[sweep_column(map.which)][i]);
  }
  figure.panels.push_back(map_panel("reference: an independent program", map, points, theirs));
}

Figure map_figure(const Map& map) {
  return {.name = map.figure,
          .title = fmt::format("E{} over the gains, {} constraint{}", map.which, map.constraints,
                               map.constraints == 1 ? "" : "s"),
          .definition = fmt::format(
              "E{} = (1/Tf) sqrt(integral of the squared violation), Tf = 30 s, {} constraint(s), over the gains "
              "alpha and beta\nDormand-Prince 5(4), tolerance 1e-6, zero initial state; 1 and 4: velocity, 2 and "
              "3: position",
              map.which, map.constraints),
          .fill = [map](Lab& lab, FigureData& figure) { fill_map(lab, figure, map); },
          .cost = Cost::slow};
}

Figure drift_figure() {
  return {.name = "fig2",
          .title = "Violation of the constraint without correction",
          .definition =
              "violation of q1 - 3 q2 = 0 without correction: error1 at position, error2 at velocity level; t in s",
          .fill =
              [](Lab& lab, FigureData& figure) {
                const Violations v = violations(lab, chain(1, {0, 0}));
                fill_columns(figure, {{"t", v.t}, {"error1", v.phi1}, {"error2", v.phi1_dot}});
              },
          .panels = {over_time("position level", {"q1 - 3 q2", "m"}, {{"no correction", "error1"}}),
                     over_time("velocity level", {"q1' - 3 q2'", "m/s"}, {{"no correction", "error2"}})}};
}

Figure correction_figure() {
  const auto curves = [](const std::string& error) -> std::vector<std::pair<std::string, std::string>> {
    return {{"no correction", error + "_0"},
            {"alpha = 20, beta = 200", error + "_a"},
            {"alpha = 18, beta = 16.2", error + "_b"}};
  };
  return {.name = "fig5",
          .title = "Violation of the constraint with and without correction",
          .definition =
              "violation of q1 - 3 q2 = 0 without correction (0), at alpha = 20, beta = 200 (a) and at alpha = 18, "
              "beta = 16.2 (b): error1 at position, error2 at velocity level; t in s",
          .fill =
              [](Lab& lab, FigureData& figure) {
                const Violations none = violations(lab, chain(1, {0, 0})), a = violations(lab, chain(1, {20, 200})),
                                 b = violations(lab, chain(1, {18, 16.2}));
                fill_columns(figure, {{"t", none.t},
                                      {"error1_0", none.phi1},
                                      {"error2_0", none.phi1_dot},
                                      {"error1_a", a.phi1},
                                      {"error2_a", a.phi1_dot},
                                      {"error1_b", b.phi1},
                                      {"error2_b", b.phi1_dot}});
              },
          .panels = {over_time("position level", {"size of q1 - 3 q2", "m", true}, curves("error1")),
                     over_time("velocity level", {"size of q1' - 3 q2'", "m/s", true}, curves("error2"))}};
}

}  // namespace

std::vector<Figure> kang_figures() {
  std::vector<Figure> all{drift_figure()};
  for (const Map& map : maps()) {
    if (map.figure == "fig6a") all.push_back(correction_figure());
    all.push_back(map_figure(map));
  }
  return all;
}

}  // namespace rheon::reproduction
