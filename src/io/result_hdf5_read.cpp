#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <new>
#include <nlohmann/json.hpp>
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
  std::size_t rows = 0;
  std::string link;
};

Handle open_channel(hid_t group, const std::string& name) {
  return Handle(H5Dopen2(group, name.c_str(), H5P_DEFAULT), H5Dclose, "opening channel " + name);
}

Column describe_column(hid_t group, const std::string& name) {
  const Handle set = open_channel(group, name);
  Column column;
  column.link = name;
  h5::read_attribute(set, "name", column.channel.name);
  h5::read_attribute(set, "unit", column.channel.unit);
  h5::read_attribute(set, "index", column.index);
  const Handle space(H5Dget_space(set), H5Sclose, "measuring channel " + name);
  if (H5Sget_simple_extent_ndims(space) != 1) throw Error("channel " + name + " has not one dimension");
  column.rows = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
  return column;
}

std::vector<std::string> link_names(hid_t group, H5_index_t order = H5_INDEX_NAME) {
  std::vector<std::string> names;
  const auto collect = [](hid_t, const char* name, const H5L_info_t*, void* data) -> herr_t {
    static_cast<std::vector<std::string>*>(data)->emplace_back(name);
    return 0;
  };
  // files that were copied by a tool may have lost the order of creation; then the order of names
  if (H5Literate(group, order, H5_ITER_INC, nullptr, collect, &names) >= 0) return names;
  H5Eclear2(H5E_DEFAULT);
  names.clear();
  h5::check(H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect, &names), "listing links");
  return names;
}

/// One column at a time besides the table: long runs fit into memory once, not twice.
void read_channels(hid_t file, Results& results) {
  const Handle group = open_group(file, "channels");
  std::vector<Column> columns;
  for (const std::string& name : link_names(group)) columns.push_back(describe_column(group, name));
  std::sort(columns.begin(), columns.end(), [](const Column& a, const Column& b) { return a.index < b.index; });
  const std::size_t rows = columns.empty() ? 0 : columns.front().rows;
  for (const Column& column : columns) {
    if (column.rows != rows) {
      throw Error(fmt::format("channel {} has {} rows, {} has {}", column.channel.name, column.rows,
                              columns.front().channel.name, rows));
    }
    results.channels.push_back(column.channel);
  }
  std::vector<double> values(rows);  // first: a file that only says it is long ends here
  results.values.resize(rows * columns.size());
  for (std::size_t i = 0; i < columns.size() && rows > 0; ++i) {
    const Handle set = open_channel(group, columns[i].link);
    h5::check(H5Dread(set, H5T_NATIVE_DOUBLE, h5::all, h5::all, H5P_DEFAULT, values.data()),
              "reading channel " + columns[i].link);
    for (std::size_t row = 0; row < rows; ++row) results.values[row * columns.size() + i] = values[row];
  }
}

bool has_link(hid_t parent, const char* name) { return H5Lexists(parent, name, H5P_DEFAULT) > 0; }

void read_settings(hid_t file, const char* name, std::vector<Setting>& settings) {
  const Handle group = open_group(file, name);
  for (const std::string& setting_name : h5::attribute_names(group)) {
    Setting setting{setting_name, "", {}};
    h5::read_attribute(group, setting_name, setting.value);
    settings.push_back(std::move(setting));
  }
}

void read_budgets(hid_t file, Summary& summary) {
  if (!has_link(file, "budgets")) return;
  const Handle group = open_group(file, "budgets");
  for (const std::string& name : link_names(group, H5_INDEX_CRT_ORDER)) {
    const Handle budget = open_group(group, name.c_str());
    BudgetVerdict b{.name = name, .limit = 0.0, .value = 0.0, .kept = true, .unit = ""};
    long long kept = 0;
    h5::read_attribute(budget, "limit", b.limit);
    h5::read_attribute(budget, "value", b.value);
    h5::read_attribute(budget, "kept", kept);
    h5::read_attribute(budget, "unit", b.unit);
    b.kept = kept != 0;
    summary.budgets.push_back(std::move(b));
  }
}

/// The balance of bodies is in the summary as JSON alone.
void read_balance(hid_t summary_group, Summary& summary) {
  using Json = nlohmann::ordered_json;
  if (!h5::has_attribute(summary_group, "json")) return;
  std::string text;
  h5::read_attribute(summary_group, "json", text);
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("balance") || !json["balance"].is_object()) return;
  // a number that is not finite is null
  const auto number = [](const Json& body, const char* name) {
    const auto at = body.is_object() ? body.find(name) : body.end();
    return at != body.end() && at->is_number() ? at->get<double>() : std::numeric_limits<double>::quiet_NaN();
  };
  for (const auto& [name, body] : json["balance"].items())
    summary.balance.push_back(
        {name, number(body, "force"), number(body, "force_size"), number(body, "torque"), number(body, "torque_size")});
}

Handle open_file(const std::string& path) {
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "making file properties");
#if H5_VERSION_GE(1, 10, 7)
  // Reading needs no lock, and asking for one fails on read-only network folders.
  h5::check(H5Pset_file_locking(access, false, true), "choosing no lock");
#endif
  return Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose, "opening the file");
}

Results read(const std::string& path) {
  const h5::QuietErrors quiet;
  const Handle file = open_file(path);
  require_format(file);
  Results results;
  read_channels(file, results);
  const auto model = h5::read_texts(file, "model");
  if (!model.empty()) results.model_text = model.front();
  read_settings(file, "options", results.summary.options);
  if (has_link(file, "parameters")) read_settings(file, "parameters", results.summary.parameters);
  read_budgets(file, results.summary);
  const Handle summary = open_group(file, "summary");
  io::visit_fields(results.summary, ReadField{summary});
  read_balance(summary, results.summary);
  results.summary.notes = h5::read_texts(summary, "notes");
  return results;
}

std::vector<Setting> versions_in(const std::string& path) {
  const h5::QuietErrors quiet;
  const Handle file = open_file(path);
  require_format(file);
  std::vector<Setting> versions;
  read_settings(file, "versions", versions);
  return versions;
}

/// Names the file in whatever goes wrong.
template <class Read>
auto reading(const std::string& path, Read&& read_it) {
  try {
    return read_it(path);
  } catch (const std::bad_alloc&) {
    throw Error(fmt::format("cannot read {}: it says it is larger than this machine's memory", path));
  } catch (const std::exception& error) {
    throw Error(fmt::format("cannot read {}: {}", path, error.what()));
  }
}

}  // namespace

Results read_results(const std::string& path) { return reading(path, read); }

std::vector<Setting> read_versions(const std::string& path) { return reading(path, versions_in); }

}  // namespace rheon
