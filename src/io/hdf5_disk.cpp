#include "io/hdf5_disk.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

namespace rheon::io {

namespace {

/// What HDF5 holds of a file: its own part first.
struct Opened {
  H5FD_t common{};
  Hdf5Disk* disk = nullptr;
  haddr_t allocated = 0, end = 0;
};

Opened& of(H5FD_t* file) { return *reinterpret_cast<Opened*>(file); }
const Opened& of(const H5FD_t* file) { return *reinterpret_cast<const Opened*>(file); }

H5FD_t* open(const char*, unsigned, hid_t access, haddr_t) {
  const void* info = H5Pget_driver_info(access);
  auto* file = new (std::nothrow) Opened;
  if (file == nullptr || info == nullptr) return nullptr;
  std::memcpy(&file->disk, info, sizeof file->disk);
  return &file->common;
}
herr_t close(H5FD_t* file) {
  delete &of(file);
  return 0;
}
herr_t query(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}
haddr_t allocated(const H5FD_t* file, H5FD_mem_t) { return of(file).allocated; }
herr_t allocate(H5FD_t* file, H5FD_mem_t, haddr_t end) {
  of(file).allocated = end;
  return 0;
}
haddr_t end_of(const H5FD_t* file, H5FD_mem_t) { return of(file).end; }
herr_t read(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, void* bytes) {
  return of(file).disk->read(at, bytes, size) ? 0 : -1;
}
herr_t write(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, const void* bytes) {
  of(file).disk->write(at, bytes, size);
  of(file).end = std::max<haddr_t>(of(file).end, at + size);
  return 0;
}
herr_t truncate(H5FD_t* file, hid_t, hbool_t) {
  if (of(file).end != of(file).allocated) of(file).disk->truncate(of(file).allocated);
  of(file).end = of(file).allocated;
  return 0;
}

H5FD_class_t driver() {
  H5FD_class_t d{};
#if H5_VERSION_GE(1, 13, 0)
  d.version = H5FD_CLASS_VERSION;
  d.value = static_cast<H5FD_class_value_t>(H5FD_RESERVED + 137);
#endif
  d.name = "rheon";
  d.maxaddr = static_cast<haddr_t>(-1) >> 2u;
  d.fc_degree = H5F_CLOSE_STRONG;
  d.fapl_size = sizeof(Hdf5Disk*);
  d.open = open;
  d.close = close;
  d.query = query;
  d.get_eoa = allocated;
  d.set_eoa = allocate;
  d.get_eof = end_of;
  d.read = read;
  d.write = write;
  d.truncate = truncate;
  std::fill(std::begin(d.fl_map), std::end(d.fl_map), H5FD_MEM_DEFAULT);
  return d;
}

}  // namespace

void Hdf5Disk::write(haddr_t at, const void* bytes, std::size_t size) {
  const char* from = static_cast<const char*>(bytes);
  while (error_ == 0 && size > 0) {
    const ssize_t written = ::pwrite(descriptor_, from, size, static_cast<off_t>(at));
    if (written < 0 && errno != EINTR) error_ = errno;
    if (written <= 0) continue;
    from += written;
    at += static_cast<haddr_t>(written);
    size -= static_cast<std::size_t>(written);
  }
  if (size > 0) kept_.emplace_back(at, std::vector<char>(from, from + size));
}

bool Hdf5Disk::read(haddr_t at, void* bytes, std::size_t size) const {
  char* to = static_cast<char*>(bytes);
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::pread(descriptor_, to + done, size - done, static_cast<off_t>(at + done));
    if (got < 0 && errno != EINTR) return false;
    if (got == 0) break;
    if (got > 0) done += static_cast<std::size_t>(got);
  }
  std::fill(to + done, to + size, '\0');
  for (const auto& [place, part] : kept_) {
    const haddr_t first = std::max(place, at), end = std::min<haddr_t>(place + part.size(), at + size);
    if (first < end)
      std::copy_n(part.begin() + static_cast<std::ptrdiff_t>(first - place), end - first, to + (first - at));
  }
  return true;
}

void Hdf5Disk::truncate(haddr_t size) {
  if (error_ == 0 && ::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) error_ = errno;
}

h5::Handle Hdf5Disk::create() {
  const H5FD_class_t kind = driver();
  const h5::Handle registered(H5FDregister(&kind), H5FDunregister, "registering the disk driver");
  const h5::Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "making file properties");
  Hdf5Disk* self = this;
  h5::check(H5Pset_driver(access, registered, &self), "choosing the disk driver");
  return h5::Handle(H5Fcreate("rheon-results", H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose, "making the file");
}

}  // namespace rheon::io
