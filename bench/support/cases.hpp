// The cases of the step benchmark: every example with every formulation and integrator that can run it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rheon/sim/run.hpp"
#include "rheon/sim/stepper.hpp"

namespace bench {

struct Example {
  std::string name;
  rheon::System system;
};

/// Reads examples/*/model.yaml, sorted by name: all, or the one named.
std::vector<std::unique_ptr<Example>> read_examples(const std::string& only = "");

/// Steps of one example by one pair, from a state well inside the run (loads that switch on later act there) and
/// again from it after `length()` steps.
class Case {
 public:
  /// Throws UsageError if the pair cannot run the example.
  Case(const Example& example, std::string_view formulation, std::string_view integrator);
  /// The same from a start that is known: `start()` of another, saved and loaded.
  Case(const Example& example, std::string_view formulation, std::string_view integrator, const rheon::State& start);

  const Example& example() const { return example_; }
  std::string_view formulation() const { return request_.formulation.value(); }
  std::string_view integrator() const { return request_.integrator.value(); }
  std::string name() const;  ///< example/formulation/integrator
  int length() const { return length_; }
  const rheon::State& start() const { return start_; }
  rheon::SavedState saved_start() const { return start_run().save(); }

  std::unique_ptr<rheon::Stepper> make_stepper() const;
  /// Steps from the start of the window, again and again through it. Throws Error if one fails.
  void run_steps(rheon::Stepper& stepper, int count);
  /// The same steps as `rheon run` takes them: with the watch on drift, and rows of results.
  rheon::Simulation start_run() const { return {example_.system, request_, start_}; }
  void rewind() { now_ = start_; }
  void take_step(rheon::Stepper& stepper);

 private:
  rheon::State find_start() const;
  void begin_at(const rheon::State& start);

  const Example& example_;
  rheon::RunRequest request_;
  double h_ = 0.0;
  int length_ = 0;
  rheon::State start_, now_, next_;
};

/// Those of the cases whose name contains `filter` (a regular expression).
std::vector<std::unique_ptr<Case>> make_cases(const std::vector<std::unique_ptr<Example>>& examples,
                                              const std::string& filter);

}  // namespace bench
