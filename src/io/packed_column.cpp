#include "io/packed_column.hpp"

#include <zlib.h>

#include <bit>
#include <cstdint>

#include "io/result_hdf5.hpp"
#include "rheon/core/error.hpp"

namespace rheon::io {

namespace {

using h5::Handle;

bool is_filter(hid_t properties, unsigned number, H5Z_filter_t wanted) {
  unsigned flags = 0;
  std::size_t count = 0;
  return H5Pget_filter2(properties, number, &flags, &count, nullptr, 0, nullptr, nullptr) == wanted;
}

/// Rows of a chunk; 0 if the layout is not that of `write_results`.
std::size_t chunk_rows_of(hid_t set) {
  const Handle properties(H5Dget_create_plist(set), H5Pclose, "asking how a channel is stored");
  const Handle type(H5Dget_type(set), H5Tclose, "asking the type of a channel");
  hsize_t chunk = 0;
  const bool usual = std::endian::native == std::endian::little && H5Tequal(type, H5T_IEEE_F64LE) > 0 &&
                     H5Pget_layout(properties) == H5D_CHUNKED && H5Pget_chunk(properties, 1, &chunk) == 1 &&
                     H5Pget_nfilters(properties) == 2 && is_filter(properties, 0, H5Z_FILTER_SHUFFLE) &&
                     is_filter(properties, 1, H5Z_FILTER_DEFLATE);
  return usual ? static_cast<std::size_t>(chunk) : 0;
}

/// What the file says about one chunk. HDF5 believes it: a chunk that is not there becomes zeros, and one that says that it
/// is not packed is taken as numbers, however short it is.
struct ChunkInfo {
  hsize_t size = 0;
  bool packed = true;  ///< false: packing was not worth it
};

ChunkInfo chunk_at(hid_t set, std::size_t first, std::size_t chunk_rows) {
  const hsize_t offset = first;
  ChunkInfo info;
  unsigned left_out = 0;  // filters, a bit each
  haddr_t address = 0;
  h5::check(H5Dget_chunk_info_by_coord(set, &offset, &left_out, &address, &info.size), "finding a chunk");
  constexpr unsigned deflate = 2;
  info.packed = left_out == 0;
  const bool plain = left_out == deflate && info.size == sizeof(double) * chunk_rows;
  if (info.size == 0 || !(info.packed || plain)) throw Error("its data are damaged");
  return info;
}

/// The bytes of numbers that lie first bytes first, put together again.
void unshuffle(const std::vector<unsigned char>& bytes, std::size_t stride, std::span<double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::uint64_t bits = 0;
    for (std::size_t b = 0; b < 8; ++b) bits |= std::uint64_t{bytes[b * stride + i]} << (8 * b);
    values[i] = std::bit_cast<double>(bits);
  }
}

}  // namespace

std::optional<PackedColumn> read_packed(hid_t set, std::size_t rows) {
  PackedColumn column{rows, chunk_rows_of(set), {}};
  if (column.chunk_rows == 0 || column.chunk_rows > rows) return std::nullopt;
  for (std::size_t first = 0; first < rows; first += column.chunk_rows) {
    const ChunkInfo info = chunk_at(set, first, column.chunk_rows);
    if (!info.packed) return std::nullopt;
    const hsize_t offset = first;
    std::uint32_t left_out = 0;
    column.chunks.emplace_back(info.size);
    h5::check(H5Dread_chunk(set, H5P_DEFAULT, &offset, &left_out, column.chunks.back().data()), "reading a chunk");
  }
  return column;
}

void check_chunks(hid_t set, std::size_t first, std::size_t count) {
  const std::size_t chunk = chunk_rows_of(set);
  if (chunk == 0 || count == 0) return;
  for (std::size_t k = first / chunk; k * chunk < first + count; ++k) chunk_at(set, k * chunk, chunk);
}

void unpack(const PackedColumn& column, std::span<double> values) {
  std::vector<unsigned char> bytes(8 * column.chunk_rows);
  for (std::size_t k = 0; k < column.chunks.size(); ++k) {
    const auto& chunk = column.chunks[k];
    uLongf size = bytes.size();
    if (::uncompress(bytes.data(), &size, chunk.data(), chunk.size()) != Z_OK || size != bytes.size())
      throw Error("its data are damaged");
    const std::size_t first = k * column.chunk_rows;
    unshuffle(bytes, column.chunk_rows, values.subspan(first, std::min(column.chunk_rows, column.rows - first)));
  }
}

}  // namespace rheon::io
