// Why error control collapses: a place where something of the model switches, or a singular position.
//
// Steps shrink at a corner of the forces (a contact that closes, a stop, a controller that saturates) as they do near a
// singular position. What switched is seen by comparing the branches of the model's expressions before and after. Where forces on
// both sides drive the motion back to the switch (friction that sticks, a controller without hysteresis), no step ever gets past it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "expr/choices.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

class CollapseCause {
 public:
  explicit CollapseCause(const System& system) : system_(&system), terms_(system.make_terms()) {}
  /// Steps have collapsed at `here`, and the run goes back to `origin`; the place is behind it after `until`.
  void collapsed(const State& here, const State& origin, double until);
  /// A step was shortened since it would have passed what this part of the model does there.
  void shortened_by(const std::string& part);
  /// To be called after every accepted step.
  void passed(const State& now);
  /// To be called now and then, while the end is out of reach with steps as they are; `way`: the time since the last call. What keeps
  /// the motion at its switch, if it was the same in many calls one after the other; else "". `times`: how often each switch of
  /// the model was, which begins empty or as zeros.
  std::string part_kept_switching(const State& now, double way, Eigen::VectorXi& times);
  /// `where the load on P.y (ball.yaml:7) switches`; says so, too, where no cause was found.
  std::string text() const;
  bool is_known() const { return singular_ > 0 || !switched_.empty() || !near_.empty() || !shortened_by_.empty(); }

 private:
  /// A part of the model with what chooses its branches.
  struct Part {
    std::string name;
    std::size_t begin, end;  ///< among the choices
  };
  void find_choices();
  void evaluate(const State& s, std::vector<double>& branches);
  void evaluate_ahead(const State& s, double time, std::vector<double>& branches);
  void add_differing(std::vector<std::string>& names) const;

  const System* system_;
  Terms terms_;
  bool searched_ = false;
  std::vector<Part> parts_;
  std::vector<expr::Choice> choices_;
  expr::Tape tape_;                    ///< of their arguments
  std::vector<double> values_, work_;  ///< of the tape
  std::vector<double> before_, now_;   ///< branches
  State ahead_;
  bool watching_ = false;
  double until_ = 0.0;
  int looked_ = 0, singular_ = 0;
  std::vector<std::string> switched_;
  std::vector<std::string> near_;  ///< would have switched next
  std::vector<std::string> shortened_by_;
};

/// Of a model: the length of StepMemory::at_switch after the first look.
int count_switches(const Model& model);

}  // namespace rheon
