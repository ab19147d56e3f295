// Everything `rheon tune` tried, for spreadsheets: numbers in full, empty where there is none.
#include <fmt/format.h>

#include <cmath>

#include "cli/tune_output.hpp"

namespace rheon::cli {

namespace {

std::string number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

/// The matrix as an option would have it, or nothing where alpha and beta say it all.
std::string matrix(const TunePoint& p, const Eigen::MatrixXd& M) {
  if (p.stage != TuneStage::coupled) return "";
  std::string out = "\"[";
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    out += i == 0 ? "[" : ", [";
    for (Eigen::Index j = 0; j < M.cols(); ++j) out += (j == 0 ? "" : ", ") + number(M(i, j));
    out += "]";
  }
  return out + "]\"";
}

std::string line(const TunePoint& p) {
  std::string out = fmt::format("{},{},{},{},{},{},{}", to_text(p.stage), number(p.alpha), number(p.k), number(p.beta),
                                matrix(p, p.gains.R), matrix(p, p.gains.S), to_text(p.outcome));
  const bool ran = p.outcome == TuneOutcome::completed || p.outcome == TuneOutcome::stopped;
  for (const double value : {p.position, p.velocity, p.objective, p.from_projected, p.motion_error})
    out += "," + (ran ? number(value) : "");
  for (const double value : {p.margins.slowest, p.margins.factor, p.margins.decay_steps, p.margins.reach})
    out += "," + number(value);
  return out + "\n";
}

}  // namespace

std::string points_csv(const Tuning& t) {
  std::string out =
      "stage,alpha,k,beta,R,S,outcome,e_position,e_velocity,objective,from_projected,motion_error,largest_real_part,"
      "factor_per_step,decay_steps,step_growth\n";
  if (t.none.outcome != TuneOutcome::not_run) out += line(t.none);
  for (const TunePoint& p : t.points) out += line(p);
  return out;
}

}  // namespace rheon::cli
