// Why initial values cannot be found, in the words of the model: rows, given values, conflicts.
#pragma once

#include <string_view>

#include "constraints/conflict.hpp"
#include "rheon/sim/initial.hpp"

namespace rheon {

/// At the end of what to do about constraints that contradict each other; `check` has tried it.
inline constexpr std::string_view hint_at_check = "; `rheon check` tries which part lets the others hold";

class InitialProblems {
 public:
  InitialProblems(const System& system, InitialResult& result)
      : system_(system), model_(system.model()), terms_(system.make_terms()), result_(result) {}

  void add(const Place& place, std::string element, std::string what, std::string numbers, std::string remedy) {
    result_.problems.push_back({place, std::move(element), std::move(what), std::move(numbers), std::move(remedy)});
  }
  void add(int row, std::string what, std::string numbers, std::string remedy) {
    add(model_.constraints[static_cast<std::size_t>(row)].place, "constraint \"" + system_.row_name(row) + "\"",
        std::move(what), std::move(numbers), std::move(remedy));
  }

  /// Rows with a gradient that cannot be squared; they are reported.
  bool gradients_in_range(const Terms& terms);
  /// Every row that the values miss.
  void inconsistent(Level level, const State& as_given);
  /// Rows that no values satisfy together, or that nothing at `start` says how to satisfy. False: none were found.
  bool conflicts(Level level, const State& start);
  /// Positions that `conflicts` found although the search from `start` did not get there. False: there are none.
  bool other_start(const State& start);

 private:
  double residual(const State& s, Level level, int row);
  std::string given_values_in(int row, Level level) const;
  std::string starting_values_in(int row) const;
  std::string free_coordinates_in(int row) const;
  bool vanishing_gradients(const State& start);
  void report(Level level, const Conflict& conflict);
  bool drives_disagree(const Conflict& conflict) const;
  static std::string missed_text(const Missed& missed);
  /// What each part has to give way if all others hold, the least first.
  static std::string giving_way(const Conflict& conflict);

  const System& system_;
  const Model& model_;
  Terms terms_;
  InitialResult& result_;
  std::optional<State> elsewhere_;
};

}  // namespace rheon
