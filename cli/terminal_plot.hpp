// Quick plots in the terminal: dots of Braille characters, two by four a character.
#pragma once

#include <string>
#include <vector>

#include "rheon/sim/results.hpp"

namespace rheon::cli {

struct PlotRequest {
  std::string y, x;  ///< channel names
};

/// `x,y` gives x over t and y over t; `y:x` gives y over x. Throws UsageError for empty names.
std::vector<PlotRequest> parse_plots(const std::vector<std::string>& texts);

/// Throws UsageError, with the nearest name, for a name that is not among `channels`.
void check_plots(const std::vector<PlotRequest>& plots, const std::vector<Channel>& channels);

/// The plot of one channel over another, `width` columns wide.
std::string draw_plot(const Results& results, const PlotRequest& plot, int width);

}  // namespace rheon::cli
