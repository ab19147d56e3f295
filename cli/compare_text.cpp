// The tables of `rheon compare`, at most about 110 columns wide.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/compare_output.hpp"

namespace rheon::cli {

namespace {

std::string number(double value) { return fmt::format("{:.6g}", value); }
std::string small(double value) { return fmt::format("{:.1e}", value); }

std::string seconds(double value) {
  if (value >= 1.0) return fmt::format("{:.3g} s", value);
  return value >= 1e-3 ? fmt::format("{:.3g} ms", 1e3 * value) : fmt::format("{:.3g} us", 1e6 * value);
}

/// Columns of text: the first aligned left, the others right.
class Grid {
 public:
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text() const {
    std::vector<std::size_t> width;
    for (const auto& row : rows_)
      for (std::size_t c = 0; c < row.size(); ++c) {
        if (c == width.size()) width.push_back(0);
        width[c] = std::max(width[c], row[c].size());
      }
    std::string out;
    for (const auto& row : rows_) {
      std::string line = fmt::format("  {:<{}}", row[0], width[0]);
      for (std::size_t c = 1; c < row.size(); ++c) line += fmt::format("  {:>{}}", row[c], width[c]);
      out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return out;
  }

 private:
  std::vector<std::vector<std::string>> rows_;
};

// A text that goes on below itself, indented, where it is too long for one line.
std::string wrapped(const std::string& first, std::string_view text, std::size_t indent) {
  constexpr std::size_t width = 110;
  std::string out, lead = first;
  while (true) {
    const std::size_t room = width - std::max(indent, lead.size());
    std::size_t end = std::min(text.find('\n'), text.size());
    if (end > room) {
      end = text.rfind(' ', room);
      if (end == text.npos) end = std::min(text.find(' ', room), text.size());
    }
    out += fmt::format("{:<{}}{}\n", lead, indent, text.substr(0, end));
    if (end >= text.size()) return out;
    text.remove_prefix(end + 1);
    while (text.starts_with(' ')) text.remove_prefix(1);
    lead.clear();
  }
}

bool ran(const CompareRow& row) { return !row.results.channels.empty(); }

// Rows that ended early point to a footnote.
std::string method_cell(const CompareRow& row, int& footnotes) {
  const bool early = row.outcome == Outcome::stopped || row.outcome == Outcome::interrupted;
  return name_of(row.method) + (early ? fmt::format(" [{}]", ++footnotes) : "");
}

std::string error_cell(const LargestError& e) {
  return e.channel.empty() ? "-" : small(e.value) + (e.at_reference_level ? "*" : "");
}

std::string accuracy_table(const Comparison& c) {
  PerQuantity<bool> shown{};
  bool orders = false;
  for (const CompareRow& row : c.rows) {
    orders |= !row.order_runs.empty();
    for (const ComparedQuantity q : all_quantities) shown[index_of(q)] |= !row.errors[index_of(q)].channel.empty();
  }
  Grid grid;
  std::vector<std::string> head{"largest error in"};
  for (const ComparedQuantity q : all_quantities)
    if (shown[index_of(q)]) head.emplace_back(to_text(q));
  if (orders) {
    constexpr PerQuantity<const char*> short_names{"order: q", "v", "lambda", "outputs"};
    for (const ComparedQuantity q : all_quantities)
      if (shown[index_of(q)]) head.emplace_back(short_names[index_of(q)]);
  }
  grid.add(head);
  int footnotes = 0;
  for (const CompareRow& row : c.rows) {
    if (!ran(row)) continue;
    std::vector<std::string> line{method_cell(row, footnotes)};
    for (const ComparedQuantity q : all_quantities)
      if (shown[index_of(q)]) line.push_back(error_cell(row.errors[index_of(q)]));
    for (const ComparedQuantity q : all_quantities) {
      const ObservedOrder& order = row.orders[index_of(q)];
      if (orders && shown[index_of(q)]) line.push_back(order.observed() ? fmt::format("{:.2f}", order.slope) : "-");
    }
    grid.add(std::move(line));
  }
  if (c.reference.available) {
    const auto line = [&](const char* label, const PerQuantity<double>& values) {
      std::vector<std::string> cells{label};
      for (const ComparedQuantity q : all_quantities) {
        if (!shown[index_of(q)]) continue;
        const double value = values[index_of(q)];
        cells.push_back(std::isnan(value) ? "not known" : small(value));
      }
      grid.add(std::move(cells));
    };
    line("(accuracy of the reference)", c.reference.accuracy);
    line("(largest magnitude)", c.reference.scale);
  }
  return grid.text();
}

std::string violation_cell(const Violation& v) { return v.constraint.empty() ? "-" : small(v.value); }

std::string cost_table(const Comparison& c) {
  Grid grid;
  grid.add({"violation at level of", "position", "velocity", "acceleration", "energy [J]", "steps", "iterations",
            "evaluations", "CPU"});
  int footnotes = 0;
  for (const CompareRow& row : c.rows) {
    if (!ran(row)) continue;
    const Summary& s = row.results.summary;
    grid.add({method_cell(row, footnotes), violation_cell(s.position), violation_cell(s.velocity),
              violation_cell(s.acceleration), small(s.energy_unexplained), std::to_string(s.steps),
              std::to_string(s.iterations), std::to_string(s.evaluations), seconds(s.cpu_seconds)});
  }
  return grid.text();
}

std::string header(const Comparison& c) {
  const bool short_of_end = !c.times.empty() && c.times.back() < c.duration * (1 - 1e-9);
  std::string out = fmt::format("{}   0 .. {} s, compared at {} time{}{}\n", c.model.empty() ? c.file : c.model,
                                number(c.duration), c.times.size(), c.times.size() == 1 ? "" : "s",
                                short_of_end ? " up to t = " + number(c.times.back()) + " s" : "");
  if (c.step > 0.0) out += wrapped("step", seconds(c.step) + (c.step_origin.empty() ? "" : ", " + c.step_origin), 12);
  if (c.tolerance > 0.0)
    out += wrapped("tolerance",
                   fmt::format("{:g}{}", c.tolerance, c.step > 0.0 ? " where a method has error control" : ""), 12);
  const ReferenceInfo& r = c.reference;
  if (!std::any_of(c.rows.begin(), c.rows.end(), ran)) return out;
  if (!r.available) {
    out += wrapped("reference", "none: no method with error control reached the end; errors are not known", 12);
  } else {
    std::string text = r.name;
    if (!r.check.empty()) text += "; confirmed by " + r.check;
    out += wrapped("reference", text, 12);
  }
  if (!r.unknown.empty())
    out += wrapped("", fmt::format("columns that are not channels, ignored: {}", fmt::join(r.unknown, ", ")), 12);
  return out;
}

std::string footnotes(const Comparison& c) {
  std::string out;
  int number_of_note = 0;
  for (const CompareRow& row : c.rows) {
    if (ran(row) && (row.outcome == Outcome::stopped || row.outcome == Outcome::interrupted))
      out += wrapped(fmt::format("  [{}]", ++number_of_note), row.reason + "; the numbers are those up to there", 8);
  }
  bool first = true;
  for (const CompareRow& row : c.rows) {
    if (ran(row)) continue;
    const std::string why = row.outcome == Outcome::not_run ? "not run: interrupted before" : row.reason;
    out += (first ? "not compared\n" : "") + wrapped("  " + name_of(row.method), "  " + why, 4);
    first = false;
  }
  return out;
}

std::string legend(const Comparison& c) {
  bool marked = false, orders = false;
  for (const CompareRow& row : c.rows) {
    orders |= !row.order_runs.empty();
    for (const LargestError& e : row.errors) marked |= e.at_reference_level;
  }
  std::string out;
  if (c.reference.available)
    out += wrapped("",
                   "Errors are absolute, the largest over all rows and channels of a kind, in SI units; outputs in "
                   "their own; reactions are the multipliers lambda.",
                   0);
  if (marked) out += wrapped("", "* at the level of the reference: what is shown may be its error as well", 0);
  if (orders)
    out += wrapped("",
                   "Order: slope of log error over log step for positions, velocities, reactions, outputs; - where "
                   "fewer than three errors were clear of the reference.",
                   0);
  return out + wrapped("", "Energy: what neither forces nor drives account for, at the end. CPU time of one run.", 0);
}

}  // namespace

const char* to_text(Outcome outcome) {
  switch (outcome) {
    case Outcome::completed: return "completed";
    case Outcome::stopped: return "stopped";
    case Outcome::interrupted: return "interrupted";
    case Outcome::refused: return "refused";
    case Outcome::not_run: return "not run";
  }
  return "";
}

std::string to_text(const Comparison& c) {
  std::string out = header(c);
  if (std::any_of(c.rows.begin(), c.rows.end(), ran)) {
    if (c.reference.available) out += "\n" + accuracy_table(c);
    out += "\n" + cost_table(c);
    if (c.reactions)
      out += "\n" + wrapped("",
                            fmt::format("Reactions of two methods differ most between {} and {}: {} in {} at t = {} s",
                                        c.reactions->first, c.reactions->second, small(c.reactions->largest.value),
                                        c.reactions->largest.channel, number(c.reactions->largest.time)),
                            0);
  }
  if (const std::string notes = footnotes(c); !notes.empty()) out += "\n" + notes;
  if (std::any_of(c.rows.begin(), c.rows.end(), ran)) out += "\n" + legend(c);
  return out;
}

std::string sweep_text(const Comparison& c) {
  Grid grid;
  std::vector<std::string> head{"work and precision", "step/tolerance"};
  for (const ComparedQuantity q : all_quantities) head.emplace_back(to_text(q));
  for (const char* name : {"steps", "evaluations", "CPU"}) head.emplace_back(name);
  grid.add(head);
  std::size_t method = 0;
  for (const CompareRow& row : c.rows) {
    for (const SeriesPoint& p : row.sweep) {
      std::vector<std::string> line{
          &p == &row.sweep.front() ? fmt::format("{}  {}", sweep_letter(method), name_of(row.method)) : "",
          p.step > 0.0 ? seconds(p.step) : fmt::format("{:g}", p.tolerance)};
      const bool done = p.ending == Ending::completed;
      for (const LargestError& e : p.errors) line.push_back(done ? error_cell(e) : "stopped");
      line.push_back(std::to_string(p.steps));
      line.push_back(std::to_string(p.evaluations));
      line.push_back(seconds(p.cpu_seconds));
      grid.add(std::move(line));
    }
    if (!row.sweep.empty()) ++method;
  }
  return grid.text();
}

}  // namespace rheon::cli
