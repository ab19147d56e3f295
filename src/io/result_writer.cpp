// Which format a name asks for, and whether the file can be made.
#include "rheon/io/result_writer.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "io/result_file.hpp"
#include "io/result_sink.hpp"
#include "rheon/core/error.hpp"

namespace rheon {

namespace fs = std::filesystem;

namespace io {

MakeSink sink_for(const std::string& path) {
  std::string ending = fs::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (ending == ".csv") return make_csv_sink;
  if (ending == ".h5" || ending == ".hdf5") return make_hdf5_sink;
  throw UsageError(
      fmt::format("result file \"{}\": the ending {} names no format\n  use .csv for a table, or .h5 (.hdf5) for HDF5",
                  path, ending.empty() ? "is missing and" : fmt::format("\"{}\"", ending)));
}

}  // namespace io

namespace {

void require_shape(const Results& results) {
  const std::size_t width = results.channels.size();
  if (width == 0 ? !results.values.empty() : results.values.size() % width != 0) {
    throw Error(fmt::format("results: {} values do not fill rows of {} channels", results.values.size(), width));
  }
}

}  // namespace

void check_result_path(const std::string& path) {
  io::sink_for(path);
  check_output_path(path, "result file");
}

std::string output_target(const std::string& path) {
  std::error_code ignored;
  return fs::weakly_canonical(fs::absolute(io::followed_links(path)), ignored).string();
}

void check_output_path(const std::string& path, const std::string& what) {
  const fs::path folder = fs::path(path).parent_path();
  std::error_code ignored;
  if (!folder.empty() && !fs::is_directory(folder, ignored)) {
    throw UsageError(fmt::format("{} \"{}\": there is no folder \"{}\"\n  make it first, or choose another", what, path,
                                 folder.string()));
  }
  if (fs::is_symlink(io::followed_links(path), ignored))
    throw UsageError(fmt::format("{} \"{}\": a link that leads back to itself\n  choose another", what, path));
  const fs::file_status status = fs::status(path, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw UsageError(fmt::format("{} \"{}\": the name belongs to {}\n  choose another", what, path,
                                 fs::is_directory(status) ? "a folder" : "something that is not a plain file"));
  }
  if (fs::exists(status) && ::access(path.c_str(), W_OK) != 0) {
    throw UsageError(fmt::format("{} \"{}\": it exists and is write-protected\n  choose another", what, path));
  }
  // Only making a file shows that one can be made: permissions alone do not show it (quota, read-only mounts, root).
  try {
    const io::PendingFile probe(path);
  } catch (const WriteError& error) {
    throw UsageError(
        fmt::format("{}: {}\n  choose another name, or a folder that can be written to", what, error.what()));
  }
}

void write_results(const Results& results, const std::string& path) {
  const io::MakeSink make = io::sink_for(path);
  require_shape(results);
  const auto sink = make(results.channels, path);
  const std::size_t width = results.channels.size();
  for (std::size_t row = 0; row < results.rows(); ++row)
    sink->row(std::span(results.values).subspan(row * width, width));
  sink->end(results);
}

void write_text(const std::string& text, const std::string& path) {
  io::PendingFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace rheon
