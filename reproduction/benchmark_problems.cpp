// Problems of the test set for initial value problems [Mazzia2008], and classic mechanisms with known solutions.
#include "reproduction/benchmark.hpp"

namespace rheon::reproduction {

namespace {

/// Coordinates and, with the prefix of the reference's columns, their rates.
Pairs rates(std::initializer_list<const char*> names, const std::string& prefix) {
  Pairs pairs;
  for (const std::string name : names) pairs.push_back({name + "'", prefix + name});
  return pairs;
}

// The published end values have ten digits; the independent solution, which is compared here, has thirteen.
BenchmarkProblem andrews() {
  const Pairs angles = same({"beta", "Theta", "gamma", "phi", "delta", "Omega", "eps"});
  return {
      .name = "IVP andrews",
      .model = "andrews_angles",
      .reference = "ivp_andrews",
      .metrics = {end_digits("the angles", angles, 1e-2, Asked::of_low_order),
                  end_digits("the angles", angles, 1e-9, Asked::of_high_order)},
      .methods = methods({.second_order = 2.5e-6, .dopri5 = 5e-6, .gauss4 = 2.5e-6, .dop853 = 1e-13, .radau5 = 1e-10})};
}

BenchmarkProblem car_axis() {
  const Pairs all =
      same({"xl", "yl", "xr", "yr"}) + rates({"xl", "yl", "xr", "yr"}, "v") + Pairs{{"l1", "lam1"}, {"l2", "lam2"}};
  return {.name = "IVP caraxis",
          .model = "car_axis",
          .reference = "ivp_car_axis",
          .metrics = {end_digits("all unknowns", all, 1e-2, Asked::of_low_order),
                      end_digits("all unknowns", all, 1e-9, Asked::of_high_order)},
          .methods = methods({.second_order = 1e-4, .dopri5 = 2e-4, .gauss4 = 5e-5, .dop853 = 1e-13, .radau5 = 1e-11})};
}

BenchmarkProblem crank() {
  const Pairs all = same({"phi1", "phi2", "x3", "q1", "q2", "q3", "q4"}) +
                    Pairs{{"lambda.closure.1", "lam1"}, {"lambda.closure.2", "lam2"}, {"lambda.drive", "lam3"}};
  return {
      .name = "IVP crank",
      .model = "elastic_crank",
      .reference = "ivp_elastic_crank",
      .metrics = {end_digits("positions and multipliers", all, 1e-2, Asked::of_low_order),
                  end_digits("positions and multipliers", all, 1e-7, Asked::of_high_order)},
      .methods = methods({.second_order = 1e-6, .dopri5 = 2.5e-6, .gauss4 = 1e-6, .dop853 = 1e-13, .radau5 = 1e-10})};
}

/// Motion and joint forces against an independent solution: 1e-3 by methods of second order, 1e-6 by others.
BenchmarkProblem classic(const std::string& name, const std::string& model, const std::string& reference,
                         const Pairs& motion, const Pairs& forces, std::vector<BenchmarkMethod> methods) {
  BenchmarkProblem p{.name = name, .model = model, .reference = reference};
  const auto add = [&](const std::string& what, const Pairs& pairs, double low) {
    p.metrics.push_back(largest_error(what, pairs, low, Asked::of_low_order));
    p.metrics.push_back(largest_error(what, pairs, 1e-6, Asked::of_high_order));
  };
  add("the motion", motion, 1e-3);
  if (!forces.empty()) add("the forces", forces, 1e-2);
  p.methods = std::move(methods);
  return p;
}

}  // namespace

std::vector<BenchmarkProblem> test_set_problems() { return {andrews(), car_axis(), crank()}; }

std::vector<BenchmarkProblem> classic_problems() {
  const Steps pendulums{.second_order = 5e-4, .dopri5 = 1e-3, .gauss4 = 2e-3, .dop853 = 1e-11, .radau5 = 1e-9};
  const Steps driven{.second_order = 1e-3, .dopri5 = 1e-3, .gauss4 = 1e-3, .dop853 = 1e-10, .radau5 = 1e-8};
  return {
      classic("Double pendulum, 10 s", "pendulum_double", "c_double_pendulum",
              {{"A.x", "x1"}, {"A.y", "y1"}, {"B.x", "x2"}, {"B.y", "y2"}}, {}, methods(pendulums)),
      classic("Pendulum on a moving pivot, 10 s", "pendulum_moving_pivot", "c_pendulum_moving_pivot",
              {{"B.x", "x"}, {"B.y", "y"}}, {}, methods(pendulums)),
      classic(
          "Slider crank, driven, 2 s", "slider_crank", "c_slider_crank_driven",
          {{"crank.angle", "theta"}, {"B.x", "xs"}, {"B.x'", "xs_d"}},
          {{"A.fx", "Ax"}, {"A.fy", "Ay"}, {"guide.fy", "N"}, {"O.fx", "Ox"}, {"O.fy", "Oy"}, {"motor.torque", "tau"}},
          methods(driven)),
      classic("Slider crank, released, 4 s", "slider_crank_free", "c_slider_crank_free",
              {{"crank.angle", "theta"}, {"B.x", "xs"}, {"B.x'", "xs_d"}},
              {{"A.fx", "Ax"}, {"A.fy", "Ay"}, {"guide.fy", "N"}, {"O.fx", "Ox"}, {"O.fy", "Oy"}}, methods(pendulums)),
      classic("Four-bar, driven, 3 s", "four_bar", "c_four_bar_driven",
              {{"B.x", "xB"}, {"B.y", "yB"}, {"coupler.angle", "g2"}, {"rocker.angle", "g3"}},
              {{"A.fx", "FAx"},
               {"A.fy", "FAy"},
               {"D.fx", "FDx"},
               {"D.fy", "FDy"},
               {"O.fx", "FOx"},
               {"O.fy", "FOy"},
               {"motor.torque", "tau"}},
              methods(driven)),
      classic("Heavy top, 2 s", "heavy_top", "c_heavy_top", {{"G.x", "x"}, {"G.y", "y"}, {"G.z", "z"}},
              {{"O.fx", "Frx"}, {"O.fy", "Fry"}, {"O.fz", "Frz"}},
              methods({.second_order = 1e-4, .dopri5 = 1e-4, .gauss4 = 1e-4, .dop853 = 1e-11, .radau5 = 1e-9})),
      classic("Spinning body, 60 s", "spinning_body", "c_free_body_dzhanibekov",
              {{"w1", "w1"}, {"w2", "w2"}, {"w3", "w3"}}, {},
              methods({.second_order = 1e-3, .dopri5 = 5e-3, .gauss4 = 5e-3, .dop853 = 1e-12, .radau5 = 1e-10})),
  };
}

std::vector<BenchmarkProblem> benchmark_problems() {
  std::vector<BenchmarkProblem> all = library_problems();
  for (auto&& group : {test_set_problems(), classic_problems()}) all.insert(all.end(), group.begin(), group.end());
  return all;
}

}  // namespace rheon::reproduction
