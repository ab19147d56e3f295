// Why error control collapses: a place where something of the model switches, or a singular position.
//
// Steps shrink at a corner of the forces (a contact that closes, a stop, a controller that saturates) as they do near a
// singular position. What switched is seen by comparing the branches of the model's expressions before and after.
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
  /// To be told of every accepted step.
  void passed(const State& now);
  /// `where the load on P.y (ball.yaml:7) switches`; tells where no cause was found, too.
  std::string text() const;

 private:
  /// A part of the model with what chooses its branches.
  struct Part {
    std::string name;
    std::size_t begin, end;  ///< among the choices
  };
  void find_choices();
  void evaluate(const State& s, std::vector<double>& branches);

  const System* system_;
  Terms terms_;
  bool searched_ = false;
  std::vector<Part> parts_;
  std::vector<expr::Choice> choices_;
  expr::Tape tape_;                    ///< of their arguments
  std::vector<double> values_, work_;  ///< of the tape
  std::vector<double> before_, now_;   ///< branches
  bool watching_ = false;
  double until_ = 0.0;
  int looked_ = 0, singular_ = 0;
  std::vector<std::string> switched_;
};

}  // namespace rheon
