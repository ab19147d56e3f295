// `lagrange`: the index-1 equations solved directly, for any explicit integrator.
//
//   M v' + A^T lambda = Q + F(lambda),   A v' = b - R w - S phi      (w = phi' or psi)        [Baumgarte1972]
//
//   paper -> code: R, S -> options alpha, beta (a number, one a row, or a matrix); Gonzalez' (45) with b' added.
//
// Redundant rows get the multipliers of least norm (see la/saddle_solver.hpp). Stabilisation is off by default: the
// projection that follows each step (option `projection`) holds the constraints without changing the equations.
#include "constraints/index1.hpp"
#include "constraints/kept_numbers.hpp"
#include "constraints/rate_support.hpp"
#include "constraints/row_rank.hpp"
#include "core/index.hpp"
#include "formulations/kinds.hpp"

namespace rheon {

namespace {

constexpr OptionSpec options[] = {rate_gain_option, position_gain_option};

class Lagrange final : public RateForm, public CodedRate, public ChecksKeptNumbers {
 public:
  Lagrange(const System& system, const OptionValues& values)
      : system_(&system), index1_(system), gains_(system, values, "alpha", "beta") {
    rows_.reserve(at(system.layout().rows()));
  }

  /// z: how rows depend on each other at the last accepted state (0: not known yet); when that was found; the rows, counted
  /// from 1, that follow from others, 0 where there are no more; and, if rows depend on each other, how much each row has been
  /// able to move so far (SaddleSolver::expect_dependent).
  Index added_state() const override { return mobilities_at() + system_->layout().rows(); }
  std::string objection_to(const State& s) const override {
    std::vector<bool> seen(at(system_->layout().rows()), false);
    bool sound = is_whole(s.z[0], unknown, known);
    for (Index k = first_row; k < mobilities_at(); ++k) {
      const double row = s.z[k];
      const bool follows = k == first_row || s.z[k - 1] > 0.0;
      sound = sound && is_whole(row, 0.0, follows ? system_->layout().rows() : 0);
      if (!sound || row == 0.0) continue;
      sound = !seen[at(static_cast<Index>(row) - 1)];
      seen[at(static_cast<Index>(row) - 1)] = true;
    }
    sound = sound && (s.z.tail(system_->layout().rows()).array() >= 0.0).all();
    return sound ? "" : "what it says of redundant rows makes no sense";
  }
  bool added_state_acts() const override { return false; }
  bool added_state_moves() const override { return false; }
  Status settle(State& s) override {
    if (s.z[0] == independent) return {};
    if (s.z[0] != unknown && s.z[0] != known && still_follow(s)) return {};
    bool found = false;
    if (auto ok = index1_.find_dependence(s, found); !ok) return ok;
    const bool first = s.z[0] == unknown && found;
    if (found && s.z[0] == known) {  // whether the same rows follow is seen where they are left out
      index1_.raise_mobilities(s.z.data() + mobilities_at());
      return {};
    }
    s.z.head(mobilities_at()).setZero();
    s.z[0] = found ? dependent : independent;
    if (found) index1_.raise_mobilities(s.z.data() + mobilities_at());
    if (!first) return {};
    s.z[1] = s.t;
    Index k = first_row;
    for (const int row : index1_.dependent_rows()) s.z[k++] = row + 1;
    index1_.leave_out(rows_of(s));  // makes the program now rather than in a step
    return {};
  }

  Status rate(State& s, Rates& rates) override {
    note_dependence(s);
    if (auto ok = gains_.any() ? index1_.solve(s, gains_) : index1_.accelerate(s); !ok) return ok;
    return complete_q_dot(*system_, index1_.terms(), s, rates);
  }

  double independence() const override { return index1_.independence(); }

  bool append_rate(code::Program& program, RateCode& rate, RateWatch& watch) const override {
    if (gains_.any() || system_->massless_velocity() >= 0 || !system_->model().nonideal.empty()) return false;
    rheon::append_rate(program, *system_, KktStructure(system_->mass_pattern(), system_->jacobian_pattern()), rate,
                       watch);
    return true;
  }
  bool as_coded(const State& from) const override { return from.z[0] == independent; }
  bool begin_numbers(const State& from) override {
    if (gains_.any() || system_->has_power() || system_->model().general_speeds) return false;
    note_dependence(from);
    return true;
  }
  bool accelerate(const double* numbers, double* a, double* lambda) override {
    return index1_.accelerate(numbers, a, lambda);
  }
  const std::vector<int>& dependent_rows(const State& s) override {
    if (rows_of(s).size() > most_rows_left_out || s.z[0] == known) rows_.clear();
    return rows_;
  }
  void count_rates(int count) override { index1_.count_accelerations(count); }

  Counters counters() const override { return {index1_.counters().evaluations, index1_.counters().factorisations, 0}; }

 private:
  /// `left_out`: rows follow from others and are left out. `known`: they follow, but the others are close to being dependent, or
  /// there is no machine code; they are left out only where passes on all rows do not settle.
  static constexpr double unknown = 0.0, independent = 1.0, dependent = 2.0, left_out = 3.0, known = 4.0;
  static constexpr Index first_row = 2;
  Index mobilities_at() const {
    const Index rows = system_->layout().rows();
    return first_row + (rows <= most_rows_for_rank ? rows : 0);
  }

  /// As far as the state knows which rows follow from others.
  bool still_follow(State& s) {
    rows_of(s);
    const auto found = index1_.follow(rows_, s);
    if (found == Index1::Following::no) return false;
    if (found == Index1::Following::unclear) {
      if (!index1_.follow_refined(rows_, s)) return false;
      index1_.raise_mobilities(s.z.data() + mobilities_at());
    }
    // rows that depend on each other in one position alone are needed in the next
    if (s.t != s.z[1]) s.z[0] = found == Index1::Following::yes ? left_out : known;
    return true;
  }
  void note_dependence(const State& s) {
    index1_.expect_dependent(s.z[0] >= dependent, s.z.data() + mobilities_at());
    index1_.know_dependent(rows_of(s), s.z[0] == left_out || s.z[0] == known);
    if (s.z[0] == left_out)
      index1_.leave_out(rows_);
    else
      index1_.leave_out({});
  }
  const std::vector<int>& rows_of(const State& s) {
    rows_.clear();
    for (Index k = first_row; k < mobilities_at() && s.z[k] > 0.0; ++k) rows_.push_back(static_cast<int>(s.z[k]) - 1);
    return rows_;
  }

  const System* system_;
  Index1 index1_;
  Stabilisation gains_;
  std::vector<int> rows_;
};

std::unique_ptr<RateForm> make(const System& system, const OptionValues& values) {
  return std::make_unique<Lagrange>(system, values);
}

}  // namespace

FormulationKind lagrange_kind() {
  return {.name = "lagrange",
          .title = "index-1 Lagrange multipliers, any integrator of rates, projection after each step",
          .reference = "Baumgarte1972; Gonzalez2015 (45)",
          .options = options,
          .claims = {.nonholonomic = true,
                     .nonlinear_nonholonomic = true,
                     .redundant = true,
                     .general_speeds = true,
                     .nonideal = true},
          .default_integrator = "dopri5",
          .make_rate = &make};
}

}  // namespace rheon
