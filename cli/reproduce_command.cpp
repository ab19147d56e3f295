// rheon reproduce: the examples of the papers, claim by claim; every formulation on every example; benchmark problems.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress_line.hpp"
#include "rheon/analysis/benchmarks.hpp"
#include "rheon/analysis/reproduce.hpp"
#include "rheon/core/names.hpp"
#include "rheon/io/model_reader.hpp"

namespace rheon::cli {

namespace {

struct ReproduceArguments {
  std::vector<std::string> papers;
  std::string folder, markdown;
  bool json = false, quick = false, long_runs = false;
};

constexpr const char* examples =
    "Examples:\n"
    "  rheon reproduce                        all five papers, claim by claim\n"
    "  rheon reproduce gonzalez -o figures    and the data of its figures, as CSV, with the models\n"
    "  rheon reproduce kang dopico --quick    without what takes more than a few seconds\n"
    "  rheon reproduce matrix                 every formulation on every example: error, order, violations\n"
    "  rheon reproduce benchmarks             benchmark problems under every formulation: error, bound, CPU time\n"
    "  rheon reproduce all --json             for programs\n"
    "Each claim gets a verdict: agrees, differs (with the reason), not run, left out.\n"
    "A difference, or a benchmark missed, without a known reason makes the exit code 4.\n\n";

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw Error(fmt::format("{}: cannot be written", path.string()));
}

void make_folder(const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) throw UsageError(fmt::format("-o {}: {}", folder, failed.message()));
}

/// One line on stderr that says what is being done, if that is a terminal.
class StatusLine {
 public:
  explicit StatusLine(bool wanted) : on_(wanted && ::isatty(STDERR_FILENO) != 0) {}
  ~StatusLine() {
    if (on_) fmt::print(stderr, "\r\033[K");
  }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;
  bool show(const std::string& now) {
    if (on_ && now != shown_) {
      shown_ = now;
      const auto width = static_cast<std::size_t>(std::max(1, terminal_width(STDERR_FILENO) - 1));
      fmt::print(stderr, "\r\033[K{}", now.substr(0, width));
      std::fflush(stderr);
    }
    return !Interrupt::requested();
  }

 private:
  bool on_;
  std::string shown_;
};

Model read(std::string_view text, const std::string& name, std::span<const Setting> overrides) {
  return read_model_text(text, name, overrides);
}

void write_folder(const Reproduction& r, const std::filesystem::path& folder) {
  for (const FigureData& figure : r.figures)
    write_file(folder / (figure.paper + "_" + figure.name + ".csv"), to_csv(figure));
  std::filesystem::create_directories(folder / "models");
  for (const auto& [name, text] : paper_models())
    write_file(folder / "models" / (std::string(name) + ".yaml"), std::string(text));
}

template <class Report>
void print(const Report& report, const ReproduceArguments& a) {
  fmt::print("{}{}", a.json ? to_json(report) : to_text(report), a.json ? "\n" : "");
  if (!a.markdown.empty()) write_file(a.markdown, to_markdown(report));
}

int run_matrix(const ReproduceArguments& a) {
  if (!a.folder.empty()) throw UsageError("-o: the matrix has no figures; use --json or --markdown FILE");
  const Interrupt interrupt;
  Conformance result;
  {
    StatusLine line(!a.json);
    result = conformance(read, [&](const std::string& now) { return line.show(now); });
  }
  print(result, a);
  return Interrupt::requested() ? exit_interrupted : exit_done;
}

int run_benchmarks(const ReproduceArguments& a) {
  if (!a.folder.empty()) throw UsageError("-o: the benchmarks have no figures; use --json or --markdown FILE");
  if (a.quick) throw UsageError("--quick is for the papers; benchmarks take long only with --long");
  const Interrupt interrupt;
  Benchmarks result;
  {
    StatusLine line(!a.json);
    BenchmarkRequest request;
    request.long_runs = a.long_runs;
    result = benchmarks(read, request, [&](const std::string& now) { return line.show(now); });
  }
  print(result, a);
  if (Interrupt::requested()) return exit_interrupted;
  const bool surprise = std::any_of(result.rows.begin(), result.rows.end(), [](const BenchmarkRow& row) {
    return (row.verdict == BenchmarkVerdict::missed || row.verdict == BenchmarkVerdict::stopped) && !row.foreseen;
  });
  return surprise ? exit_stopped : exit_done;
}

int run_papers(const ReproduceArguments& a) {
  ReproduceRequest request;
  request.quick = a.quick;
  request.figures = !a.folder.empty();
  for (const std::string& name : a.papers)
    if (name != "all") request.papers.push_back(name);
  if (request.papers.size() != a.papers.size()) request.papers.clear();  // "all" includes the others
  if (!a.folder.empty()) make_folder(a.folder);
  const Interrupt interrupt;
  Reproduction result;
  {
    StatusLine line(!a.json);
    result = reproduce(read, request, [&](const std::string& now) { return line.show(now); });
  }
  if (!a.folder.empty()) write_folder(result, a.folder);
  print(result, a);
  if (!a.folder.empty() && !a.json)
    fmt::print("{} figures and {} models in {}\n", result.figures.size(), paper_models().size(), a.folder);
  if (Interrupt::requested()) return exit_interrupted;
  const bool surprise = std::any_of(result.claims.begin(), result.claims.end(),
                                    [](const ClaimResult& c) { return c.verdict == Verdict::differs && !c.foreseen; });
  return surprise ? exit_stopped : exit_done;
}

int run_reproduce(const ReproduceArguments& a) {
  const auto asked = [&](const char* name) {
    return std::find(a.papers.begin(), a.papers.end(), name) != a.papers.end();
  };
  for (const char* alone : {"matrix", "benchmarks"})
    if (asked(alone) && a.papers.size() > 1)
      throw UsageError(fmt::format("{0} stands alone: rheon reproduce {0}", alone));
  if (a.long_runs && !asked("benchmarks"))
    throw UsageError("--long is for benchmarks: rheon reproduce benchmarks --long");
  if (asked("matrix")) return run_matrix(a);
  return asked("benchmarks") ? run_benchmarks(a) : run_papers(a);
}

}  // namespace

void add_reproduce(CLI::App& app, Action& action) {
  auto a = std::make_shared<ReproduceArguments>();
  CLI::App& command = *app.add_subcommand("reproduce", "Run the examples of the papers and compare");
  command.add_option("WHAT", a->papers, listed(reproducible_papers()) + ", all (default), matrix, benchmarks")
      ->type_name("");
  command.add_option("-o,--output", a->folder, "write the data of the figures and the models into FOLDER")
      ->type_name("FOLDER");
  command.add_option("--markdown", a->markdown, "write the table as a page to FILE")->type_name("FILE");
  command.add_flag("--json", a->json, "print the result as JSON, and nothing else");
  command.add_flag("--quick", a->quick, "leave out what takes more than a few seconds");
  command.add_flag("--long", a->long_runs, "of the benchmarks, also what takes more than about 20 s");
  command.footer(std::string(examples) + exit_code_help);
  command.callback([a, &action] { action = [a] { return run_reproduce(*a); }; });
}

}  // namespace rheon::cli
