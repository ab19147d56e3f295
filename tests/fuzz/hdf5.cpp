// Result files: any bytes are refused, or all that they hold can be read.
#include <sys/mman.h>
#include <unistd.h>

#include <string>

#include "rheon/io/result_reader.hpp"
#include "target.hpp"

namespace rheon::fuzz {
namespace {

/// A file that lives in memory alone.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : descriptor_(memfd_create("fuzz.h5", 0)) {
    require(descriptor_ >= 0, "memory for a file");
    require(write(descriptor_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()), "room for a file");
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

}  // namespace
}  // namespace rheon::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rheon::fuzz;
  if (size > 1u << 20) return -1;
  const MemoryFile bytes(text_of(data, size));
  allow_refusal([&] {
    const rheon::ResultFile file(bytes.path());
    for (std::size_t k = 0; k < file.about().channels.size(); ++k) {
      require(file.read(k).size() == file.rows(), "a channel has a value for every row");
    }
  });
  return 0;
}
