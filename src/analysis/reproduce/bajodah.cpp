// [Bajodah2004]: Appell-Hamel mechanism with linear and nonlinear constraints, particle on a parabola.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/reproduce/claim.hpp"
#include "analysis/reproduce/figures.hpp"
#include "analysis/reproduce/measures.hpp"

namespace rheon::reproduction {

namespace {

// ---- example 1: Appell-Hamel mechanism

const char* const mechanism_reference = "s004_ex1_appell_hamel";

RunSpec mechanism(bool nonlinear, double h) {
  return {.model = nonlinear ? "appell_hamel_nonlinear" : "appell_hamel",
          .formulation = "kane",
          .integrator = "kutta-merson",
          .step = h,
          .duration = 10.0,
          .samples = 100,
          .options = {{"projection", "none"}}};
}
Pairs mechanism_state() {
  return same({"theta", "phi", "x", "y", "z"}) +
         Pairs{{"theta'", "theta_d"}, {"phi'", "phi_d"}, {"x'", "x_d"}, {"y'", "y_d"}, {"z'", "z_d"}};
}
double mechanism_error(Lab& lab, bool nonlinear, double h) {
  return error_against(lab, mechanism_reference, mechanism(nonlinear, h), mechanism_state());
}
double mechanism_energy(Lab& lab, bool nonlinear, double h) {
  return largest(energy_change(lab.run(mechanism(nonlinear, h))));
}

std::vector<Claim> mechanism_claims() {
  std::vector<Claim> claims;
  for (const bool nonlinear : {true, false}) {
    const std::string form = nonlinear ? "nonlinear" : "linear";
    claims.push_back(
        {.where = nonlinear ? "(57)-(60)" : "(101), (102)",
         .statement = fmt::format("Appell-Hamel mechanism with {} constraints: state against the reference, "
                                  "Kutta-Merson, h = 0.025 s, 10 s",
                                  form),
         .expected = below(1e-7),
         .measure = [=](Lab& lab) { return mechanism_error(lab, nonlinear, 0.025); },
         .source = Source::theory});
    claims.push_back({.where = nonlinear ? "(50), (57)" : "(50), (101)",
                      .statement = fmt::format("order of Kutta-Merson with {} constraints", form),
                      .expected = between(3.9, 4.5),
                      .measure =
                          [=](Lab& lab) {
                            return observed_order(lab, mechanism_reference, mechanism(nonlinear, 0.05),
                                                  mechanism_state(), 0.05);
                          },
                      .source = Source::theory});
  }
  claims.push_back({"Figs. 2, 4, 6", "theta tends to a constant: theta' at 10 s against 1 rad/s at the start",
                    below(1e-1, "rad/s"),
                    [](Lab& lab) { return std::abs(lab.run(mechanism(true, 0.025)).column("theta'").back()); }});
  claims.push_back({"Fig. 8", "the load sinks from 30 m all the time: largest z'", below(0.0, "m/s"), [](Lab& lab) {
                      const Numbers rate = lab.run(mechanism(true, 0.025)).column("z'");
                      return *std::max_element(rate.begin(), rate.end());
                    }});
  claims.push_back({"Fig. 9",
                    "the energy deviates less with nonlinear than with linear constraints (h = 0.1 s, ratio of "
                    "the largest deviations)",
                    below(1.0),
                    [](Lab& lab) { return mechanism_energy(lab, true, 0.1) / mechanism_energy(lab, false, 0.1); }});
  claims.push_back({"abstract, sec. 2.5",
                    "so the nonlinear form improves accuracy: its error of the state over that of "
                    "the linear form (h = 0.1 s)",
                    below(1.0),
                    [](Lab& lab) { return mechanism_error(lab, true, 0.1) / mechanism_error(lab, false, 0.1); },
                    "energy is a poor judge here: the state is less accurate with the nonlinear constraints"});
  return claims;
}

// ---- example 2: particle on a parabola

RunSpec particle(double h, double duration, bool damped) {
  RunSpec spec{.model = "parabola",
               .formulation = "kane",
               .integrator = "kutta-merson",
               .step = h,
               .duration = duration,
               .samples = std::min(5000, static_cast<int>(std::lround(duration / h))),
               .options = {{"projection", "none"}}};
  if (damped) {
    spec.options.emplace_back("gamma1", "-20");
    spec.options.emplace_back("gamma2", "-100");
  }
  return spec;
}
RunSpec minimal(double h, double duration) {
  RunSpec spec = particle(h, duration, false);
  spec.model = "parabola_minimal";
  spec.formulation = "lagrange";
  spec.options.clear();
  return spec;
}

double violation(Lab& lab, const RunSpec& spec) { return lab.run(spec).summary.position.value; }

enum class Coordinate { x, y };
/// Largest distance from the closed form over the rows of a run.
Measured particle_error(Lab& lab, const RunSpec& spec, Coordinate which) {
  const Results& r = lab.run(spec);
  if (r.summary.ending != Ending::completed) return std::numeric_limits<double>::infinity();
  const Numbers t = r.column("t"), values = r.column(which == Coordinate::x ? "x" : "y");
  double worst = 0.0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const ParabolaPoint exact = parabola_at(t[i]);
    worst = std::max(worst, std::abs(values[i] - (which == Coordinate::x ? exact.x : exact.y)));
  }
  return worst;
}

std::vector<Claim> drift_claims() {
  return {
      {"Fig. 15", "violation stays bounded over 500 s with Gamma1 = -20, Gamma2 = -100, h = 1 ms", below(2e-11, "m"),
       [](Lab& lab) { return violation(lab, particle(1e-3, 500.0, true)); }, "", Cost::slow},
      {"Fig. 12", "without damping the violation grows: value after 500 s over that after 50 s, h = 1 ms", above(3.0),
       [](Lab& lab) {
         return violation(lab, particle(1e-3, 500.0, false)) / violation(lab, particle(1e-3, 50.0, false));
       },
       "", Cost::slow},
      {"Figs. 11, 12", "a smaller step reduces the growth: violation after 500 s at h = 10 ms over that at 1 ms",
       above(100.0),
       [](Lab& lab) {
         return violation(lab, particle(1e-2, 500.0, false)) / violation(lab, particle(1e-3, 500.0, false));
       },
       "", Cost::slow},
      {"Figs. 13, 14", "the same of the energy: largest deviation at 10 ms over that at 1 ms, 500 s", above(100.0),
       [](Lab& lab) {
         return largest(energy_change(lab.run(particle(1e-2, 500.0, false)))) /
                largest(energy_change(lab.run(particle(1e-3, 500.0, false))));
       },
       "", Cost::slow},
      {"Fig. 17", "damping worsens the energy: largest deviation with over without, h = 1 ms, 500 s", above(1.0),
       [](Lab& lab) {
         return largest(energy_change(lab.run(particle(1e-3, 500.0, true)))) /
                largest(energy_change(lab.run(particle(1e-3, 500.0, false))));
       },
       "", Cost::slow},
      {"sec. 3, ex. 2", "damping improves the solution: error of x with over without, h = 1 ms, 500 s", below(1.0),
       [](Lab& lab) {
         return particle_error(lab, particle(1e-3, 500.0, true), Coordinate::x).value /
                particle_error(lab, particle(1e-3, 500.0, false), Coordinate::x).value;
       },
       "x'' of the undamped form contains neither y nor y': it is the minimal solution, and damping feeds errors of y "
       "into it; only the constraint gains",
       Cost::slow},
      {"Fig. 18",
       "damping beats geometric elimination of the violation: violation with damping over that with "
       "projection after each step, h = 10 ms, 50 s",
       below(1.0),
       [](Lab& lab) {
         RunSpec projected = particle(1e-2, 50.0, false);
         projected.options = {{"projection", "full"}};
         return violation(lab, particle(1e-2, 50.0, true)) / violation(lab, projected);
       },
       "rheon iterates its projection to round-off; the corrections of the paper's comparison take one pass"},
  };
}

std::vector<Claim> hour_claims() {
  return {
      {"Fig. 16", "1 h at h = 0.1 s: the minimal form is the most accurate, a standard for the others (error of y)",
       below(0.1, "m"), [](Lab& lab) { return particle_error(lab, minimal(0.1, 3600.0), Coordinate::y); },
       "at this step it has itself lost the phase after a small part of the hour", Cost::slow},
      {"Fig. 16", "1 h at h = 0.1 s: the damped form follows the motion (error of y)", below(0.1, "m"),
       [](Lab& lab) { return particle_error(lab, particle(0.1, 3600.0, true), Coordinate::y); },
       "the damped form loses most of the energy at this step: the particle no longer reaches y = 0", Cost::slow},
      {.where = "Fig. 16",
       .statement = "1 h with error control (dop853, tolerance 1e-12, projection): error of y",
       .expected = below(1e-6, "m"),
       .measure =
           [](Lab& lab) {
             RunSpec spec{.model = "parabola",
                          .formulation = "kane",
                          .integrator = "dop853",
                          .tolerance = 1e-12,
                          .duration = 3600.0,
                          .samples = 3600};
             return particle_error(lab, spec, Coordinate::y);
           },
       .cost = Cost::slow,
       .source = Source::theory},
  };
}

// ---- figures

Figure mechanism_figure(const char* name, const char* what, Pairs channels) {
  return channel_figure(
      name,
      fmt::format("{}\nAppell-Hamel mechanism, nonlinear constraints, Kutta-Merson, h = 0.025 s; t in s; "
                  "wheel inertia 2.5 kg m^2 and g = 9.81 m/s^2 are our choice",
                  what),
      mechanism(true, 0.025), std::move(channels));
}

Figure violation_figure(const char* name, double h, bool damped) {
  return {name,
          fmt::format("violation y + x^2 - 1 over 500 s, m, {}, h = {:g} s; t in s",
                      damped ? "Gamma1 = -20, Gamma2 = -100" : "no damping", h),
          [=](Lab& lab, FigureData& figure) {
            const Results& r = lab.run(particle(h, 500.0, damped));
            const Numbers x = r.column("x");
            Numbers phi = r.column("y");
            for (std::size_t i = 0; i < phi.size(); ++i) phi[i] += x[i] * x[i] - 1.0;
            fill_columns(figure, {{"t", r.column("t")}, {"phi", phi}});
          },
          Cost::slow};
}

Figure energy_figure(const char* name, double h, bool damped) {
  return {name,
          fmt::format("deviation of the energy over 500 s, J, {}, h = {:g} s; t in s",
                      damped ? "Gamma1 = -20, Gamma2 = -100" : "no damping", h),
          [=](Lab& lab, FigureData& figure) {
            const Results& r = lab.run(particle(h, 500.0, damped));
            fill_columns(figure, {{"t", r.column("t")}, {"energy_change", energy_change(r)}});
          },
          Cost::slow};
}

std::vector<Figure> figures() {
  return {
      mechanism_figure("fig2", "heading angle theta, rad", same({"theta"})),
      mechanism_figure("fig3", "rotation phi of the wheel, rad", same({"phi"})),
      mechanism_figure("fig4", "rate of theta, rad/s", {{"theta'", "theta_rate"}}),
      mechanism_figure("fig5", "rate of phi, rad/s", {{"phi'", "phi_rate"}}),
      mechanism_figure("fig6", "rate of theta over phi", {{"phi", "phi"}, {"theta'", "theta_rate"}}),
      mechanism_figure("fig7", "path of the load in the plane, m", same({"x", "y"})),
      mechanism_figure("fig8", "height of the load, m", same({"z"})),
      {"fig9", "deviation of the energy, J, with linear (LC) and nonlinear (NC) constraints, Kutta-Merson, h = 0.1 s",
       [](Lab& lab, FigureData& figure) {
         const Results &lc = lab.run(mechanism(false, 0.1)), &nc = lab.run(mechanism(true, 0.1));
         fill_columns(figure, {{"t", lc.column("t")}, {"LC", energy_change(lc)}, {"NC", energy_change(nc)}});
       }},
      violation_figure("fig11", 1e-2, false),
      violation_figure("fig12", 1e-3, false),
      energy_figure("fig13", 1e-2, false),
      energy_figure("fig14", 1e-3, false),
      violation_figure("fig15", 1e-3, true),
      {"fig16",
       "y in the last 10 s of 1 h at h = 0.1 s, m: minimal (M), nonminimal (N), damped nonminimal (DN), closed form "
       "(exact); t in s",
       [](Lab& lab, FigureData& figure) {
         RunSpec specs[] = {minimal(0.1, 3600.0), particle(0.1, 3600.0, false), particle(0.1, 3600.0, true)};
         for (RunSpec& spec : specs) spec.samples = 36000;
         const Results &m = lab.run(specs[0]), &n = lab.run(specs[1]), &dn = lab.run(specs[2]);
         figure.columns = {"t", "M", "N", "DN", "exact"};
         const Numbers t = m.column("t"), ym = m.column("y"), yn = n.column("y"), yd = dn.column("y");
         const std::size_t rows = std::min({ym.size(), yn.size(), yd.size()});
         for (std::size_t i = rows > 101 ? rows - 101 : 0; i < rows; ++i)
           figure.rows.push_back({t[i], ym[i], yn[i], yd[i], parabola_at(t[i]).y});
       },
       Cost::slow},
      energy_figure("fig17", 1e-3, true),
      {"fig18",
       "violation y + x^2 - 1 over 50 s, m, h = 0.01 s: Baumgarte's damping (1) and projection after each step (2); t "
       "in s\n"
       "the third method of the figure is not in rheon",
       [](Lab& lab, FigureData& figure) {
         RunSpec projected = particle(1e-2, 50.0, false);
         projected.options = {{"projection", "full"}};
         const Results &one = lab.run(particle(1e-2, 50.0, true)), &two = lab.run(projected);
         fill_columns(figure, {{"t", one.column("t")},
                               {"baumgarte", one.column("drift.position")},
                               {"projection", two.column("drift.position")}});
       }},
  };
}

}  // namespace

Paper bajodah() {
  Paper paper;
  paper.name = "bajodah";
  for (const auto& part : {mechanism_claims(), drift_claims(), hour_claims()})
    paper.claims.insert(paper.claims.end(), part.begin(), part.end());
  paper.figures = figures();
  return paper;
}

}  // namespace rheon::reproduction
