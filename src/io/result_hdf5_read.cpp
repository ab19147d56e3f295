#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <new>
#include <stdexcept>

#include "io/result_hdf5.hpp"
#include "io/result_summary.hpp"
#include "rheon/core/error.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon {

namespace {

using io::h5::Handle;
namespace h5 = io::h5;

struct ReadField {
  hid_t group;
  /// Files of earlier versions do not have every field.
  bool is_missing(const char* path, std::string_view later) const {
    return path == later && H5Aexists(group, path) == 0;
  }
  void operator()(const char* path, std::string& value) const { h5::read_attribute(group, path, value); }
  void operator()(const char* path, double& value) const {
    if (!is_missing(path, "cpu_seconds")) h5::read_attribute(group, path, value);
  }
  void operator()(const char* path, long long& value) const {
    if (!is_missing(path, "peak_memory")) h5::read_attribute(group, path, value);
  }
  void operator()(const char* path, int& value) const {
    long long wide = 0;
    h5::read_attribute(group, path, wide);
    if (wide < 0 || wide > std::numeric_limits<int>::max()) throw Error(fmt::format("{} is {}", path, wide));
    value = static_cast<int>(wide);
  }
  void operator()(const char* path, Ending& value) const {
    std::string text;
    h5::read_attribute(group, path, text);
    const auto row = std::find_if(io::ending_names.begin(), io::ending_names.end(),
                                  [&](const auto& name) { return name.second == text; });
    if (row == io::ending_names.end()) throw Error(fmt::format("{} is \"{}\"", path, text));
    value = row->first;
  }
};

Handle open_group(hid_t parent, const char* name) {
  return Handle(H5Gopen2(parent, name, H5P_DEFAULT), H5Gclose, fmt::format("opening group {}", name));
}

void require_format(hid_t file) {
  std::string format;
  if (h5::has_attribute(file, "format")) h5::read_attribute(file, "format", format);
  if (format != h5::format_name) throw Error("an HDF5 file, but not one with results of rheon");
  long long version = 0;
  h5::read_attribute(file, "format_version", version);
  if (version != h5::format_version) {
    throw Error(fmt::format("results of format version {}; this rheon reads version {}", version, h5::format_version));
  }
}

struct Column {
  Channel channel;
  long long index = 0;
  std::vector<double> values;
};

Column read_column(hid_t group, const std::string& name) {
  const Handle set(H5Dopen2(group, name.c_str(), H5P_DEFAULT), H5Dclose, "opening channel " + name);
  Column column;
  h5::read_attribute(set, "name", column.channel.name);
  h5::read_attribute(set, "unit", column.channel.unit);
  h5::read_attribute(set, "index", column.index);
  const Handle space(H5Dget_space(set), H5Sclose, "measuring channel " + name);
  if (H5Sget_simple_extent_ndims(space) != 1) throw Error("channel " + name + " has not one dimension");
  column.values.resize(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  if (!column.values.empty()) {
    h5::check(H5Dread(set, H5T_NATIVE_DOUBLE, h5::all, h5::all, H5P_DEFAULT, column.values.data()),
              "reading channel " + name);
  }
  return column;
}

std::vector<std::string> link_names(hid_t group) {
  std::vector<std::string> names;
  const auto collect = [](hid_t, const char* name, const H5L_info_t*, void* data) -> herr_t {
    static_cast<std::vector<std::string>*>(data)->emplace_back(name);
    return 0;
  };
  h5::check(H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect, &names), "listing the channels");
  return names;
}

void read_channels(hid_t file, Results& results) {
  const Handle group = open_group(file, "channels");
  std::vector<Column> columns;
  for (const std::string& name : link_names(group)) columns.push_back(read_column(group, name));
  std::sort(columns.begin(), columns.end(), [](const Column& a, const Column& b) { return a.index < b.index; });
  const std::size_t rows = columns.empty() ? 0 : columns.front().values.size();
  results.values.resize(rows * columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].values.size() != rows) {
      throw Error(fmt::format("channel {} has {} rows, {} has {}", columns[i].channel.name, columns[i].values.size(),
                              columns.front().channel.name, rows));
    }
    results.channels.push_back(columns[i].channel);
    for (std::size_t row = 0; row < rows; ++row) results.values[row * columns.size() + i] = columns[i].values[row];
  }
}

void read_options(hid_t file, Summary& summary) {
  const Handle group = open_group(file, "options");
  for (const std::string& name : h5::attribute_names(group)) {
    Setting option{name, "", {}};
    h5::read_attribute(group, name, option.value);
    summary.options.push_back(std::move(option));
  }
}

Results read(const std::string& path) {
  const h5::QuietErrors quiet;
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "making file properties");
#if H5_VERSION_GE(1, 10, 7)
  // Reading needs no lock, and asking for one fails on read-only network folders.
  h5::check(H5Pset_file_locking(access, false, true), "choosing no lock");
#endif
  const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose, "opening the file");
  require_format(file);
  Results results;
  read_channels(file, results);
  const auto model = h5::read_texts(file, "model");
  if (!model.empty()) results.model_text = model.front();
  if (H5Lexists(file, "scene", H5P_DEFAULT) > 0) {  // files of older versions have none
    const auto scene = h5::read_texts(file, "scene");
    if (!scene.empty()) results.scene = scene.front();
  }
  read_options(file, results.summary);
  const Handle summary = open_group(file, "summary");
  io::visit_fields(results.summary, ReadField{summary});
  results.summary.notes = h5::read_texts(summary, "notes");
  return results;
}

}  // namespace

Results read_results(const std::string& path) {
  try {
    return read(path);
  } catch (const std::bad_alloc&) {
    throw Error(fmt::format("cannot read {}: it says it is larger than this machine's memory", path));
  } catch (const std::exception& error) {
    throw Error(fmt::format("cannot read {}: {}", path, error.what()));
  }
}

}  // namespace rheon
