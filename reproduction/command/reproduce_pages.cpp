#include "reproduction/command/reproduce_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/support/report_output.hpp"
#include "reproduction/paper_report.hpp"
#include "rheon/core/names.hpp"

namespace rheon::cli {

namespace fs = std::filesystem;

namespace {

constexpr const char* default_folder = "reproduction";

/// `--report gonzalez` takes the paper for the folder: that cannot be meant.
void refuse_papers(const std::string& value) {
  std::vector<std::string> names = reproducible_papers();
  names.insert(names.end(), {"all", "matrix", "benchmarks"});
  if (std::find(names.begin(), names.end(), value) != names.end())
    throw UsageError(
        fmt::format("--report {0}: the word after --report is a folder or FILE.html, not what to run\n"
                    "  write rheon reproduce {0} --report, or --report ./{0} for a folder of that name",
                    value));
}

bool is_file(const std::string& value) {
  std::error_code ignored;
  return (value.ends_with(".html") || value.ends_with(".htm")) && !fs::is_directory(value, ignored);
}

std::string page_of(const PagePlace& place, const std::string& paper) {
  return place.file.empty() ? (fs::path(place.folder) / (paper + ".html")).string() : place.file;
}

void make_folder(const std::string& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) throw UsageError(fmt::format("--report {}: {}\n  choose another folder", folder, failed.message()));
}

bool touched(const Reproduction& r, const std::string& paper) {
  return std::any_of(r.claims.begin(), r.claims.end(),
                     [&](const ClaimResult& c) { return c.paper == paper && c.reason != "interrupted"; });
}

}  // namespace

PagePlace page_place(const std::string& value, const std::vector<std::string>& papers) {
  refuse_papers(value);
  check_report();
  PagePlace place;
  if (is_file(value)) {
    if (papers.size() != 1)
      throw UsageError(fmt::format("--report {}: {} papers make {} pages\n  name a folder, or one paper", value,
                                   papers.size(), papers.size()));
    place.file = value;
  } else {
    place.folder = value.empty() ? default_folder : value;
    make_folder(place.folder);
  }
  for (const std::string& paper : papers) check_report_path("--report", page_of(place, paper), {});
  return place;
}

std::string write_pages(const Reproduction& reproduction, const PagePlace& place) {
  std::vector<std::string> untouched;
  std::string lines;
  for (const PaperInfo& paper : reproduction.papers) {
    if (touched(reproduction, paper.name))
      lines += report_lines(write_report(make_report(reproduction, paper.name), page_of(place, paper.name)), {});
    else
      untouched.push_back(paper.name);
  }
  if (!untouched.empty()) lines += report_lines(fmt::format("none for {}: interrupted", listed(untouched)), {});
  return lines;
}

}  // namespace rheon::cli
