// Values of a channel where they are in the file, shuffled and deflated. HDF5 only says where: the bytes are read and unpacked
// without it, by as many threads as there are, and nothing that is wrong with them can lead further than to a message.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "io/byte_text.hpp"

namespace rheon::io {

/// Chunks that hold some rows of a channel.
struct StoredColumn {
  struct Chunk {
    std::uint64_t at = 0, size = 0;  ///< bytes in the file
    bool packed = true;              ///< false: shuffled alone, as packing was not worth it
  };
  std::uint64_t chunk_rows = 0;
  std::uint64_t first_row = 0;  ///< of the first of these chunks
  std::vector<Chunk> chunks;
};

/// None if the dataset is stored in another way than `write_results` does; then HDF5 has to read it. Throws Error if chunks
/// are missing, or are not of the size that they must have: HDF5 would read them all the same, as zeros or beyond their end.
/// To be called with the library to oneself.
std::optional<StoredColumn> locate(hid_t set, std::size_t first, std::size_t count);

void put(const StoredColumn& column, ByteWriter& bytes);
StoredColumn get_column(ByteReader& bytes);

/// Rows from `first` on. Throws Error if the bytes are damaged or not there.
void read_stored(int file, const StoredColumn& column, std::size_t first, std::span<double> values);

}  // namespace rheon::io
