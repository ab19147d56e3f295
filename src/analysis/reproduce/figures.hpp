// Filling the tables behind figures.
#pragma once

#include <string>
#include <vector>

#include "analysis/reproduce/claim.hpp"
#include "analysis/reproduce/measures.hpp"

namespace rheon::reproduction {

/// Columns of equal length side by side; the shortest decides.
struct NamedColumn {
  std::string name;
  Numbers values;
};
void fill_columns(FigureData& figure, const std::vector<NamedColumn>& columns);

/// A figure that shows channels of one run over time: t, then the channels, named as given.
Figure channel_figure(std::string name, std::string definition, RunSpec spec, Pairs channels_and_names,
                      Cost cost = Cost::quick);

}  // namespace rheon::reproduction
