#include "kernels/ali3p_kernel.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "code/shared_calls.hpp"
#include "core/index.hpp"
#include "kernels/kernel_null_space.hpp"
#include "kernels/pivot_watch.hpp"
#include "model/system_inside.hpp"

namespace rheon {

namespace {

/// Beyond, what does not repeat does not fit into the caches, and general programs that are shared between uses are as fast. A
/// choice, of time alone.
constexpr int most_distinct_updates = 10000;
/// What of the gradient of a row left out, squared, does not follow from the others: forces of multipliers of least norm
/// are off by the root of it, 1e-6. Round-off of what cancels is 1e-16.
constexpr double most_new = 1e-12;

}  // namespace

Ali3pKernel::Ali3pKernel(const System& system, const Pattern& tangent, const Ali3pKernelSettings& settings,
                         const Ali3pLeftOut& left_out)
    : system_(&system),
      settings_(settings),
      left_out_(left_out),
      newton_rows_(ProgramAlgebra::rows_without(system.layout().nphi, left_out.corrections)),
      rows_(ProgramAlgebra::rows_without(system.layout().rows(), left_out.projections)),
      newton_pattern_(ProgramAlgebra::some_rows(system.jacobian_pattern(), newton_rows_)),
      row_pattern_(ProgramAlgebra::some_rows(system.jacobian_pattern(), rows_)),
      mass_structure_(system.mass_pattern(), row_pattern_),
      inlined_(5) {
  const Layout& n = system.layout();
  dropped_.assign(left_out.projections.begin(), left_out.projections.end());
  KktStructure newton(tangent, newton_pattern_);
  if (SystemInside::massless_velocity(system) >= 0 || system.model().general_speeds || !system.linear_velocity_rows())
    return;
  if (dropped_.size() > most_rows_left_out) return;
  for (const KktStructure* s : std::initializer_list<const KktStructure*>{&newton, &mass_structure_})
    if (!s->fits_a_program(most_distinct_updates)) return;

  const InputMap& inputs = system.model().inputs;
  q_at_ = inputs.q(0);
  iterate_size_ = inputs.size() - q_at_;
  dq_at_ = inputs.size();
  numbers_at_ = dq_at_ + n.nv;
  scalars_at_ = numbers_at_ + rule_numbers;
  inverse_at_ = mass_structure_.entries();
  force_at_ = inverse_at_ + mass_structure_.size();
  sigma_at_ = force_at_ + n.nv;
  newton_at_ = sigma_at_ + n.rows();
  start_at_ = newton_at_ + newton.size() + 2 * newton.entries();
  work_kept_ = start_at_ + 2 * n.nv;
  shared_at_ = scalars_at_ + newton_scalars;
  int results = 0;
  code::SharedCalls of_time(q_at_ - inputs.na, shared_at_, results), of_position(q_at_ + n.nq, shared_at_, results);
  const auto translated = [](code::Program program) {
    program.move_stores();
    return code::Executable(std::move(program), most_instructions);
  };
  const auto with_shared = [&](code::Program program, bool projects) {
    program.drop_unused();
    of_time.take_out(program);
    if (projects) of_position.take_out(program);
    return translated(std::move(program));
  };
  newton_ = with_shared(newton_program(tangent, newton, true), false);
  newton_again_ = with_shared(newton_program(tangent, newton, false), false);
  newton.keep_turns_only();
  velocities_ = with_shared(velocity_program(tangent), true);
  accelerations_ = with_shared(acceleration_program(), true);
  mass_structure_.keep_turns_only();
  if (!of_time.empty()) of_time_ = translated(of_time.program());
  if (!of_position.empty()) of_position_ = translated(of_position.program());
  complete_ = newton_ && newton_again_ && velocities_ && accelerations_ && (of_time_ || of_time.empty()) &&
              (of_position_ || of_position.empty());
  in_.resize(at(shared_at_ + results));
  next_.resize(in_.size());
  velocity_.resize(at(n.nv + velocity_scalars));
  acceleration_.resize(at(n.nv + 2 * n.rows() + acceleration_scalars));
  work_.resize(std::max({newton_.work_size(), newton_again_.work_size(), velocities_.work_size(),
                         accelerations_.work_size(), of_time_.work_size(), of_position_.work_size()}));
}

void Ali3pKernel::begin(const State& from, const State& it, const Vec& dq, const Ali3pRule& rule) {
  double* in = gather_motion(it, in_.data());
  for (const Vec* part : {&it.a, &it.lambda, &dq}) in = std::copy_n(part->data(), part->size(), in);
  const std::array<double, rule_numbers> numbers{rule.dv_da, rule.dq_da, 1.0 / rule.dq_da, rule.dv_da / rule.dq_da,
                                                 rule.h};
  std::copy(numbers.begin(), numbers.end(), in);
  std::copy_n(in_.data(), q_at_, next_.data());
  if (of_time_) {
    of_time_.run(in_.data(), in_.data() + shared_at_, work_.data());
    std::copy(in_.begin() + shared_at_, in_.end(), next_.begin() + shared_at_);
  }
  std::copy(numbers.begin(), numbers.end(), next_.data() + numbers_at_);
  double* const start = std::copy_n(from.v.data(), from.v.size(), work_.data() + start_at_);
  std::copy_n(from.a.data(), from.a.size(), start);
}

/// Of the numbers at the end of what a program gives. All programs compute corrections.
bool Ali3pKernel::is_good(const double* out) {
  return PivotWatch::good(out[lost_at], out[finite_at], PivotWatch::most_in_corrections) && out[pivot_at] < 0.0;
}

bool Ali3pKernel::improve(bool afresh) {
  (afresh ? newton_ : newton_again_).run(in_.data(), next_.data(), work_.data());
  ++counters_.evaluations;
  if (afresh) ++counters_.factorisations;
  const double* const out = next_.data() + scalars_at_;
  if (!is_good(out)) return false;
  correction_ = out[correction_at];
  motion_ = out[motion_at];
  position_ = out[position_at];
  std::swap(in_, next_);
  return true;
}

bool Ali3pKernel::project_velocities() {
  if (of_position_) of_position_.run(in_.data(), in_.data() + shared_at_, work_.data());
  velocities_.run(in_.data(), velocity_.data(), work_.data());
  ++counters_.factorisations;
  if (settings_.damped) ++counters_.evaluations;
  const double* const out = velocity_.data() + system_->layout().nv;
  violation_ = out[violation_at];
  projected_energy_ = out[energy_at];
  return is_good(out) && out[contradiction_at] <= contradiction_on_constraints;
}

bool Ali3pKernel::project_accelerations() {
  const Index n = system_->layout().nv;
  const auto exchange = [&] { std::swap_ranges(velocity_.begin(), velocity_.begin() + n, in_.begin() + q_at_ + n); };
  exchange();  // the iterate has the projected velocities now
  accelerations_.run(in_.data(), acceleration_.data(), work_.data());
  if (settings_.tangent_velocities) ++counters_.factorisations;
  if (settings_.damped) ++counters_.evaluations;
  const double* const out = acceleration_.data() + n + 2 * system_->layout().rows();
  if (system_->has_power()) power_ = {out[power_at], out[power_at + 1], out[power_at + 2]};
  if (is_good(out) && out[new_at] <= most_new) return true;
  exchange();
  return false;
}

void Ali3pKernel::iterate(State& it, Vec& dq) const {
  const double* in = in_.data() + q_at_;
  for (Vec* part : {&it.q, &it.v, &it.a, &it.lambda, &dq}) {
    std::copy_n(in, part->size(), part->data());
    in += part->size();
  }
}

}  // namespace rheon
