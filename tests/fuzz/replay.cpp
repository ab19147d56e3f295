// Gives a fuzz target the inputs of its kept corpus, one after the other: what was found once is not lost again.
//
//   rheon_fuzz_units FILE-OR-FOLDER...
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "target.hpp"

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(int count, char** names) {
  std::vector<fs::path> files;
  for (int k = 1; k < count; ++k) {
    if (fs::is_directory(names[k])) {
      for (const fs::directory_entry& entry : fs::directory_iterator(names[k])) files.push_back(entry.path());
    } else {
      files.emplace_back(names[k]);
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int count, char** names) {
  const std::vector<fs::path> files = files_of(count, names);
  for (const fs::path& file : files) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
      std::fprintf(stderr, "%s cannot be read\n", file.c_str());
      return 2;
    }
    const std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    std::fprintf(stderr, "%s\n", file.c_str());  // the last one named is the one that failed
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
  std::printf("%zu inputs\n", files.size());
  return files.empty() ? 2 : 0;
}
