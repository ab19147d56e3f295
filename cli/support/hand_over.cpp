#include "cli/support/hand_over.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "rheon/core/error.hpp"

namespace rheon::cli {

void hand_over(const std::string& name, const std::vector<std::string>& words) {
  std::error_code failed;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failed);  // links are resolved
  if (failed)
    throw UsageError(fmt::format("{}: the folder of this program is not known (/proc/self/exe: {})\n  call {} itself",
                                 words.front(), failed.message(), name));
  const std::string program = (self.parent_path() / name).string();
  std::vector<std::string> arguments = words;
  arguments.front() = name;
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  ::execv(program.c_str(), pointers.data());  // comes back only if it fails
  throw UsageError(
      fmt::format("{0}: {1} cannot be started: {2}\n  {0} is a program of its own, which belongs beside {3}:\n"
                  "  cmake --build builds both, cmake --install and ./dev install install both",
                  words.front(), program, std::generic_category().message(errno), self.filename().string()));
}

}  // namespace rheon::cli
