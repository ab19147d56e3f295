// The driver by which HDF5 writes to the disk, for files that are being written. HDF5 1.10 cannot get rid of a file whose writing failed: closing it
// fails too, and the program crashes when it ends. So a write that fails is noted here, and it and all that follow are kept
// in memory: the library can complete and close its file, and whoever closed it asks what became of it.
#pragma once

#include <hdf5.h>

#include <utility>
#include <vector>

#include "io/result_hdf5.hpp"

namespace rheon::io {

class Hdf5Disk {
 public:
  explicit Hdf5Disk(int descriptor) : descriptor_(descriptor) {}
  Hdf5Disk(const Hdf5Disk&) = delete;
  Hdf5Disk& operator=(const Hdf5Disk&) = delete;

  /// A new HDF5 file there, which the handle must close before this object ends.
  h5::Handle create();
  int error() const { return error_; }  ///< errno of the first write that failed, or 0

  // --- for the driver
  void write(haddr_t at, const void* bytes, std::size_t size);
  bool read(haddr_t at, void* bytes, std::size_t size) const;  ///< what was never written is zero
  void truncate(haddr_t size);

 private:
  int descriptor_;
  int error_ = 0;
  std::vector<std::pair<haddr_t, std::vector<char>>> kept_;  ///< since the first failure, in the order of writing
};

}  // namespace rheon::io
