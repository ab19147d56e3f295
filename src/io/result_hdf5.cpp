#include "io/result_hdf5.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rheon/core/error.hpp"

namespace rheon::io::h5 {

namespace {

// The innermost entry names the cause; entries made from errno carry the system's words.
herr_t note_reason(unsigned, const H5E_error2_t* entry, void* data) {
  auto& reason = *static_cast<std::string*>(data);
  if (!reason.empty() || entry->desc == nullptr) return 0;
  const std::string_view text(entry->desc);
  constexpr std::string_view mark = "error message = '";
  const std::size_t at = text.find(mark);
  const std::size_t end = at == text.npos ? text.npos : text.find('\'', at + mark.size());
  reason = end == text.npos ? text : text.substr(at + mark.size(), end - at - mark.size());
  return 0;
}

[[noreturn]] void fail(std::string_view doing) {
  std::string reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, note_reason, &reason);
  H5Eclear2(H5E_DEFAULT);
  throw Error(fmt::format("HDF5, {}: {}", doing, reason.empty() ? "failed without a reason" : reason));
}

void write_scalar(hid_t object, const std::string& name, hid_t file_type, hid_t memory_type, const void* value) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose, "making a scalar");
  const Handle attribute(H5Acreate2(object, name.c_str(), file_type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                         "making attribute " + name);
  check(H5Awrite(attribute, memory_type, value), "writing attribute " + name);
}

Handle open_attribute(hid_t object, const std::string& name) {
  return Handle(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose, "opening attribute " + name);
}

// A file from elsewhere may hold an array where one number is expected: reading it would overrun.
void require_scalar(hid_t attribute, const std::string& name) {
  const Handle space(H5Aget_space(attribute), H5Sclose, "measuring attribute " + name);
  if (H5Sget_simple_extent_npoints(space) != 1) throw Error("attribute " + name + " is not a single value");
}

void require_text(hid_t type, const std::string& name) {
  if (H5Tget_class(type) != H5T_STRING) throw Error(name + " is not text");
}

bool is_variable(hid_t type) { return H5Tis_variable_str(type) > 0; }

/// Without what fills the room that it does not need.
std::string unpadded(hid_t type, const char* text, std::size_t room) {
  const std::string whole(text, room);
  if (H5Tget_strpad(type) == H5T_STR_SPACEPAD) return whole.substr(0, whole.find_last_not_of(' ') + 1);
  return whole.substr(0, std::min(whole.find('\0'), room));
}

/// Texts of a fixed length that lie one behind the other.
std::vector<std::string> fixed_texts(hid_t type, const std::vector<char>& bytes) {
  const std::size_t room = H5Tget_size(type);
  std::vector<std::string> texts;
  for (std::size_t at = 0; room > 0 && at + room <= bytes.size(); at += room)
    texts.push_back(unpadded(type, bytes.data() + at, room));
  return texts;
}

template <class T>
void read_number(hid_t object, const std::string& name, hid_t type, T& value) {
  const Handle attribute = open_attribute(object, name);
  require_scalar(attribute, name);
  check(H5Aread(attribute, type, &value), "reading attribute " + name);
}

}  // namespace

std::mutex& library() {
  static std::mutex mutex;
  return mutex;
}

QuietErrors::QuietErrors() {
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}
QuietErrors::~QuietErrors() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

Handle::Handle(hid_t id, Close close, std::string_view doing) : id_(id), close_(close) {
  if (id < 0) fail(doing);
}
Handle::~Handle() {
  if (id_ >= 0) close_(id_);
}

void check(herr_t status, std::string_view doing) {
  if (status < 0) fail(doing);
}

Handle text_type(std::size_t length) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "making the text type");
  check(H5Tset_size(type, std::max<std::size_t>(length, 1)), "making the text type");
  check(H5Tset_strpad(type, H5T_STR_NULLPAD), "making the text type");
  check(H5Tset_cset(type, H5T_CSET_UTF8), "making the text type");
  return type;
}

Handle create_group(hid_t parent, const std::string& name) {
  const Handle properties(H5Pcreate(H5P_GROUP_CREATE), H5Pclose, "making group properties");
  const unsigned order = H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED;
  check(H5Pset_obj_track_times(properties, false), "leaving out time stamps");
  check(H5Pset_link_creation_order(properties, order), "ordering links");
  check(H5Pset_attr_creation_order(properties, order), "ordering attributes");
  return Handle(H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, properties, H5P_DEFAULT), H5Gclose,
                "making group " + name);
}

