// The step of `ali3p` for small systems: programs in which expressions, elimination and
// substitution follow each other without a detour through memory.
//
//   newton      one Newton correction of the displacement: M, Q, phi, A, K, C, H at the iterate, balance of forces,
//               elimination, and the iterate that follows                            [Gonzalez2015] (15)-(18), (9)
//               the same without K, C, H and elimination, with the factors of the last one
//   velocities  how far the iterate is from the constraints, and its velocities on them                   (20)-(25)
//   accelerations  with the projected velocities, the reactions, and their least norm where rows are dependent
//               (26)-(36); the powers of forces and drives
//
// Library functions of time alone are called once a step, those of the positions once for both projections.
//
// Rows that follow from others are left out of the elimination: a consistent solution meets them by itself. Which ones
// is part of the state, so a kernel is made for one choice. It gives up, and the general solver takes over, where rows
// that were kept come close to being dependent, where one left out turns out to be needed, and where a number is not
// finite.
#pragma once

#include "code/executable.hpp"
#include "kernels/program_algebra.hpp"
#include "model/inlined_terms.hpp"
#include "rheon/methods/form.hpp"

namespace rheon {

struct Ali3pKernelSettings {
  bool full_tangent = true;
  bool damped = false;              ///< forces depend on velocities
  bool tangent_velocities = false;  ///< velocities are projected in the metric of the tangent, not of the mass
  bool from_acceleration = true;    ///< reactions are those of the acceleration projection
};

/// How v and q of the iterate follow a: numbers of the integration rule for a step of length h.
struct Ali3pRule {
  double dv_da = 0.0, dq_da = 0.0, h = 0.0;
};

/// Rows that follow from others, and take no part in an elimination.
struct Ali3pLeftOut {
  IndexList corrections;  ///< out of Newton's corrections, which meet rows at position level alone
  IndexList projections;  ///< out of the projections
  bool any() const { return !corrections.empty() || !projections.empty(); }
  friend bool operator==(const Ali3pLeftOut&, const Ali3pLeftOut&) = default;
  static void fields(auto&& field, auto&... m) {
    field("left_out_of_corrections", any_number, m.corrections...);
    field("left_out_of_projections", any_number, m.projections...);
  }
};

class Ali3pKernel {
 public:
  /// Empty where the system is large, has a coordinate without mass or rows nonlinear in v, or where many rows are left out.
  Ali3pKernel(const System& system, const Pattern& tangent, const Ali3pKernelSettings& settings,
              const Ali3pLeftOut& left_out);
  explicit operator bool() const { return complete_; }
  bool serves(const Ali3pLeftOut& left_out) const { return left_out_ == left_out; }

  bool leaves_out() const { return left_out_.any(); }

  /// The iterate `it` with displacement dq, in a step that begins at `from`.
  void begin(const State& from, const State& it, const Vec& dq, const Ali3pRule& rule);
  /// One Newton correction; unless `afresh`, with the matrix of the one before. False: nothing has changed.
  bool improve(bool afresh);
  double correction() const { return correction_; }  ///< size of the last one, in the mass metric
  double motion() const { return motion_; }          ///< NewmarkStep::motion before it
  double position() const { return position_; }      ///< size of q before it
  /// Velocities of the iterate put on the constraints, kept aside.
  bool project_velocities();
  double violation() const { return violation_; }  ///< MassMetric::position_violation of the iterate
  /// Accelerations and reactions with these velocities, kept aside. Where it is true, `iterate` has these velocities.
  bool project_accelerations();
  double projected_energy() const { return projected_energy_; }
  const Works& power() const { return power_; }  ///< with these; zero where nothing has power

