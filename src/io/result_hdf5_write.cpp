#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "io/hdf5_disk.hpp"
#include "io/result_file.hpp"
#include "io/result_hdf5.hpp"
#include "io/result_sink.hpp"
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

bool packs() { return H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0; }
constexpr int packing_level = 4;

// Chunks with byte shuffling and deflate where the library was built with it: smooth channels shrink well.
Handle channel_properties(hsize_t chunk) {
  Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "making dataset properties");
  h5::check(H5Pset_obj_track_times(properties, false), "leaving out time stamps");  // same run, same bytes
  // lets names of any length be attributes
  h5::check(H5Pset_attr_creation_order(properties, H5P_CRT_ORDER_TRACKED), "ordering attributes");
  if (chunk == 0) return properties;
  h5::check(H5Pset_chunk(properties, 1, &chunk), "choosing chunks");
  if (packs()) {
    h5::check(H5Pset_shuffle(properties), "choosing a filter");
    h5::check(H5Pset_deflate(properties, packing_level), "choosing a filter");
  }
  return properties;
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

void write_about(hid_t file, const Results& results) {
  h5::write_text(file, "model", results.model_text);
  if (!results.scene.empty()) h5::write_text(file, "scene", results.scene);
  if (!results.switching_times.empty())
    h5::write_text(file, "switches", nlohmann::json(results.switching_times).dump());
  write_settings(file, "options", results.summary.options);
  if (!results.summary.parameters.empty()) write_settings(file, "parameters", results.summary.parameters);
  write_budgets(file, results.summary);
  write_versions(file, results.summary);
  const Handle group = h5::create_group(file, "summary");
  visit_fields(results.summary, WriteField{group});
  h5::write_attribute(group, "json", to_json(results.summary));
  h5::write_texts(group, "notes", results.summary.notes);
  h5::write_texts(group, "doubts", results.summary.doubts);
}

/// One chunk of a channel as HDF5 keeps it: the first bytes of all numbers, then the second, …; then deflated.
class Packer {
 public:
  const std::vector<unsigned char>& pack(std::span<const double> values, std::size_t stride, std::size_t chunk) {
    const std::size_t count = (values.size() + stride - 1) / stride;
    const bool packed = packs();
    plain_.assign(8 * chunk, 0);
    for (std::size_t i = 0; i < count; ++i) {
      const auto bits = std::bit_cast<std::uint64_t>(values[i * stride]);
      for (std::size_t b = 0; b < 8; ++b)
        plain_[packed ? b * chunk + i : 8 * i + b] = static_cast<unsigned char>(bits >> (8 * b));
    }
    if (!packed) return plain_;
    uLongf size = ::compressBound(plain_.size());
    packed_.resize(size);
    if (::compress2(packed_.data(), &size, plain_.data(), plain_.size(), packing_level) != Z_OK)
      throw Error("a chunk of values could not be packed");
    packed_.resize(size);
    return packed_;
  }

 private:
  std::vector<unsigned char> plain_, packed_;
};

class Hdf5Sink final : public ResultSink {
 public:
  Hdf5Sink(const std::vector<Channel>& channels, const std::string& path)
      : path_(path), pending_(path), disk_(pending_.descriptor()), channels_(channels), width_(channels.size()) {
    // A block of rows is kept until each channel has a chunk of them.
    constexpr std::size_t most_numbers = 4u << 20, most_rows = 16384, least_rows = 64;
    chunk_ = std::clamp(most_numbers / std::max<std::size_t>(width_, 1), least_rows, most_rows);
    with_library([&] {
      file_.emplace(disk_.create());
      h5::write_attribute(*file_, "format", std::string(h5::format_name));
      h5::write_attribute(*file_, "format_version", h5::format_version);
      group_.emplace(h5::create_group(*file_, "channels"));
    });
  }
  ~Hdf5Sink() override {
    const std::lock_guard alone(h5::library());
    const h5::QuietErrors quiet;
    close();
  }

  void row(std::span<const double> values) override {
    block_.insert(block_.end(), values.begin(), values.end());
    ++rows_;
    if (rows_ - written_ == chunk_) with_library([&] { write_block(false); });
  }

  void take_back(std::size_t rows) override {
    if (rows >= rows_) return;
    if (rows < written_) with_library([&] { read_block(rows); });
    block_.resize((rows - written_) * width_);
    rows_ = rows;
  }

  std::size_t rows() const override { return rows_; }

