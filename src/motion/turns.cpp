#include "motion/turns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/index.hpp"
#include "model/anchors.hpp"
#include "model/angle_status.hpp"

namespace rheon {

namespace {

constexpr double full_turn = 2 * std::numbers::pi;
/// Rates that miss the movement by more than this part of a turn leave open how many turns it was; so do rates that change
/// in the step so that the trapezoidal rule may be off by as much. At half a turn two numbers of turns would fit alike. A choice:
/// larger, and turns are miscounted; smaller, and more steps are refused.
constexpr double clear = 0.25;
/// A row or force sees the turns of an angle if a turn changes it by more than this part of 1 and its size: round-off of it is
/// far less.
constexpr double unchanged = 1e-9;

/// Rates are differences over this part of the step on either side. They are exact where sines and cosines are at most
/// quadratic, as in natural coordinates; in general they miss W turns by W (2 pi W d)^2/6, a hundredth of a turn at
/// W = 250, and by roundings of 1e-16/d. Both are far below the quarter of a turn that matters.
constexpr double part_of_step = 1e-5;

/// An angle that moves by no more than this in a step, by its rates at both ends and by where it is there, makes no turn:
/// both differ by two eighths at most, the quarter of a turn that is clear. The square of its cosine is 1/2.
constexpr double little = full_turn / 8;
constexpr double little_cosine_squared = 0.5;

/// Is the angle between two arms at most `little`?
bool close(const double* a, const double* b) {
  const double along = a[0] * b[0] + a[1] * b[1];
  return along > 0.0 &&
         along * along >= little_cosine_squared * (a[0] * a[0] + a[1] * a[1]) * (b[0] * b[0] + b[1] * b[1]);
}

/// About `part_of_step`, the same for steps whose lengths differ by round-off.
double short_time(double h) { return std::ldexp(1.0, std::ilogb(h) - 17); }

/// Of which angles does something count the turns: does it change if the anchor goes on by one? Rows of drivers contain
/// their angle to whole turns only.
std::vector<bool> seen_turns(const Model& m) {
  std::vector<expr::Node> nodes{m.potential};
  for (const Force& f : m.forces) nodes.push_back(f.value);
  for (const Force& f : m.nonideal) nodes.push_back(f.value);
  for (const ConstraintRow& c : m.constraints) nodes.push_back(c.residual);
  std::vector<std::vector<std::size_t>> users(at(m.inputs.na));  // of each anchor
  std::vector<expr::Node> used;
  for (const expr::Node n : nodes) {
    bool uses = false;
    for (const int slot : m.graph.inputs_of(n)) {
      if (slot < m.inputs.anchor(0) || slot >= m.inputs.q(0)) continue;
      users[at(slot - m.inputs.anchor(0))].push_back(used.size());
      uses = true;
    }
    if (uses) used.push_back(n);
  }
  std::vector<bool> seen(users.size(), false);
  if (used.empty()) return seen;
  const expr::Tape tape(m.graph, used);
  std::vector<double> inputs(at(m.inputs.size())), values(used.size()), further(used.size()), work(tape.work_size());
  for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i] = 0.3 + 0.1 * std::sin(1.0 + static_cast<double>(i));
  tape.evaluate(inputs.data(), values.data(), work.data());
  for (std::size_t k = 0; k < users.size(); ++k) {
    if (users[k].empty()) continue;
    double& anchor = inputs[at(m.inputs.anchor(static_cast<int>(k)))];
    const double here = anchor;
    anchor += full_turn;
    tape.evaluate(inputs.data(), further.data(), work.data());
    anchor = here;
    for (const std::size_t n : users[k])
      if (!(std::abs(values[n] - further[n]) <= unchanged * (1.0 + std::abs(values[n])))) seen[k] = true;
  }
  return seen;
}

}  // namespace

TurnCounter::TurnCounter(const System& system)
    : system_(&system), angles_(system.model().inputs.na), rates_(system.model()) {
  if (angles_ == 0) return;
  const Model& m = system.model();
  seen_ = seen_turns(m);
  any_seen_ = std::find(seen_.begin(), seen_.end(), true) != seen_.end();
  const std::size_t arms = 2 * at(angles_);
  for (Look* look : {&start_look_, &end_look_}) {
    look->q.resize(m.inputs.nq);
    look->v.resize(m.inputs.nv);
    look->arm.resize(arms);
    look->ahead.resize(arms);
  }
  start_.resize(angles_);
  end_.resize(angles_);
  known_anchors_ = Vec::Constant(angles_, std::nan(""));
  anchor_arm_.resize(arms);
  for (auto* numbers : {&before_, &after_, &bend_before_, &bend_after_}) numbers->resize(at(angles_));
}

/// By more than half a turn in the step?
bool TurnCounter::any_far(double h) const {
  const auto far = [h](double rate) { return h * std::abs(rate) > 0.5 * full_turn; };
  return std::any_of(before_.begin(), before_.end(), far) || std::any_of(after_.begin(), after_.end(), far);
}

