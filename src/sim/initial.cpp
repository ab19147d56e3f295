#include "rheon/sim/initial.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "constraints/index1.hpp"
#include "constraints/near_dependence.hpp"
#include "constraints/projector.hpp"
#include "core/index.hpp"
#include "core/number_text.hpp"
#include "la/definiteness.hpp"
#include "model/feedback_status.hpp"
#include "model/model_times.hpp"
#include "model/wants.hpp"
#include "sim/initial_problems.hpp"

namespace rheon {

namespace {

/// Given values that constraints move by less than this, as a part of the largest (or of 1, m or rad), are taken as rounded by
/// hand: all coordinates together are moved onto the constraints, and a note says so. A choice: people write six digits; with a
/// larger one contradictions of values would be smoothed over, with a smaller one rounded values refused.
constexpr double rounded_by_hand = 1e-6;

/// Of a value, or of 1 in its unit. Smaller changes are round-off and not worth a note.
constexpr double noticeable_change = 1e-12;

/// Of the values solved for; how many more there are is reported. A choice: a note of some lines.
constexpr int most_values_reported = 20;

std::string number(double x) { return brief_text(x); }

bool turned_beyond_half(const Vec& angles) {
  return angles.size() > 0 && angles.cwiseAbs().maxCoeff() > std::numbers::pi;
}

/// What the search for positions evaluates.
constexpr Want want_constraints = want_position_projection | Want::gradient;

class Finder {
 public:
  Finder(const System& system, double start_time, Explain explain)
      : system_(system), model_(system.model()), terms_(system.make_terms()), explain_(explain) {
    result_.state = system.make_state();
    State& s = result_.state;
    s.t = start_time;
    s.side = ModelTimes(system).inside_first_piece(start_time);
  }

  InitialResult run() {
    if (!find_positions_and_velocities()) return std::move(result_);
    check_accelerations();
    return std::move(result_);
  }

  /// With the equations that hold at the start only, if there are any, as further constraints of a system of their own.
  bool find_positions_and_velocities() {
    if (!model_.starting.empty()) return with_starting_equations();
    take_given_values();
    // constraints first: forces need a sense only at the positions that are found
    if (!evaluable(want_constraints) || !solve_positions()) return false;
    system_.track_angles(result_.state, terms_);
    return evaluable(want_stabilised_rate) && solve_velocities();
  }

 private:
  bool with_starting_equations();
  Model with_starting_rows(Level level) const;
  Vec given_turns() const;
  void take_given_values();
  bool evaluable(Want want);
  bool solve_positions();
  bool solve_velocities();
  void check_accelerations();
  bool check_mass(const Terms& terms);
  bool solve(Level level, Projector& projector, const std::vector<bool>& locked);
  void note_solved(Level level, const State& before);

