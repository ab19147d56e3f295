#include <cerrno>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include "core/number_text.hpp"
#include "io/result_file.hpp"
#include "io/row_rules.hpp"
#include "rheon/io/result_writer.hpp"
#include "rheon/io/series_reader.hpp"

namespace rheon {

namespace {

struct Cell {
  std::string text;
  int column = 1;
};

[[noreturn]] void refuse(const std::string& file, int line, int column, const std::string& what,
                         const std::string& remedy = "") {
  throw UsageError(to_text(Problem{{file, line, column}, "", what, "", remedy}));
}

/// One line, cut at commas outside quotes.
std::vector<Cell> cells_of(std::string_view line, const std::string& file, int number) {
  std::vector<Cell> cells;
  std::size_t at = 0;
  while (true) {
    Cell cell;
    cell.column = static_cast<int>(at) + 1;
    if (at < line.size() && line[at] == '"') {
      for (++at;; ++at) {
        if (at >= line.size()) refuse(file, number, cell.column, "a quote is opened and not closed");
        const bool quote = line[at] == '"';
        if (quote && line.substr(at + 1, 1) != "\"") break;
        if (quote) ++at;  // two of them stand for one
        cell.text += line[at];
      }
      ++at;
      if (at < line.size() && line[at] != ',')
        refuse(file, number, static_cast<int>(at) + 1, "expected a comma after the closing quote");
    } else {
      const std::size_t end = std::min(line.find(',', at), line.size());
      cell.text = trimmed(line.substr(at, end - at));
      at = end;
    }
    cells.push_back(std::move(cell));
    if (at >= line.size()) return cells;
    ++at;  // the comma
  }
}

double number_in(const Cell& cell, const std::string& name, const std::string& file, int line) {
  std::string_view rest = cell.text;
  const auto value = take_number(rest);
  if (!value || !trimmed(rest).empty())
    refuse(file, line, cell.column,
           cell.text.empty() ? "column \"" + name + "\" has no value here"
                             : "\"" + cell.text + "\" in column \"" + name + "\" is not a number");
  return *value;
}

void take_header(const std::vector<Cell>& cells, const std::string& file, int line, Results& series) {
  std::set<std::string> seen;
  for (const Cell& cell : cells) {
    if (cell.text.empty()) refuse(file, line, cell.column, "a column has no name");
    if (!seen.insert(cell.text).second) refuse(file, line, cell.column, "there are two columns \"" + cell.text + "\"");
    series.channels.push_back({cell.text, ""});
  }
  if (cells.front().text != "t")
    refuse(file, line, 1, "the first column is \"" + cells.front().text + "\", not t",
           "the first line must hold the names of the columns, and the first column the time in seconds, named t");
}

void take_row(const std::vector<Cell>& cells, const std::string& file, int line, Results& series) {
  if (cells.size() != series.channels.size())
    refuse(file, line, cells.back().column,
           std::to_string(cells.size()) + " values, but " + std::to_string(series.channels.size()) + " columns");
  for (std::size_t c = 0; c < cells.size(); ++c)
    series.values.push_back(number_in(cells[c], series.channels[c].name, file, line));
  const std::size_t row = series.values.size() - cells.size();
  const double t = series.values[row];
  if (!std::isfinite(t)) refuse(file, line, cells.front().column, "the time is \"" + cells.front().text + "\"");
  if (row > 0 && t < series.values[row - cells.size()])
    refuse(file, line, cells.front().column,
           "time goes back to " + cells.front().text + " s from " + shortest_text(series.values[row - cells.size()]) +
               " s",
           "rows must be in the order of time");
}

}  // namespace

Results read_series_text(std::string_view text, const std::string& file) {
  Results series;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (trimmed(line).empty() || line.starts_with('#')) continue;
    const std::vector<Cell> cells = cells_of(line, file, number);
    series.channels.empty() ? take_header(cells, file, number, series) : take_row(cells, file, number, series);
  }
  if (series.channels.empty()) refuse(file, 1, 1, "the file is empty", "expected a line with the names of the columns");
  if (series.values.empty()) refuse(file, 1, 1, "there are names, but no rows");
  return series;
}

Results read_series(const std::string& path) {
  if (path.ends_with(".h5") || path.ends_with(".hdf5")) {
    try {
      Results results = read_results(path);
      if (results.rows() == 0) throw UsageError(path + ": there are channels, but no rows");
      io::require_distinct_names(path, results.channels);
      if (results.find("t") >= 0) io::require_times_in_order(path, results.column("t"));
      return results;
    } catch (const UsageError&) {
      throw;
    } catch (const Error& error) {
      throw UsageError(error.what());
    }
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError(path + ": cannot be read: " + io::system_reason(errno));
  std::stringstream text;
  text << file.rdbuf();
  if (file.bad() || (text.str().empty() && file.peek() != std::ifstream::traits_type::eof()))
    throw UsageError(path + ": cannot be read");
  return read_series_text(text.str(), path);
}

}  // namespace rheon