Status TurnCounter::refused(std::size_t angle, double movement) const {
  return {Code::not_converged, -1, static_cast<int>(angle), movement / full_turn, turns_of_an_angle};
}

bool TurnCounter::is_of(const Look& look, const State& s, double dt) const {
  return !rates_.depend_on_time() && look.dt == dt && look.q == s.q && look.v == s.v;
}

void TurnCounter::look_at(const State& s, double dt, Look& look) {
  if (is_of(look, s, dt)) return;
  look.dt = dt;
  look.q = s.q;
  look.v = s.v;
  rates_.gather(s);
  rates_.find_arms(dt, look.arm, look.ahead);
  look.fastest = fastest(look);
}

/// The angle by which an arm turns in dt is its cross product with what it becomes, over its square.
double TurnCounter::fastest(const Look& look) {
  double most = 0.0;
  for (std::size_t i = 0; i < look.arm.size(); i += 2) {
    const double s = look.arm[i], c = look.arm[i + 1];
    const double turned = std::abs(c * look.ahead[i] - s * look.ahead[i + 1]) / (s * s + c * c);
    if (!(turned <= most)) most = std::isnan(turned) ? std::numeric_limits<double>::infinity() : turned;
  }
  return most;
}

/// By no more than `little`, judged by the rates at both ends and by where the angles are there?
bool TurnCounter::all_move_little(const State& from, const State& to) {
  const double h = to.t - from.t, dt = short_time(h);
  if (is_of(end_look_, from, dt)) std::swap(start_look_, end_look_);
  look_at(from, dt, start_look_);
  look_at(to, dt, end_look_);
  const double fastest = std::max(start_look_.fastest, end_look_.fastest);
  if (!(fastest * std::abs(h) <= little * dt)) return false;
  for (std::size_t i = 0; i < start_look_.arm.size(); i += 2)
    if (!close(&start_look_.arm[i], &end_look_.arm[i])) return false;
  return true;
}

/// Are all angles at the end of the step so near these anchors that they determine the turns of the next ones, too?
bool TurnCounter::all_near(const Vec& anchors) {
  if (known_anchors_ != anchors) {
    for (Index k = 0; k < anchors.size(); ++k) {
      anchor_arm_[at(2 * k)] = std::sin(anchors[k]);
      anchor_arm_[at(2 * k + 1)] = std::cos(anchors[k]);
    }
    known_anchors_ = anchors;
  }
  for (std::size_t i = 0; i < anchor_arm_.size(); i += 2)
    if (!close(&anchor_arm_[i], &end_look_.arm[i])) return false;
  return true;
}

Status TurnCounter::count(const State& from, State& to, Terms& terms) {
  if (angles_ == 0) return {};
  to.anchors = from.anchors;
  if (to.t != from.t && !all_move_little(from, to)) return count_turns(from, to);
  if (to.t == from.t || any_seen_ || !all_near(to.anchors)) system_->track_angles(to, terms);
  return {};
}

/// Where the angles are at the start, which the anchors are near to, and at the end, if they move by less than half a turn.
void TurnCounter::find_ends(const Vec& anchors) {
  const auto between = [](double s1, double c1, double s2, double c2) {
    return std::atan2(s2 * c1 - c2 * s1, c2 * c1 + s2 * s1);
  };
  for (Index k = 0; k < anchors.size(); ++k) {
    const double *from = &start_look_.arm[at(2 * k)], *to = &end_look_.arm[at(2 * k)];
    start_[k] = anchors[k] + between(std::sin(anchors[k]), std::cos(anchors[k]), from[0], from[1]);
    end_[k] = start_[k] + between(from[0], from[1], to[0], to[1]);
  }
}

Status TurnCounter::count_turns(const State& from, State& to) {
  const double h = to.t - from.t, dt = part_of_step * h;
  find_ends(from.anchors);
  rates_.gather(from);
  rates_.find_rates(dt, before_);
  rates_.gather(to);
  rates_.find_rates(dt, after_);
  const bool far = any_far(h);
  if (far) {
    rates_.find_accelerations(dt, bend_after_);
    rates_.gather(from);
    rates_.find_accelerations(dt, bend_before_);
  }
  for (std::size_t k = 0; k < seen_.size(); ++k) {
    const auto i = static_cast<Index>(k);
    const double movement = 0.5 * h * (before_[k] + after_[k]);  // exact in steady rotation
    // by this much the trapezoidal rule is off (Euler and Maclaurin), if the step is not far too long; no matter where rates are
    // small
    const double error = far ? h * h / 12 * (bend_before_[k] - bend_after_[k]) : 0.0;
    const double turns = std::round((movement - (end_[i] - start_[i])) / full_turn);
    end_[i] += full_turn * turns;
    const bool determined = std::abs(movement - (end_[i] - start_[i])) <= clear * full_turn;
    const bool doubtful = !(std::abs(error) <= clear * full_turn);
    if (!determined || doubtful || (turns != 0.0 && seen_[k])) return refused(k, movement);
  }
  to.anchors = end_;
  round_anchors(to.anchors);
  return {};
}

}  // namespace rheon
