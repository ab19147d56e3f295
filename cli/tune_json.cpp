#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/tune_output.hpp"

namespace rheon::cli {

namespace {

using Json = nlohmann::ordered_json;

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json matrix_json(const Eigen::MatrixXd& M) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < M.rows(); ++i) rows.push_back(std::vector<double>(M.row(i).begin(), M.row(i).end()));
  return rows;
}

Json margins_json(const GainMargins& m) {
  Json roots = Json::array();
  for (const auto& s : m.roots) roots.push_back({s.real(), s.imag()});
  return {{"roots", roots},
          {"largest_real_part", m.slowest},
          {"factor_per_step", m.factor},
          {"decay_steps", finite(m.decay_steps)},
          {"step_growth", finite(m.reach)}};
}

Json point_json(const TunePoint& p) {
  Json j{{"stage", to_text(p.stage)},
         {"outcome", to_text(p.outcome)},
         {"reason", p.reason},
         {"alpha", finite(p.alpha)},
         {"k", finite(p.k)},
         {"beta", finite(p.beta)},
         {"R", matrix_json(p.gains.R)},
         {"S", matrix_json(p.gains.S)}};
  j["margins"] = margins_json(p.margins);
  if (p.outcome != TuneOutcome::completed && p.outcome != TuneOutcome::stopped) return j;
  j["e_position"] = finite(p.position);
  j["e_velocity"] = finite(p.velocity);
  j["objective"] = finite(p.objective);
  j["from_projected"] = finite(p.from_projected);
  j["motion_error"] = finite(p.motion_error);
  return j;
}

Json recommended_json(const Tuning& t, std::optional<std::size_t> at, const std::vector<Setting>& parameters,
                      const std::vector<Setting>& options) {
  if (!at) return nullptr;
  Json j = point_json(t.points[*at]);
  j["worsens_motion"] = t.worsens_motion(t.points[*at]);
  for (const Setting& s : options) j["options"][s.name] = s.value;
  j["command"] = command_of(t, parameters, options);
  return j;
}

}  // namespace

std::string to_json(const Tuning& t, const std::vector<Setting>& parameters) {
  Json j{{"model", t.model},
         {"file", t.file},
         {"version", version()},
         {"formulation", t.formulation},
         {"formulation_origin", t.formulation_origin},
         {"integrator", t.integrator},
         {"step", t.step},
         {"step_origin", t.step_origin},
         {"duration", t.duration},
         {"position_rows", t.position_rows},
         {"velocity_rows", t.velocity_rows},
         {"runs", t.runs},
         {"interrupted", t.interrupted},
         {"only_round_off", t.only_round_off},
         {"constant_rows", t.constant_rows},
         {"round_off", {{"e_position", t.round_off_position}, {"e_velocity", t.round_off_velocity}}},
         {"without_gains", point_json(t.none)},
         {"projected_motion_error", finite(t.projected_error)},
         {"recommended", recommended_json(t, t.best, parameters, t.best_options)},
         {"coupled", recommended_json(t, t.coupled, parameters, t.coupled_options)},
         {"coupled_tried", t.coupled_tried ? point_json(t.points[*t.coupled_tried]) : Json(nullptr)},
         {"alphas", t.alphas},
         {"ks", t.ks},
         {"points", Json::array()}};
  for (const TunePoint& p : t.points) j["points"].push_back(point_json(p));
  return j.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace rheon::cli
