// `lagrange`: the index-1 equations solved directly, for any explicit integrator.
//
//   M v' + A^T lambda = Q + F(lambda),   A v' = b - R w - S phi      (w = phi' or psi)        [Baumgarte1972]
//
//   paper -> code: R, S -> options alpha, beta (a number, one a row, or a matrix); Gonzalez' (45) with b' added.
//
// Redundant rows get the multipliers of least norm (see la/saddle_solver.hpp). Stabilisation is off by default: the
// projection that follows each step (option `projection`) holds the constraints without changing the equations.
#include "constraints/index1.hpp"
#include "constraints/row_rank.hpp"
#include "core/index.hpp"
#include "formulations/kinds.hpp"
#include "model/system_inside.hpp"

namespace rheon {

namespace {

constexpr OptionSpec options_of_lagrange[] = {rate_gain_option, position_gain_option};

/// How rows depend on each other at the last accepted state. `left_out`: rows follow from others and are left out. `known`: they
/// follow, but the others are close to being dependent, or there is no kernel; they are left out only where passes on all
/// rows do not settle.
enum class Dependence { unknown, independent, dependent, left_out, known };

struct LagrangeMemory {
  Dependence dependence = Dependence::unknown;
  double found_at = 0.0;  ///< the time at which these rows were found:
  IndexList rows;         ///< that follow from others
  Vec mobilities;  ///< if rows depend on each other: how much each has been able to move (SaddleSolver::expect_dependent)
  static void fields(auto&& field, auto&... m) {
    field("dependence", FieldRange{.least = 0, .most = static_cast<double>(Dependence::known)}, m.dependence...);
    field("found_at", any_number, m.found_at...);
    field("rows_that_follow", any_number, m.rows...);
    field("mobilities", not_negative, m.mobilities...);
  }
};

class Lagrange final : public RateForm, public CodedRate {
 public:
  Lagrange(const System& system, const OptionValues& values)
      : system_(&system), index1_(system), gains_(system, values, "alpha", "beta") {
    rows_.reserve(at(system.layout().rows()));
  }

  Memory make_memory() const override {
    const Index rows = system_->layout().rows();
    return Memory(
        LagrangeMemory{.rows = IndexList(rows, rows <= most_rows_for_rank ? rows : 0), .mobilities = Vec::Zero(rows)});
  }
  Status update_memory(State& s) override {
    LagrangeMemory& m = s.memory.as<LagrangeMemory>();
    if (m.dependence == Dependence::independent) return {};
    if (m.dependence != Dependence::unknown && m.dependence != Dependence::known && still_follow(s, m)) return {};
    bool found = false;
    if (auto ok = index1_.find_dependence(s, found); !ok) return ok;
    const bool first = m.dependence == Dependence::unknown && found;
    if (found) index1_.raise_mobilities(m.mobilities.data());
    if (found && m.dependence == Dependence::known)
      return {};  // whether the same rows follow is seen where they are left out
    m.dependence = found ? Dependence::dependent : Dependence::independent;
    m.found_at = 0.0;
    m.rows.clear();
    if (!first) return {};
    m.found_at = s.t;
    for (const int row : index1_.dependent_rows()) m.rows.add(row);
    index1_.leave_out(rows_of(m));  // makes the program now rather than in a step
    return {};
  }

  Status rate(State& s, Rates& rates) override {
    note_dependence(s);
    if (auto ok = gains_.any() ? index1_.solve(s, gains_) : index1_.accelerate(s); !ok) return ok;
    return complete_q_dot(*system_, index1_.terms(), s, rates);
  }

  double independence() const override { return index1_.independence(); }

  bool append_rate(code::Program& program, RateCode& rate, PivotWatch& watch) const override {
    if (gains_.any() || SystemInside::massless_velocity(*system_) >= 0 || !system_->model().nonideal.empty())
      return false;
    rheon::append_rate(program, *system_, KktStructure(system_->mass_pattern(), system_->jacobian_pattern()),
                       ProgramAlgebra::all_rows(*system_), rate, watch);
    return true;
  }
  bool as_coded(const State& from) const override { return memory_of(from).dependence == Dependence::independent; }
  bool begin_numbers(const State& from) override {
    if (gains_.any() || system_->has_power() || system_->model().general_speeds) return false;
    note_dependence(from);
    return true;
  }
  bool accelerate(const double* numbers, double* a, double* lambda) override {
    return index1_.accelerate(numbers, a, lambda);
  }
  const std::vector<int>& dependent_rows(const State& s) override {
    const LagrangeMemory& m = memory_of(s);
    if (rows_of(m).size() > most_rows_left_out || m.dependence == Dependence::known) rows_.clear();
    return rows_;
  }
  void count_rates(int count, double independence) override { index1_.count_accelerations(count, independence); }

  Counters counters() const override { return {index1_.counters().evaluations, index1_.counters().factorisations, 0}; }

 private:
  static const LagrangeMemory& memory_of(const State& s) { return s.memory.as<LagrangeMemory>(); }

  /// As far as the state knows which rows follow from others.
  bool still_follow(State& s, LagrangeMemory& m) {
    rows_of(m);
    const auto found = index1_.follow(rows_, s);
    if (found == Index1::Following::no) return false;
    if (found == Index1::Following::unclear) {
      if (!index1_.follow_refined(rows_, s)) return false;
      index1_.raise_mobilities(m.mobilities.data());
    }
    // rows that depend on each other in one position alone are needed in the next
    if (s.t != m.found_at) m.dependence = found == Index1::Following::yes ? Dependence::left_out : Dependence::known;
    return true;
  }
  void note_dependence(const State& s) {
    const LagrangeMemory& m = memory_of(s);
    const bool follows = m.dependence == Dependence::left_out || m.dependence == Dependence::known;
    index1_.expect_dependent(m.dependence == Dependence::dependent || follows, m.mobilities.data());
    index1_.know_dependent(rows_of(m), follows);
    if (m.dependence == Dependence::left_out)
      index1_.leave_out(rows_);
    else
      index1_.leave_out({});
  }
  const std::vector<int>& rows_of(const LagrangeMemory& m) {
    rows_.clear();
    if (!m.rows.empty()) rows_.assign(m.rows.begin(), m.rows.end());  // most have none, in every step
    return rows_;
  }

  const System* system_;
  Index1 index1_;
  Stabilisation gains_;
  std::vector<int> rows_;
};

std::unique_ptr<RateForm> make_lagrange(const System& system, const OptionValues& values) {
  return std::make_unique<Lagrange>(system, values);
}

}  // namespace

FormulationKind lagrange_kind() {
  return {.name = "lagrange",
          .title = "index-1 Lagrange multipliers, any integrator of rates, projection after each step",
          .reference = "Baumgarte1972; Gonzalez2015 (45)",
          .options = options_of_lagrange,
          .claims = {.nonholonomic = true,
                     .nonlinear_nonholonomic = true,
                     .redundant = true,
                     .general_speeds = true,
                     .nonideal = true},
          .default_integrator = "dopri5",
          .make_rate = &make_lagrange};
}

}  // namespace rheon