  const System& system_;
  const Model& model_;
  Terms terms_;
  Explain explain_;
  InitialResult result_;
  InitialProblems problems_{system_, result_};
};

/// The model with the equations of one level that hold at the start as further constraints.
Model Finder::with_starting_rows(Level level) const {
  Model model(model_);
  model.outputs.clear();
  model.nonideal.clear();
  model.starting.clear();
  for (const ConstraintRow& row : model_.starting) {
    if (is_position_level(row.kind) != (level == Level::position)) continue;
    const auto first_rate = std::find_if(model.constraints.begin(), model.constraints.end(),
                                         [](const ConstraintRow& r) { return !is_position_level(r.kind); });
    model.constraints.insert(is_position_level(row.kind) ? first_rate : model.constraints.end(), row);
  }
  model.inputs.nc = static_cast<int>(model.constraints.size());
  return model;
}

/// Anchors of the tracked angles: an angle that is given counts its turns, others start within half a turn.
Vec Finder::given_turns() const {
  Vec anchors = result_.state.anchors;
  if (anchors.size() == 0) return anchors;
  Model model(model_);
  auto& g = model.graph;
  for (const ConstraintRow& row : model_.starting)
    for (int k = 0; k < model.inputs.na; ++k) {
      if (!is_position_level(row.kind) || !g.depends_on(row.residual, model.inputs.anchor(k))) continue;
      // angle - value - angle: a number if the row is about this angle alone
      const expr::Node rest = g.make(expr::Op::sub, row.residual, angle_value(model, k));
      if (g.is_constant(rest)) anchors[k] = -g.value(rest);
    }
  return anchors;
}

/// Positions and velocities by systems of their own: a given angle says nothing about its rate.
bool Finder::with_starting_equations() {
  const auto take = [&](Finder& finder) {
    if (auto& found = finder.result_.contradiction) {
      found->problem += result_.problems.size();
      result_.contradiction = std::move(found);
    }
    for (Problem& p : finder.result_.problems) result_.problems.push_back(std::move(p));
    for (std::string& n : finder.result_.notes) result_.notes.push_back(std::move(n));
    State& s = result_.state;
    s.q = finder.result_.state.q;
    s.v = finder.result_.state.v;
    s.anchors = finder.result_.state.anchors;
  };
  const System at_positions(with_starting_rows(Level::position));
  Finder positions(at_positions, result_.state.t, explain_);
  positions.take_given_values();
  positions.result_.state.anchors = given_turns();
  bool found = positions.evaluable(want_constraints) && positions.solve_positions();
  if (found) at_positions.track_angles(positions.result_.state, positions.terms_);
  if (!found && !positions.result_.problems.empty() && turned_beyond_half(positions.result_.state.anchors))
    positions.result_.problems.back().remedy +=
        "; angles start within half a turn unless they are given: an angle that a gear or equation ties to one beyond "
        "must be given under `initial`, too";
  take(positions);
  if (!found) return false;
  const System at_velocities(with_starting_rows(Level::velocity));
  Finder velocities(at_velocities, result_.state.t, explain_);
  velocities.take_given_values();
  velocities.result_.state.q = result_.state.q;
  velocities.result_.state.anchors = result_.state.anchors;
  found = velocities.evaluable(want_stabilised_rate) && velocities.solve_velocities();
  take(velocities);
  return found;
}

void Finder::take_given_values() {
  State& s = result_.state;
  for (int i = 0; i < s.q.size(); ++i) {
    const auto& value = model_.coordinates[at(i)].position;
    s.q[i] = value.given.value_or(value.guess);
  }
  for (int i = 0; i < s.v.size(); ++i) {
    const auto& value = model_.speeds[at(i)].value;
    s.v[i] = value.given.value_or(value.guess);
  }
}

bool Finder::evaluable(Want want) {
  const Status ok = system_.evaluate(result_.state, want, terms_);
  if (ok) return !has(want, Want::rows) || problems_.gradients_in_range(terms_);
  const bool row_known = ok.row >= 0 && std::string(ok.where).starts_with("constraint");
  const Place place = row_known ? model_.constraints[at(ok.row)].place : model_.inertia_place;
  problems_.add(place, row_known ? "constraint \"" + system_.row_name(ok.row) + "\"" : "", system_.describe(ok),
                "at the initial values, t = " + number(result_.state.t),
                "give values inside the domain of the expressions under `initial:`, or starting values under `guess:`");
  return false;
}

void Finder::note_solved(Level level, const State& before) {
  const State& s = result_.state;
  std::string text;
  int solved = 0;
  const auto append = [&](const std::string& name, double value, double given) {
    if (std::abs(value - given) <= noticeable_change * (1.0 + std::abs(value))) return;
    if (++solved <= most_values_reported) text += (text.empty() ? "solved for: " : ", ") + name + " = " + number(value);
  };
  if (level == Level::position)
    for (int i = 0; i < s.q.size(); ++i) append(model_.coordinates[at(i)].name, s.q[i], before.q[i]);
  else
    for (int i = 0; i < s.v.size(); ++i) append(model_.speeds[at(i)].name, s.v[i], before.v[i]);
  if (solved > most_values_reported)
    text += " and " + std::to_string(solved - most_values_reported) + " more, all of them in the first row of a run";
  if (!text.empty()) result_.notes.push_back("initial " + text);
}

bool Finder::solve(Level level, Projector& projector, const std::vector<bool>& locked) {
  State& s = result_.state;
  const State as_given = s;
  const auto project = [&](State& state) {
    return level == Level::position ? projector.position(state) : projector.velocity(state);
  };
  const auto lock = [&](const std::vector<bool>& which) {
    if (level == Level::position)
      projector.lock(which, {});
    else
      projector.lock({}, which);
  };
  lock(locked);
  const Status kept = project(s);
  if (kept) {
    note_solved(level, as_given);
    return true;
  }
  State nearest = as_given;
  lock({});
  const Status free = project(nearest);
  if (free) {
    const double moved = level == Level::position ? (nearest.q - as_given.q).cwiseAbs().maxCoeff()
                                                  : (nearest.v - as_given.v).cwiseAbs().maxCoeff();
    const double size = 1.0 + (level == Level::position ? as_given.q : as_given.v).cwiseAbs().maxCoeff();
    if (moved <= rounded_by_hand * size) {
      s = nearest;
      result_.notes.push_back(std::string("initial ") + (level == Level::position ? "positions" : "velocities") +
                              " were moved by up to " + number(moved) + " onto the constraints");
      return true;
    }
  }
  if (explain_ == Explain::no) {
    problems_.add({}, "", "there is no initial state", "", "");
    return false;
  }
  const bool all_free = std::none_of(locked.begin(), locked.end(), [](bool fixed) { return fixed; });
  if (!free && problems_.conflicts(level, as_given)) return false;
  if (!free && all_free && level == Level::position && problems_.other_start(as_given)) return false;
  problems_.inconsistent(level, free ? as_given : s);
  if (result_.problems.empty())
    problems_.add(kept.row >= 0 && kept.row < system_.layout().rows() ? model_.constraints[at(kept.row)].place
                                                                      : model_.inertia_place,
                  "", system_.describe(kept), "while solving for the initial values",
                  "give better starting values under `guess:`");
  return false;
}

bool Finder::solve_positions() {
  std::vector<bool> locked;
  for (const auto& c : model_.coordinates) locked.push_back(c.position.given.has_value());
  Projector projector(system_);
  return solve(Level::position, projector, locked);
}

bool Finder::solve_velocities() {
  std::vector<bool> locked;
  for (const auto& v : model_.speeds) locked.push_back(v.value.given.has_value());
  Projector projector(system_);
  projector.thorough = true;
  return solve(Level::velocity, projector, locked);
}

/// Kinetic energy is never negative.
bool Finder::check_mass(const Terms& terms) {
  const char* const section = model_.kinetic ? "kinetic" : "mass";
  for (int j = 0; j < system_.layout().nv; ++j) {
    const double m = terms.M[at(system_.mass_pattern().find(j, j))];
    if (m < 0.0)
      problems_.add(model_.inertia_place, section,
                    "the mass matrix has a negative entry at " + system_.velocity_name(j), "mass along it " + number(m),
                    "give every coordinate a positive mass or inertia");
  }
  if (!result_.problems.empty()) return false;
  const int j = negative_direction(system_.mass_pattern(), terms.M);
  if (j < 0) return true;
  const Pattern& p = system_.mass_pattern();
  std::string row;
  for (int k = p.start[at(j)]; k < p.start[at(j) + 1]; ++k)
    row += (row.empty() ? "" : ", ") + number(terms.M[at(k)]) + " with " + system_.velocity_name(p.col[at(k)]);
  problems_.add(
      model_.inertia_place, section,
      "the mass matrix is indefinite: some motion with " + system_.velocity_name(j) + " has negative kinetic energy",
      "its row: " + row, "products of inertia are larger than the masses allow; look at signs and units");
  return false;
}

/// The accelerations must exist: a regular mass matrix, and constraints that do not contradict each other.
void Finder::check_accelerations() {
  Index1 index1(system_);
  State s = result_.state;
  if (!system_.evaluate(s, Want::mass, index1.terms()) || !check_mass(index1.terms())) return;
  const Status ok = index1.solve(s);
  if (ok) return;
  if (ok.where == std::string_view(feedback_lost)) {
    problems_.add(model_.nonideal.front().place, "nonideal", system_.describe(ok), "in the initial state",
                  "start elsewhere, or change the law");
    return;
  }
  if (ok.code == Code::singular) {
    const std::string name = ok.row >= 0 && ok.row < system_.layout().nv ? system_.velocity_name(ok.row) : "?";
    const int place = system_.mass_pattern().find(std::max(ok.row, 0), std::max(ok.row, 0));
    problems_.add(
        model_.inertia_place, model_.kinetic ? "kinetic" : "mass",
        "the mass matrix is singular or not positive at " + name + ", and no constraint holds that coordinate",
        "mass along it " + number(place < 0 ? 0.0 : index1.terms().M[at(place)]) + ", pivot " + number(ok.value) +
            " of its diagonal",
        "give every coordinate a positive mass or inertia, or a constraint");
    return;
  }
  if (explain_ == Explain::yes && problems_.conflicts(Level::acceleration, result_.state)) return;
  const bool row_known = ok.row >= 0 && ok.row < system_.layout().rows();
  std::string numbers = "while solving for the initial accelerations";
  const std::vector<std::string> near = near_dependence_notes(system_, result_.state);
  for (const std::string& note : near) numbers += "\n" + note;
  problems_.add(row_known ? model_.constraints[at(ok.row)].place : model_.inertia_place,
                row_known ? "constraint \"" + system_.row_name(ok.row) + "\"" : "", system_.describe(ok), numbers,
                near.empty() ? "constraints that depend on each other must agree; `rheon check` names them"
                             : "leave one of them out, or move a place or a direction so that they differ clearly");
}

}  // namespace

InitialResult find_initial_state(const System& system, double start_time, Explain explain) {
  return Finder(system, start_time, explain).run();
}

}  // namespace rheon
