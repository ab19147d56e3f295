// The HDF5 C library with owners for its handles and exceptions for its return codes.
//
// Layout of a result file (docs/cli.md describes it for users):
//   /                attributes format = "rheon-results", format_version = 2
//   /channels/NAME   one 1-D dataset of doubles a channel; attributes name, unit, index (column number from 0)
//   /model           the model text
//   /scene           what is drawn, JSON as in viewer/FORMAT.md; absent if there is nothing to draw
//   /switches        times where a load switches, a JSON list; only if there are any
//   /options         attributes: option name -> value as text
//   /parameters      the same for parameters that were replaced; only if there are any
//   /budgets/NAME    attributes limit, value, kept (1 or 0), unit; only if there are any
//   /versions        attributes rheon, hdf5
//   /summary         attributes: every field of Summary, and all of it as `json`; dataset notes
// Texts have a fixed length, padded by NUL: those of variable length (files of version 1) are in a heap of their own, where
// a damaged file leads HDF5 astray.
#pragma once

#include <hdf5.h>

#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rheon::io::h5 {

inline constexpr const char* format_name = "rheon-results";
inline constexpr long long format_version = 2, oldest_version = 1;  ///< written; read from this one on

inline constexpr hid_t all = 0;  ///< H5S_ALL without the cast of C in it

/// Held by whoever calls the library: Debian's is built for one thread at a time.
std::mutex& library();

/// While it lives the library keeps its error stack to itself instead of printing it.
class QuietErrors {
 public:
  QuietErrors();
  ~QuietErrors();
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// Owns one handle of any kind.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  /// Throws Error with the library's reason if `id` says that making it failed.
  Handle(hid_t id, Close close, std::string_view doing);
  ~Handle();
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;

  operator hid_t() const { return id_; }  // NOLINT: used as the plain handle everywhere

 private:
  hid_t id_;
  Close close_;
};

/// Throws Error with the library's reason for a negative return code.
void check(herr_t status, std::string_view doing);

Handle text_type(std::size_t length);                        ///< UTF-8 in so many bytes
Handle create_group(hid_t parent, const std::string& name);  ///< keeps links and attributes in order of creation
/// Both refuse by name what is not in this file: soft, external and user-defined links; external and virtual storage.
Handle open_group(hid_t parent, const std::string& name);
Handle open_dataset(hid_t parent, const std::string& name);
/// By name, or in order of creation; files that were copied by a tool may have lost that order, then by name.
std::vector<std::string> link_names(hid_t group, H5_index_t order);

void write_attribute(hid_t object, const std::string& name, const std::string& value);
void write_attribute(hid_t object, const std::string& name, double value);
void write_attribute(hid_t object, const std::string& name, long long value);

bool has_attribute(hid_t object, const std::string& name);
void read_attribute(hid_t object, const std::string& name, std::string& value);
void read_attribute(hid_t object, const std::string& name, double& value);
void read_attribute(hid_t object, const std::string& name, long long& value);
std::vector<std::string> attribute_names(hid_t object);  ///< in order of creation

void write_text(hid_t parent, const std::string& name, const std::string& text);  ///< a dataset without dimensions
void write_texts(hid_t parent, const std::string& name, const std::vector<std::string>& texts);
std::vector<std::string> read_texts(hid_t parent, const std::string& name);

/// Name of a channel's dataset. HDF5 allows all but `/`, NUL and a lone dot; these and `%` become %XX, an empty name
/// becomes `%`, and names over 200 bytes are cut and end in `%~` and the column number, as do names that occur twice.
std::string link_name(const std::string& channel, std::size_t index, bool taken);

}  // namespace rheon::io::h5
