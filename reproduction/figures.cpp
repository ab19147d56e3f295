#include "reproduction/figures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rheon::reproduction {

namespace {

Numbers column_of(const FigureData& figure, const std::string& name) {
  const auto it = std::find(figure.columns.begin(), figure.columns.end(), name);
  if (it == figure.columns.end()) throw Error("the table has no column \"" + name + "\"");
  const auto k = static_cast<std::size_t>(it - figure.columns.begin());
  Numbers values;
  for (const auto& row : figure.rows) values.push_back(row[k]);
  return values;
}

/// What an axis can show of a value.
double shown(double value, const FigureAxis& axis) {
  constexpr double gap = std::numeric_limits<double>::quiet_NaN();
  if (!std::isfinite(value)) return gap;
  if (!axis.log) return value;
  return value == 0.0 ? gap : std::abs(value);
}

FigurePanel drawn(const Panel& panel, const FigureData& table, Lab& lab) {
  FigurePanel out{panel.title, panel.x, panel.y, panel.equal, {}};
  for (const Curve& curve : panel.curves) {
    const auto column = [&](const std::string& name) {
      return curve.reference.empty() ? column_of(table, name) : lab.reference(curve.reference)[name];
    };
    out.series.push_back({curve.label, curve.style, column(curve.x), column(curve.y)});
  }
  return out;
}

}  // namespace

void fill_columns(FigureData& figure, const std::vector<NamedColumn>& columns) {
  std::size_t rows = columns.front().values.size();
  for (const NamedColumn& c : columns) {
    figure.columns.push_back(c.name);
    rows = std::min(rows, c.values.size());
  }
  for (std::size_t i = 0; i < rows; ++i) {
    auto& row = figure.rows.emplace_back();
    for (const NamedColumn& c : columns) row.push_back(c.values[i]);
  }
}

std::function<void(Lab&, FigureData&)> channels_of(RunSpec spec, Pairs pairs) {
  return [spec = std::move(spec), pairs = std::move(pairs)](Lab& lab, FigureData& figure) {
    const Results& results = lab.run(spec);
    std::vector<NamedColumn> columns{{"t", results.column("t")}};
    for (const Pair& p : pairs) columns.push_back({p.column, results.column(p.channel)});
    fill_columns(figure, columns);
  };
}

Panel over_time(std::string title, FigureAxis y, const std::vector<std::pair<std::string, std::string>>& curves) {
  Panel panel{std::move(title), time_axis(), std::move(y), {}};
  for (const auto& [label, column] : curves) panel.curves.push_back({label, "t", column});
  return panel;
}

Curve reference_points(std::string reference, std::string x, std::string y, std::string label) {
  return {std::move(label), std::move(x), std::move(y), SeriesStyle::points, std::move(reference)};
}

FigureData drawn(const Figure& figure, const std::string& paper, Lab& lab) {
  FigureData data;
  data.paper = paper;
  data.name = figure.name;
  data.title = figure.title;
  data.definition = figure.definition;
  figure.fill(lab, data);
  for (const Panel& panel : figure.panels) data.panels.push_back(drawn(panel, data, lab));
  for (FigurePanel& panel : data.panels)
    for (FigureSeries& s : panel.series) {
      for (double& x : s.x) x = shown(x, panel.x);
      for (double& y : s.y) y = shown(y, panel.y);
    }
  return data;
}

}  // namespace rheon::reproduction
