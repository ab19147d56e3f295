// A driven slider-crank: built, checked, run under two formulations, forces in its joints, and the same model as a file.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <rheon/analysis/check.hpp>
#include <rheon/core/error.hpp>
#include <rheon/io/mechanism.hpp>
#include <rheon/sim/run.hpp>

rheon::Mechanism slider_crank() {
  rheon::Mechanism m("Slider-crank");
  m.plane("xy").gravity({0, -9.81});
  m.parameter("r", 0.2, "m").parameter("l", 0.5, "m").parameter("speed", 10, "rad/s");
  m.ground("O", {0, 0}).point("A", {"r", 0}).point("B", {"r + l", 0});
  m.body("crank").rod({"O", "A"}).mass({1, "kg"});  // O and A are hinges because the rods share them
  m.body("rod").rod({"A", "B"}).mass({0.8, "kg"});
  m.body("piston").point("B").mass({1.5, "kg"});
  m.joint("guide").on_line("B").along("x");
  m.driver("motor").angle("crank").equals("speed*t");
  m.simulate().step("1 ms").duration("1 s").samples(1000);
  return m;
}

int main() try {
  const rheon::Mechanism mechanism = slider_crank();
  const rheon::System system(mechanism.model());
  std::printf("%s\n", rheon::to_text(rheon::check(system)).c_str());

  rheon::RunRequest request;
  request.formulation = "ali3p";
  const rheon::Results implicit = rheon::run(system, request);
  request.formulation = "lagrange";
  request.integrator = "rk4";
  const rheon::Results explicit_steps = rheon::run(system, request);

  const char* channels[] = {"motor.torque", "guide.fy", "A.fx", "A.fy", "O.fx", "O.fy"};
  std::printf("     t");
  for (const char* channel : channels) std::printf(" %12s", channel);
  std::printf("\n");
  for (std::size_t row = 0; row <= 500; row += 100) {
    std::printf("%6.2f", implicit.at(row, 0));
    for (const char* channel : channels) std::printf(" %12.3f", implicit.column(channel)[row]);
    std::printf("\n");
  }
  double difference = 0.0;
  for (const char* channel : channels) {
    const std::vector<double> a = implicit.column(channel), b = explicit_steps.column(channel);
    for (std::size_t row = 0; row < a.size(); ++row) difference = std::max(difference, std::abs(a[row] - b[row]));
  }
  std::printf("ali3p and lagrange agree to 1e-6: %s\n\n", difference < 1e-6 ? "yes" : "no");

  mechanism.write("slider_crank.yaml");  // for the command: rheon run slider_crank.yaml
  const bool same = rheon::Mechanism::read("slider_crank.yaml") == mechanism;
  std::printf("read back from the file: %s\n\n%s", same ? "the same" : "something else", mechanism.text().c_str());
} catch (const rheon::Error& e) {  // all problems of a model, with their places in mechanism.text()
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
