#include "cli/output_names.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "rheon/core/error.hpp"

namespace rheon::cli {

namespace fs = std::filesystem;

namespace {

bool replace(std::string& text, const std::string& mark, const std::string& by) {
  bool found = false;
  for (std::size_t at = 0; (at = text.find(mark, at)) != text.npos; at += by.size(), found = true)
    text.replace(at, mark.size(), by);
  return found;
}

}  // namespace

std::vector<std::string> files_of(const std::string& model, const std::vector<std::string>& outputs, bool several) {
  const fs::path path = fs::absolute(model).lexically_normal();
  const std::string name = path.stem().string();
  std::vector<std::string> files;
  for (const std::string& output : outputs) {
    std::error_code ignored;
    std::string file = output;
    const bool by_folder = replace(file, "{folder}", path.parent_path().filename().string());
    const bool by_name = replace(file, "{}", name);
    if (fs::is_directory(file, ignored) || file.ends_with('/'))
      file = (fs::path(file) / (name + ".csv")).string();
    else if (several && !by_folder && !by_name)
      throw UsageError(
          fmt::format("-o {}: several models cannot share one file\n  name a folder, or put {{}} where the "
                      "name of the model should be: -o '{{}}{}'",
                      output, fs::path(output).extension().string()));
    files.push_back(std::move(file));
  }
  return files;
}

std::string report_of(const std::string& model, const std::string& file, bool several) {
  if (several && file.empty()) return "report.html";
  const fs::path path = fs::absolute(model).lexically_normal();
  std::string name = file.empty() ? "{}.html" : file;
  replace(name, "{folder}", path.parent_path().filename().string());
  replace(name, "{}", path.stem().string());
  return name;
}

}  // namespace rheon::cli
