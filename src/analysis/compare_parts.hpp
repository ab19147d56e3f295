// Inner parts of compare(): which methods, which times, the reference, errors, series of runs.
#pragma once

#include "rheon/analysis/compare.hpp"
#include "rheon/sim/stepper.hpp"

namespace rheon::comparing {

/// One run to be made, and what came of it.
struct Task {
  std::string doing;
  RunRequest request;
  Results results;
  Outcome outcome = Outcome::not_run;
  std::string reason;
};

/// Makes runs, several at a time if asked to; each result depends on its request alone.
class Runner {
 public:
  Runner(const System& system, const CompareRequest& request) : system_(&system), request_(&request) {}
  void run(std::vector<Task>& tasks);
  bool interrupted() const { return interrupted_; }

 private:
  bool run_one(Task& task, const Monitor& monitor) const;

  const System* system_;
  const CompareRequest* request_;
  bool interrupted_ = false;
  int done_ = 0;
};

// --- methods

bool has_error_control(const Method& method);
/// Rows with method, label and, where `run` would refuse, the reason.
std::vector<CompareRow> choose_rows(const System& system, const CompareRequest& request);
/// What `auto` chooses for the step or the tolerance of the comparison, in the rows that ask for it.
void choose_automatically(const System& system, const CompareRequest& request, Comparison& comparison);
/// A fixed step, or a tolerance; the other one is 0.
struct StepChoice {
  double step = 0.0, tolerance = 0.0;
};
/// The request for one run: duration, times, step, and those options that the method knows.
RunRequest run_request(const Comparison& comparison, const CompareRequest& request, const Method& method,
                       const StepChoice& choice);
/// Throws UsageError for an option that no method knows.
void check_options(const std::vector<CompareRow>& rows, const CompareRequest& request);

// --- step and times

void choose_step(const System& system, const CompareRequest& request, Runner& runner, Comparison& comparison);
void choose_times(const System& system, const CompareRequest& request, Comparison& comparison);

// --- reference and errors

/// Methods that can serve as reference: error control, constraints met exactly; the best first.
std::vector<Method> reference_methods(const System& system, const std::vector<CompareRow>& compared);
void take_reference(const System& system, const CompareRequest& request, Comparison& comparison);
void make_reference(const System& system, Runner& runner, Comparison& comparison);
void measure_scale(const System& system, ReferenceInfo& reference);

/// Which quantity a channel is part of, if any.
std::optional<ComparedQuantity> quantity_of(const System& system, const std::string& channel);
/// Largest differences over the rows that both have; `per_channel` may be null.
PerQuantity<LargestError> differences(const System& system, const Results& results, const Results& reference,
                                      std::vector<LargestError>* per_channel = nullptr);
void mark_level(const ReferenceInfo& reference, PerQuantity<LargestError>& errors);
std::optional<ReactionDifference> reaction_difference(const System& system, const std::vector<CompareRow>& rows);

/// Relative: times and steps that were made of decimals by different ways are the same up to this; some thousand roundings.
inline constexpr double same_number = 1e-12;

// --- series

/// Errors this many times above the accuracy of the reference show the method, not the reference: a tenth of the
/// slope's unit is 2^0.1 = 1.07.
inline constexpr double clear_of_reference = 15.0;
/// The three finest runs, finest first, whose errors are clear of the reference's: coarse steps are not asymptotic.
std::vector<const SeriesPoint*> finest_clear_points(const std::vector<SeriesPoint>& points, ComparedQuantity quantity,
                                                    const ReferenceInfo& reference);
ObservedOrder slope(const std::vector<SeriesPoint>& points, ComparedQuantity quantity, const ReferenceInfo& reference);
void observe_orders(const System& system, const CompareRequest& request, Runner& runner, Comparison& comparison);
void sweep(const System& system, const CompareRequest& request, Runner& runner, Comparison& comparison);

}  // namespace rheon::comparing
