#include "analysis/reproduce/figures.hpp"

#include <algorithm>

namespace rheon::reproduction {

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

Figure channel_figure(std::string name, std::string definition, RunSpec spec, Pairs pairs, Cost cost) {
  const auto fill = [spec, pairs](Lab& lab, FigureData& figure) {
    const Results& results = lab.run(spec);
    std::vector<NamedColumn> columns{{"t", results.column("t")}};
    for (const Pair& p : pairs) columns.push_back({p.column, results.column(p.channel)});
    fill_columns(figure, columns);
  };
  return {std::move(name), std::move(definition), fill, cost};
}

}  // namespace rheon::reproduction
