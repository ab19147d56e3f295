// Inner parts of tune(): options, measured runs, search.
#pragma once

#include "rheon/analysis/tune.hpp"
#include "rheon/formulations/kind.hpp"
#include "rheon/sim/runs.hpp"

namespace rheon::tuning {

/// Objectives closer than this factor are a tie: the smaller gains disturb the motion less and leave more margin. A choice;
/// larger, and gains are further from the best.
inline constexpr double tie = 1.05;

/// Which options of a formulation are R and S; names are empty if it has none.
struct GainOptions {
  std::string_view rate;      ///< R of rows at position level, or of all rows if `velocity` is empty
  std::string_view velocity;  ///< R of rows at velocity level, where it is an option of its own
  std::string_view position;  ///< S
  double sign = 1.0;          ///< of damping gains
};
std::optional<GainOptions> gain_options(const FormulationKind& formulation);

/// What one run violated.
struct Measured {
  Results results;
  double position = 0.0, velocity = 0.0;            ///< root mean squares over the time reached
  double largest_bias = 0.0;                        ///< of b
  double size_position = 0.0, size_velocity = 0.0;  ///< norms of |A| |q| and |A| |v|, the largest of the run
};
/// Steps through a run and measures after every step, by the trapezoidal rule in between.
Measured measure(const System& system, const RunRequest& request, const Monitor& monitor);

/// Makes runs, several at a time, and reports to the monitor.
class Bench {
 public:
  Bench(const System& system, const TuneRequest& request) : system_(&system), request_(&request) {}
  void run(const std::string& doing, std::vector<RunRequest>& requests, std::vector<Measured>& measured);
  bool report(const std::string& doing, const RunsProgress& progress);  ///< one call at a time
  bool interrupted() const { return interrupted_; }
  int runs() const { return done_; }

 private:
  const System* system_;
  const TuneRequest* request_;
  bool interrupted_ = false;
  int done_ = 0;
};

/// The search: grid, refinement, coupled matrices. Fills in `tuning`.
class Search {
 public:
  Search(const System& system, const TuneRequest& request, Bench& bench, Tuning& tuning);
  void run_without_gains();  ///< and projected, and projected with a finer step
  void map();
  void refine();
  void couple();

 private:
  void extend_map();
  RunRequest request_for(std::vector<Setting> settings) const;
  TunePoint point(TuneStage stage, double alpha, double k) const;
  TunePoint point(const Gains& gains) const;
  void complete(const Measured& measured, TunePoint& point) const;
  /// Runs those that are acceptable, and adds all of them; returns where they begin.
  std::size_t add(const std::string& doing, std::vector<TunePoint> points);
  bool known(const TunePoint& point) const;

  const System* system_;
  const TuneRequest* request_;
  Bench* bench_;
  Tuning* tuning_;
  const FormulationKind* formulation_;
  const IntegratorKind* integrator_;
  Results projected_, fine_;
  double floor_position_ = 0.0, floor_velocity_ = 0.0;  ///< one rounding of a row: nothing smaller counts
};

/// The best of the points from `first` on: the smallest objective; of those that are as good, the smallest gains.
std::optional<std::size_t> best_of(const std::vector<TunePoint>& points, std::size_t first);

}  // namespace rheon::tuning
