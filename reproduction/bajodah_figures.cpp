#include <fmt/format.h>

#include <algorithm>

#include "reproduction/bajodah.hpp"
#include "reproduction/figures.hpp"

namespace rheon::reproduction {

namespace {

// ---- example 1

/// A quantity of the mechanism: where it is in the results, in the table and in the reference solution.
struct PlottedChannel {
  std::string channel, column, reference;
  FigureAxis axis;
};
const PlottedChannel theta{"theta", "theta", "theta", {"theta", "rad"}}, phi{"phi", "phi", "phi", {"phi", "rad"}},
    theta_rate{"theta'", "theta_rate", "theta_d", {"theta'", "rad/s"}},
    phi_rate{"phi'", "phi_rate", "phi_d", {"phi'", "rad/s"}}, x{"x", "x", "x", {"x", "m"}},
    y{"y", "y", "y", {"y", "m"}}, z{"z", "z", "z", {"z", "m"}}, time_of{"t", "t", "t", {"t", "s"}};

/// One quantity over another; over `time_of` the table has no further column.
Figure mechanism_figure(const char* name, const char* title, const char* what, const PlottedChannel& over,
                        const PlottedChannel& shown, bool equal = false) {
  Pairs channels{{shown.channel, shown.column}};
  if (over.channel != "t") channels.insert(channels.begin(), {over.channel, over.column});
  return {.name = name,
          .title = std::string("Appell-Hamel mechanism: ") + title,
          .definition = fmt::format("{}\nAppell-Hamel mechanism, nonlinear constraints, Kutta-Merson, h = 0.025 s; t "
                                    "in s; "
                                    "wheel inertia 2.5 kg*m^2 and g = 9.81 m/s^2 are our choice",
                                    what),
          .fill = channels_of(mechanism(true, 0.025), channels),
          .panels = {{"",
                      over.axis,
                      shown.axis,
                      {{"nonlinear constraints", over.column, shown.column},
                       reference_points(mechanism_reference, over.reference, shown.reference)},
                      equal}}};
}

Figure mechanism_energy_figure() {
  return {
      .name = "fig9",
      .title = "Appell-Hamel mechanism: deviation of the energy",
      .definition =
          "deviation of the energy, J, with linear (LC) and nonlinear (NC) constraints, Kutta-Merson, h = 0.1 s",
      .fill =
          [](Lab& lab, FigureData& figure) {
            const Results &lc = lab.run(mechanism(false, 0.1)), &nc = lab.run(mechanism(true, 0.1));
            fill_columns(figure, {{"t", lc.column("t")}, {"LC", energy_change(lc)}, {"NC", energy_change(nc)}});
          },
      .panels = {over_time("", {"deviation", "J"}, {{"linear constraints", "LC"}, {"nonlinear constraints", "NC"}})}};
}

std::vector<Figure> mechanism_figures() {
  return {mechanism_figure("fig2", "heading angle", "heading angle theta, rad", time_of, theta),
          mechanism_figure("fig3", "rotation of the wheel", "rotation phi of the wheel, rad", time_of, phi),
          mechanism_figure("fig4", "rate of the heading", "rate of theta, rad/s", time_of, theta_rate),
          mechanism_figure("fig5", "rate of the wheel", "rate of phi, rad/s", time_of, phi_rate),
          mechanism_figure("fig6", "rate of the heading over the wheel's rotation", "rate of theta over phi", phi,
                           theta_rate),
          mechanism_figure("fig7", "path of the load above the plane", "path of the load in the plane, m", x, y, true),
          mechanism_figure("fig8", "height of the load", "height of the load, m", time_of, z),
          mechanism_energy_figure()};
}

// ---- example 2

std::string setting(double h, bool damped) {
  return fmt::format("{}, h = {:g} s", damped ? "Gamma1 = -20, Gamma2 = -100" : "no damping", h);
}

Figure violation_figure(const char* name, double h, bool damped) {
  return {.name = name,
          .title = "Particle on a parabola: violation of the constraint, " + setting(h, damped),
          .definition = fmt::format("violation y + x^2 - 1 over 500 s, m, {}; t in s", setting(h, damped)),
          .fill =
              [=](Lab& lab, FigureData& figure) {
                const Results& r = lab.run(particle(h, 500.0, damped));
                const Numbers at = r.column("x");
                Numbers violation = r.column("y");
                for (std::size_t i = 0; i < violation.size(); ++i) violation[i] += at[i] * at[i] - 1.0;
                fill_columns(figure, {{"t", r.column("t")}, {"phi", violation}});
              },
          .panels = {over_time("", {"y + x^2 - 1", "m"}, {{"violation", "phi"}})},
          .cost = Cost::slow};
}

Figure energy_figure(const char* name, double h, bool damped) {
  return {.name = name,
          .title = "Particle on a parabola: deviation of the energy, " + setting(h, damped),
          .definition = fmt::format("deviation of the energy over 500 s, J, {}; t in s", setting(h, damped)),
          .fill =
              [=](Lab& lab, FigureData& figure) {
                const Results& r = lab.run(particle(h, 500.0, damped));
                fill_columns(figure, {{"t", r.column("t")}, {"energy_change", energy_change(r)}});
              },
          .panels = {over_time("", {"deviation", "J"}, {{"energy", "energy_change"}})},
          .cost = Cost::slow};
}

void fill_hour(Lab& lab, FigureData& figure) {
  RunSpec specs[] = {minimal(0.1, 3600.0), particle(0.1, 3600.0, false), particle(0.1, 3600.0, true)};
  for (RunSpec& spec : specs) spec.samples = 36000;
  const Results &m = lab.run(specs[0]), &n = lab.run(specs[1]), &dn = lab.run(specs[2]);
  figure.columns = {"t", "M", "N", "DN", "exact"};
  const Numbers t = m.column("t"), ym = m.column("y"), yn = n.column("y"), yd = dn.column("y");
  const std::size_t rows = std::min({ym.size(), yn.size(), yd.size()});
  for (std::size_t i = rows > 101 ? rows - 101 : 0; i < rows; ++i)
    figure.rows.push_back({t[i], ym[i], yn[i], yd[i], parabola_at(t[i]).y});
}

Figure hour_figure() {
  return {
      .name = "fig16",
      .title = "Particle on a parabola: the end of one hour, h = 0.1 s",
      .definition =
          "y in the last 10 s of 1 h at h = 0.1 s, m: minimal (M), nonminimal (N), damped nonminimal "
          "(DN), closed form "
          "(exact); t in s",
      .fill = &fill_hour,
      // the undamped form has left the parabola far behind: on one scale nothing else would be seen
      .panels = {over_time("", {"y", "m"}, {{"minimal", "M"}, {"damped nonminimal", "DN"}, {"closed form", "exact"}}),
                 over_time("without damping", {"y", "m"}, {{"nonminimal", "N"}})},
      .cost = Cost::slow};
}

Figure elimination_figure() {
  return {.name = "fig18",
          .title = "Particle on a parabola: damping against projection, h = 0.01 s",
          .definition =
              "violation y + x^2 - 1 over 50 s, m, h = 0.01 s: Baumgarte's damping (1) and projection after "
              "each step (2); t "
              "in s\n"
              "the third method of the figure is not in rheon",
          .fill =
              [](Lab& lab, FigureData& figure) {
                RunSpec projected = particle(1e-2, 50.0, false);
                projected.options = {{"projection", "full"}};
                const Results &one = lab.run(particle(1e-2, 50.0, true)), &two = lab.run(projected);
                fill_columns(figure, {{"t", one.column("t")},
                                      {"baumgarte", one.column("drift.position")},
                                      {"projection", two.column("drift.position")}});
              },
          .panels = {over_time("", {"size of y + x^2 - 1", "m", true},
                               {{"damping", "baumgarte"}, {"projection after each step", "projection"}})}};
}

}  // namespace

std::vector<Figure> bajodah_figures() {
  std::vector<Figure> all = mechanism_figures();
  all.insert(all.end(), {violation_figure("fig11", 1e-2, false), violation_figure("fig12", 1e-3, false),
                         energy_figure("fig13", 1e-2, false), energy_figure("fig14", 1e-3, false),
                         violation_figure("fig15", 1e-3, true), hour_figure(), energy_figure("fig17", 1e-3, true),
                         elimination_figure()});
  return all;
}

}  // namespace rheon::reproduction
