#include "constraints/conflict.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "constraints/conflict_search.hpp"
#include "constraints/constrained_fit.hpp"
#include "constraints/row_fit.hpp"
#include "core/index.hpp"

namespace rheon {

namespace {

/// A row that can be met along the line is met after a few steps, and the bound is far beyond; done when one is this part of the
/// way, of which three digits are shown: Newton's steps double the digits, so anything below 1e-3 and above round-off would do.
constexpr int most_steps_of_row = 40;
constexpr double same_to = 1e-10;

std::string per_time(Level level) { return level == Level::position ? "" : level == Level::velocity ? "/s" : "/s^2"; }

/// The coordinates of the point (else of the vector, else all of the model's own) along which the row has the steepest
/// slope, as a direction of unit length; nothing where it has no slope or the speeds are the model's own.
Vec steepest_point(const LevelRows& equations, int row, std::string& unit) {
  const Model& m = equations.system().model();
  const Pattern& p = equations.pattern();
  std::map<std::pair<bool, std::string>, Vec> points;  // lengths and others, each by its name before the dot
  bool angles = true;
  for (int e = p.start[at(row)]; e < p.start[at(row) + 1] && !m.general_speeds; ++e) {
    const Coordinate& c = m.coordinates[at(p.col[at(e)])];
    const auto name = c.name.rfind('.') + 1;  // 0 if there is no dot
    Vec& slope = points.try_emplace({c.unit != "m", c.name.substr(0, name)}, Vec::Zero(p.cols)).first->second;
    slope[p.col[at(e)]] = equations.gradients()[at(e)];
    if (c.unit != "m") angles = angles && (name > 0 || c.unit == "rad");
  }
  Vec best;
  for (const bool others : {false, true}) {
    for (const auto& [key, slope] : points)
      if (key.first == others && slope.stableNorm() > (best.size() > 0 ? best.stableNorm() : 0.0)) best = slope;
    if (best.size() == 0) continue;
    unit = !others ? "m" + per_time(equations.level()) : angles ? "rad" + per_time(equations.level()) : "";
    return best.stableNormalized();
  }
  unit.clear();
  return best;
}

/// Unit of rows that are lengths or angles as they stand: those of joints that hold a place may depend on directions
/// alone (of points that are fixed to them), those of angles on points alone.
std::optional<std::string> own_unit(const LevelRows& equations, int row, const std::string& guessed) {
  const std::string& text = equations.system().model().constraints[at(row)].text;
  if (text == "the rate is as prescribed") return "";
  if (text == "the angle is as prescribed" || text == "angles in proportion")
    return "rad" + per_time(equations.level());
  const bool length =
      text.starts_with("no offset") || text.ends_with("are one") || text.find("touches the") != text.npos;
  if (length && guessed.starts_with("rad")) return "m" + per_time(equations.level());
  return std::nullopt;
}

/// How far that point would have to go along the slope for the row to hold: Newton's method in one unknown.
Missed missed(LevelRows& equations, State s, int row) {
  Missed out;
  Vec along, r;
  Eigen::MatrixXd J;
  double worst = 0.0, first = 0.0;
  for (int k = 0; k < most_steps_of_row; ++k) {
    if (!equations.evaluate(s, {row}, r, J, worst)) break;
    if (k == 0) along = steepest_point(equations, row, out.unit);
    const double residual = r[0] / equations.weight(row);
    if (along.size() == 0) return {residual, ""};
    if (const auto unit = own_unit(equations, row, out.unit)) return {residual, *unit};
    const double slope = J.row(0).dot(along) / equations.weight(row);
    const double step = residual / slope;
    if (k == 0) first = step;
    if (!std::isfinite(step)) break;
    out.value += step;
    if (std::abs(step) <= same_to * std::abs(out.value)) return out;
    equations.unknowns(s) -= step * along;
  }
  return {first, out.unit};  // it never holds along that line: to first order
}

/// What the rows of one element have to give way if all others hold.
Conflict::Element give_way(LevelRows& equations, const std::vector<int>& own, const std::vector<int>& others) {
  Conflict::Element element{part_of_row(equations.system(), own.front()), std::nullopt};
  const auto s = fit_where_others_hold(equations, own, others);
  if (!s) return element;
  for (const int row : own)
    if (const Missed one = missed(equations, *s, row);
        !element.least || std::abs(one.value) > std::abs(element.least->value))
      element.least = one;
  return element;
}

}  // namespace

Conflict describe_conflict(LevelRows& equations, const std::vector<int>& rows, bool smallest) {
  Conflict conflict;
  conflict.smallest = smallest;
  const auto parts = rows_by_part(equations.system(), rows);
  for (std::size_t k = 0; k < parts.size(); ++k)
    conflict.elements.push_back(
        smallest && parts.size() > 1
            ? give_way(equations, parts[k], joined_rows(parts, k))
            : Conflict::Element{part_of_row(equations.system(), parts[k].front()), std::nullopt});
  const auto size = [](const Conflict::Element& e) {
    return e.least ? std::abs(e.least->value) : std::numeric_limits<double>::infinity();
  };
  std::stable_sort(conflict.elements.begin(), conflict.elements.end(),
                   [&](const Conflict::Element& a, const Conflict::Element& b) { return size(a) < size(b); });
  const RowFit compromise = fit_rows(equations, equations.start(), rows);
  for (const int row : rows) conflict.missed.push_back(missed(equations, compromise.state, row));
  conflict.rows = rows;
  return conflict;
}

}  // namespace rheon
