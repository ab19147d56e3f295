// Runs the numerical examples of the five papers behind rheon and holds what comes out against what they state.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rheon/core/options.hpp"
#include "rheon/model/model.hpp"

namespace rheon {

/// Makes a model of a text; `overrides` replace parameters.
using ModelReader = std::function<Model(std::string_view text, const std::string& name, std::span<const Setting>)>;

/// Names of the papers: gonzalez, natsiavas, kang, dopico, bajodah.
std::vector<std::string> reproducible_papers();

/// Models of the examples, name and text, as they were compiled in.
std::vector<std::pair<std::string_view, std::string_view>> paper_models();

struct ReproduceRequest {
  std::vector<std::string> papers;  ///< empty: all
  bool quick = false;               ///< leave out claims that take more than a few seconds
  bool figures = false;             ///< compute the data of the figures as well
};

enum class Verdict : unsigned char { agrees, differs, not_run, left_out };
std::string_view to_text(Verdict verdict);  ///< `agrees`, `differs`, `not run`, `left out`

/// One claim and what came of it.
struct ClaimResult {
  std::string paper;
  std::string where;      ///< equation, figure or section of the paper
  std::string statement;  ///< what is claimed, in our words
  std::string expected;   ///< the number or bound with its unit
  std::string got;        ///< what rheon measured, in the same unit; "" if it did not
  double value = 0.0;
  Verdict verdict = Verdict::not_run;
  std::string reason;      ///< why it differs or was not run
  bool foreseen = false;   ///< a difference for which a reason is known beforehand
  bool from_paper = true;  ///< false: follows from theory or is rheon's own addition
  std::string figure;      ///< name of the figure that shows it; "" if none does
  double seconds = 0.0;
};

// How a figure is drawn: panels, each with its axes and curves.

struct FigureAxis {
  std::string label, unit;  ///< no unit: a pure number
  bool log = false;
};

enum class SeriesStyle : unsigned char { line, points, both };
std::string_view to_text(SeriesStyle style);  ///< `line`, `points`, `both`

struct FigureSeries {
  std::string label;
  SeriesStyle style = SeriesStyle::line;
  std::vector<double> x, y;  ///< of the same length; nan: a gap
};

struct FigurePanel {
  std::string title;
  FigureAxis x, y;
  bool equal = false;  ///< same scale on both axes: paths
  std::vector<FigureSeries> series;
};

/// Data behind a figure: of a paper, or of rheon's own where a paper shows nothing.
struct FigureData {
  std::string paper, name;  ///< e.g. gonzalez, fig3
  std::string title;        ///< in our words
  std::string definition;   ///< lines for the head of the file
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;
  std::vector<FigurePanel> panels;
};
std::string to_csv(const FigureData& figure);

/// What a paper is called and how it is cited.
struct PaperInfo {
  std::string name;       ///< gonzalez
  std::string authors;    ///< surnames
  std::string title;      ///< what it is about, in our words
  std::string reference;  ///< key in docs/references.bib
  std::string citation;   ///< authors, title, journal, as far as they are known
};

/// What could not be done, and why.
struct ReproductionNote {
  std::string paper;
  std::string figure;  ///< "" if the note is about no figure of ours
  std::string text;
};
std::string to_text(const ReproductionNote& note);

struct Reproduction {
  std::vector<PaperInfo> papers;  ///< those asked for
  std::vector<ClaimResult> claims;
  std::vector<FigureData> figures;
  std::vector<ReproductionNote> notes;
};

/// Called before each claim and figure and now and then during runs; return false to end early: what is left counts as
/// left out.
using ReproduceMonitor = std::function<bool(const std::string& now)>;

/// Throws UsageError for a name that is no paper's.
void check_papers(const std::vector<std::string>& names);

/// Checks the names first.
Reproduction reproduce(const ModelReader& reader, const ReproduceRequest& request,
                       const ReproduceMonitor& monitor = {});

std::string to_text(const Reproduction& reproduction);
std::string to_json(const Reproduction& reproduction);
std::string to_markdown(const Reproduction& reproduction);

/// What the page of one paper is given: `Reproduction` in viewer/FORMAT.md. Throws UsageError if the paper is not there.
std::string to_page_json(const Reproduction& reproduction, const std::string& paper);

// ---- every formulation on every example --------------------------------------------------------

/// One formulation on one example.
struct ConformanceCell {
  std::string formulation, integrator, example;
  double step = 0.0;
  double error = 0.0;  ///< largest error of the motion against the reference, at `step`
  double order = 0.0;  ///< observed between `step` and half of it; nan if the error is round-off
  double position = 0.0, velocity = 0.0, acceleration = 0.0;  ///< largest violations at `step`
  std::string refusal;                                        ///< why there are no numbers; "" if there are
  bool refused = false;  ///< the formulation does not take on this example (otherwise the run failed)
};

struct Conformance {
  std::vector<std::string> examples;  ///< in the order of the cells
  std::vector<ConformanceCell> cells;
};

Conformance conformance(const ModelReader& reader, const ReproduceMonitor& monitor = {});

std::string to_text(const Conformance& conformance);
std::string to_json(const Conformance& conformance);
std::string to_markdown(const Conformance& conformance);

}  // namespace rheon
