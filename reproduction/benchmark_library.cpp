// Problems of the IFToMM library of computational benchmarks. Definitions: tests/data/reference/README.md.
#include <fmt/format.h>

#include <complex>

#include "reproduction/benchmark.hpp"

namespace rheon::reproduction {

namespace {

/// The sheets of A01 and A02 ask for a mean relative error of 1e-1 (low precision) or 1e-3 (high precision).
constexpr double low_precision = 1e-1, high_precision = 1e-3;

BenchmarkProblem pendulum() {
  const Pairs motion{{"B.x", "x"}, {"B.y", "y"}};
  return {.name = "A01 pendulum, 10 s",
          .model = "pendulum_a01",
          .reference = "iftomm_a01_10s",
          .metrics = {energy_drift(5e-5), mean_error(motion, high_precision, Asked::of_all),
                      end_error("x, y", motion, 1e-6, "m", Asked::of_high_order)},
          .methods = methods({.second_order = 5e-4, .dopri5 = 1e-3, .gauss4 = 5e-3, .dop853 = 1e-11, .radau5 = 1e-9})};
}

// 845 periods: a second-order step h is off by (h w)^2/12 of 6264 rad.
BenchmarkProblem long_pendulum() {
  const Pairs motion{{"B.x", "x"}, {"B.y", "y"}};
  BenchmarkProblem p{
      .name = "A01 pendulum, 2000 s",
      .model = "pendulum_a01",
      .reference = "iftomm_a01_2000s",
      .set = {{"side", "1"}},
      .metrics = {mean_error(motion, low_precision, Asked::of_low_order),
                  mean_error(motion, high_precision, Asked::of_high_order)},
      .methods = methods({.second_order = 5e-4, .dopri5 = 2e-3, .gauss4 = 5e-3, .dop853 = 1e-12, .radau5 = 1e-10})};
  for (BenchmarkMethod& method : p.methods)
    if (!method.high_order || method.integrator == "radau5") method = method.slow();
  return p;
}

Pairs window_motion() { return {{"B0.x", "B0x"}, {"B0.y", "B0y"}, {"B0.x'", "B0vx"}, {"B0.y'", "B0vy"}}; }
Pairs window_place() { return {{"B0.x", "B0x"}, {"B0.y", "B0y"}}; }

/// Constraints as springs pass singular positions, at the price of an error that the springs make.
BenchmarkMethod springs(double step) {
  BenchmarkMethod method{"energy-momentum", "", step};
  method.options = {{"multipliers", "none"}};
  return method;
}

BenchmarkProblem windows(int n, const std::string& model) {
  BenchmarkProblem p{
      .name = fmt::format("A02 windows, N = {}", n),
      .model = model,
      .reference = fmt::format("iftomm_a02_n{}", n),
      .metrics = {energy_drift(0.1), mean_error(window_motion(), low_precision, Asked::of_low_order),
                  end_error("B0 from the exact branch", window_place(), 1e-6, "m", Asked::of_high_order)},
      .methods = methods({.second_order = 1e-3, .dopri5 = 1e-3, .gauss4 = 5e-3, .dop853 = 1e-10, .radau5 = 1e-8})};
  p.methods.push_back(springs(5e-4));
  return p;
}

// A step of udwadia-kalaba takes 10 ms at N = 40: its generalised inverse is dense, and costs the cube of the size. So do
// the three stages of lagrange-index2.
std::vector<BenchmarkProblem> large_windows() {
  BenchmarkProblem forty = windows(40, "four_bar_windows_40");
  for (BenchmarkMethod& method : forty.methods) {
    // 6e-8 or 9e-6 m, as round-off has it
    if (method.formulation == "udwadia-kalaba")
      method = method.slow().fails("a step begins so near a singular position that its accelerations keep few digits");
    if (!method.options.empty())
      method = method.fails("the springs give way, and the windows leave the branch at a singular position");
  }
  forty.methods.push_back(BenchmarkMethod{"ali3p", "gauss4", 2e-3, 0.0, true});
  BenchmarkProblem thousand = windows(1000, "windows 1000");
  thousand.metrics.front() = energy_drift(2.5);  // as much for each rod as with N = 40
  // minutes each; of the others udwadia-kalaba and lagrange-index2 would take hours
  thousand.methods = {BenchmarkMethod{"ali3p", "", 1e-3}.slow(), BenchmarkMethod{"lagrange-index3", "", 1e-3}.slow()};
  return {forty, thousand};
}

BenchmarkProblem andrews() {
  const Pairs pin{{"F.x", "Fx"}, {"F.y", "Fy"}};
  return {.name = "A03 Andrews' squeezer, 0.05 s",
          .model = "andrews",
          .reference = "iftomm_a03",
          .duration = 0.05,
          .set = {{"start", "-0.0620"}},
          .metrics = {energy_balance(1e-3), largest_error("F", pin, 1e-3, Asked::of_low_order),
                      largest_error("F", pin, 1e-6, Asked::of_high_order)},
          .methods = methods({.second_order = 1e-5, .dopri5 = 1e-5, .gauss4 = 1e-5, .dop853 = 1e-11, .radau5 = 1e-9})};
}

BenchmarkProblem bricard() {
  const Pairs point{{"J2.x", "Qx"}, {"J2.y", "Qy"}, {"J2.z", "Qz"}};
  return {.name = "A04 Bricard's mechanism, 10 s",
          .model = "bricard",
          .reference = "iftomm_a04",
          .metrics = {energy_drift(1e-3), largest_error("Q", point, 1e-3, Asked::of_low_order),
                      largest_error("Q", point, 1e-6, Asked::of_high_order)},
          .methods = methods({.second_order = 1e-3, .dopri5 = 2e-3, .gauss4 = 5e-3, .dop853 = 1e-10, .radau5 = 1e-8})};
}

BenchmarkProblem governor() {
  const Pairs slider{{"S.z", "s"}};
  return {.name = "A05 stiff governor, 10 s",
          .model = "governor",
          .reference = "iftomm_a05",
          .metrics = {largest_error("s", slider, 1e-3, Asked::of_low_order),
                      end_error("s", slider, 1e-6, "m", Asked::of_high_order)},
          .methods = methods({.second_order = 1e-3, .dopri5 = 4e-4, .gauss4 = 5e-3, .dop853 = 1e-8, .radau5 = 1e-7})};
}

// [Meijaard2007]; the sheet's second manoeuvre: 4.6 m/s, upright, lean rate 0.5 rad/s. The energy is 1260 J.
std::vector<BenchmarkProblem> bicycle() {
  const Metric percent{"range of the energy, percent of the start", below(1e-3, "%"),
                       [](const Results& r, const Table&) {
                         const Numbers energy = r.column("energy.total");
                         const auto [low, high] = std::minmax_element(energy.begin(), energy.end());
                         return 100.0 * (*high - *low) / energy.front();
                       }};
  const EigenvalueMetric speeds{"eigenvalues at 0, 1, ..., 10 m/s, largest relative error", below(1e-8), [](Lab& lab) {
                                  const Table& exact = lab.reference("bicycle_eigenvalues");
                                  double worst = 0.0;
                                  for (std::size_t row = 0; row < exact.rows(); ++row) {
                                    std::vector<std::complex<double>> expected;
                                    for (const char* k : {"1", "2", "3", "4"})
                                      expected.emplace_back(exact[std::string("re") + k][row],
                                                            exact[std::string("im") + k][row]);
                                    const Settings speed{{"v", fmt::format("{} m/s", exact["v"][row])}};
                                    worst = std::max(worst, eigenvalue_error(lab, "bicycle", speed, expected));
                                  }
                                  return worst;
                                }};
  return {{.name = "Bicycle, 4.6 m/s, 5 s",
           .model = "bicycle",
           .reference = "",
           .duration = 5.0,
           .samples = 500,
           .set = {{"v", "4.6 m/s"}, {"lean", "0.5 rad/s"}},
           .metrics = {percent},
           .methods = methods({.second_order = 1e-3, .dopri5 = 5e-3, .gauss4 = 5e-3, .dop853 = 1e-10, .radau5 = 1e-8})},
          {.name = "Bicycle, linearised", .model = "bicycle", .reference = "", .eigenvalues = {speeds}}};
}

// Published eigenvalues; the accuracy stated with them is 2.4e-11.
BenchmarkProblem four_bar_spring() {
  const EigenvalueMetric published{"eigenvalues, relative error", below(2.4e-11), [](Lab& lab) {
                                     const std::complex<double> value(-0.242385809310505, 2.13395502834838);
                                     return eigenvalue_error(lab, "four_bar_spring", {}, {value, std::conj(value)});
                                   }};
  return {.name = "Four-bar with a diagonal spring",
          .model = "four_bar_spring",
          .reference = "",
          .eigenvalues = {published}};
}

}  // namespace

std::string windows_model(int n) {
  const auto each = [n](int first, auto line) {
    std::string text;
    for (int i = first; i <= n; ++i) text += line(i);
    return text;
  };
  return fmt::format("rheon: 1\nname: Four-bar windows (IFToMM A02), N = {}\nplane: xy\ngravity: [0, -9.81]\n", n) +
         "ground:\n" + each(0, [](int i) { return fmt::format("  A{0}: [{0}, 0]\n", i); }) + "points:\n" +
         each(0, [](int i) { return fmt::format("  B{0}: [{0}, 1]\n", i); }) + "bodies:\n" +
         each(0, [](int i) { return fmt::format("  rocker{0}: {{rod: [A{0}, B{0}], mass: 1 kg}}\n", i); }) +
         each(1, [](int i) { return fmt::format("  coupler{}: {{rod: [B{}, B{}], mass: 1 kg}}\n", i, i - 1, i); }) +
         fmt::format("initial: {{B0.x': 1}}\nsimulate: {{formulation: ali3p, step: 1 ms, duration: {} s}}\n",
                     n == 40 ? 20 : 10);
}

std::vector<BenchmarkProblem> library_problems() {
  std::vector<BenchmarkProblem> all{pendulum(), long_pendulum(), windows(1, "four_bar_windows_1"),
                                    windows(2, "four_bar_windows")};
  for (auto& problem : large_windows()) all.push_back(std::move(problem));
  all.push_back(andrews());
  all.push_back(bricard());
  all.push_back(governor());
  for (auto& problem : bicycle()) all.push_back(std::move(problem));
  all.push_back(four_bar_spring());
  return all;
}

}  // namespace rheon::reproduction
