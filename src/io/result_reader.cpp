// Results from HDF5 files: channels as they are asked for, or everything at once. HDF5 works in a process of its own.
#include "rheon/io/result_reader.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>

#include "io/hdf5_reading.hpp"
#include "io/reader_process.hpp"
#include "io/result_file.hpp"
#include "io/result_hdf5.hpp"
#include "rheon/core/error.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon {

namespace {

/// Whatever goes wrong names the file.
template <class Work>
auto naming_file(const std::string& path, const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    throw Error(fmt::format("cannot read {}: it says it is larger than this machine's memory", path));
  } catch (const std::exception& error) {
    throw Error(fmt::format("cannot read {}: {}", path, error.what()));
  }
}

/// A plain file, open for reading.
class InputFile {
 public:
  explicit InputFile(const std::string& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {  // a pipe would wait for its writer
    if (descriptor_ < 0) throw Error(io::system_reason(errno));
    if (::fstat(descriptor_, &status_) == 0 && S_ISREG(status_.st_mode)) return;
    ::close(descriptor_);
    throw Error("not a plain file");
  }
  ~InputFile() { ::close(descriptor_); }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  int descriptor() const { return descriptor_; }
  std::size_t size() const { return static_cast<std::size_t>(status_.st_size); }

 private:
  int descriptor_;
  struct stat status_ {};
};

}  // namespace

struct ResultFile::Impl {
  std::string path;
  InputFile file;
  std::unique_ptr<io::ReaderProcess> process;
  io::ResultHead head;

  explicit Impl(const std::string& name) : path(name), file(name) {
    {
      // The new process has the library to itself; here no other thread is in the middle of it when the process is made.
      const std::lock_guard alone(io::h5::library());
      process =
          std::make_unique<io::ReaderProcess>(file.descriptor(), file.size(), io::hdf5_reading(file.descriptor()));
    }
    head = io::get_head(process->ask(io::ask_for_head()));
    // Deflate packs 1032 numbers into one at the best.
    constexpr std::size_t most_packed = 1032;
    const std::size_t most_numbers = most_packed * (file.size() / sizeof(double) + 1);
    const std::size_t width = std::max<std::size_t>(head.about.channels.size(), 1);
    if (head.rows > most_numbers / width)
      throw Error(
          fmt::format("it says that it has {} rows of {} channels, and has {} bytes", head.rows, width, file.size()));
  }

  void read(std::size_t channel, std::size_t first, std::span<double> values) const {
    if (channel >= head.about.channels.size())
      throw Error(fmt::format("it has {} channels; number {} was asked for", head.about.channels.size(), channel));
    if (first > head.rows || values.size() > head.rows - first)
      throw Error(fmt::format("channel {} has {} rows; rows {} to {} were asked for", head.about.channels[channel].name,
                              head.rows, first, first + values.size()));
    if (values.empty()) return;
    const io::RowRange rows{channel, first, values.size()};
    if (const auto column = io::get_place(process->ask(io::ask_for_place(rows)))) {
      io::read_stored(file.descriptor(), *column, first, values);
      return;
    }
    const std::string numbers = process->ask(io::ask_for_values(rows));
    if (numbers.size() != values.size_bytes()) throw Error("its data are damaged");
    std::memcpy(values.data(), numbers.data(), numbers.size());
  }
};

ResultFile::ResultFile(const std::string& path)
    : impl_(naming_file(path, [&] { return std::make_unique<Impl>(path); })) {}
ResultFile::~ResultFile() = default;
ResultFile::ResultFile(ResultFile&&) noexcept = default;

const std::string& ResultFile::path() const { return impl_->path; }
const Results& ResultFile::about() const { return impl_->head.about; }
const std::vector<Setting>& ResultFile::versions() const { return impl_->head.versions; }
std::size_t ResultFile::rows() const { return impl_->head.rows; }

void ResultFile::read(std::size_t channel, std::size_t first, std::span<double> values) const {
  naming_file(impl_->path, [&] { impl_->read(channel, first, values); });
}

std::vector<double> ResultFile::read(std::size_t channel) const {
  return naming_file(impl_->path, [&] {
    std::vector<double> values(rows());
    impl_->read(channel, 0, values);
    return values;
  });
}

namespace {

/// A file that is mostly holes has far more numbers than bytes: they must not take all memory of the machine, which grants more
/// than it has.
void require_memory(const std::string& path, std::size_t rows, std::size_t width) {
  const double needed = static_cast<double>(rows) * static_cast<double>(width) * sizeof(double);
  const double memory = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  if (needed <= 0.5 * memory) return;
  throw Error(
      fmt::format("cannot read {}: {} rows of {} channels are {:.1f} GB, more than half of this machine's memory "
                  "({:.1f} GB)\n  rheon "
                  "view shows such files without loading them whole",
                  path, rows, width, 1e-9 * needed, 1e-9 * memory));
}

}  // namespace

Results read_results(const std::string& path) {
  const ResultFile file(path);
  Results results = file.about();
  const std::size_t width = results.channels.size(), rows = file.rows();
  require_memory(path, rows, width);
  try {
    results.values.resize(rows * width);
  } catch (const std::exception&) {
    throw Error(
        fmt::format("cannot read {}: {} rows of {} channels are more than this machine's memory", path, rows, width));
  }
  for (std::size_t k = 0; k < width; ++k) {
    const std::vector<double> column = file.read(k);
    for (std::size_t row = 0; row < rows; ++row) results.values[row * width + k] = column[row];
  }
  return results;
}

std::vector<Setting> read_versions(const std::string& path) { return ResultFile(path).versions(); }

}  // namespace rheon
