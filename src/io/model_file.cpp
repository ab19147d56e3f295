#include "io/model_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "io/model_source.hpp"

namespace rheon::reader {

namespace {

[[noreturn]] void refuse_file(const std::string& path, std::string what, std::string numbers, std::string remedy) {
  throw ModelError({Problem{{path, 0, 0}, "", std::move(what), std::move(numbers), std::move(remedy)}});
}

}  // namespace

std::string read_file(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    refuse_file(path, "there is no such file", "", "check the name of the model file");
  if (std::filesystem::is_directory(status)) {
    refuse_file(path, "this is a folder, not a model file", "", "name the model file in it");
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    refuse_file(path, "the file cannot be read", std::generic_category().message(errno), "check its permissions");
  }
  // Read until it is too much, whatever the file system says about the size.
  std::string text, chunk(1u << 16, '\0');
  while (stream && text.size() <= max_file) {
    stream.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    text.append(chunk, 0, static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) refuse_file(path, "the file cannot be read", std::generic_category().message(errno), "");
  if (text.size() > max_file) {
    refuse_file(path, "the file is too large for a model", fmt::format("more than {} bytes", max_file),
                "check that this is a model file");
  }
  return text;
}

}  // namespace rheon::reader
