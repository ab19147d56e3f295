// Gains that hold the constraints of a model at a fixed step: a map, the best of it, and how safe they are.
//
//   A v' = b - R w - S phi,  w = (phi', psi)      error equations  phi'' + R phi' + S phi = 0,  psi' + R psi = 0
//
// measured by the violation integrals of [Kang2003] (20), (21), (24), (25) as root mean squares over the run:
//   E_position = sqrt(1/T int |phi|^2 dt),   E_velocity = sqrt(1/T int |w|^2 dt)
//
//   TuneRequest request;
//   request.step = 0.01;
//   const Tuning tuning = tune(system, request);
//   if (tuning.recommended() != nullptr) run_request.options = tuning.best_options;            // of a RunRequest
//
// Formulations and integrators are those of the tables alone, not the user's own (Methods). The map takes some 80 runs of the
// model, each with fixed steps; refinement some tens more, a search for full matrices (`coupled`) many more, for at most 6 rows.
#pragma once

#include <Eigen/Core>
#include <complex>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rheon/core/api.hpp"
#include "rheon/integrators/kind.hpp"
#include "rheon/sim/run.hpp"

namespace rheon {

/// R: square, all rows, 1/s; S: square, rows at position level, 1/s^2. In the order of System::row_name.
struct Gains {
  Eigen::MatrixXd R, S;
};

/// What the error equations do with such gains, and what the integrator makes of it.
struct GainMargins {
  std::vector<std::complex<double>> roots;  ///< s of exp(s t), in 1/s
  double slowest = 0.0;                     ///< largest Re s, 1/s: below 0 violations decay
  double factor = 1.0;                      ///< largest |R(h s)|: by which violations change in a step
  double reach = 0.0;                       ///< the step may grow by this factor before |R(h s)| exceeds 1; may be inf
  double decay_steps = 0.0;                 ///< steps in which violations fall to 1/e; inf if they do not
  bool acceptable() const { return slowest < 0.0 && factor <= 1.0; }
};
/// `step` in s. Only for integrators of rate forms: see `amplification`.
RHEON_API GainMargins gain_margins(const Gains& gains, const IntegratorKind& integrator, double step);

/// The largest c such that |R(c' z)| <= 1 for all z given and all c' <= c; inf if there is no limit.
RHEON_API double stability_reach(const IntegratorKind& integrator, std::span<const std::complex<double>> z);

/// Formulations that can be tuned: those with options for R and S.
RHEON_API std::vector<std::string> tunable_formulations();

/// The options that give a formulation these gains: numbers where all rows have the same, otherwise lists, otherwise matrices.
RHEON_API std::vector<Setting> gain_settings(const FormulationKind& formulation, const System& system,
                                             const Gains& gains);

/// While `tune` runs: for a line that says what is being done.
struct TuneProgress {
  std::string doing;
  int done = 0;       ///< runs finished
  int under_way = 1;  ///< at the same time; `run` is the first of them
  Progress run;
};

/// Absent parts come from the model, then from defaults. Step and duration in s. Nothing in it is kept after the call.
struct TuneRequest {
  std::optional<std::string> formulation, integrator;
  std::optional<double> step, duration;
  std::vector<Setting> options;  ///< other than gains and projection
  bool coupled = false;          ///< search full symmetric matrices, too
  int jobs = 1;                  ///< runs at the same time; results do not depend on it
  /// Called about twenty times a second, one call at a time; return false to end, keeping what was computed.
  std::function<bool(const TuneProgress&)> monitor;
};

/// What a point belongs to: the run without gains, the map, its refinement, the search for full matrices.
enum class TuneStage : unsigned char { none, map, refined, coupled };
/// `stopped`: the run could not go on; `unstable`: not run, since GainMargins::acceptable says no; `not_run`: the monitor ended the
/// tuning before.
enum class TuneOutcome : unsigned char { completed, stopped, unstable, not_run };

/// One run with projection = none.
struct TunePoint {
  TuneStage stage = TuneStage::map;
  double alpha = 0.0, k = 0.0,
         beta = 0.0;  ///< R = alpha I, S = beta I, beta = k alpha^2; NaN if the gains are matrices
  Gains gains;
  GainMargins margins;
  TuneOutcome outcome = TuneOutcome::not_run;
  std::string reason;                     ///< why it stopped, or was not run
  double position = 0.0, velocity = 0.0;  ///< E_position, E_velocity: in the units of the rows, and of their rates
  double objective = std::numeric_limits<double>::infinity();  ///< sqrt of both over their values without gains
  /// Largest difference of a coordinate, in its unit, from the projected run of the same step.
  double from_projected = 0.0;
  double motion_error = 0.0;  ///< the same from the projected run with a quarter of the step
};

/// A value that refers to nothing. Steps and times in s.
struct RHEON_API Tuning {
  std::string model, file, formulation, formulation_origin, integrator;
  double step = 0.0, duration = 0.0;
  std::string step_origin;  ///< where the step comes from, if it was not asked for
  int position_rows = 0, velocity_rows = 0;
  std::vector<double> alphas, ks;  ///< of the map; without position-level rows ks is {0}
  TunePoint none;                  ///< the run without gains
  double projected_error = 0.0;    ///< of the projected run, as TunePoint::motion_error
  /// Violations that round-off alone would explain, accumulated over the run; and whether there is nothing else.
  double round_off_position = 0.0, round_off_velocity = 0.0;
  bool constant_rows = false;  ///< b = 0 throughout: rows linear with constant coefficients
  bool only_round_off = false;
  std::vector<TunePoint> points;             ///< map (alpha after alpha, for each all k), then refinement, then coupled
  std::optional<std::size_t> best, coupled;  ///< recommended gains; coupled only if it was found to be better
  std::optional<std::size_t> coupled_tried;  ///< the best coupled matrices, better or not
  std::vector<Setting> best_options, coupled_options;  ///< all that `run` needs
  int runs = 0;
  bool interrupted = false;
  bool worsens_motion(const TunePoint& point) const;  ///< clearly, against the run without gains
  const TunePoint* recommended() const;               ///< the coupled ones if better, null if there are none
};

/// The system is used during the call alone, by up to `jobs` threads. Throws UsageError (no constraints, a formulation without gains,
/// options) and ModelError (initial values).
RHEON_API Tuning tune(const System& system, const TuneRequest& request);

}  // namespace rheon
