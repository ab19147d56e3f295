// Collocation (implicit Runge-Kutta) on the constrained equations of motion, for any tableau.
//
//   at every stage     P (q' - v) + phi_q^T mu = 0,   phi = 0           stabilised form [Gear1985]
//                      or q' = v                                        index 2, positions held by projection
//                      M v' = Q + F(lambda) - A^T lambda,   phi' = 0,  psi = 0
//   at the end         last stage, or q and v by the weights b; then least movements onto the constraints, which for
//                      collocation at Gauss points gives order 2s instead of s [Ascher1991]; a and lambda from the
//                      index-1 equations, so that they have the order of q and v and A a = b holds
//
//   paper            code
//   Y_i - y0         dQ_, dV_ (increments of the stages)
//   h k_i, h lambda  x, y, ell, m: see stage_matrix.hpp
//   mu               m / h: zero for the exact solution, so any metric P does; here M + g h C + g^2 h^2 K at the start
//                    of the step, so that what stiff springs tie together moves together
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "collocation/embedded_error.hpp"
#include "collocation/stage_matrix.hpp"
#include "collocation/step_quadrature.hpp"
#include "constraints/multiplier_forces.hpp"
#include "constraints/projector.hpp"
#include "constraints/reaction_split.hpp"
#include "constraints/weighted_projection.hpp"

namespace rheon {

struct CollocationSettings {
  bool stabilised = false;
  double tolerance = 1e-10;
  int max_iterations = 25;
};

/// What a step begins with.
struct CollocationMemory {
  bool dependent = false;         ///< did rows depend on each other when the piece of the loads began?
  double last_step = 0.0;         ///< 0: none yet
  Eigen::MatrixXd accelerations;  ///< of its stages, a column each
  static void fields(auto&& field, auto&... m) {
    field("dependent", any_number, m.dependent...);
    field("last_step", not_negative, m.last_step...);
    field("stage_accelerations", any_number, m.accelerations...);
  }
};

class CollocationForm final : public StepForm {
 public:
  CollocationForm(const System& system, const CollocationTableau& tableau, const CollocationSettings& settings);
  /// Did rows depend on each other when the state's piece of the loads began?
  static bool dependent(const State& s) { return s.memory.as<CollocationMemory>().dependent; }
  Memory make_memory() const override {
    return Memory(CollocationMemory{.accelerations = Eigen::MatrixXd::Zero(system_->layout().nv, tableau_->stages)});
  }
  Status start(State& s) override;
  Status begin(const Scheme& scheme, const State& from, double h) override;
  Status evaluate() override;
  bool converged() const override { return (settled() && residual_ <= settings_.tolerance) || is_contradiction(); }
  Status improve() override;
  double distance() const override { return std::max(change_, residual_); }
  Status finish(State& to) override;
  bool integrates_works() const override { return true; }
  Status error(double relative, double absolute, double& error) override;
  Status extrapolate(State& to) override;
  int error_order() const override { return std::max(tableau_->error_order, tableau_->quadrature_order); }
  bool interpolates() const override { return tableau_->stiffly_accurate || tableau_->quadrature_order > 0; }
  Status sample(double theta, State& out) override;
  int max_iterations() const override { return settings_.max_iterations; }
  double projected_energy() const override { return projected_energy_; }
  Counters counters() const override;

 private:
  /// A correction below the tolerance may leave this part of it: with a matrix of its own it leaves far less, and what kept factors
  /// leave of each step has the same sign in all of them, so a thousand steps add up to the tolerance. A choice.
  static constexpr double part_left = 1e-3;
  /// Stages that are not put on the constraints, with rows that agree only there.
  bool may_contradict() const { return !settings_.stabilised && dependent(*from_); }
  bool is_contradiction() const;
  StepQuadrature& quadrature();
  void predict();
  void keep_stages(State& to) const;
  void set_metric();
  void measure_springs();
  void follow();  ///< stages from the unknowns
  Status residuals(int stage);
  Status evaluate_forces(int stage);
  double unseen_speed() const;
  double violation(int stage) const;
  void measure_change();
  void judge_rate(double last);
  bool settled() const { return change_ <= settings_.tolerance && left_ <= settings_.tolerance * part_left; }
  void end_of_step(State& to) const;
  void set_multipliers_of_end(State& s) const;
  Status put_on_constraints(State& s);
  void integrate_works(const Vec& v_before, State& to);
  Works estimated_work_error() const;
  double stage_weight(int stage, double theta) const;
  Works work_inside(double theta) const;
  Status energy(const State& s, double& value);
  Status stage_powers();

  const System* system_;
  const CollocationTableau* tableau_;
  CollocationSettings settings_;
  Tangent tangent_;
  MultiplierForces forces_;
  StageMatrix matrix_;
  DiagonalMass mass_;
  WeightedProjection weighted_;
  Projector projector_;
  Index1 index1_;
  EmbeddedError estimate_;
  std::optional<ReactionSplit> split_;        ///< where forces depend on multipliers
  std::optional<StepQuadrature> quadrature_;  ///< made when it is asked for first
  Terms start_terms_;
  SparseValues P_;  ///< metric of positions
  SparseValues M_;  ///< that of the masses on the same pattern
  std::vector<int> P_diagonal_, M_diagonal_;
  std::vector<Terms> terms_;     ///< one a stage
  std::vector<SparseValues> N_;  ///< slopes of forces in the multipliers, one a stage
  std::vector<State> stage_;     ///< the iterate
  std::vector<Vec> dQ_, dV_;     ///< increments of the stages over the start
  std::vector<Vec> Q_old_, V_old_;
  Vec unknowns_, rhs_, difference_, slip_;

  const State* from_ = nullptr;
  const State* to_ = nullptr;
  double h_ = 0.0, change_ = 0.0, residual_ = 0.0, projected_energy_ = 0.0;
  double left_ = 0.0;                                   ///< of the error of the iterate, as the last corrections show
  bool afresh_ = true;                                  ///< the next correction has a matrix of its own
  bool keeps_factors_ = true;                           ///< in this step, corrections may share a matrix
  double change_before_ = 0.0, residual_before_ = 0.0;  ///< in the iteration before
  double displacement_ = 0.0, speed_ = 0.0, force_ = 0.0, spring_force_ = 0.0;  ///< sizes, in the mass metric
  long long iterations_ = 0;
};

}  // namespace rheon
