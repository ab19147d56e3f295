// Numbers and texts one behind the other, for another process of the same program. Reading never goes beyond the end.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "rheon/core/error.hpp"

namespace rheon::io {

class ByteWriter {
 public:
  template <class Number>
  requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
  void put(Number value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void put(std::string_view text) {
    put(static_cast<std::uint64_t>(text.size()));
    bytes_.append(text);
  }
  void put(const std::string& text) { put(std::string_view(text)); }
  template <class T, class PutOne>
  void list(const std::vector<T>& items, PutOne&& put_one) {
    put(static_cast<std::uint64_t>(items.size()));
    for (const T& item : items) put_one(item);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Throws Error where there are fewer bytes than the text says.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}
  template <class Number>
  requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
  void get(Number& value) { std::memcpy(&value, next(sizeof value).data(), sizeof value); }
  void get(std::string& text) {
    std::uint64_t size = 0;
    get(size);
    text = next(size);
  }
  template <class Number>
  Number number() {
    Number value{};
    get(value);
    return value;
  }
  std::string text() {
    std::string value;
    get(value);
    return value;
  }
  template <class GetOne>
  void list(GetOne&& get_one) {
    for (auto left = number<std::uint64_t>(); left > 0; --left) get_one();
  }
  std::string_view rest() const { return bytes_; }

 private:
  std::string_view next(std::uint64_t size) {
    if (size > bytes_.size()) throw Error("it is damaged: what was read of it is incomplete");
    const std::string_view part = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return part;
  }
  std::string_view bytes_;
};

}  // namespace rheon::io