/// A link that leads elsewhere would bring in another file, or none: only what is here is read.
void require_here(hid_t parent, const std::string& name) {
  H5L_info_t link{};
  check(H5Lget_info(parent, name.c_str(), &link, H5P_DEFAULT), "looking for " + name);
  if (link.type == H5L_TYPE_HARD) return;
  std::vector<char> value(link.u.val_size + 1, '\0');
  const char *file = nullptr, *object = nullptr;
  if (link.type != H5L_TYPE_SOFT && link.type != H5L_TYPE_EXTERNAL)
    throw Error(fmt::format("{} is a user-defined link; results are read from their own file alone", name));
  check(H5Lget_val(parent, name.c_str(), value.data(), link.u.val_size, H5P_DEFAULT), "following " + name);
  if (link.type == H5L_TYPE_SOFT)
    throw Error(fmt::format("{} is a soft link (to {}); results have none", name, value.data()));
  unsigned flags = 0;
  check(H5Lunpack_elink_val(value.data(), link.u.val_size, &flags, &file, &object), "following " + name);
  throw Error(fmt::format("{} is an external link (to {} in {}); results are read from their own file alone", name,
                          object, file));
}

Handle open_group(hid_t parent, const std::string& name) {
  require_here(parent, name);
  return Handle(H5Gopen2(parent, name.c_str(), H5P_DEFAULT), H5Gclose, "opening group " + name);
}

Handle open_dataset(hid_t parent, const std::string& name) {
  require_here(parent, name);
  Handle set(H5Dopen2(parent, name.c_str(), H5P_DEFAULT), H5Dclose, "opening dataset " + name);
  const Handle properties(H5Dget_create_plist(set), H5Pclose, "asking how " + name + " is stored");
  if (H5Pget_layout(properties) == H5D_VIRTUAL)
    throw Error(fmt::format("{} is a virtual dataset; results are read from their own file alone", name));
  if (const int files = H5Pget_external_count(properties); files > 0) {
    std::vector<char> file(4097, '\0');
    H5Pget_external(properties, 0, file.size() - 1, file.data(), nullptr, nullptr);
    throw Error(fmt::format("the values of {} are in another file ({}); results are read from their own file alone",
                            name, file.data()));
  }
  return set;
}

std::vector<std::string> link_names(hid_t group, H5_index_t order) {
  std::vector<std::string> names;
  const auto collect = [](hid_t, const char* name, const H5L_info_t*, void* data) -> herr_t {
    static_cast<std::vector<std::string>*>(data)->emplace_back(name);
    return 0;
  };
  if (H5Literate(group, order, H5_ITER_INC, nullptr, collect, &names) >= 0) return names;
  H5Eclear2(H5E_DEFAULT);
  names.clear();
  check(H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect, &names), "listing links");
  return names;
}

void write_attribute(hid_t object, const std::string& name, const std::string& value) {
  const Handle type = text_type(value.size());
  write_scalar(object, name, type, type, value.c_str());
}
void write_attribute(hid_t object, const std::string& name, double value) {
  write_scalar(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value);
}
void write_attribute(hid_t object, const std::string& name, long long value) {
  write_scalar(object, name, H5T_STD_I64LE, H5T_NATIVE_LLONG, &value);
}

bool has_attribute(hid_t object, const std::string& name) { return H5Aexists(object, name.c_str()) > 0; }

void read_attribute(hid_t object, const std::string& name, std::string& value) {
  const Handle attribute = open_attribute(object, name);
  require_scalar(attribute, name);
  const Handle found(H5Aget_type(attribute), H5Tclose, "asking the type of attribute " + name);
  require_text(found, "attribute " + name);
  if (!is_variable(found)) {
    std::vector<char> bytes(H5Tget_size(found));
    check(H5Aread(attribute, found, bytes.data()), "reading attribute " + name);
    value = unpadded(found, bytes.data(), bytes.size());
    return;
  }
  char* text = nullptr;
  check(H5Aread(attribute, found, &text), "reading attribute " + name);
  value = text == nullptr ? "" : text;
  H5free_memory(text);
}
void read_attribute(hid_t object, const std::string& name, double& value) {
  read_number(object, name, H5T_NATIVE_DOUBLE, value);
}
void read_attribute(hid_t object, const std::string& name, long long& value) {
  read_number(object, name, H5T_NATIVE_LLONG, value);
}

