#include <algorithm>
#include <set>

#include "io/result_file.hpp"
#include "io/result_formats.hpp"
#include "io/result_hdf5.hpp"
#include "io/result_summary.hpp"
#include "rheon/core/error.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon::io {

namespace {

using h5::Handle;

struct WriteField {
  hid_t group;
  void operator()(const char* path, const std::string& value) const { h5::write_attribute(group, path, value); }
  void operator()(const char* path, double value) const { h5::write_attribute(group, path, value); }
  void operator()(const char* path, long long value) const { h5::write_attribute(group, path, value); }
  void operator()(const char* path, int value) const {
    h5::write_attribute(group, path, static_cast<long long>(value));
  }
  void operator()(const char* path, Ending value) const {
    h5::write_attribute(group, path, std::string(to_text(value)));
  }
};

// Chunks with byte shuffling and deflate where the library was built with it: smooth channels shrink well.
Handle channel_properties(std::size_t rows) {
  Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "making dataset properties");
  h5::check(H5Pset_obj_track_times(properties, false), "leaving out time stamps");  // same run, same bytes
  if (rows == 0) return properties;
  const hsize_t chunk = std::min<hsize_t>(rows, 16384);
  h5::check(H5Pset_chunk(properties, 1, &chunk), "choosing chunks");
  if (H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0) {
    h5::check(H5Pset_shuffle(properties), "choosing a filter");
    h5::check(H5Pset_deflate(properties, 4), "choosing a filter");
  }
  return properties;
}

void write_channels(hid_t file, const Results& results) {
  const Handle group = h5::create_group(file, "channels");
  const hsize_t rows = results.rows();
  const Handle space(H5Screate_simple(1, &rows, nullptr), H5Sclose, "sizing the channels");
  const Handle properties = channel_properties(rows);
  std::vector<double> column(rows);
  std::set<std::string> used;
  for (std::size_t i = 0; i < results.channels.size(); ++i) {
    const Channel& channel = results.channels[i];
    std::string name = h5::link_name(channel.name, i, false);
    if (!used.insert(name).second) name = h5::link_name(channel.name, i, true);
    const Handle set(H5Dcreate2(group, name.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT, properties, H5P_DEFAULT),
                     H5Dclose, "making channel " + name);
    for (std::size_t row = 0; row < rows; ++row) column[row] = results.at(row, i);
    if (rows > 0) {
      h5::check(H5Dwrite(set, H5T_NATIVE_DOUBLE, h5::all, h5::all, H5P_DEFAULT, column.data()),
                "writing channel " + name);
    }
    h5::write_attribute(set, "name", channel.name);
    h5::write_attribute(set, "unit", channel.unit);
    h5::write_attribute(set, "index", static_cast<long long>(i));
  }
}

void write_settings(hid_t file, const std::string& name, const std::vector<Setting>& settings) {
  const Handle group = h5::create_group(file, name);
  for (const Setting& setting : settings) {
    // One name, one value in force: a second mention can only repeat it.
    if (!h5::has_attribute(group, setting.name)) h5::write_attribute(group, setting.name, setting.value);
  }
}

void write_budgets(hid_t file, const Summary& summary) {
  if (summary.budgets.empty()) return;
  const Handle group = h5::create_group(file, "budgets");
  for (const BudgetVerdict& b : summary.budgets) {
    const Handle budget = h5::create_group(group, b.name);
    h5::write_attribute(budget, "limit", b.limit);
    h5::write_attribute(budget, "value", b.value);
    h5::write_attribute(budget, "kept", static_cast<long long>(b.kept));
    h5::write_attribute(budget, "unit", b.unit);
  }
}

void write_versions(hid_t file, const Summary& summary) {
  const Handle group = h5::create_group(file, "versions");
  unsigned major = 0, minor = 0, release = 0;
  h5::check(H5get_libversion(&major, &minor, &release), "asking for the version");
  h5::write_attribute(group, "rheon", summary.version);
  h5::write_attribute(group, "hdf5",
                      std::to_string(major) + '.' + std::to_string(minor) + '.' + std::to_string(release));
}

void write_summary(hid_t file, const Summary& summary) {
  const Handle group = h5::create_group(file, "summary");
  visit_fields(summary, WriteField{group});
  h5::write_attribute(group, "json", to_json(summary));
  h5::write_texts(group, "notes", summary.notes);
}

// In memory: HDF5 1.10 cannot get rid of a file whose writing failed, and crashes when the program ends.
Handle create_in_memory() {
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "making file properties");
  constexpr std::size_t growth = 4u << 20;
  h5::check(H5Pset_fapl_core(access, growth, false), "choosing memory");
  return Handle(H5Fcreate("rheon-results", H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose, "making the file");
}

std::string_view image(hid_t file) {
  h5::check(H5Fflush(file, H5F_SCOPE_GLOBAL), "completing the file");
  void* memory = nullptr;
  h5::check(H5Fget_vfd_handle(file, H5P_DEFAULT, &memory), "finding the file in memory");
  const ssize_t size = H5Fget_file_image(file, nullptr, 0);  // what is in use, without the room for growth
  if (size < 0) h5::check(-1, "measuring the file");
  return {*static_cast<const char**>(memory), static_cast<std::size_t>(size)};
}

}  // namespace

void write_hdf5(const Results& results, const std::string& path) {
  const std::lock_guard alone(h5::library());
  const h5::QuietErrors quiet;
  const Handle file = create_in_memory();
  h5::write_attribute(file, "format", std::string(h5::format_name));
  h5::write_attribute(file, "format_version", h5::format_version);
  write_channels(file, results);
  h5::write_text(file, "model", results.model_text);
  if (!results.scene.empty()) h5::write_text(file, "scene", results.scene);
  write_settings(file, "options", results.summary.options);
  if (!results.summary.parameters.empty()) write_settings(file, "parameters", results.summary.parameters);
  write_budgets(file, results.summary);
  write_versions(file, results.summary);
  write_summary(file, results.summary);
  FileBytes disk(path);
  disk.write(image(file));
  disk.close();
}

}  // namespace rheon::io
