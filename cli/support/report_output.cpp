#include "cli/support/report_output.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/support/interrupt.hpp"
#include "rheon/core/error.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon::cli {

namespace {

bool is_page(const std::string& path) { return path.ends_with(".html") || path.ends_with(".htm"); }

std::string size_text(std::size_t bytes) {
  const auto size = static_cast<double>(bytes);
  return size < 1e6 ? fmt::format("{:.0f} kB", size / 1e3) : fmt::format("{:.1f} MB", size / 1e6);
}

}  // namespace

void add_report_option(Command& command, ReportWish& wish, const char* help) {
  const auto take = [&wish](const std::string& file) {
    wish.wanted = true;
    wish.file = file;
  };
  // the word behind it may be meant as the model
  const auto why_not = [name = command.name()](const std::string& file) {
    return file.empty() || is_page(file)
               ? ""
               : fmt::format("\"{0}\" does not end in .html\n  put it behind the model: rheon {1} {0} --report", file,
                             name);
  };
  command.add_option("--report", take, help).type_name("[FILE.html]").expected(0, 1).refuse(why_not);
}

void check_report_path(const std::string& flag, const std::string& path, const std::vector<std::string>& inputs) {
  if (!is_page(path))
    throw UsageError(fmt::format("{} {}: the report is a page, whose name ends in .html", flag, path));
  std::error_code ignored;
  for (const std::string& input : inputs)
    if (std::filesystem::equivalent(path, input, ignored))
      throw UsageError(fmt::format("{} {}: this would overwrite {}\n  choose another name", flag, path, input));
  check_output_path(path, "report");
}

std::string write_report(const Report& report, const std::string& path) {
  const HoldSignals until_written;
  write_text(report.page, path);
  return fmt::format("{} ({})", path, size_text(report.page.size()));
}

std::string report_lines(const std::string& written, const std::vector<std::string>& notes) {
  std::string text = fmt::format("  {:<15}{}\n", "report", written);
  for (const std::string& note : notes) text += fmt::format("  {:<15}{}\n", "", note);
  return text;
}

}  // namespace rheon::cli
