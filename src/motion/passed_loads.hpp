// Loads that a step has passed without seeing them.
//
// A body that moves evenly is carried past a stop, a bump or a barrier by one step that looks at neither side of it: whatever
// the load does lies between the places at which the method has evaluated it. Where something may happen in a function of the
// motion is known from its arguments: where they cross each other, where one passes a knot, where one is largest or smallest.
// These places are found along the step, and the function is looked at there.
#pragma once

#include <string>
#include <vector>

#include "expr/local_functions.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

class PassedLoads {
 public:
  /// `passed`: beyond what it is at both ends, and back. `unresolved`: also what changes between the ends in another way than
  /// they show, such as a jump.
  enum class Kind : unsigned char { passed, unresolved };

  explicit PassedLoads(const System& system);
  /// The part of the step from `from` to `to` after which something is as neither end would have it: the first such place of
  /// those looked at; 0 if there is none. No allocation after the first calls.
  double look(const State& from, const State& to, Kind kind);
  /// What was found last: `the load on x (cart.yaml:7)`.
  const std::string& name() const { return names_[found_]; }

 private:
  /// Places of a step at which arguments are looked at: ends, middle and quarters. Several events of one function between two of
  /// them are missed; more places cost time in every step that is looked at.
  static constexpr int samples = 5;
  using Values = std::vector<double>;
  /// What is compared: forces as a whole, and of potentials and constraints, whose values have no size of their own, each
  /// local function.
  struct Watched {
    std::size_t value;  ///< among the values
    std::size_t name;
    bool whole;
    double least;  ///< a change of less than this is none
  };
  static double theta_of(int sample);
  double decides(const expr::LocalFunction& f, std::size_t k, const Values& values) const;
  bool may_happen();
  bool move_to(double theta);
  void evaluate(double theta, Values& values);
  void find_places();
  void find_crossings(std::size_t k, double level);
  void find_extrema(std::size_t k);
  void find_flanks(std::size_t k);
  void find_whole_numbers(std::size_t k);
  void find_knots(std::size_t k);
  double root(std::size_t k, double level, double left, double right, double at_left, double at_right);
  bool is_new(const Watched& w, double theta, const Values& there, Kind kind) const;
  bool jumps_at(double theta);
  bool is_any_new(double theta, const Values& there, Kind kind);

  const System* system_;
  Terms terms_;
  std::vector<std::string> names_;
  std::vector<expr::LocalFunction> functions_;  ///< values: a, b, f of each, then the parts of the model
  std::vector<Watched> watched_;
  expr::Tape tape_;
  expr::Tape arguments_;  ///< what decides of each function, alone
  Values argument_begin_, argument_middle_, argument_end_;
  Values work_, here_, begin_, after_begin_, before_end_, end_, before_, behind_;
  Values sampled_[samples];
  std::vector<double> places_;
  const State *from_ = nullptr, *to_ = nullptr;
  Vec rate_from_, rate_to_;
  State between_;
  std::size_t found_ = 0;
};

}  // namespace rheon
