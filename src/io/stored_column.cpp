#include "io/stored_column.hpp"

#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cerrno>

#include "io/result_file.hpp"
#include "io/result_hdf5.hpp"
#include "rheon/core/error.hpp"

namespace rheon::io {

namespace {

using h5::Handle;

/// No chunk that rheon writes is larger; one that says so would ask for memory that nothing fills.
constexpr std::uint64_t most_chunk_rows = 1u << 24;

[[noreturn]] void refuse_damage() { throw Error("its data are damaged"); }

bool is_filter(hid_t properties, unsigned number, H5Z_filter_t wanted) {
  unsigned flags = 0;
  std::size_t count = 0;
  return H5Pget_filter2(properties, number, &flags, &count, nullptr, 0, nullptr, nullptr) == wanted;
}

/// Rows of a chunk; 0 if the layout is not that of `write_results`.
std::uint64_t chunk_rows_of(hid_t set) {
  const Handle properties(H5Dget_create_plist(set), H5Pclose, "asking how a channel is stored");
  const Handle type(H5Dget_type(set), H5Tclose, "asking the type of a channel");
  const Handle file(H5Iget_file_id(set), H5Fclose, "asking for the file");
  const Handle making(H5Fget_create_plist(file), H5Pclose, "asking how the file was made");
  hsize_t chunk = 0, block_of_the_user = 0;
  const bool usual = H5Pget_userblock(making, &block_of_the_user) >= 0 && block_of_the_user == 0 &&
                     H5Tequal(type, H5T_IEEE_F64LE) > 0 && H5Pget_layout(properties) == H5D_CHUNKED &&
                     H5Pget_chunk(properties, 1, &chunk) == 1 && H5Pget_nfilters(properties) == 2 &&
                     is_filter(properties, 0, H5Z_FILTER_SHUFFLE) && is_filter(properties, 1, H5Z_FILTER_DEFLATE);
  return usual && chunk <= most_chunk_rows ? chunk : 0;
}

StoredColumn::Chunk chunk_at(hid_t set, std::uint64_t first, std::uint64_t chunk_rows) {
  const hsize_t offset = first;
  unsigned left_out = 0;  // filters, a bit each
  haddr_t address = 0;
  hsize_t size = 0;
  h5::check(H5Dget_chunk_info_by_coord(set, &offset, &left_out, &address, &size), "finding a chunk");
  constexpr unsigned deflate = 2;
  const bool plain = left_out == deflate && size == sizeof(double) * chunk_rows;  // packing was not worth it
  if (size == 0 || !(left_out == 0 || plain)) refuse_damage();
  return {address, size, !plain};
}

std::vector<unsigned char> bytes_of(int file, const StoredColumn::Chunk& chunk) {
  std::vector<unsigned char> bytes(chunk.size);
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t got = ::pread(file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(chunk.at + done));
    if (got < 0 && errno != EINTR) throw Error(system_reason(errno));
    if (got == 0) refuse_damage();
    if (got > 0) done += static_cast<std::size_t>(got);
  }
  return bytes;
}

std::vector<unsigned char> unpacked(std::vector<unsigned char> bytes, const StoredColumn::Chunk& chunk,
                                    std::size_t size) {
  if (!chunk.packed) return bytes;
  std::vector<unsigned char> plain(size);
  uLongf given = plain.size();
  if (::uncompress(plain.data(), &given, bytes.data(), bytes.size()) != Z_OK || given != plain.size()) refuse_damage();
  return plain;
}

/// Numbers from place `first` on; their bytes lie first bytes first.
void unshuffle(const std::vector<unsigned char>& bytes, std::size_t stride, std::size_t first,
               std::span<double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::uint64_t bits = 0;
    for (std::size_t b = 0; b < 8; ++b) bits |= std::uint64_t{bytes[b * stride + first + i]} << (8 * b);
    values[i] = std::bit_cast<double>(bits);
  }
}

}  // namespace

std::optional<StoredColumn> locate(hid_t set, std::size_t first, std::size_t count) {
  StoredColumn column;
  column.chunk_rows = chunk_rows_of(set);
  if (column.chunk_rows == 0) return std::nullopt;
  column.first_row = first / column.chunk_rows * column.chunk_rows;
  for (std::uint64_t row = column.first_row; row < first + count; row += column.chunk_rows)
    column.chunks.push_back(chunk_at(set, row, column.chunk_rows));
  return column;
}

void put(const StoredColumn& column, ByteWriter& bytes) {
  bytes.put(column.chunk_rows);
  bytes.put(column.first_row);
  bytes.list(column.chunks, [&](const StoredColumn::Chunk& chunk) {
    bytes.put(chunk.at);
    bytes.put(chunk.size);
    bytes.put(static_cast<unsigned char>(chunk.packed));
  });
}

StoredColumn get_column(ByteReader& bytes) {
  StoredColumn column;
  bytes.get(column.chunk_rows);
  bytes.get(column.first_row);
  bytes.list([&] {
    StoredColumn::Chunk chunk;
    bytes.get(chunk.at);
    bytes.get(chunk.size);
    chunk.packed = bytes.number<unsigned char>() != 0;
    column.chunks.push_back(chunk);
  });
  if (column.chunk_rows == 0 || column.chunk_rows > most_chunk_rows) refuse_damage();
  return column;
}

void read_stored(int file, const StoredColumn& column, std::size_t first, std::span<double> values) {
  const std::size_t rows = column.chunk_rows, plain_size = sizeof(double) * rows;
  for (std::size_t k = 0; !values.empty(); ++k) {
    const std::size_t begin = column.first_row + k * rows;
    if (k >= column.chunks.size() || first < begin || first >= begin + rows) refuse_damage();
    const StoredColumn::Chunk& chunk = column.chunks[k];
    if (chunk.size > ::compressBound(plain_size) || (!chunk.packed && chunk.size != plain_size)) refuse_damage();
    const auto bytes = unpacked(bytes_of(file, chunk), chunk, plain_size);
    const std::size_t count = std::min(values.size(), begin + rows - first);
    unshuffle(bytes, rows, first - begin, values.first(count));
    values = values.subspan(count);
    first += count;
  }
}

}  // namespace rheon::io
