// [Dopico2015]: spherical compound pendulum, stabilised by energy-momentum integration or by projections.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduction/claim.hpp"
#include "reproduction/figures.hpp"
#include "reproduction/measures.hpp"
#include "rheon/analysis/check.hpp"

namespace rheon::reproduction {

namespace {

const char* const reference = "s003_spherical_compound_pendulum";
constexpr double duration = 20.0;

RunSpec pendulum(const std::string& formulation, double h, const Settings& options) {
  return {.model = "compound_pendulum",
          .formulation = formulation,
          .step = h,
          .duration = duration,
          .samples = static_cast<int>(std::lround(duration / h)),
          .options = options};
}

RunSpec penalty(double h, const char* stiffness = "1e7") { return pendulum("penalty", h, {{"alpha", stiffness}}); }
RunSpec unprojected(double h) { return pendulum("ali3p", h, {{"alpha", "1e7"}, {"projections", "none"}}); }
RunSpec projected(double h) { return pendulum("ali3p", h, {}); }
RunSpec energy_momentum(double h, const char* stiffness = "1e7") {
  return pendulum("energy-momentum", h, {{"alpha", stiffness}, {"multipliers", "none"}});
}

/// Largest change of kinetic plus potential energy; a run that cannot go on has lost it.
Measured energy_error(Lab& lab, const RunSpec& spec) {
  const Results& results = lab.run(spec);
  const double change = largest(energy_change(results));
  if (results.summary.ending == Ending::completed) return change;
  return {std::numeric_limits<double>::infinity(), fmt::format("stopped at {:.3g} s", results.summary.end_time)};
}

/// When the energy has changed by 100 J, more than three times what the motion exchanges, or the run ended.
Measured blow_up_time(Lab& lab, const RunSpec& spec) {
  const Results& results = lab.run(spec);
  const Numbers t = results.column("t"), change = energy_change(results);
  for (std::size_t i = 0; i < t.size(); ++i)
    if (!(std::abs(change[i]) < 100.0)) return t[i];
  if (results.summary.ending != Ending::completed) return {results.summary.end_time, "the iteration fails there"};
  return {std::numeric_limits<double>::infinity(), "none in 20 s"};
}

double largest_of(Lab& lab, const RunSpec& spec, const char* channel) {
  const Results& results = lab.run(spec);
  if (results.summary.ending != Ending::completed) return std::numeric_limits<double>::infinity();
  return largest(results.column(channel));
}

/// Change of a channel from its first value.
Numbers change_of(const Results& results, const char* channel) {
  Numbers x = results.column(channel);
  const double start = x.front();
  for (double& value : x) value -= start;
  return x;
}

Pairs motion() { return same({"x1", "y1", "z1", "x2", "y2", "z2"}); }

/// Force of the support on the rod, R0 = F1 + F2, against the reference.
Measured support_force(Lab& lab, RunSpec spec) {
  spec.samples = 0;
  const Results& results = lab.run_on(reference, spec);
  if (results.summary.ending != Ending::completed) return std::numeric_limits<double>::infinity();
  const Table& exact = lab.reference(reference);
  double worst = 0.0;
  for (const auto& [one, two, sum] : {std::tuple{"F1x", "F2x", "R0x"}, std::tuple{"F1z", "F2z", "R0z"}})
    worst = std::max(worst, largest(minus(plus(results.column(one), results.column(two)), exact[sum])));
  return worst;
}

Measured angular_momentum(Lab& lab, const RunSpec& spec) {
  const Results& r = lab.run(spec);
  if (r.summary.ending != Ending::completed) return std::numeric_limits<double>::infinity();
  Numbers L(r.rows(), 0.0);
  for (const char* body : {"1", "2"}) {
    const auto channel = [&](const char* axis, const char* dash) { return r.column(std::string(axis) + body + dash); };
    const Numbers x = channel("x", ""), y = channel("y", ""), vx = channel("x", "'"), vy = channel("y", "'");
    for (std::size_t i = 0; i < L.size(); ++i) L[i] += x[i] * vy[i] - y[i] * vx[i];
  }
  const double start = L.front();
  for (double& value : L) value -= start;
  return largest(L);
}

// ---- claims

std::vector<Claim> penalty_claims() {
  std::vector<Claim> claims{
      about("fig2",
            {"sec. 2.2, Fig. 2", "penalty, trapezoidal rule, h = 0.02 s: the energy grows in an uncontrolled manner",
             above(10.0, "J"), [](Lab& lab) { return energy_error(lab, penalty(0.02)); },
             "with our initial position (rod horizontal; the paper's is lost with its Fig. 1) the threshold lies just "
             "above "
             "this step"}),
      about("fig2", {"sec. 2.2, Fig. 2", "although positions satisfy their constraints quite well (largest violation)",
                     below(1e-3, "m^2"), [](Lab& lab) { return largest_of(lab, penalty(0.02), "drift.position"); }}),
      about("fig2",
            {"sec. 2.2, Fig. 2", "accelerations do not satisfy theirs (largest violation)", above(0.1, "m^2/s^2"),
             [](Lab& lab) { return largest_of(lab, penalty(0.02), "drift.acceleration"); }}),
      about("fig3", {"sec. 2.2, Fig. 3", "at h = 0.025 s it is much more evident: largest change of the energy",
                     above(1e3, "J"), [](Lab& lab) { return energy_error(lab, penalty(0.025)); }}),
  };
  for (const double h : {0.025, 0.02, 0.01})
    claims.push_back(
        about(fmt::format("fig4_h{:g}", h),
              {"sec. 2.2, Fig. 4",
               fmt::format("augmented Lagrangian without projections, h = {:g} s: unstable, time of blow-up", h),
               below(8.0, "s"), [h](Lab& lab) { return blow_up_time(lab, unprojected(h)); }}));
  claims.push_back({"sec. 2.2", "one of the five constraints is redundant: independent rows", near(4, 0.5),
                    [](Lab& lab) { return 1.0 * check(lab.system("compound_pendulum")).rank; }});
  return claims;
}

std::vector<Claim> energy_momentum_claims() {
  return {
      about("fig5",
            {"sec. 5.1, Fig. 5", "energy-momentum: kinetic, potential and constraint energy together stay constant",
             below(1e-9, "J"),
             [](Lab& lab) {
               const Results& r = lab.run(energy_momentum(0.025));
               if (r.summary.ending != Ending::completed) return std::numeric_limits<double>::infinity();
               return largest(change_of(r, "energy.total"));
             }}),
      about("fig5", {"sec. 5.1, Fig. 5", "the sum of kinetic and potential energy alone oscillates (largest change)",
                     above(1e-6, "J"), [](Lab& lab) { return energy_error(lab, energy_momentum(0.025)); }}),
      about("fig5", {"sec. 5.1, Fig. 5", "position constraints near zero (largest violation)", below(1e-4, "m^2"),
                     [](Lab& lab) { return largest_of(lab, energy_momentum(0.025), "drift.position"); }}),
      about("fig5", {"sec. 5.1, Fig. 5", "velocity constraints near zero (largest violation)", below(1e-2, "m^2/s"),
                     [](Lab& lab) { return largest_of(lab, energy_momentum(0.025), "drift.velocity"); }}),
      about("fig5",
            {"sec. 5.1, Fig. 5", "acceleration constraints are met poorly (largest violation)", above(0.1, "m^2/s^2"),
             [](Lab& lab) { return largest_of(lab, energy_momentum(0.025), "drift.acceleration"); }}),
      {"sec. 3", "angular momentum about the vertical is kept (largest change)", below(1e-9, "N*m*s"),
       [](Lab& lab) { return angular_momentum(lab, energy_momentum(0.025)); }},
      {.where = "sec. 3",
       .statement = "energy-momentum converges with second order (alpha = 1e7, h = 0.01 and 0.005 s, 2 s)",
       .expected = between(1.8, 2.2),
       .measure =
           [](Lab& lab) {
             RunSpec spec = energy_momentum(0.01);
             spec.duration = 2.0;
             return observed_order(lab, reference, spec, motion(), 0.01);
           },
       .source = Source::theory},
      {.where = "sec. 3",
       .statement = "the limit is the motion of the rigid rod: error at alpha = 1e5, h = 1 ms, 20 s",
       .expected = below(1e-3, "m"),
       .measure =
           [](Lab& lab) {
             RunSpec spec = energy_momentum(1e-3, "1e5");
             return error_against(lab, reference, spec, motion());
           },
       .why = "it is the motion of the penalised system, at a distance of about 1/alpha from the rigid one, however "
              "small the step",
       .cost = Cost::slow,
       .source = Source::theory},
  };
}

std::vector<Claim> projection_claims() {
  const auto level_claim = [](const char* level, const char* channel, const char* unit) -> Claim {
    return about("fig6",
                 {"sec. 5.2, Fig. 6", fmt::format("projections: {} constraints are satisfied very well", level),
                  below(1e-9, unit), [channel](Lab& lab) { return largest_of(lab, projected(0.025), channel); }});
  };
  return {
      level_claim("position", "drift.position", "m^2"),
      level_claim("velocity", "drift.velocity", "m^2/s"),
      level_claim("acceleration", "drift.acceleration", "m^2/s^2"),
      about("fig7",
            {"sec. 5.2, Fig. 7", "energy variation with projections is not significant against the 29 J exchanged",
             below(0.3, "J"), [](Lab& lab) { return energy_error(lab, projected(0.025)); }}),
      about("fig6", {"sec. 6", "the projections dissipate: energy at the end minus energy at the start",
                     below(0.0, "J"), [](Lab& lab) { return energy_change(lab.run(projected(0.025))).back(); }}),
      {.where = "sec. 4",
       .statement = "ali3p converges with second order (h = 5 and 2.5 ms, 20 s)",
       .expected = between(1.9, 2.3),
       .measure = [](Lab& lab) { return observed_order(lab, reference, projected(5e-3), motion(), 5e-3); },
       .source = Source::theory},
      {.where = "sec. 4",
       .statement = "motion against the reference, h = 1 ms, 20 s",
       .expected = below(1e-3, "m"),
       .measure = [](Lab& lab) { return error_against(lab, reference, projected(1e-3), motion()); },
       .source = Source::theory},
      {.where = "sec. 4",
       .statement = "force of the support against the reference, h = 1 ms, 20 s",
       .expected = below(2e-2, "N"),
       .measure = [](Lab& lab) { return support_force(lab, projected(1e-3)); },
       .source = Source::theory},
  };
}

// ---- figures

/// Norms of the constraints at three levels and energies of a run; names of columns end in `suffix`.
std::vector<NamedColumn> level_columns(const Results& r, const std::string& suffix, bool stores_energy) {
  std::vector<NamedColumn> columns{{"position" + suffix, r.column("drift.position")},
                                   {"velocity" + suffix, r.column("drift.velocity")},
                                   {"acceleration" + suffix, r.column("drift.acceleration")},
                                   {"energy_change" + suffix, energy_change(r)}};
  if (stores_energy) {
    columns.push_back({"energy_constraint" + suffix, r.column("energy.constraint")});
    columns.push_back({"total_change" + suffix, change_of(r, "energy.total")});
  }
  return columns;
}

constexpr const char* levels_text =
    ": norms of the constraints at position (m^2), velocity and acceleration level, change of kinetic plus potential "
    "energy (J)";
constexpr const char* start_text = "\nt in s; rod along +x at the start (our choice), v2 = 1 m/s in +y";

/// Of norms and energies; what blows up, or is round-off, shows nothing on a linear one.
struct Scales {
  bool log_norms = false, log_energy = false;
};
constexpr Scales stable{}, round_off{true, false}, unstable{true, true};

/// Three panels of norms; curves are pairs of label and suffix of the columns.
std::vector<Panel> level_panels(const std::vector<std::pair<std::string, std::string>>& curves, bool log) {
  std::vector<Panel> panels;
  for (const auto& [level, unit] : {std::pair{"position", "m^2"}, {"velocity", "m^2/s"}, {"acceleration", "m^2/s^2"}}) {
    Panel panel = over_time(std::string("constraints at ") + level + " level", {"norm", unit, log}, {});
    for (const auto& [label, suffix] : curves) panel.curves.push_back({label, "t", level + suffix});
    panels.push_back(std::move(panel));
  }
  return panels;
}

Figure level_figure(std::string name, std::string title, const std::string& method, const RunSpec& spec,
                    bool stores_energy, Scales scales) {
  Panel energy = over_time("energy", {scales.log_energy ? "size of the change" : "change", "J", scales.log_energy},
                           {{"kinetic + potential", "energy_change"}});
  if (stores_energy) {
    energy.curves.push_back({"constraints", "t", "energy_constraint"});
    energy.curves.push_back({"all three", "t", "total_change"});
  }
  std::vector<Panel> panels = level_panels({{"norm", ""}}, scales.log_norms);
  panels.push_back(energy);
  const std::string more = stores_energy ? ", energy stored in the constraints, change of all three together" : "";
  return {.name = std::move(name),
          .title = std::move(title),
          .definition = method + levels_text + more + start_text,
          .fill =
              [=](Lab& lab, FigureData& figure) {
                const Results& r = lab.run(spec);
                std::vector<NamedColumn> columns = level_columns(r, "", stores_energy);
                columns.insert(columns.begin(), {"t", r.column("t")});
                fill_columns(figure, columns);
              },
          .panels = std::move(panels)};
}

/// The augmented Lagrangian method beside the penalty method. Each stops where it cannot go on: what is missing is nan.
Figure unprojected_figure(double h) {
  std::vector<Panel> panels = level_panels({{"augmented Lagrangian", ""}, {"penalty", "_penalty"}}, true);
  panels.push_back(over_time("kinetic + potential energy", {"size of the change", "J", true},
                             {{"augmented Lagrangian", "energy_change"}, {"penalty", "energy_change_penalty"}}));
  return {.name = fmt::format("fig4_h{:g}", h),
          .title = fmt::format("Penalty against augmented Lagrangian without projections, h = {:g} s", h),
          .definition = fmt::format("augmented Lagrangian without projections, alpha = 1e7, h = {:g} s, and penalty "
                                    "method with the same alpha and h (_penalty){}{}",
                                    h, levels_text, start_text),
          .fill =
              [h](Lab& lab, FigureData& figure) {
                const Results &one = lab.run(unprojected(h)), &two = lab.run(penalty(h));
                const Results& longer = one.rows() > two.rows() ? one : two;
                std::vector<NamedColumn> columns{{"t", longer.column("t")}};
                for (auto& c : level_columns(one, "", false)) columns.push_back(std::move(c));
                for (auto& c : level_columns(two, "_penalty", false)) columns.push_back(std::move(c));
                for (NamedColumn& c : columns) c.values.resize(longer.rows(), std::nan(""));
                fill_columns(figure, columns);
              },
          .panels = std::move(panels)};
}

Figure energy_figure() {
  return {.name = "fig7",
          .title = "Projections: kinetic, potential and total energy",
          .definition = "index-3 augmented Lagrangian with projections, h = 0.025 s: energies, J; t in s",
          .fill = channels_of(
              projected(0.025),
              {{"energy.kinetic", "kinetic"}, {"energy.potential", "potential"}, {"energy.total", "total"}}),
          .panels = {over_time("", {"energy", "J"},
                               {{"kinetic", "kinetic"}, {"potential", "potential"}, {"total", "total"}})}};
}

std::vector<Figure> figures() {
  std::vector<Figure> all{
      level_figure("fig2", "Penalty method, h = 0.02 s: constraints and energy",
                   "penalty alpha = 1e7, trapezoidal rule, h = 0.02 s", penalty(0.02), true, stable),
      level_figure("fig3", "Penalty method, h = 0.025 s: constraints and energy",
                   "penalty alpha = 1e7, trapezoidal rule, h = 0.025 s", penalty(0.025), true, unstable)};
  for (const double h : {0.025, 0.02, 0.01}) all.push_back(unprojected_figure(h));
  all.push_back(level_figure("fig5", "Energy-momentum, h = 0.025 s: constraints and energy",
                             "energy-momentum, alpha = 1e7, h = 0.025 s", energy_momentum(0.025), true, stable));
  all.push_back(level_figure("fig6", "Projections, h = 0.025 s: constraints and energy",
                             "index-3 augmented Lagrangian with projections, h = 0.025 s", projected(0.025), false,
                             round_off));
  all.push_back(energy_figure());
  return all;
}

}  // namespace

Paper dopico() {
  Paper paper;
  paper.info = {"dopico", "Dopico, Lugris, Garcia Orden, Cuadrado", "energy-momentum integration and projections",
                "Dopico2015",
                "Daniel Dopico, Urbano Lugrís, Juan Carlos García Orden, Javier Cuadrado: On the Stabilizing "
                "Properties of Energy-Momentum Integrators and Mass-Orthogonal Projections. Conference paper; the copy "
                "used bears no year or venue."};
  for (const auto& part : {penalty_claims(), energy_momentum_claims(), projection_claims()})
    paper.claims.insert(paper.claims.end(), part.begin(), part.end());
  paper.figures = figures();
  return paper;
}

}  // namespace rheon::reproduction
