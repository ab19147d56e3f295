// Constraints as springs: their stiffness, which stays the same for a whole run, and the state that belongs to them.
//
// The stiffness is one number for all rows (alpha), or penalty * m_i / scale with m_i the effective mass of row i at the
// start and scale that of the first step's integrator. It is kept in the State (SpringMemory), so that neither a switching load
// nor a step of another length changes the springs: the energy stored in them would jump.
#pragma once

#include "constraints/mass_metric.hpp"
#include "la/linear_solver.hpp"
#include "rheon/core/options.hpp"
#include "rheon/methods/form.hpp"

namespace rheon {

inline constexpr OptionSpec spring_penalty_option{
    .name = "penalty",
    .type = OptionType::number,
    .fallback = "100",
    .min = 1e-3,
    .max = 1e9,
    .help =
        "dimensionless stiffness of constraints that are springs: times effective mass over the square of the step, "
        "times the integrator's factor (4 for the midpoint and trapezoidal rules)"};
inline constexpr OptionSpec spring_alpha_option{
    .name = "alpha",
    .type = OptionType::number,
    .fallback = "0",
    .min = 0.0,
    .help =
        "stiffness of constraints that are springs as the papers give it, the same number for all rows; 0: from the "
        "penalty"};

/// What methods keep of them, for each row.
struct SpringMemory {
  Vec masses;           ///< effective masses at the start of the run
  bool chosen = false;  ///< is the stiffness chosen?
  Vec stiffness;        ///< if it is
  static void fields(auto&& field, auto&... m) {
    field("effective_masses", not_negative.for_good(), m.masses...);
    field("stiffness_chosen", any_number, m.chosen...);
    field("stiffness", not_negative.for_good(), m.stiffness...);
  }
};

class ConstraintSprings {
 public:
  ConstraintSprings(const System& system, const OptionValues& values);
  SpringMemory make_memory() const {
    const Vec none = Vec::Zero(system_->layout().rows());
    return {.masses = none, .stiffness = none};
  }
  /// At the start of a run: effective masses from the A and M in `terms`.
  void start(const Terms& terms, SpringMemory& memory);
  /// Stiffness for a step that begins with this memory; `scale` = 1/(da/dq).
  void stiffness(const SpringMemory& memory, double scale, Vec& k) const;
  /// Keeps the stiffness for the next step.
  static void keep(const Vec& k, SpringMemory& memory) {
    memory.chosen = true;
    memory.stiffness = k;
  }
  /// lambda = k phi, the a that goes with it, the energy stored and the powers of a state whose t, side, q, v are set.
  Status complete(const Vec& k, State& s);
  Counters counters() const { return {terms_.evaluations, factorisations_, 0}; }

 private:
  const System* system_;
  MassMetric metric_;
  Terms terms_;
  std::unique_ptr<LinearSolver> mass_;
  double penalty_, alpha_;
  long long factorisations_ = 0;
};

}  // namespace rheon
