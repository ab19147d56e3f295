#include "sim/initial_problems.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "constraints/conflict_search.hpp"
#include "core/index.hpp"
#include "core/number_text.hpp"
#include "methods/row_equations.hpp"
#include "model/wants.hpp"
#include "rheon/core/names.hpp"

namespace rheon {

namespace {

constexpr Want want_rows = want_position_projection | Want::gradient;

/// Rows that are reported one by one; of more only the number. A choice, for a message that fits on a screen.
constexpr std::size_t most_rows_listed = 12;
/// Effective masses contain squares of gradients, over masses: these stay far from what a double can hold.
constexpr double largest_gradient = 1e100;
/// Coordinates of another start that are listed, in one line: a choice.
constexpr std::size_t most_values_listed = 6;
/// Residuals, in the unit of the row, that are listed: projections of what agrees leave less by far, and given values that contradict
/// are written with some digits.
constexpr double listed_residual = 1e-9;
/// In the unit of the row. A row whose gradient vanishes at the start, and that is missed by less, may be met by the projection: a
/// square of a row that is met to 3e-4. Larger, and a row that cannot be met is reported later, by the projection.
constexpr double met_without_gradient = 1e-7;

}  // namespace

double InitialProblems::residual(const State& s, Level level, int row) {
  const Status ok = system_.evaluate(s, want_rows, terms_);
  if (!ok) return std::nan("");
  if (level == Level::position) return terms_.phi[row];
  return velocity_residual(terms_.phi_dot, terms_.psi, row);
}

std::string InitialProblems::given_values_in(int row, Level level) const {
  std::string text;
  const auto append = [&](const std::string& name, double value) {
    text += (text.empty() ? "given " : ", ") + name + " = " + brief_text(value);
  };
  for (const int slot : model_.graph.inputs_of(model_.constraints[at(row)].residual)) {
    const int q = slot - model_.inputs.q(0), v = slot - model_.inputs.v(0);
    if (q >= 0 && q < model_.inputs.nq) {
      if (const auto& x = model_.coordinates[at(q)].position.given) append(model_.coordinates[at(q)].name, *x);
      if (level == Level::velocity && !model_.general_speeds)
        if (const auto& x = model_.speeds[at(q)].value.given) append(model_.speeds[at(q)].name, *x);
    } else if (v >= 0 && v < model_.inputs.nv && level == Level::velocity) {
      if (const auto& x = model_.speeds[at(v)].value.given) append(model_.speeds[at(v)].name, *x);
    }
  }
  return text;
}

std::string InitialProblems::starting_values_in(int row) const {
  std::string text;
  for (const int slot : model_.graph.inputs_of(model_.constraints[at(row)].residual)) {
    const int q = slot - model_.inputs.q(0);
    if (q < 0 || q >= model_.inputs.nq) continue;
    const auto& c = model_.coordinates[at(q)];
    text += (text.empty() ? "" : ", ") + c.name + " = " + brief_text(c.position.given.value_or(c.position.guess));
  }
  return text;
}

std::string InitialProblems::free_coordinates_in(int row) const {
  std::string text;
  for (const int slot : model_.graph.inputs_of(model_.constraints[at(row)].residual)) {
    const int q = slot - model_.inputs.q(0);
    if (q >= 0 && q < model_.inputs.nq && !model_.coordinates[at(q)].position.given)
      text += (text.empty() ? "" : ", ") + model_.coordinates[at(q)].name;
  }
  return text;
}

void InitialProblems::inconsistent(Level level, const State& as_given) {
  const int rows = level == Level::position ? system_.layout().nphi : system_.layout().rows();
  const char* word = level == Level::position ? "position" : "velocity";
  for (int row = 0; row < rows; ++row) {
    const double r = residual(as_given, level, row);
    if (std::abs(r) <= listed_residual) continue;
    const std::string given = given_values_in(row, level);
    const std::string open = level == Level::position ? free_coordinates_in(row) : "";
    if (!given.empty() && !open.empty()) {
      add(row, "no " + open + " was found that satisfies it: residual " + brief_text(r),
          given + "; the search began at " + starting_values_in(row),
          "give " + open + " a better starting value under `guess:`, or correct the given values");
      continue;
    }
    add(row,
        (given.empty() ? std::string("it could not be satisfied at ")
                       : std::string("the given initial values contradict it at ")) +
            word + " level: residual " + brief_text(r),
        given.empty() ? "no initial value is given for its coordinates" : given,
        given.empty()
            ? "give starting values under `guess:`; if none helps, no position satisfies all constraints (look at the "
              "lengths), or some are too nearly dependent to be distinguished"
            : "correct them, or leave one out (or put it under `guess:`) to have it solved for");
  }
}

bool InitialProblems::gradients_in_range(const Terms& terms) {
  const Pattern& p = system_.jacobian_pattern();
  bool fine = true;
  for (int row = 0; row < p.rows; ++row) {
    int worst = p.start[at(row)];
    for (int e = worst; e < p.start[at(row) + 1]; ++e)
      if (std::abs(terms.A[at(e)]) > std::abs(terms.A[at(worst)])) worst = e;
    const double largest = worst < p.start[at(row) + 1] ? std::abs(terms.A[at(worst)]) : 0.0;
    if (largest == 0.0 || (largest >= 1.0 / largest_gradient && largest <= largest_gradient)) continue;
    add(row, largest > 1.0 ? "its gradient is too large to be squared" : "its gradient is too small to be squared",
        brief_text(largest, 3) + " along " + system_.velocity_name(p.col[at(worst)]) +
            " at the initial values; it may be between " + brief_text(1.0 / largest_gradient) + " and " +
            brief_text(largest_gradient),
        "correct the initial values, or divide the equation by a number of its size");
    fine = false;
  }
  return fine;
}

/// Where a gradient vanishes, nothing says in which direction the row could be satisfied.
bool InitialProblems::vanishing_gradients(const State& start) {
  if (!system_.evaluate(start, want_rows, terms_)) return false;
  const Pattern& p = model_.general_speeds ? system_.gradient_pattern() : system_.jacobian_pattern();
  const SparseValues& values = model_.general_speeds ? terms_.phi_q : terms_.A;
  bool found = false;
  for (int row = 0; row < system_.layout().nphi; ++row) {
    const bool flat = std::all_of(values.begin() + p.start[at(row)], values.begin() + p.start[at(row) + 1],
                                  [](double x) { return x == 0.0; });
    if (!flat || std::abs(terms_.phi[row]) <= met_without_gradient) continue;
    add(row, "its gradient vanishes at the starting values, so they do not show how to satisfy it",
        "residual " + brief_text(terms_.phi[row]) + " at " + starting_values_in(row),
        "give other starting values under `initial:` or `guess:`");
    found = true;
  }
  return found;
}

/// More than one of them prescribes a motion by itself.
bool InitialProblems::drives_disagree(const Conflict& conflict) const {
  std::set<std::string> driving;
  for (const int row : conflict.rows) {
    const ConstraintRow& c = model_.constraints[at(row)];
    if (c.kind != ConstraintKind::holonomic) driving.insert(c.group);
  }
  return driving.size() > 1;
}

std::string InitialProblems::missed_text(const Missed& missed) {
  return brief_text(missed.value, 3) + (missed.unit.empty() ? "" : " " + missed.unit);
}

std::string InitialProblems::giving_way(const Conflict& conflict) {
  std::string text;
  for (const auto& element : conflict.elements)
    if (element.least)
      text += (text.empty() ? "if all others hold, " : ", ") + element.name + " is off by " +
              missed_text({std::abs(element.least->value), element.least->unit});
  return text.empty() ? text : text + "\n";
}

void InitialProblems::report(Level level, const Conflict& conflict) {
  static constexpr const char* missing[] = {"no position satisfies them together", "no motion satisfies them together",
                                            "no acceleration satisfies them together"};
  static constexpr const char* remedies[] = {
      "change a length or a place of one of them, or remove one: without any one of them the others fit",
      "remove one of them, or make what they prescribe agree: without any one of them the others fit",
      ("remove one of them, or make what they prescribe agree, second derivatives too; in a singular position start "
       "next to it, or with the rates of one of its branches")};
  std::string names, numbers;
  for (const auto& element : conflict.elements) names += (names.empty() ? "\"" : ", \"") + element.name + "\"";
  if (level == Level::velocity && !drives_disagree(conflict))
    numbers +=
        "all of them hold in this position, but they do not let each other move: a place or an axis may be off\n";
  numbers += giving_way(conflict);
  const auto& rows = conflict.rows;
  for (std::size_t k = 0; k < std::min(rows.size(), most_rows_listed); ++k) {
    const ConstraintRow& row = model_.constraints[at(rows[k])];
    numbers += (k == 0 ? "" : "\n") + row.name + " (line " + std::to_string(row.place.line) + "): " + row.text +
               "; the best compromise misses it by " + missed_text(conflict.missed[k]);
  }
  if (rows.size() > most_rows_listed)
    numbers += "\nand " + counted(static_cast<long long>(rows.size() - most_rows_listed), "further row");
  if (!conflict.smallest)
    numbers +=
        "\nthe set may not be the smallest: that is searched for up to " + counted(most_rows_left_out_singly, "row");
  const int last = rows.back();
  const auto place = static_cast<std::size_t>(level);
  result_.contradiction = InitialResult::Contradiction{};
  auto& found = *result_.contradiction;
  found.problem = result_.problems.size();
  for (const auto& element : conflict.elements) found.parts.push_back(element.name);
  if (conflict.elements.size() == 1) {
    static constexpr const char* alone[] = {"no position satisfies it", "no motion satisfies it",
                                            "no acceleration satisfies it"};
    add(last, alone[place], numbers, "correct it");
    return;
  }
  add(last, "constraints " + names + " conflict: " + missing[place], numbers,
      std::string(remedies[place]).append(hint_at_check));
}

/// The search from the given values failed, one from elsewhere did not.
bool InitialProblems::other_start(const State& start) {
  if (!elsewhere_ || !system_.evaluate(start, want_rows, terms_)) return false;
  const State& found = *elsewhere_;
  std::vector<int> order(at(static_cast<int>(found.q.size())));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  const Vec moved = (found.q - start.q).cwiseAbs();
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return moved[a] > moved[b]; });
  std::vector<std::string> values;
  for (std::size_t k = 0; k < std::min(order.size(), most_values_listed); ++k)
    values.push_back(model_.coordinates[at(order[k])].name + " = " + brief_text(found.q[order[k]], 4));
  Eigen::Index worst = 0;
  terms_.phi.cwiseAbs().maxCoeff(&worst);
  add(static_cast<int>(worst), "no position was found from the given values, though there is one elsewhere",
      "residual " + brief_text(terms_.phi[worst]) + " at the given values; a position with " + listed(values) +
          " satisfies all constraints",
      "give places or values nearer to the position that is meant, under `guess:` if they are coordinates");
  return true;
}

bool InitialProblems::conflicts(Level level, const State& start) {
  if (level == Level::position && vanishing_gradients(start)) return true;
  LevelRows rows(system_, level, start);
  RowConflict found = find_conflict(rows);
  if (!found.rows.empty()) {
    report(level, describe_conflict(rows, found.rows, found.smallest));
    return true;
  }
  elsewhere_ = std::move(found.solution);
  return false;
}

}  // namespace rheon
