// What the process that reads an HDF5 file is asked, and what it answers (see ReaderProcess).
#pragma once

#include <optional>

#include "io/reader_process.hpp"
#include "io/stored_column.hpp"
#include "rheon/sim/results.hpp"

namespace rheon::io {

/// All that a file says about itself.
struct ResultHead {
  Results about;  ///< everything but the values
  std::size_t rows = 0;
  std::vector<Setting> versions;
};

struct RowRange {
  std::uint64_t channel = 0, first = 0, count = 0;
};

/// Serves the questions below for an open file. Throws Error, with HDF5's reason.
ReaderProcess::Serve hdf5_reading(int file);

std::string ask_for_head();
ResultHead get_head(const std::string& answer);

/// Where these rows are in the file; none if only HDF5 can read them.
std::string ask_for_place(const RowRange& rows);
std::optional<StoredColumn> get_place(const std::string& answer);

/// The answer is the numbers.
std::string ask_for_values(const RowRange& rows);

}  // namespace rheon::io
