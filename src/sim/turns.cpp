#include "sim/turns.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/index.hpp"
#include "model/angle_status.hpp"

namespace rheon {

namespace {

constexpr double full_turn = 2 * std::numbers::pi;
/// Rates that miss the movement by more than this part of a turn leave open how many turns it was; so do rates that change
/// in the step so that the trapezoidal rule may be off by as much.
constexpr double clear = 0.25;

/// Does anything change if the anchor goes on by a turn? Rows of drivers contain their angle to whole turns only.
bool sees_turns(Model& m, int anchor) {
  auto& g = m.graph;
  const expr::Replacement further{anchor, g.make(expr::Op::add, g.input(anchor), g.constant(full_turn))};
  std::vector<expr::Node> nodes{m.potential};
  for (const Force& f : m.forces) nodes.push_back(f.value);
  for (const Force& f : m.nonideal) nodes.push_back(f.value);
  for (const ConstraintRow& c : m.constraints) nodes.push_back(c.residual);
  std::erase_if(nodes, [&](expr::Node n) { return !g.depends_on(n, anchor); });
  if (nodes.empty()) return false;
  const std::size_t count = nodes.size();
  for (std::size_t k = 0; k < count; ++k) nodes.push_back(g.substitute(nodes[k], {&further, 1}));
  const expr::Tape tape(g, nodes);
  std::vector<double> inputs(at(m.inputs.size())), values(nodes.size()), work(tape.work_size());
  for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i] = 0.3 + 0.1 * std::sin(1.0 + static_cast<double>(i));
  tape.evaluate(inputs.data(), values.data(), work.data());
  for (std::size_t k = 0; k < count; ++k)
    if (!(std::abs(values[k] - values[k + count]) <= 1e-9 * (1.0 + std::abs(values[k])))) return true;
  return false;
}

}  // namespace

TurnCounter::TurnCounter(const System& system) : map_(system.model().inputs) {
  if (map_.na == 0) return;
  Model model(system.model());
  std::vector<expr::Node> values, rates, accelerations;
  for (int k = 0; k < map_.na; ++k) {
    values.push_back(angle_value(model, k));
    rates.push_back(time_derivative(model, values.back()));
    accelerations.push_back(time_derivative(model, rates.back()));
    seen_.push_back(sees_turns(model, map_.anchor(k)));
  }
  values_ = expr::Tape(model.graph, values);
  rates_ = expr::Tape(model.graph, rates);
  inputs_.resize(at(map_.size()));
  accelerations_ = expr::Tape(model.graph, accelerations);
  work_.resize(std::max({values_.work_size(), rates_.work_size(), accelerations_.work_size()}));
  for (auto* numbers : {&before_, &after_, &bend_before_, &bend_after_}) numbers->resize(rates.size());
}

/// By more than half a turn in the step?
bool TurnCounter::any_far(double h) const {
  const auto far = [h](double rate) { return h * std::abs(rate) > 0.5 * full_turn; };
  return std::any_of(before_.begin(), before_.end(), far) || std::any_of(after_.begin(), after_.end(), far);
}

/// Multipliers are not needed.
void TurnCounter::gather(const State& s) {
  double* const in = inputs_.data();
  in[map_.t()] = s.t;
  in[map_.side()] = s.side;
  std::copy_n(s.anchors.data(), map_.na, in + map_.anchor(0));
  std::copy_n(s.q.data(), map_.nq, in + map_.q(0));
  std::copy_n(s.v.data(), map_.nv, in + map_.v(0));
  std::copy_n(s.a.data(), map_.nv, in + map_.a(0));
}

Status TurnCounter::refused(std::size_t angle, double movement) const {
  return {Code::not_converged, -1, static_cast<int>(angle), movement / full_turn, turns_of_an_angle};
}

Status TurnCounter::count(const State& from, State& to) {
  if (map_.na == 0) return {};
  gather(from);
  rates_.evaluate(inputs_.data(), before_.data(), work_.data());
  to.anchors = from.anchors;
  gather(to);
  rates_.evaluate(inputs_.data(), after_.data(), work_.data());
  values_.evaluate(inputs_.data(), to.anchors.data(), work_.data());
  const double h = to.t - from.t;
  const bool far = any_far(h);
  if (far) {
    accelerations_.evaluate(inputs_.data(), bend_after_.data(), work_.data());
    gather(from);
    accelerations_.evaluate(inputs_.data(), bend_before_.data(), work_.data());
  }
  for (std::size_t k = 0; k < seen_.size(); ++k) {
    const auto i = static_cast<Index>(k);
    const double movement = 0.5 * h * (before_[k] + after_[k]);  // exact in steady rotation
    // Euler and Maclaurin: by this much the rule is off, if the step is not far too long; no matter where rates are small
    const double error = far ? h * h / 12 * (bend_before_[k] - bend_after_[k]) : 0.0;
    const double turns = std::round((movement - (to.anchors[i] - from.anchors[i])) / full_turn);
    if (turns != 0.0) to.anchors[i] += full_turn * turns;
    const bool told = std::abs(movement - (to.anchors[i] - from.anchors[i])) <= clear * full_turn;
    const bool doubtful = !(std::abs(error) <= clear * full_turn);
    if (!told || doubtful || (turns != 0.0 && seen_[k])) return refused(k, movement);
  }
  return {};
}

}  // namespace rheon
