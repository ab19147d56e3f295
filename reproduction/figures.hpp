// Filling the tables behind figures, and what their panels have in common.
#pragma once

#include <string>
#include <vector>

#include "reproduction/claim.hpp"
#include "reproduction/measures.hpp"

namespace rheon::reproduction {

/// Columns of equal length side by side; the shortest decides.
struct NamedColumn {
  std::string name;
  Numbers values;
};
void fill_columns(FigureData& figure, const std::vector<NamedColumn>& columns);

/// Fills a table with channels of one run over time: t, then the channels, named as given.
std::function<void(Lab&, FigureData&)> channels_of(RunSpec spec, Pairs channels_and_names);

inline FigureAxis time_axis() { return {"t", "s"}; }

/// A panel of columns over t: pairs of label and column.
Panel over_time(std::string title, FigureAxis y, const std::vector<std::pair<std::string, std::string>>& curves);

/// Points of a reference solution, to be held against curves.
Curve reference_points(std::string reference, std::string x, std::string y, std::string label = "reference");

}  // namespace rheon::reproduction
