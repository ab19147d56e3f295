// The head of the page, as JSON (viewer/FORMAT.md). It needs no values: a server makes it without reading them all.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "rheon/sim/results.hpp"

namespace rheon::report {

/// A channel and the range of all its finite values; not a number if there is none.
struct ChannelHead {
  Channel channel;
  double min = std::numeric_limits<double>::quiet_NaN(), max = std::numeric_limits<double>::quiet_NaN();
};

struct ResultHead {
  std::string label, file;
  std::string model_text;
  Summary summary;
  bool has_summary = true;        ///< false: numbers from elsewhere
  bool running = false;           ///< the summary has what is known at the start, and its `ending` is `running`
  std::vector<Setting> versions;  ///< of what made the results
  std::size_t rows = 0, rows_total = 0;
  std::string note;
  std::vector<ChannelHead> channels;
  std::vector<double> switching_times;
  std::string scene;  ///< JSON; "" if there is nothing to draw
};

struct PageHead {
  std::string title;
  std::string kind = "results";  ///< or "reproduction"
  std::string source = "file";   ///< or "server", "live"
  std::vector<std::string> notes;
  std::vector<ResultHead> results;
  std::string comparison, reproduction;  ///< JSON; "" if there is none
};

/// Everything but the values, label, file, rows and note.
ResultHead head_of(const Results& results);

/// Ranges of the channels of results that are in memory.
std::vector<ChannelHead> channel_heads(const Results& results);

/// Bytes that are no UTF-8 become U+FFFD. A scene that is no JSON becomes null, and the result's note says so.
std::string to_json(const PageHead& head);

}  // namespace rheon::report
