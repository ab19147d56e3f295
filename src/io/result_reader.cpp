// Results from HDF5 files: channels as they are asked for, or everything at once.
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>

#include "io/packed_column.hpp"
#include "io/result_about.hpp"
#include "io/result_hdf5.hpp"
#include "rheon/core/error.hpp"
#include "rheon/io/result_reader.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon {

namespace {

using io::h5::Handle;
namespace h5 = io::h5;

/// Where a channel is, without its values.
struct Stored {
  Channel channel;
  std::string link;
  long long index = 0;
  std::size_t rows = 0;
};

Handle open_channel(hid_t group, const std::string& link) {
  return Handle(H5Dopen2(group, link.c_str(), H5P_DEFAULT), H5Dclose, "opening channel " + link);
}

Stored find_channel(hid_t group, const std::string& link) {
  const Handle set = open_channel(group, link);
  Stored place;
  place.link = link;
  h5::read_attribute(set, "name", place.channel.name);
  h5::read_attribute(set, "unit", place.channel.unit);
  h5::read_attribute(set, "index", place.index);
  const Handle space(H5Dget_space(set), H5Sclose, "measuring channel " + link);
  if (H5Sget_simple_extent_ndims(space) != 1) throw Error("channel " + link + " has not one dimension");
  place.rows = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
  return place;
}

std::vector<Stored> find_channels(hid_t group) {
  std::vector<Stored> places;
  for (const std::string& link : h5::link_names(group, H5_INDEX_NAME)) places.push_back(find_channel(group, link));
  std::sort(places.begin(), places.end(), [](const Stored& a, const Stored& b) { return a.index < b.index; });
  for (const Stored& place : places) {
    const Stored& first = places.front();
    if (place.rows != first.rows)
      throw Error(fmt::format("channel {} has {} rows, {} has {}", place.channel.name, place.rows, first.channel.name,
                              first.rows));
  }
  return places;
}

Handle open_file(const std::string& path) {
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "making file properties");
#if H5_VERSION_GE(1, 10, 7)
  // Reading needs no lock, and asking for one fails on read-only network folders.
  h5::check(H5Pset_file_locking(access, false, true), "choosing no lock");
#endif
  if (H5Fis_hdf5(path.c_str()) == 0)
    throw Error("not an HDF5 file; results for this are kept by rheon run MODEL -o NAME.h5");
  Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose, "opening the file");
  io::require_format(file);
  return file;
}

/// Whatever goes wrong names the file.
template <class Work>
auto telling_file(const std::string& path, const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    throw Error(fmt::format("cannot read {}: it says it is larger than this machine's memory", path));
  } catch (const std::exception& error) {
    throw Error(fmt::format("cannot read {}: {}", path, error.what()));
  }
}

/// With the library to itself.
template <class Work>
auto with_library(const std::string& path, const Work& work) {
  return telling_file(path, [&] {
    const std::lock_guard alone(h5::library());
    const h5::QuietErrors quiet;
    return work();
  });
}

}  // namespace

struct ResultFile::Impl {
  std::string path;
  Handle file, group;
  std::vector<Stored> places;
  Results about;
  std::vector<Setting> versions;

  explicit Impl(const std::string& name)
      : path(name),
        file(open_file(name)),
        group(h5::open_group(file, "channels")),
        places(find_channels(group)),
        about(io::read_about(file)),
        versions(io::read_versions_of(file)) {
    for (const Stored& place : places) about.channels.push_back(place.channel);
  }

  std::optional<io::PackedColumn> read_packed(std::size_t channel) const {
    return io::read_packed(open_channel(group, places.at(channel).link), places.at(channel).rows);
  }

  void read(std::size_t channel, std::size_t first, std::span<double> values) const {
    const Stored& place = places.at(channel);
    if (first > place.rows || values.size() > place.rows - first)
      throw Error(fmt::format("channel {} has {} rows; rows {} to {} were asked for", place.channel.name, place.rows,
                              first, first + values.size()));
    if (values.empty()) return;
    const Handle set = open_channel(group, place.link);
    io::check_chunks(set, first, values.size());
    const Handle there(H5Dget_space(set), H5Sclose, "measuring channel " + place.link);
    const hsize_t start = first, count = values.size();
    const Handle here(H5Screate_simple(1, &count, nullptr), H5Sclose, "sizing the values");
    h5::check(H5Sselect_hyperslab(there, H5S_SELECT_SET, &start, nullptr, &count, nullptr), "choosing rows");
    h5::check(H5Dread(set, H5T_NATIVE_DOUBLE, here, there, H5P_DEFAULT, values.data()),
              "reading channel " + place.link);
  }
};

ResultFile::ResultFile(const std::string& path)
    : impl_(with_library(path, [&] { return std::make_unique<Impl>(path); })) {}

ResultFile::~ResultFile() {
  const std::lock_guard alone(h5::library());
  impl_.reset();
}

ResultFile::ResultFile(ResultFile&&) noexcept = default;

const std::string& ResultFile::path() const { return impl_->path; }
const Results& ResultFile::about() const { return impl_->about; }
const std::vector<Setting>& ResultFile::versions() const { return impl_->versions; }
std::size_t ResultFile::rows() const { return impl_->places.empty() ? 0 : impl_->places.front().rows; }

void ResultFile::read(std::size_t channel, std::size_t first, std::span<double> values) const {
  with_library(impl_->path, [&] { impl_->read(channel, first, values); });
}

std::vector<double> ResultFile::read(std::size_t channel) const {
  std::vector<double> values;
  std::optional<io::PackedColumn> packed;
  with_library(impl_->path, [&] {
    values.resize(rows());
    packed = impl_->read_packed(channel);
    if (!packed) impl_->read(channel, 0, values);
  });
  if (packed) telling_file(impl_->path, [&] { io::unpack(*packed, values); });
  return values;
}

Results read_results(const std::string& path) {
  const ResultFile file(path);
  Results results = file.about();
  const std::size_t width = results.channels.size(), rows = file.rows();
  try {
    results.values.resize(rows * width);
  } catch (const std::exception&) {
    throw Error(
        fmt::format("cannot read {}: {} rows of {} channels are more than this machine's memory", path, rows, width));
  }
  for (std::size_t k = 0; k < width; ++k) {
    const std::vector<double> column = file.read(k);
    for (std::size_t row = 0; row < rows; ++row) results.values[row * width + k] = column[row];
  }
  return results;
}

std::vector<Setting> read_versions(const std::string& path) { return ResultFile(path).versions(); }

}  // namespace rheon
