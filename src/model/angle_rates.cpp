#include "model/angle_rates.hpp"

#include <algorithm>

#include "core/index.hpp"

namespace rheon {

AngleRates::AngleRates(const Model& m) : map_(m.inputs) {
  if (map_.na == 0) return;
  std::vector<expr::Node> arms;
  for (const TrackedAngle& angle : m.angles) arms.insert(arms.end(), {angle.sine, angle.cosine});
  arms_ = expr::Tape(m.graph, arms);
  if (m.general_speeds) coordinate_rates_ = expr::Tape(m.graph, m.rate);
  for (const expr::Node n : arms)
    timed_ = timed_ || m.graph.depends_on(n, map_.t()) || m.graph.depends_on(n, map_.side());
  for (auto* inputs : {&inputs_, &moved_, &shifted_}) inputs->resize(at(map_.size()));
  q_dot_.resize(at(map_.nq));
  work_.resize(std::max(arms_.work_size(), coordinate_rates_.work_size()));
  for (auto* numbers : {&arm_, &arm_ahead_, &arm_behind_}) numbers->resize(arms.size());
  other_.resize(at(map_.na));
}

/// Multipliers are not needed.
void AngleRates::gather(const State& s) {
  double* const in = inputs_.data();
  in[map_.t()] = s.t;
  in[map_.side()] = s.side;
  std::copy_n(s.anchors.data(), map_.na, in + map_.anchor(0));
  std::copy_n(s.q.data(), map_.nq, in + map_.q(0));
  std::copy_n(s.v.data(), map_.nv, in + map_.v(0));
  std::copy_n(s.a.data(), map_.nv, in + map_.a(0));
}

void AngleRates::find_coordinate_rates(const double* inputs) {
  if (coordinate_rates_.output_size() > 0)
    coordinate_rates_.evaluate(inputs, q_dot_.data(), work_.data());
  else
    std::copy_n(inputs + map_.v(0), map_.nq, q_dot_.data());
}

/// Time and coordinates go on by dt with the rates found last; so do the velocities, if asked for.
void AngleRates::move_along(double dt, bool velocities, const std::vector<double>& start,
                            std::vector<double>& moved) const {
  moved = start;
  moved[at(map_.t())] += dt;
  for (int i = 0; i < map_.nq; ++i) moved[at(map_.q(i))] += dt * q_dot_[at(i)];
  if (velocities)
    for (int i = 0; i < map_.nv; ++i) moved[at(map_.v(i))] += dt * start[at(map_.a(i))];
}

/// (c s' - s c')/(s^2 + c^2)
void AngleRates::rates_at(const std::vector<double>& inputs, double dt, std::vector<double>& rates) {
  find_coordinate_rates(inputs.data());
  arms_.evaluate(inputs.data(), arm_.data(), work_.data());
  move_along(dt, false, inputs, moved_);
  arms_.evaluate(moved_.data(), arm_ahead_.data(), work_.data());
  move_along(-dt, false, inputs, moved_);
  arms_.evaluate(moved_.data(), arm_behind_.data(), work_.data());
  for (std::size_t k = 0; k < rates.size(); ++k) {
    const double s = arm_[2 * k], c = arm_[2 * k + 1];
    const double s_dot = (arm_ahead_[2 * k] - arm_behind_[2 * k]) / (2 * dt);
    const double c_dot = (arm_ahead_[2 * k + 1] - arm_behind_[2 * k + 1]) / (2 * dt);
    rates[k] = (c * s_dot - s * c_dot) / (s * s + c * c);
  }
}

/// Of rates at two states before and after the one gathered last.
void AngleRates::find_accelerations(double dt, std::vector<double>& accelerations) {
  find_coordinate_rates(inputs_.data());
  move_along(dt, true, inputs_, shifted_);
  rates_at(shifted_, dt, accelerations);
  find_coordinate_rates(inputs_.data());
  move_along(-dt, true, inputs_, shifted_);
  rates_at(shifted_, dt, other_);
  for (std::size_t k = 0; k < accelerations.size(); ++k) accelerations[k] = (accelerations[k] - other_[k]) / (2 * dt);
}

void AngleRates::find_arms(double dt, std::vector<double>& arm, std::vector<double>& ahead) {
  find_coordinate_rates(inputs_.data());
  arms_.evaluate(inputs_.data(), arm.data(), work_.data());
  inputs_[at(map_.t())] += dt;
  for (int i = 0; i < map_.nq; ++i) inputs_[at(map_.q(i))] += dt * q_dot_[at(i)];
  arms_.evaluate(inputs_.data(), ahead.data(), work_.data());
}

}  // namespace rheon
