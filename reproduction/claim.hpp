// A claim is data: what a paper says, as a number or a bound, and how to measure it.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "reproduction/lab.hpp"
#include "reproduction/reproduce.hpp"

namespace rheon::reproduction {

/// What must hold of the measured value: low <= value <= high.
struct Expectation {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  double stated = std::numeric_limits<double>::quiet_NaN();  ///< the number, if the paper gives one
  std::string unit = {};

  bool holds(double value) const { return value >= low && value <= high; }  // nan: no
  std::string text() const;
};
Expectation near(double value, double tolerance, std::string unit = "");
Expectation below(double bound, std::string unit = "");
Expectation above(double bound, std::string unit = "");
Expectation between(double low, double high, std::string unit = "");

/// A measured value; `note` is said beside it.
struct Measured {
  double value = 0.0;
  std::string note = {};
  Measured(double v) : value(v) {}  // NOLINT: a bare number is the usual case
  Measured(double v, std::string n) : value(v), note(std::move(n)) {}
};

enum class Cost : unsigned char { quick, slow };  ///< slow: more than a few seconds
enum class Source : unsigned char { paper, theory };

struct Claim {
  std::string where;
  std::string statement;
  Expectation expected;
  std::function<Measured(Lab&)> measure;
  std::string why = {};  ///< known reason for which rheon's value differs; "" if it should agree
  Cost cost = Cost::quick;
  Source source = Source::paper;
  std::string figure = {};  ///< name of the figure that shows it
};
/// A claim that a figure shows.
Claim about(std::string figure, Claim claim);

/// A curve of a panel: two columns of the figure's table, or of a reference solution.
struct Curve {
  std::string label, x, y;
  SeriesStyle style = SeriesStyle::line;
  std::string reference = {};  ///< the reference solution; "": the figure's own table
};

/// On a logarithmic axis curves show absolute values, and nothing where they are zero.
struct Panel {
  std::string title = {};
  FigureAxis x, y;
  std::vector<Curve> curves;
  bool equal = false;
};

struct Figure {
  std::string name;                             ///< fig3
  std::string title;                            ///< in our words
  std::string definition;                       ///< what is shown, how it was computed
  std::function<void(Lab&, FigureData&)> fill;  ///< the table; panels too where they are not of whole columns
  std::vector<Panel> panels = {};
  Cost cost = Cost::quick;
};
/// Computes the table and draws the panels.
FigureData drawn(const Figure& figure, const std::string& paper, Lab& lab);

struct Paper {
  PaperInfo info;
  std::vector<Claim> claims;
  std::vector<Figure> figures;
  std::vector<std::string> notes;  ///< what cannot be reproduced at all, and why
};

Paper gonzalez();
Paper natsiavas();
Paper kang();
Paper dopico();
Paper bajodah();

/// What a claim says, without a verdict.
ClaimResult unjudged(const Claim& claim, const std::string& paper);

/// Measures a claim; what it throws becomes `not run` with the reason. Ended passes through.
ClaimResult judge(const Claim& claim, const std::string& paper, Lab& lab);

}  // namespace rheon::reproduction
