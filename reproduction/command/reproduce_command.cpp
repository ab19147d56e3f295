// rheon reproduce: the examples of the papers, claim by claim; every formulation on every example; benchmark problems.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>

#include "cli/support/exit_code.hpp"
#include "cli/support/interrupt.hpp"
#include "cli/support/output.hpp"
#include "cli/support/progress_line.hpp"
#include "reproduction/benchmarks.hpp"
#include "reproduction/command/reproduce_command.hpp"
#include "reproduction/command/reproduce_pages.hpp"
#include "reproduction/reproduce.hpp"
#include "rheon/core/names.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon::cli {

namespace {

struct ReproduceArguments {
  std::vector<std::string> papers;
  std::string folder, markdown;
  std::optional<std::string> report;  ///< "": no place was named
  bool json = false, quick = false, long_runs = false;
};

constexpr const char* examples =
    "Examples:\n"
    "  rheon reproduce                        all five papers, claim by claim\n"
    "  rheon reproduce gonzalez -o figures    and the data of its figures, as CSV, with the models\n"
    "  rheon reproduce gonzalez --report      a page with its figures, redrawn: reproduction/gonzalez.html\n"
    "  rheon reproduce --report pages         a page for each of the five papers, in the folder pages\n"
    "  rheon reproduce kang dopico --quick    without what takes more than a few seconds\n"
    "  rheon reproduce matrix                 every formulation on every example: error, order, violations\n"
    "  rheon reproduce benchmarks             benchmark problems under every formulation: error, bound, CPU time\n"
    "  rheon reproduce all --json             for programs\n"
    "Each claim gets a verdict: agrees, differs (with the reason), not run, left out.\n"
    "A difference, or a benchmark missed, without a known reason makes the exit code 4.\n\n";

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
    if (on_) std::fputs("\r\033[K", stderr);
  }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;
  bool show(const std::string& now) {
    if (on_ && now != shown_) {
      shown_ = now;
      const auto width = static_cast<std::size_t>(std::max(1, terminal_width(STDERR_FILENO) - 1));
      std::fputs(("\r\033[K" + shown(now.substr(0, width))).c_str(), stderr);
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
    write_text(to_csv(figure), folder / (figure.paper + "_" + figure.name + ".csv"));
  make_folder(folder / "models");
  for (const auto& [name, text] : paper_models())
    write_text(std::string(text), folder / "models" / (std::string(name) + ".yaml"));
}

template <class Report>
void show(const Report& report, const ReproduceArguments& a) {
  print("{}{}", a.json ? to_json(report) : to_text(report), a.json ? "\n" : "");
  if (!a.markdown.empty()) write_text(to_markdown(report), a.markdown);
}

int run_matrix(const ReproduceArguments& a) {
  if (!a.folder.empty()) throw UsageError("-o: the matrix has no figures; use --json or --markdown FILE");
  const Interrupt interrupt;
  Conformance result;
  {
    StatusLine line(!a.json);
    result = conformance(read, [&](const std::string& now) { return line.show(now); });
  }
  show(result, a);
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
  show(result, a);
  if (Interrupt::requested()) return exit_interrupted;
  const bool surprise = std::any_of(result.rows.begin(), result.rows.end(), [](const BenchmarkRow& row) {
    return (row.verdict == BenchmarkVerdict::missed || row.verdict == BenchmarkVerdict::stopped) && !row.foreseen;
  });
  return surprise ? exit_stopped : exit_done;
}

/// Each paper that is asked for, once, in the order of the list.
std::vector<std::string> papers_of(std::vector<std::string> names) {
  const auto asked = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const std::vector<std::string> known = reproducible_papers();
  if (names.empty() || asked("all")) names = known;  // "all" includes the others
  check_papers(names);
  std::vector<std::string> papers;
  std::copy_if(known.begin(), known.end(), std::back_inserter(papers), asked);
  return papers;
}

int run_papers(const ReproduceArguments& a) {
  ReproduceRequest request;
  request.quick = a.quick;
  request.figures = !a.folder.empty() || a.report;
  request.papers = papers_of(a.papers);
  PagePlace pages;
  if (a.report) pages = page_place(*a.report, request.papers);
  if (!a.folder.empty()) make_folder(a.folder);
  const Interrupt interrupt;
  Reproduction result;
  {
    StatusLine line(!a.json);
    result = reproduce(read, request, [&](const std::string& now) { return line.show(now); });
  }
  if (!a.folder.empty()) write_folder(result, a.folder);
  show(result, a);
  if (!a.folder.empty() && !a.json)
    print("{} figures and {} models in {}\n", result.figures.size(), paper_models().size(), a.folder);
  if (a.report) {
    const std::string lines = write_pages(result, pages);
    if (!a.json) print("{}", lines);
  }
  if (Interrupt::requested()) return exit_interrupted;
  const bool surprise = std::any_of(result.claims.begin(), result.claims.end(),
                                    [](const ClaimResult& c) { return c.verdict == Verdict::differs && !c.foreseen; });
  return surprise ? exit_stopped : exit_done;
}

int run_reproduce(const ReproduceArguments& a) {
  executor_description();  // an executor that is not there is refused here: each claim by itself would count as not run
  const auto asked = [&](const char* name) {
    return std::find(a.papers.begin(), a.papers.end(), name) != a.papers.end();
  };
  for (const char* alone : {"matrix", "benchmarks"})
    if (asked(alone) && a.papers.size() > 1)
      throw UsageError(fmt::format("{0} stands alone: rheon reproduce {0}", alone));
  if (a.long_runs && !asked("benchmarks"))
    throw UsageError("--long is for benchmarks: rheon reproduce benchmarks --long");
  if (a.report && (asked("matrix") || asked("benchmarks")))
    throw UsageError("--report: a page shows a paper; the matrix and the benchmarks are tables: use --markdown FILE");
  if (asked("matrix")) return run_matrix(a);
  return asked("benchmarks") ? run_benchmarks(a) : run_papers(a);
}

}  // namespace

void add_reproduce(Program& program) {
  auto a = std::make_shared<ReproduceArguments>();
  Command command = program.add_command("reproduce", "Run the examples of the papers and compare");
  command.add_option("WHAT", a->papers, listed(reproducible_papers()) + ", all (default), matrix, benchmarks")
      .type_name("");
  command.add_option("-o,--output", a->folder, "write the data of the figures and the models into FOLDER")
      .type_name("FOLDER");
  command.add_option("--report", a->report, "a page for each paper, its figures redrawn, into FOLDER or FILE.html")
      .type_name("[PLACE]")
      .expected(0, 1);
  command.add_option("--markdown", a->markdown, "write the table as a page to FILE").type_name("FILE");
  command.add_flag("--json", a->json, "print the result as JSON, and nothing else");
  command.add_flag("--quick", a->quick, "leave out what takes more than a few seconds");
  command.add_flag("--long", a->long_runs, "of the benchmarks, also what takes more than about 20 s");
  command.footer(std::string(examples) + exit_code_help);
  command.action([a] { return run_reproduce(*a); });
}

}  // namespace rheon::cli
