#include "io/hdf5_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "io/result_about.hpp"
#include "io/result_hdf5.hpp"
#include "io/result_summary.hpp"

namespace rheon::io {

namespace {

using h5::Handle;

enum class Question : unsigned char { head, place, values };

/// Where a channel is, without its values.
struct Stored {
  Channel channel;
  std::string link;
  long long index = 0;
  std::size_t rows = 0;
};

Stored find_channel(hid_t group, const std::string& link) {
  const Handle set = h5::open_dataset(group, link);
  Stored place;
  place.link = link;
  h5::read_attribute(set, "name", place.channel.name);
  h5::read_attribute(set, "unit", place.channel.unit);
  h5::read_attribute(set, "index", place.index);
  const Handle space(H5Dget_space(set), H5Sclose, "measuring channel " + link);
  if (H5Sget_simple_extent_ndims(space) != 1) throw Error("channel " + link + " does not have one dimension");
  const hssize_t rows = H5Sget_simple_extent_npoints(space);
  if (rows < 0) throw Error("channel " + link + " has no number of rows");
  place.rows = static_cast<std::size_t>(rows);
  return place;
}

std::vector<Stored> find_channels(hid_t group) {
  std::vector<Stored> places;
  for (const std::string& link : h5::link_names(group, H5_INDEX_NAME)) places.push_back(find_channel(group, link));
  std::sort(places.begin(), places.end(), [](const Stored& a, const Stored& b) { return a.index < b.index; });
  for (std::size_t k = 0; k < places.size(); ++k) {
    const Stored &place = places[k], &first = places.front();
    if (place.rows != first.rows)
      throw Error(fmt::format("channel {} has {} rows, {} has {}", place.channel.name, place.rows, first.channel.name,
                              first.rows));
    if (place.index != static_cast<long long>(k))
      throw Error(fmt::format("channel {} says it is column {}, and is column {}", place.channel.name, place.index, k));
  }
  return places;
}

Handle open_file(int descriptor) {
  H5PLset_loading_state(0);  // a file does not choose code to be loaded
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "making file properties");
#if H5_VERSION_GE(1, 10, 7)
  // Reading needs no lock, and asking for one fails on read-only network folders.
  h5::check(H5Pset_file_locking(access, false, true), "choosing no lock");
#endif
  const std::string path = fmt::format("/proc/self/fd/{}", descriptor);
  if (H5Fis_hdf5(path.c_str()) == 0) throw Error("not an HDF5 file; rheon run MODEL -o NAME.h5 writes one");
  Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose, "opening the file");
  require_format(file);
  return file;
}

struct PutField {
  ByteWriter& bytes;
  template <class T>
  void operator()(const char*, const T& value) const {
    bytes.put(value);
  }
};
struct GetField {
  ByteReader& bytes;
  template <class T>
  void operator()(const char*, T& value) const {
    bytes.get(value);
  }
  void operator()(const char*, Ending& value) const {
    bytes.get(value);
    if (static_cast<std::size_t>(value) >= ending_names.size()) throw Error("it is damaged: there is no such ending");
  }
};

void put_settings(const std::vector<Setting>& settings, ByteWriter& bytes) {
  bytes.list(settings, [&](const Setting& s) {
    bytes.put(s.name);
    bytes.put(s.value);
  });
}
void get_settings(std::vector<Setting>& settings, ByteReader& bytes) {
  bytes.list([&] {
    std::string name = bytes.text();
    settings.push_back({std::move(name), bytes.text(), {}});
  });
}

void put_summary(const Summary& s, ByteWriter& bytes) {
  visit_fields(s, PutField{bytes});
  put_settings(s.options, bytes);
  put_settings(s.parameters, bytes);
  bytes.list(s.balance, [&](const BodyBalance& b) {
    bytes.put(b.body);
    for (const double value : {b.force, b.force_size, b.torque, b.torque_size}) bytes.put(value);
  });
  bytes.list(s.budgets, [&](const BudgetVerdict& b) {
    bytes.put(b.name);
    bytes.put(b.limit);
    bytes.put(b.value);
    bytes.put(static_cast<unsigned char>(b.kept));
    bytes.put(b.unit);
  });
  for (const auto* texts : {&s.notes, &s.doubts}) bytes.list(*texts, [&](const std::string& text) { bytes.put(text); });
}
void get_summary(Summary& s, ByteReader& bytes) {
  visit_fields(s, GetField{bytes});
  get_settings(s.options, bytes);
  get_settings(s.parameters, bytes);
  bytes.list([&] {
    BodyBalance& b = s.balance.emplace_back();
    bytes.get(b.body);
    for (double* value : {&b.force, &b.force_size, &b.torque, &b.torque_size}) bytes.get(*value);
  });
  bytes.list([&] {
    BudgetVerdict& b = s.budgets.emplace_back();
    bytes.get(b.name);
    bytes.get(b.limit);
    bytes.get(b.value);
    b.kept = bytes.number<unsigned char>() != 0;
    bytes.get(b.unit);
  });
  for (auto* texts : {&s.notes, &s.doubts}) bytes.list([&] { texts->push_back(bytes.text()); });
}

