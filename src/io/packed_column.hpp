// Values of a channel as they are in the file, shuffled and deflated. HDF5 serves one thread at a time, and most of the time of
// reading goes into inflating: the bytes are taken with the library, and unpacked without it, by as many threads as there are.
#pragma once

#include <hdf5.h>

#include <optional>
#include <span>
#include <vector>

namespace rheon::io {

struct PackedColumn {
  std::size_t rows = 0, chunk_rows = 0;
  std::vector<std::vector<unsigned char>> chunks;
};

/// None if the dataset is stored in another way than `write_results` does; then HDF5 has to read it. To be called with the
/// library to oneself.
std::optional<PackedColumn> read_packed(hid_t set, std::size_t rows);

/// Throws Error if chunks that hold these rows are missing, or are not of the size that they must have: HDF5 would read
/// them all the same, as zeros or beyond their end.
void check_chunks(hid_t set, std::size_t first, std::size_t count);

/// Throws Error if the bytes are damaged. `values` has room for all rows.
void unpack(const PackedColumn& column, std::span<double> values);

}  // namespace rheon::io