std::vector<std::string> attribute_names(hid_t object) {
  std::vector<std::string> names;
  const auto collect = [](hid_t, const char* name, const H5A_info_t*, void* data) -> herr_t {
    static_cast<std::vector<std::string>*>(data)->emplace_back(name);
    return 0;
  };
  // Files that were copied by a tool may have lost the order of creation; then the order of names.
  if (H5Aiterate2(object, H5_INDEX_CRT_ORDER, H5_ITER_INC, nullptr, collect, &names) < 0) {
    H5Eclear2(H5E_DEFAULT);
    names.clear();
    check(H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect, &names), "listing attributes");
  }
  return names;
}

namespace {

/// Every text gets the room of the longest.
void write_padded(hid_t parent, const std::string& name, const std::vector<std::string>& texts, bool scalar) {
  std::size_t room = 1;
  for (const std::string& text : texts) room = std::max(room, text.size());
  std::vector<char> bytes(texts.size() * room, '\0');
  for (std::size_t k = 0; k < texts.size(); ++k)
    std::copy(texts[k].begin(), texts[k].end(), bytes.begin() + static_cast<std::ptrdiff_t>(k * room));
  const hsize_t count = texts.size();
  const Handle space(scalar ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, nullptr), H5Sclose, "sizing " + name);
  const Handle type = text_type(room);
  const Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "making dataset properties");
  check(H5Pset_obj_track_times(properties, false), "leaving out time stamps");  // same run, same bytes
  const Handle set(H5Dcreate2(parent, name.c_str(), type, space, H5P_DEFAULT, properties, H5P_DEFAULT), H5Dclose,
                   "making dataset " + name);
  if (count > 0) check(H5Dwrite(set, type, all, all, H5P_DEFAULT, bytes.data()), "writing " + name);
}

std::vector<std::string> read_variable_texts(hid_t set, hid_t type, hid_t space, std::size_t count,
                                             const std::string& name) {
  std::vector<char*> pointers(count, nullptr);
  check(H5Dread(set, type, all, all, H5P_DEFAULT, pointers.data()), "reading " + name);
  std::vector<std::string> texts;
  for (const char* text : pointers) texts.emplace_back(text == nullptr ? "" : text);
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, pointers.data());
  return texts;
}

}  // namespace

void write_text(hid_t parent, const std::string& name, const std::string& text) {
  write_padded(parent, name, {text}, true);
}

void write_texts(hid_t parent, const std::string& name, const std::vector<std::string>& texts) {
  write_padded(parent, name, texts, false);
}

std::vector<std::string> read_texts(hid_t parent, const std::string& name) {
  const Handle set = open_dataset(parent, name);
  const Handle space(H5Dget_space(set), H5Sclose, "measuring " + name);
  const Handle type(H5Dget_type(set), H5Tclose, "asking the type of " + name);
  require_text(type, "dataset " + name);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  if (count <= 0) return {};
  if (is_variable(type)) return read_variable_texts(set, type, space, static_cast<std::size_t>(count), name);
  std::vector<char> bytes(static_cast<std::size_t>(count) * H5Tget_size(type));
  check(H5Dread(set, type, all, all, H5P_DEFAULT, bytes.data()), "reading " + name);
  return fixed_texts(type, bytes);
}

std::string link_name(const std::string& channel, std::size_t index, bool taken) {
  constexpr std::size_t longest = 200;
  if (channel.empty() && !taken) return "%";
  std::string name;
  for (const char c : channel) {
    const bool plain = c != '/' && c != '%' && c != '\0' && channel != ".";
    name += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  if (name.size() <= longest && !taken) return name;
  std::size_t keep = std::min(name.size(), longest);
  // Not through the middle of a UTF-8 character.
  while (keep > 0 && keep < name.size() && (static_cast<unsigned char>(name[keep]) & 0xC0u) == 0x80u) --keep;
  return fmt::format("{}%~{}", name.substr(0, keep), index);
}

}  // namespace rheon::io::h5