/// The file as it is open in the process that reads it.
class Reading {
 public:
  explicit Reading(int descriptor)
      : file_(open_file(descriptor)), group_(h5::open_group(file_, "channels")), places_(find_channels(group_)) {}

  std::string head() const {
    ByteWriter bytes;
    bytes.put(static_cast<std::uint64_t>(places_.empty() ? 0 : places_.front().rows));
    bytes.list(places_, [&](const Stored& place) {
      bytes.put(place.channel.name);
      bytes.put(place.channel.unit);
    });
    const Results about = read_about(file_);
    bytes.put(about.model_text);
    bytes.put(about.scene);
    bytes.list(about.switching_times, [&](double time) { bytes.put(time); });
    put_summary(about.summary, bytes);
    put_settings(read_versions_of(file_), bytes);
    return bytes.take();
  }

  std::string place(const RowRange& rows) const {
    ByteWriter bytes;
    const auto column = locate(h5::open_dataset(group_, places_.at(rows.channel).link), rows.first, rows.count);
    bytes.put(static_cast<unsigned char>(column.has_value()));
    if (column) put(*column, bytes);
    return bytes.take();
  }

  std::string values(const RowRange& rows) const {
    const Stored& place = places_.at(rows.channel);
    std::string numbers(rows.count * sizeof(double), '\0');
    const Handle set = h5::open_dataset(group_, place.link);
    const Handle there(H5Dget_space(set), H5Sclose, "measuring channel " + place.link);
    const hsize_t start = rows.first, count = rows.count;
    const Handle here(H5Screate_simple(1, &count, nullptr), H5Sclose, "sizing the values");
    h5::check(H5Sselect_hyperslab(there, H5S_SELECT_SET, &start, nullptr, &count, nullptr), "choosing rows");
    h5::check(H5Dread(set, H5T_NATIVE_DOUBLE, here, there, H5P_DEFAULT, numbers.data()),
              "reading channel " + place.link);
    return numbers;
  }

 private:
  Handle file_, group_;
  std::vector<Stored> places_;
};

std::string ask(Question question, const RowRange& rows) {
  ByteWriter bytes;
  bytes.put(question);
  for (const std::uint64_t number : {rows.channel, rows.first, rows.count}) bytes.put(number);
  return bytes.take();
}

}  // namespace

ReaderProcess::Serve hdf5_reading(int file) {
  const auto reading = std::make_shared<std::unique_ptr<Reading>>();
  return [file, reading](std::string_view request) {
    const h5::QuietErrors quiet;
    if (!*reading) *reading = std::make_unique<Reading>(file);
    ByteReader bytes(request);
    const auto question = bytes.number<Question>();
    RowRange rows;
    for (std::uint64_t* number : {&rows.channel, &rows.first, &rows.count}) bytes.get(*number);
    if (question == Question::head) return (*reading)->head();
    return question == Question::place ? (*reading)->place(rows) : (*reading)->values(rows);
  };
}

std::string ask_for_head() { return ask(Question::head, {}); }
std::string ask_for_place(const RowRange& rows) { return ask(Question::place, rows); }
std::string ask_for_values(const RowRange& rows) { return ask(Question::values, rows); }

ResultHead get_head(const std::string& answer) {
  ByteReader bytes(answer);
  ResultHead head;
  head.rows = bytes.number<std::uint64_t>();
  bytes.list([&] {
    std::string name = bytes.text();
    head.about.channels.push_back({std::move(name), bytes.text()});
  });
  bytes.get(head.about.model_text);
  bytes.get(head.about.scene);
  bytes.list([&] { head.about.switching_times.push_back(bytes.number<double>()); });
  get_summary(head.about.summary, bytes);
  get_settings(head.versions, bytes);
  return head;
}

std::optional<StoredColumn> get_place(const std::string& answer) {
  ByteReader bytes(answer);
  if (bytes.number<unsigned char>() == 0) return std::nullopt;
  return get_column(bytes);
}

}  // namespace rheon::io
