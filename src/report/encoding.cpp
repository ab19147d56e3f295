#include "report/encoding.hpp"

#include <zlib.h>

#include <bit>
#include <cstdint>
#include <limits>

#include "rheon/core/error.hpp"

namespace rheon::report {

std::string shuffled_bytes(std::span<const double> values) {
  constexpr std::size_t width = sizeof(double);
  std::string bytes(values.size() * width, '\0');
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto bits = std::bit_cast<std::uint64_t>(values[i]);
    for (std::size_t b = 0; b < width; ++b) bytes[b * values.size() + i] = static_cast<char>(bits >> (8 * b) & 0xFF);
  }
  return bytes;
}

std::string zlib_compressed(std::string_view bytes) {
  if (bytes.size() > std::numeric_limits<uLong>::max() / 2) throw Error("a channel is too long to be compressed");
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string out(size, '\0');
  // zlib knows unsigned bytes only
  const int status =
      compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                static_cast<uLong>(bytes.size()), Z_DEFAULT_COMPRESSION);
  if (status != Z_OK) throw Error("zlib could not compress a channel");  // only for want of memory
  out.resize(size);
  return out;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u;
  };
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::uint32_t three = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    for (const int shift : {18, 12, 6, 0}) out += digits[three >> shift & 63u];
  }
  // what is filled up at the end is no digit
  for (std::size_t k = 0; k < (3 - bytes.size() % 3) % 3; ++k) out[out.size() - 1 - k] = '=';
  return out;
}

std::string encoded(std::span<const double> values) { return base64(zlib_compressed(shuffled_bytes(values))); }

}  // namespace rheon::report
