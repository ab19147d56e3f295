// [Gonzalez2015], section 5: two masses, pursuit, rolling wheel.
#include <algorithm>
#include <cmath>

#include "reproduction/claim.hpp"
#include "reproduction/figures.hpp"
#include "reproduction/measures.hpp"
#include "rheon/analysis/check.hpp"

namespace rheon::reproduction {

namespace {

// Example 1
RunSpec two_masses() { return {.model = "two_masses", .formulation = "ali3p", .step = 1e-3, .samples = 100}; }
constexpr double force_on_second_mass = 2.0 * 5.0 / (7.0 + 5.0);  // (44)

/// The value farthest from (44) in a run.
Measured reaction(Lab& lab, const RunSpec& spec) {
  const Numbers f = lab.run(spec).column("f_c");
  const auto distance = [](double x) { return std::abs(x - force_on_second_mass); };
  return *std::max_element(f.begin(), f.end(), [&](double a, double b) { return distance(a) < distance(b); });
}

// Example 2
const char* const pursuit_reference = "s000_ex2_pursuit";
RunSpec pursuit() { return {.model = "pursuit", .formulation = "ali3p", .step = 1e-3, .samples = 200}; }
RunSpec pursuit_direct() {
  return {.model = "pursuit", .formulation = "lagrange", .integrator = "dopri5", .tolerance = 1e-11, .samples = 200};
}
Pairs pursuit_motion() { return same({"xA", "yA", "xB", "yB"}); }
Pairs pursuit_reaction() { return {{"fx", "RxA"}, {"fy", "RyA"}}; }

double reaction_difference(Lab& lab, const RunSpec& a, const RunSpec& b) {
  return std::max(difference(lab, a, b, "fx"), difference(lab, a, b, "fy"));
}

// Example 3
constexpr double m = 2.5467, r = 0.175, inertia = 0.045224, g = 9.81;
constexpr double tangential_force = 2.0 * inertia / (inertia + m * r * r);
RunSpec wheel() { return {.model = "rolling_wheel", .formulation = "ali3p", .step = 1e-3, .samples = 5000}; }

/// Of f_t while the push lasts (or not), the value farthest from the free-body diagram.
Measured tangential(Lab& lab, const RunSpec& spec, bool pushed) {
  const Results& results = lab.run(spec);
  const Numbers t = results.column("t"), f = results.column("f_t");
  const double exact = pushed ? tangential_force : 0.0;
  double worst = exact;
  for (std::size_t i = 0; i < t.size(); ++i)
    if ((t[i] >= 1.5 && t[i] < 2.5) == pushed && std::abs(f[i] - exact) > std::abs(worst - exact)) worst = f[i];
  return worst;
}

std::vector<Claim> first_example() {
  return {
      {"sec. 5, ex. 1, (44)", "force between two masses of equal velocity, from the acceleration projection",
       near(0.833, 5e-4, "N"), [](Lab& lab) { return reaction(lab, two_masses()); }},
      {"sec. 5, ex. 1, (44)", "the same force from the velocity projection", near(0.833, 5e-4, "N"),
       [](Lab& lab) { return reaction(lab, two_masses().with("reactions", "velocity")); }},
      {"sec. 5, ex. 1", "the same force with the paper's own penalty of 1e6", near(0.833, 5e-4, "N"),
       [](Lab& lab) { return reaction(lab, two_masses().with("alpha", "1e6")); }},
      {"sec. 5, ex. 1", "the classical algorithm finds it if the constraint is given at position level",
       near(0.833, 5e-4, "N"),
       [](Lab& lab) {
         RunSpec spec = two_masses();
         spec.model = "two_masses_position";
         return reaction(lab, spec);
       }},
      {.where = "sec. 5, ex. 1",
       .statement = "the motion is that of one body of the sum of the masses (positions against the closed form)",
       .expected = below(1e-9, "m"),
       .measure =
           [](Lab& lab) {
             return error_against(lab, "s000_ex1_two_masses", two_masses(), same({"x1", "x2"}));
           },
       .source = Source::theory},
  };
}

std::vector<Claim> second_example() {
  return {
      about("fig3",
            {"sec. 5, ex. 2, Fig. 3", "direct solution and index-3 scheme give the same reactions (largest difference)",
             below(2e-3, "N"), [](Lab& lab) { return reaction_difference(lab, pursuit(), pursuit_direct()); }}),
      about("fig3", {"sec. 5, ex. 2, Fig. 3", "the same for the scheme exactly as printed, to plotting accuracy",
                     below(2e-3, "N"),
                     [](Lab& lab) {
                       return reaction_difference(lab, pursuit().with("velocity-reaction", "printed"),
                                                  pursuit_direct());
                     }}),
      about("fig3",
            {"sec. 5, ex. 2", "recoveries from accelerations and from velocities give the same reactions",
             below(2e-3, "N"),
             [](Lab& lab) { return reaction_difference(lab, pursuit(), pursuit().with("reactions", "velocity")); }}),
      {.where = "sec. 2, (8)",
       .statement = "the velocity-level reaction may be left out of the position solve: order of the printed scheme",
       .expected = between(1.9, 2.3),
       .measure =
           [](Lab& lab) {
             return observed_order(lab, pursuit_reference, pursuit().with("velocity-reaction", "printed"),
                                   pursuit_motion(), 2e-3);
           },
       .why = "without A^T lambda of the velocity-level rows each step errs by h^2/4 of it: first order",
       .source = Source::theory},
      {.where = "sec. 2, (8)",
       .statement = "order when that reaction is carried over from the previous step (rheon's default)",
       .expected = between(1.9, 2.3),
       .measure = [](Lab& lab) { return observed_order(lab, pursuit_reference, pursuit(), pursuit_motion(), 2e-3); },
       .source = Source::theory},
      {.where = "sec. 5, ex. 2",
       .statement = "reactions against the reference solution at h = 1 ms",
       .expected = below(1e-6, "N"),
       .measure = [](Lab& lab) { return error_against(lab, pursuit_reference, pursuit(), pursuit_reaction()); },
       .source = Source::theory,
       .figure = "fig3"},
      {.where = "sec. 5, ex. 2",
       .statement = "the reaction does no work on A: its speed stays 1 m/s (largest deviation)",
       .expected = below(1e-9, "m/s"),
       .measure =
           [](Lab& lab) {
             const Results& results = lab.run(pursuit_direct());
             const Numbers vx = results.column("xA'"), vy = results.column("yA'");
             double worst = 0.0;
             for (std::size_t i = 0; i < vx.size(); ++i)
               worst = std::max(worst, std::abs(std::hypot(vx[i], vy[i]) - 1));
             return worst;
           },
       .source = Source::theory},
  };
}

std::vector<Claim> third_example() {
  return {
      about("fig5", {"sec. 5, ex. 3, Fig. 5", "tangential force on the wheel while it is pushed",
                     near(0.734, 5e-4, "N"), [](Lab& lab) { return tangential(lab, wheel(), true); }}),
      about("fig5", {"sec. 5, ex. 3, Fig. 5", "tangential force when nothing pushes", near(0.0, 1e-6, "N"),
                     [](Lab& lab) { return tangential(lab, wheel(), false); }}),
      about("fig5", {"sec. 5, ex. 3", "tangential force from the velocity projection", near(0.734, 5e-4, "N"),
                     [](Lab& lab) { return tangential(lab, wheel().with("reactions", "velocity"), true); }}),
      about(
          "fig5",
          {"sec. 5, ex. 3", "difference of the two recoveries stays small", below(3e-6, "N"),
           [](Lab& lab) { return difference(lab, wheel(), wheel().with("reactions", "velocity"), "f_t"); },
           "truncation of the velocity recovery, h^2 I w^2 w' m r/(I + m r^2): 3.74e-6 N with a wheel that starts from "
           "rest; the paper does not give its initial state"}),
      {.where = "sec. 5, ex. 3",
       .statement = "normal force is the weight m g (largest deviation)",
       .expected = below(1e-8, "N"),
       .measure =
           [](Lab& lab) {
             Numbers f = lab.run(wheel()).column("f_n");
             for (double& x : f) x -= m * g;
             return largest(f);
           },
       .source = Source::theory},
      {.where = "sec. 5, ex. 3",
       .statement = "the wheel's motion against the closed form, to second order in h = 1 ms",
       .expected = below(2e-5, "m"),
       .measure =
           [](Lab& lab) {
             return error_against(lab, "s000_ex3_wheel", wheel(), same({"x", "y", "z", "ux", "vy", "vz", "wy", "wz"}));
           },
       .source = Source::theory},
      {"(46), (49)", "four rows hold the wheel on the ground, beside six of rigidity: independent rows", near(10, 0.5),
       [](Lab& lab) { return 1.0 * check(lab.system("rolling_wheel")).rank; },
       "the normal component of (49) is the rate of (46): one row is redundant, and only the sum of both multipliers "
       "is determined"},
  };
}

Figure reaction_figure() {
  const auto force = [](const char* axis) {
    const std::string name = std::string("f") + axis;
    Panel panel =
        over_time(std::string("force in ") + axis, {name, "N"},
                  {{"index-3 scheme", name}, {"as printed", name + "_printed"}, {"direct", name + "_direct"}});
    panel.curves.push_back(reference_points(pursuit_reference, "t", std::string("R") + axis + "A"));
    return panel;
  };
  return {.name = "fig3",
          .title = "Pursuit: reaction of the constraint on mass A",
          .definition =
              "reaction on mass A of the pursuit, N: index-3 scheme at h = 1 ms (fx, fy), as printed (fx_printed, "
              "fy_printed), "
              "direct solution (fx_direct, fy_direct), distances from the latter (distance, distance_printed)\n"
              "t in s; mA = mB = 1 kg, A(0) = (0, 0), B(0) = (1, 0) are our choice",
          .fill =
              [](Lab& lab, FigureData& figure) {
                const Results &one = lab.run(pursuit()), &two = lab.run(pursuit_direct()),
                              &printed = lab.run(pursuit().with("velocity-reaction", "printed"));
                const auto distance = [&](const Results& from) {
                  const Numbers dx = minus(from.column("fx"), two.column("fx"));
                  Numbers d = minus(from.column("fy"), two.column("fy"));
                  for (std::size_t i = 0; i < d.size(); ++i) d[i] = std::hypot(dx[i], d[i]);
                  return d;
                };
                fill_columns(figure, {{"t", one.column("t")},
                                      {"fx", one.column("fx")},
                                      {"fy", one.column("fy")},
                                      {"fx_printed", printed.column("fx")},
                                      {"fy_printed", printed.column("fy")},
                                      {"fx_direct", two.column("fx")},
                                      {"fy_direct", two.column("fy")},
                                      {"distance", distance(one)},
                                      {"distance_printed", distance(printed)}});
              },
          .panels = {force("x"), force("y"),
                     over_time("distance from the direct solution", {"distance", "N", true},
                               {{"index-3 scheme", "distance"}, {"as printed", "distance_printed"}})}};
}

Figure path_figure() {
  const auto point = [](const char* name) {
    const std::string x = std::string("x") + name, y = std::string("y") + name;
    return std::pair{Curve{std::string("mass ") + name, x, y},
                     reference_points(pursuit_reference, x, y, std::string("reference, ") + name)};
  };
  const auto [a, reference_a] = point("A");
  const auto [b, reference_b] = point("B");
  return {.name = "path",
          .title = "Pursuit: paths of both masses (no figure of the paper)",
          .definition =
              "positions of A and B, m: index-3 scheme at h = 1 ms; t in s\n"
              "mA = mB = 1 kg, A(0) = (0, 0), B(0) = (1, 0) are our choice",
          .fill = channels_of(pursuit(), pursuit_motion()),
          .panels = {{"", {"x", "m"}, {"y", "m"}, {a, b, reference_a, reference_b}, true}}};
}

Figure tangential_figure() {
  Panel force =
      over_time("", {"f_t", "N"}, {{"from accelerations", "ft_acceleration"}, {"from velocities", "ft_velocity"}});
  force.curves.push_back(reference_points("s000_ex3_wheel", "t", "f_t", "free-body diagram"));
  return {.name = "fig5",
          .title = "Rolling wheel: tangential force at the contact",
          .definition =
              "tangential force on the wheel, N, from the projections of accelerations and of velocities, "
              "h = 1 ms\n"
              "t in s; rows on a switching time hold the value after it; the wheel starts from rest (our choice)",
          .fill =
              [](Lab& lab, FigureData& figure) {
                const Results &one = lab.run(wheel()), &two = lab.run(wheel().with("reactions", "velocity"));
                fill_columns(figure, {{"t", one.column("t")},
                                      {"ft_acceleration", one.column("f_t")},
                                      {"ft_velocity", two.column("f_t")},
                                      {"difference", minus(one.column("f_t"), two.column("f_t"))}});
              },
          .panels = {force, over_time("", {"difference", "N"}, {{"accelerations minus velocities", "difference"}})}};
}

}  // namespace

Paper gonzalez() {
  Paper paper;
  paper.info = {"gonzalez", "Gonzalez, Dopico, Cuadrado, Kovecses",
                "reactions of velocity-level constraints in index-3 augmented Lagrangian methods", "Gonzalez2015",
                "Francisco González, Daniel Dopico, Javier Cuadrado, József Kövecses: Reaction Efforts Associated with "
                "Non-Holonomic and Rheonomic Constraints in Index-3 Augmented Lagrangian Formulations. Conference "
                "paper; the copy used bears no year or venue."};
  for (const auto& part : {first_example(), second_example(), third_example()})
    paper.claims.insert(paper.claims.end(), part.begin(), part.end());
  paper.figures = {reaction_figure(), path_figure(), tangential_figure()};
  return paper;
}

}  // namespace rheon::reproduction
