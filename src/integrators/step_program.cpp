#include "integrators/step_program.hpp"

#include <algorithm>

#include "core/index.hpp"

namespace rheon {

namespace {

/// Code that stays in the fastest caches. A choice, of time alone.
constexpr std::size_t most_instructions = 8000;
/// Updates of the elimination of one stage: with more, the program would hardly be as short as that, and is not written. A choice.
constexpr int most_updates = 150;

using Values = std::vector<code::Ref>;

/// y + sum_j w_j k_j, one term after the other as the stages become known; w_j = h weights_j unless h is left out.
class WeightedSum {
 public:
  WeightedSum(code::Program& program, std::span<const double> weights, Values start)
      : program_(&program), weights_(weights), sum_(std::move(start)) {}

  void add(std::size_t stage, const Values& k, const code::Ref* h) {
    if (stage >= weights_.size() || weights_[stage] == 0.0) return;
    code::Ref w = program_->constant(weights_[stage]);
    if (h != nullptr) w = program_->mul(*h, w);
    for (std::size_t i = 0; i < k.size(); ++i) {
      const code::Ref term = program_->mul(w, k[i]);
      if (sum_.size() <= i)
        sum_.push_back(term);
      else
        sum_[i] = program_->add(sum_[i], term);
    }
  }
  const Values& value() const { return sum_; }

 private:
  code::Program* program_;
  std::span<const double> weights_;
  Values sum_;
};

void store(code::Program& program, int place, const Values& values) {
  for (const code::Ref v : values) program.store(code::out_base, place++, v);
}

}  // namespace

StepProgram::StepProgram(const System& system, const CodedRate& form, const Tableau& tableau, int stride)
    : tableau_(&tableau), stride_(stride), width_(system.layout().nq + system.layout().nv) {
  if (system.model().general_speeds || system.has_power()) return;
  if (KktStructure(system.mass_pattern(), system.jacobian_pattern()).updates() > most_updates) return;
  watch_at_ = tableau.all_stages() * stride;
  end_at_ = watch_at_ + 2;
  error_at_ = end_at_ + width_ + (tableau.last_is_end ? system.layout().rows() : 0);
  size_ = error_at_ + (tableau.error.empty() ? 0 : width_) + (tableau.second_error.empty() ? 0 : width_);
  code::Program program;
  coded_ = true;
  write(program, system, form);
  if (!coded_) return;
  program.drop_unused();
  program.move_stores();
  code_ = code::Executable(std::move(program), most_instructions);
  in_.resize(at(system.model().inputs.a(0) + system.layout().nv + 1));
  work_.resize(code_.work_size());
}

Values StepProgram::initial_inputs(code::Program& program, const InputMap& inputs) const {
  Values values;
  for (int k = 0; k < inputs.a(0) + inputs.nv; ++k) values.push_back(program.load(code::in_base, k));
  return values;
}

void StepProgram::write(code::Program& program, const System& system, const CodedRate& form) {
  const Tableau& tab = *tableau_;
  const InputMap& inputs = system.model().inputs;
  const Values from = initial_inputs(program, inputs);
  const code::Ref h = program.load(code::in_base, static_cast<int>(from.size()));
  const auto part = [&](int first, int count) { return Values(from.begin() + first, from.begin() + first + count); };
  const Values y0 = part(inputs.q(0), width_);
  const code::Ref zero = program.constant(0.0);
  PivotWatch watch{.lost = zero, .finite = zero};

  std::vector<WeightedSum> stage;  // y of each stage
  const double* row = tab.a.data();
  for (int i = 0; i < tab.stages; row += i, ++i) stage.emplace_back(program, std::span(row, at(i)), y0);
  WeightedSum end(program, tab.b, y0), error(program, tab.error, {}), second(program, tab.second_error, {});
  for (int j = 0; j < tab.stages; ++j) {
    const Values& y = stage[at(j)].value();
    Values k(y.begin() + inputs.nq, y.end());
    if (j == 0) {
      const Values a = part(inputs.a(0), inputs.nv);
      k.insert(k.end(), a.begin(), a.end());
    } else {
      RateCode& rate = stages_.emplace_back();
      rate.terms.inputs = part(0, inputs.q(0));
      rate.terms.inputs[at(inputs.t())] =
          program.add(from[at(inputs.t())], program.mul(program.constant(tab.c[at(j)]), h));
      rate.terms.inputs.insert(rate.terms.inputs.end(), y.begin(), y.end());
      coded_ = coded_ && form.append_rate(program, rate, watch);
      if (!coded_) return;
      k.insert(k.end(), rate.a.begin(), rate.a.end());
    }
    store(program, j * stride_, k);
    for (int i = j + 1; i < tab.stages; ++i) stage[at(i)].add(at(j), k, &h);
    if (!tab.last_is_end) end.add(at(j), k, &h);
    error.add(at(j), k, nullptr);
    second.add(at(j), k, nullptr);
  }
  store(program, end_at_, tab.last_is_end ? stage.back().value() : end.value());
  if (tab.last_is_end) store(program, end_at_ + width_, stages_.back().lambda);
  store(program, error_at_, error.value());
  store(program, error_at_ + width_, second.value());
  store(program, watch_at_, {watch.lost, watch.finite});
}

bool StepProgram::run(const State& from, double h, double* rates) {
  double* in = gather_motion(from, in_.data());
  in = std::copy_n(from.a.data(), from.a.size(), in);
  *in = h;
  code_.run(in_.data(), rates, work_.data());
  return PivotWatch::good(rates[watch_at_], rates[watch_at_ + 1], PivotWatch::most_in_rates);
}

}  // namespace rheon
