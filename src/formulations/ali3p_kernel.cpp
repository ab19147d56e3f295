#include "formulations/ali3p_kernel.hpp"

#include <algorithm>
#include <cmath>

#include "core/index.hpp"

namespace rheon {

namespace {

/// Beyond, what does not repeat does not fit into the caches, and general programs that are shared between uses are as fast.
constexpr int most_distinct_updates = 10000;
/// Each row left out costs a substitution for the least norm of the reactions.
constexpr int most_left_out = 6;
/// Largest pivot of a row before losses over after, squared: the programs compute corrections, which lose eight digits
/// at most and have as many to spare.
constexpr double most_lost = 1e8;
/// What of the gradient of a row left out, squared, does not follow from the others: forces of multipliers of least norm
/// are off by the root of it. Round-off of what cancels is 1e-16.
constexpr double most_new = 1e-12;
/// Velocities on the rows kept may contradict one left out by this part of its terms, as in SaddleSolver.
constexpr double accepted_contradiction = 1e-9;

Pattern some_rows(const Pattern& p, const std::vector<int>& rows) {
  Pattern some{static_cast<int>(rows.size()), p.cols, {0}, {}};
  for (const int i : rows) {
    some.col.insert(some.col.end(), p.col.begin() + p.start[at(i)], p.col.begin() + p.start[at(i) + 1]);
    some.start.push_back(static_cast<int>(some.col.size()));
  }
  return some;
}

}  // namespace

Ali3pKernel::Ali3pKernel(const System& system, const Tangent& tangent, const Ali3pKernelSettings& settings,
                         const Vec& left_out)
    : system_(&system),
      settings_(settings),
      left_out_(left_out),
      newton_rows_(kept(left_out_of_newton, system.layout().nphi)),
      rows_(kept(left_out_of_projection, system.layout().rows())),
      newton_pattern_(some_rows(system.jacobian_pattern(), newton_rows_)),
      row_pattern_(some_rows(system.jacobian_pattern(), rows_)),
      mass_structure_(system.mass_pattern(), row_pattern_),
      inlined_(4) {
  const Layout& n = system.layout();
  for (int i = 0; i < n.rows(); ++i)
    if (!std::binary_search(rows_.begin(), rows_.end(), i)) dropped_.push_back(i);
  KktStructure newton(tangent.pattern(), newton_pattern_);
  if (system.massless_velocity() >= 0 || system.model().general_speeds || !system.linear_velocity_rows()) return;
  if (dropped_.size() > most_left_out) return;
  for (const KktStructure* s : std::initializer_list<const KktStructure*>{&newton, &mass_structure_})
    if (!s->fits_a_program(most_distinct_updates)) return;

  const InputMap& inputs = system.model().inputs;
  q_at_ = inputs.q(0);
  iterate_size_ = inputs.size() - q_at_;
  dq_at_ = inputs.size();
  start_at_ = dq_at_ + n.nv;
  numbers_at_ = start_at_ + 2 * n.nv;
  inverse_at_ = mass_structure_.entries();
  force_at_ = inverse_at_ + mass_structure_.size();
  sigma_at_ = force_at_ + n.nv;
  newton_at_ = sigma_at_ + n.rows();
  work_kept_ = newton_at_ + newton.size() + 2 * newton.entries();
  const auto translated = [](code::StraightLine program) {
    program.settle();
    return code::NativeCode(std::move(program), most_instructions);
  };
  newton_ = translated(newton_program(tangent, newton, true));
  newton_again_ = translated(newton_program(tangent, newton, false));
  newton.keep_turns_only();
  velocities_ = translated(velocity_program(tangent));
  accelerations_ = translated(acceleration_program());
  mass_structure_.keep_turns_only();
  in_.resize(at(numbers_at_ + rule_numbers));
  next_.resize(at(iterate_size_ + n.nv + newton_scalars));
  velocity_.resize(at(n.nv + velocity_scalars));
  acceleration_.resize(at(n.nv + 2 * n.rows() + acceleration_scalars));
  work_.resize(
      std::max({newton_.work_size(), newton_again_.work_size(), velocities_.work_size(), accelerations_.work_size()}));
}

std::vector<int> Ali3pKernel::kept(int bit, int count) const {
  std::vector<int> rows;
  for (int i = 0; i < count; ++i)
    if ((static_cast<int>(left_out_[i]) & bit) == 0) rows.push_back(i);
  return rows;
}

void Ali3pKernel::begin(const State& from, const State& it, const Vec& dq, const NewmarkStep& rule) {
  double* in = gather_motion(it, in_.data());
  for (const Vec* part : {&it.a, &it.lambda, &dq, &from.v, &from.a}) in = std::copy_n(part->data(), part->size(), in);
  *in++ = rule.velocity_scale();
  *in++ = rule.scale();
  *in++ = 1.0 / rule.scale();
  *in++ = rule.velocity_scale() / rule.scale();
  *in++ = rule.h();
}

bool Ali3pKernel::improve(bool afresh) {
  (afresh ? newton_ : newton_again_).run(in_.data(), next_.data(), work_.data());
  ++counters_.evaluations;
  if (afresh) ++counters_.factorisations;
  const double* const out = next_.data() + iterate_size_ + system_->layout().nv;
  if (!(out[lost_at] <= most_lost && out[finite_at] == 0.0 && out[pivot_at] < 0.0)) return false;
  correction_ = out[correction_at];
  motion_ = out[motion_at];
  position_ = out[position_at];
  std::copy_n(next_.data(), iterate_size_ + system_->layout().nv, in_.data() + q_at_);
  return true;
}

bool Ali3pKernel::project_velocities() {
  velocities_.run(in_.data(), velocity_.data(), work_.data());
  ++counters_.factorisations;
  if (settings_.damped) ++counters_.evaluations;
  const double* const out = velocity_.data() + system_->layout().nv;
  violation_ = out[violation_at];
  projected_energy_ = out[energy_at];
  return out[lost_at] <= most_lost && out[finite_at] == 0.0 && out[pivot_at] < 0.0 &&
         out[contradiction_at] <= accepted_contradiction;
}

bool Ali3pKernel::project_accelerations() {
  const Index n = system_->layout().nv;
  double* const v = in_.data() + system_->model().inputs.v(0);
  std::copy_n(v, n, next_.data());  // what it was without projection
  std::copy_n(velocity_.data(), n, v);
  accelerations_.run(in_.data(), acceleration_.data(), work_.data());
  std::copy_n(next_.data(), n, v);
  if (settings_.tangent_velocities) ++counters_.factorisations;
  if (settings_.damped) ++counters_.evaluations;
  const double* const out = acceleration_.data() + n + 2 * system_->layout().rows();
  return out[lost_at] <= most_lost && out[finite_at] == 0.0 && out[pivot_at] < 0.0 && out[new_at] <= most_new;
}

void Ali3pKernel::iterate(State& it, Vec& dq) const {
  const double* in = in_.data() + q_at_;
  for (Vec* part : {&it.q, &it.v, &it.a, &it.lambda, &dq}) {
    std::copy_n(in, part->size(), part->data());
    in += part->size();
  }
}

}  // namespace rheon