  /// The iterate as it is without the projections.
  void iterate(State& it, Vec& dq) const;
  /// q, v, a and lambda after the projections, and the multipliers to carry on.
  template <class Carried>
  void result(State& to, Carried&& carried) const {
    const Index n = system_->layout().nv, rows = system_->layout().rows();
    to.q = Eigen::Map<const Vec>(in_.data() + q_at_, n);
    to.v = Eigen::Map<const Vec>(in_.data() + q_at_ + n, n);
    to.a = Eigen::Map<const Vec>(acceleration_.data(), n);
    carried = Eigen::Map<const Vec>(acceleration_.data() + n, rows);
    to.lambda = Eigen::Map<const Vec>(acceleration_.data() + n + rows, rows);
  }
  Counters counters() const { return counters_; }

  // --- for measurements
  const std::vector<int>& newton_rows() const { return newton_rows_; }  ///< rows in the elimination of `improve`
  const std::vector<int>& rows() const { return rows_; }                ///< and in that of the projections
  bool symmetric() const { return symmetric_; }                         ///< is the matrix of `improve`?
  const Ali3pKernelSettings& settings() const { return settings_; }
  std::vector<double>& inputs() { return in_; }  ///< all that the programs read

 private:
  /// Programs alone: all that leads to one is gone before it is translated.
  code::Program newton_program(const Pattern& tangent, const KktStructure& structure, bool afresh);
  KktValues newton_factors(ProgramAlgebra& code, const Pattern& tangent, const KktStructure& s,
                           const InlinedTerms& terms, CodeValues& x);
  KktValues kept_newton_factors(ProgramAlgebra& code, const KktStructure& s) const;
  code::Program velocity_program(const Pattern& tangent);
  code::Program acceleration_program();
  void append_power(ProgramAlgebra& code, const CodeValues& rows, const CodeValues& a, const CodeValues& lambda,
                    int to);
  CodeValues carried_multipliers(ProgramAlgebra& code, const CodeValues& x) const;
  CodeValues velocity_multipliers(ProgramAlgebra& code) const;
  static bool is_good(const double* numbers);
  /// Of a program, with what repeats rolled up: beyond, it leaves the caches. A choice, of time alone.
  static constexpr std::size_t most_instructions = 100000;
  /// Numbers at the end of what each program gives.
  static constexpr int lost_at = 0, finite_at = 1, pivot_at = 2;
  static constexpr int motion_at = 3, correction_at = 4, position_at = 5, newton_scalars = 6;
  static constexpr int violation_at = 3, energy_at = 4, contradiction_at = 5, velocity_scalars = 6;
  static constexpr int new_at = 3, power_at = 4, acceleration_scalars = 7;
  /// Numbers of the rule: dv/da, dq/da, da/dq, dv/dq, h.
  static constexpr int rule_numbers = 5;

  const System* system_;
  Ali3pKernelSettings settings_;
  Ali3pLeftOut left_out_;
  std::vector<int> newton_rows_, rows_, dropped_;  ///< kept in each; left out of projections
  Pattern newton_pattern_, row_pattern_;           ///< of the rows kept
  KktStructure mass_structure_;
  std::vector<InlinedTerms> inlined_;  ///< one a program
  code::Executable newton_, newton_again_, velocities_, accelerations_;
  code::Executable of_time_, of_position_;            ///< what they have in common
  bool complete_ = false;                             ///< all programs are there
  int q_at_ = 0, iterate_size_ = 0;                   ///< q, v, a, lambda in a row in `in_`
  int dq_at_ = 0, numbers_at_ = 0, scalars_at_ = 0;   ///< behind them: dq; numbers of the rule; those of `improve`
  int shared_at_ = 0;                                 ///< behind them: what programs have in common
  int inverse_at_ = 0, force_at_ = 0, sigma_at_ = 0;  ///< in `work_`, behind the factors in the mass metric
  /// Behind these the factors of `improve`; v and a at the start of the step; the end of what is kept.
  int newton_at_ = 0, start_at_ = 0, work_kept_ = 0;
  std::vector<double> in_, next_, velocity_, acceleration_, work_;  ///< `improve` writes the next `in_`
  double correction_ = 0.0, motion_ = 0.0, position_ = 0.0, violation_ = 0.0, projected_energy_ = 0.0;
  Works power_;
  bool symmetric_ = false;
  Counters counters_;
};

}  // namespace rheon
