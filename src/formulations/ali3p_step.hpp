// The step of `ali3p` with Newmark's rule: see ali3p.cpp. Small systems take it by programs (ali3p_kernel.hpp), where
// its restrictions allow; the general solver below takes all.
#pragma once

#include <optional>

#include "collocation/step_quadrature.hpp"
#include "constraints/index1.hpp"
#include "kernels/ali3p_kernel.hpp"
#include "la/saddle_solver.hpp"
#include "newton/newmark_step.hpp"
#include "newton/newton_form.hpp"

namespace rheon {

struct Ali3pMemory {
  Vec carried;            ///< multipliers, to the next step
  Ali3pLeftOut left_out;  ///< which rows follow from others
  Vec auxiliary;          ///< acceleration of the scheme
  static void fields(auto&& field, auto&... m) {
    field("carried_multipliers", any_number, m.carried...);
    Ali3pLeftOut::fields(field, m.left_out...);
    field("auxiliary_acceleration", any_number, m.auxiliary...);
  }
};

class Ali3pStep final : public NewtonForm {
 public:
  /// `kernels`: by a kernel, where that is possible.
  Ali3pStep(const System& system, const OptionValues& values, bool kernels = true);
  Memory make_memory() const override;
  Status start(State& s) override;
  Status begin(const Scheme& scheme, const State& from, double h) override;
  Status evaluate() override;
  Status improve() override;
  Status finish(State& to) override;
  double projected_energy() const override { return projected_energy_; }
  int error_order() const override { return 2; }
  Status error(double relative, double absolute, double& error) override;
  Status extrapolate(State& to) override;
  bool interpolates() const override { return true; }
  Status sample(double theta, State& out) override;
  Counters counters() const override;
  bool by_kernel() const { return by_kernel_; }  ///< was the last step taken by the kernel?

 private:
  Status find_dependent_rows(State& s, Ali3pLeftOut& left_out);
  void make_solvers(const State& from);
  void leave_kernel();
  Status evaluate_terms();
  Want newton_want() const;
  Want projection_want() const;
  static const Ali3pMemory& memory_of(const State& s) { return s.memory.as<Ali3pMemory>(); }
  Ali3pMemory& next_memory(State& to) const;
  Status note_change(double size, double floor);
  /// Is the next correction small enough to be the last, by quadratic convergence? The matrix then need not be that of the
  /// iterate: with that of the iterate before, errors e still fall to e^(3/2).
  bool last_expected() const { return !converges_slowly_ && change_ * change_ <= tolerance(); }
  void assemble_tangent();
  Status factor_newton();
  Status correct_once(double scale);
  Status correct_fully(double scale);
  struct Weight {
    const Pattern* pattern;
    const SparseValues* P;
    SaddleSolver* solver;
  };
  Weight tangent_metric();
  Weight mass_metric();
  Status prepare_projection();
  Status add_impulses(const Weight& weight);
  Status project_velocity();
  void find_projected_energy();
  Status project_acceleration();
  Status split_reactions(State& to);
  void finish_by_kernel(State& to);

  Terms terms_;
  Index1 index1_;
  Pattern phi_pattern_;
  double penalty_;
  bool kernels_;
  std::optional<Ali3pKernel> kernel_;  ///< made when a step begins first, and so are the solvers
  bool by_kernel_ = false;             ///< the iterate of this step is in the kernel
  std::optional<SaddleSolver> newton_, projection_, tangent_projection_;
  bool tangent_weight_, from_acceleration_, carried_, full_tangent_, project_;
  bool damped_;              ///< do forces depend on velocities?
  bool tangent_velocities_;  ///< velocities are projected in the tangent metric
  double alpha_;
  double projected_energy_ = 0.0;

  const State* from_ = nullptr;
  const State* to_ = nullptr;
  std::optional<StepQuadrature> quadrature_;  ///< made when it is asked for first
  bool newton_factored_ = false;              ///< within this step
  bool converges_slowly_ = false;             ///< within this step, one pass per iteration was too slow
  NewmarkStep rule_;
  State it_;  ///< the iterate; lambda holds (lambda*, lambda^)
  Vec dq_, v_star_, a_star_, Q_star_, sigma_, kappa_, g_;
};

}  // namespace rheon
