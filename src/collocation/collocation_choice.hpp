// Collocation that holds positions at its stages only where it has to.
//
// Stages that meet velocity-level rows alone are off the constraints by their error. Rows that depend on each other agree on
// the constraints only: off them, `(x^2 + y^2 - 1)*(2 + x) = 0` asks for another velocity than `x^2 + y^2 = 1`, and a stage
// that meets both as well as it can has a wrong velocity; where the last one is the end of the step, so has the motion. So where
// rows depend on each other when a run begins, stages are put on the constraints, as lagrange-index2 does; elsewhere this
// would only make the equations longer.
#pragma once

#include <memory>

#include "collocation/collocation.hpp"

namespace rheon {

class CollocationChoice final : public StepForm {
 public:
  /// `settings.stabilised` is what is taken for rows that do not depend on each other.
  CollocationChoice(const System& system, const CollocationTableau& tableau, const CollocationSettings& settings);

  Memory make_memory() const override { return form_->make_memory(); }
  Status start(State& s) override;
  Status begin(const Scheme& scheme, const State& from, double h) override;
  Status evaluate() override { return form_->evaluate(); }
  bool converged() const override { return form_->converged(); }
  Status improve() override { return form_->improve(); }
  double distance() const override { return form_->distance(); }
  Status finish(State& to) override { return form_->finish(to); }
  bool integrates_works() const override { return form_->integrates_works(); }
  double projected_energy() const override { return form_->projected_energy(); }
  int error_order() const override { return form_->error_order(); }
  Status error(double relative, double absolute, double& error) override {
    return form_->error(relative, absolute, error);
  }
  Status extrapolate(State& to) override { return form_->extrapolate(to); }
  bool interpolates() const override { return form_->interpolates(); }
  Status sample(double theta, State& out) override { return form_->sample(theta, out); }
  int max_iterations() const override { return form_->max_iterations(); }
  Counters counters() const override;

 private:
  /// By what the state says of its rows.
  void choose(const State& s);

  const System* system_;
  const CollocationTableau* tableau_;
  CollocationSettings settings_;
  CollocationForm plain_;
  std::unique_ptr<CollocationForm> stabilised_;  ///< made when it is needed first
  CollocationForm* form_;
};

}  // namespace rheon
