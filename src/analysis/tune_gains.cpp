// Gains as options of a formulation.
#include <algorithm>

#include "analysis/tune_parts.hpp"
#include "core/number_text.hpp"

namespace rheon {

namespace tuning {

namespace {

/// Names that formulations use for R and S, as docs/theory/gains.md lists them.
constexpr GainOptions conventions[] = {
    {"alpha", "", "beta", 1.0},
    {"gamma1", "gamma", "gamma2", -1.0},
};

bool has_gains(const FormulationKind& formulation, std::string_view name) {
  return std::any_of(formulation.options.begin(), formulation.options.end(),
                     [&](const OptionSpec& o) { return o.name == name && o.type == OptionType::gains; });
}

std::string list_text(const Eigen::VectorXd& values) {
  std::string text = "[";
  for (Eigen::Index i = 0; i < values.size(); ++i) text += (i == 0 ? "" : ", ") + shortest_text(values[i]);
  return text + "]";
}

std::string matrix_text(const Eigen::MatrixXd& M) {
  const Eigen::VectorXd diagonal = M.diagonal();
  const bool is_diagonal = (M - Eigen::MatrixXd(diagonal.asDiagonal())).isZero(0.0);
  if (is_diagonal && (diagonal.array() == diagonal[0]).all()) return shortest_text(diagonal[0]);
  if (is_diagonal) return list_text(diagonal);
  std::string text = "[";
  for (Eigen::Index i = 0; i < M.rows(); ++i) text += (i == 0 ? "" : ", ") + list_text(M.row(i));
  return text + "]";
}

}  // namespace

std::optional<GainOptions> gain_options(const FormulationKind& formulation) {
  for (const GainOptions& names : conventions) {
    const bool velocity = names.velocity.empty() || has_gains(formulation, names.velocity);
    if (has_gains(formulation, names.rate) && has_gains(formulation, names.position) && velocity) return names;
  }
  return std::nullopt;
}

}  // namespace tuning

std::vector<std::string> tunable_formulations() {
  std::vector<std::string> names;
  for (const FormulationKind& kind : formulations())
    if (tuning::gain_options(kind)) names.emplace_back(kind.name);
  return names;
}

std::vector<Setting> gain_settings(const FormulationKind& formulation, const System& system, const Gains& gains) {
  const auto names = tuning::gain_options(formulation);
  if (!names) throw UsageError("formulation \"" + std::string(formulation.name) + "\" has no gains");
  const Layout& n = system.layout();
  std::vector<Setting> settings;
  const auto set = [&](std::string_view name, const Eigen::MatrixXd& M) {
    // adding zero makes -0 a plain one
    const Eigen::MatrixXd signed_gains = (names->sign * M).array() + 0.0;
    if (M.rows() > 0) settings.push_back({std::string(name), tuning::matrix_text(signed_gains), {}});
  };
  if (names->velocity.empty()) {
    set(names->rate, gains.R);
  } else {
    set(names->rate, gains.R.topLeftCorner(n.nphi, n.nphi));
    set(names->velocity, gains.R.bottomRightCorner(n.npsi, n.npsi));
  }
  set(names->position, gains.S);
  return settings;
}

}  // namespace rheon
