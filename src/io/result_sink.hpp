// A result file while its rows come: a sink a format. The file appears when it is complete, see PendingFile.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "rheon/sim/results.hpp"

namespace rheon::io {

/// Everything throws WriteError. What a sink keeps in memory does not depend on how many rows there are.
class ResultSink {
 public:
  virtual ~ResultSink() = default;
  virtual void row(std::span<const double> values) = 0;  ///< one value a channel
  virtual void take_back(std::size_t rows) = 0;          ///< leaves the first so many
  virtual std::size_t rows() const = 0;
  /// Everything but the rows, whose channels are those that the sink was made with; then the file gets its name.
  virtual void end(const Results& about) = 0;
};

/// By the ending of the name: .csv, or .h5/.hdf5. Throws UsageError for others.
using MakeSink = std::unique_ptr<ResultSink> (*)(const std::vector<Channel>&, const std::string& path);
MakeSink sink_for(const std::string& path);

std::unique_ptr<ResultSink> make_csv_sink(const std::vector<Channel>& channels, const std::string& path);
std::unique_ptr<ResultSink> make_hdf5_sink(const std::vector<Channel>& channels, const std::string& path);

}  // namespace rheon::io