  void end(const Results& about) override {
    with_library([&] {
      write_block(true);
      group_.reset();
      write_about(*file_, about);
      h5::check(H5Fflush(*file_, H5F_SCOPE_GLOBAL), "completing the file");
      close();
    });
    pending_.commit();
  }

 private:
  void close() {
    group_.reset();
    file_.reset();
  }

  template <class Work>
  void with_library(const Work& work) {
    try {
      const std::lock_guard alone(h5::library());
      const h5::QuietErrors quiet;
      work();
    } catch (const WriteError&) {
      throw;
    } catch (const std::exception& error) {
      if (disk_.error() == 0) throw WriteError("cannot write " + path_ + ": " + error.what());
    }
    if (disk_.error() != 0) pending_.fail(disk_.error());
  }

  /// All rows since the last one, and at the end however few there are: those of a short result are one chunk.
  void write_block(bool last) {
    const std::size_t count = rows_ - written_;
    if (links_.empty()) {
      if (last) chunk_ = std::min(chunk_, rows_);
      make_channels(last);
    }
    if (count == 0) return;
    Packer packer;
    for (std::size_t i = 0; i < width_; ++i) {
      const Handle set = h5::open_dataset(*group_, links_[i]);
      const hsize_t first = written_, size = rows_;
      if (growing_) h5::check(H5Dset_extent(set, &size), "lengthening channel " + links_[i]);
      const auto& bytes = packer.pack(std::span(block_).subspan(i), width_, chunk_);
      h5::check(H5Dwrite_chunk(set, H5P_DEFAULT, 0, &first, bytes.size(), bytes.data()),
                "writing channel " + links_[i]);
    }
    written_ = rows_;
    block_.clear();
  }

  void make_channels(bool complete) {
    const hsize_t rows = complete ? rows_ : 0, any = H5S_UNLIMITED;
    growing_ = !complete;
    const Handle space(H5Screate_simple(1, &rows, complete ? nullptr : &any), H5Sclose, "sizing the channels");
    const Handle properties = channel_properties(chunk_);
    std::set<std::string> used;
    for (std::size_t i = 0; i < width_; ++i) {
      std::string name = h5::link_name(channels_[i].name, i, false);
      if (!used.insert(name).second) name = h5::link_name(channels_[i].name, i, true);
      const Handle set(H5Dcreate2(*group_, name.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT, properties, H5P_DEFAULT),
                       H5Dclose, "making channel " + name);
      h5::write_attribute(set, "name", channels_[i].name);
      h5::write_attribute(set, "unit", channels_[i].unit);
      h5::write_attribute(set, "index", static_cast<long long>(i));
      links_.push_back(std::move(name));
    }
  }

  /// Goes back to the block with row `rows`, which becomes the one that is kept.
  void read_block(std::size_t rows) {
    const hsize_t first = rows / chunk_ * chunk_, count = rows - first;
    block_.assign(count * width_, 0.0);
    std::vector<double> column(count);
    const Handle here(H5Screate_simple(1, &count, nullptr), H5Sclose, "sizing the values");
    for (std::size_t i = 0; i < width_; ++i) {
      const Handle set = h5::open_dataset(*group_, links_[i]);
      if (count > 0) {
        const Handle there(H5Dget_space(set), H5Sclose, "measuring channel " + links_[i]);
        h5::check(H5Sselect_hyperslab(there, H5S_SELECT_SET, &first, nullptr, &count, nullptr), "choosing rows");
        h5::check(H5Dread(set, H5T_NATIVE_DOUBLE, here, there, H5P_DEFAULT, column.data()), "reading back");
      }
      for (std::size_t k = 0; k < count; ++k) block_[k * width_ + i] = column[k];
      h5::check(H5Dset_extent(set, &first), "shortening channel " + links_[i]);
    }
    written_ = first;
  }

  std::string path_;
  PendingFile pending_;
  Hdf5Disk disk_;
  std::vector<Channel> channels_;
  std::vector<std::string> links_;  ///< names of the datasets, once they are made
  std::size_t width_, chunk_ = 0;
  bool growing_ = false;
  std::size_t rows_ = 0, written_ = 0;
  std::vector<double> block_;  ///< rows that are not written yet
  std::optional<Handle> file_, group_;
};

}  // namespace

std::unique_ptr<ResultSink> make_hdf5_sink(const std::vector<Channel>& channels, const std::string& path) {
  return std::make_unique<Hdf5Sink>(channels, path);
}

}  // namespace rheon::io
