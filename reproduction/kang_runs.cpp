#include <fmt/format.h>

#include "reproduction/kang.hpp"

namespace rheon::reproduction {

RunSpec chain(int constraints, GridPoint gains) {
  return {
      .model = constraints == 1 ? "three_masses_one" : "three_masses",
      .formulation = "udwadia-kalaba",
      .integrator = "dopri5",
      .tolerance = 1e-6,
      .duration = 30.0,
      .samples = 1500,
      .options = {
          {"alpha", fmt::format("{}", gains.alpha)}, {"beta", fmt::format("{}", gains.beta)}, {"projection", "none"}}};
}

Violations violations(Lab& lab, const RunSpec& spec) {
  const Results& r = lab.run(spec);
  const auto first = [&](const char* dash) {
    return minus(r.column(std::string("q1") + dash), times(3.0, r.column(std::string("q2") + dash)));
  };
  const auto second = [&](const char* dash) {
    return plus(plus(r.column(std::string("q1") + dash), r.column(std::string("q2") + dash)),
                r.column(std::string("q3") + dash));
  };
  return {r.column("t"), first(""), first("'"), second(""), second("'")};
}

double violation_of(Lab& lab, int constraints, GridPoint gains, int which) {
  const Violations v = violations(lab, chain(constraints, gains));
  const Numbers* series[] = {&v.phi1_dot, &v.phi1, &v.phi2, &v.phi2_dot};
  return violation_integral(v.t, *series[which - 1]);
}

std::string sweep_column(int which) {
  const char* const columns[] = {"E1_vel_phi1", "E2_pos_phi1", "E3_pos_phi2", "E4_vel_phi2"};
  return columns[which - 1];
}

std::vector<GridPoint> gain_grid() {
  constexpr double last_alpha = 20.0, alpha_step = 2.0;
  constexpr int ratios = 10;
  std::vector<GridPoint> points{{0.0, 0.0}};
  for (double alpha = alpha_step; alpha <= last_alpha; alpha += alpha_step)
    for (int k = 1; k <= ratios; ++k) points.push_back({alpha, k * alpha * alpha / 20.0});
  return points;
}

const std::vector<Map>& maps() {
  static const std::vector<Map> all{{"fig3", "Fig. 3", 1, 1, {20, 200}},     {"fig4", "Fig. 4", 1, 2, {18, 16.2}},
                                    {"fig6a", "Fig. 6(a)", 2, 1, {20, 200}}, {"fig6b", "Fig. 6(b)", 2, 2, {20, 200}},
                                    {"fig6c", "Fig. 6(c)", 2, 3, {20, 180}}, {"fig6d", "Fig. 6(d)", 2, 4, {18, 145.8}}};
  return all;
}

}  // namespace rheon::reproduction
