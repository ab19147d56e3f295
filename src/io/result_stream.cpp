#include "rheon/io/result_stream.hpp"

#include "io/result_sink.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon {

struct ResultStream::File {
  std::string path;
  std::unique_ptr<io::ResultSink> sink;  ///< none before the run begins, and after a failure
};

ResultStream::ResultStream(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    io::sink_for(path);
    files_.push_back({path, nullptr});
  }
}
ResultStream::~ResultStream() = default;

void ResultStream::begin(const Results& start) {
  for (File& file : files_) {
    try {
      file.sink = io::sink_for(file.path)(start.channels, file.path);
    } catch (const WriteError& error) {
      failures_.emplace_back(error.what());
    }
  }
}

bool ResultStream::row(std::size_t number, std::span<const double> values) {
  bool any = false;
  for (File& file : files_) {
    if (!file.sink) continue;
    try {
      file.sink->take_back(number);
      file.sink->row(values);
      any = true;
    } catch (const WriteError& error) {
      failures_.emplace_back(error.what());
      file.sink.reset();
    }
  }
  rows_ = number + 1;
  ended_run_ = !any;
  return any;
}

ResultStream::Outcome ResultStream::end(const Results& about) {
  Outcome outcome{{}, failures_, rows_};
  for (File& file : files_) {
    if (!file.sink) continue;
    try {
      file.sink->end(about);
      outcome.files.push_back(file.path);
    } catch (const WriteError& error) {
      outcome.failures.emplace_back(error.what());
    }
    file.sink.reset();
  }
  return outcome;
}

}  // namespace rheon
