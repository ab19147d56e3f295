// A study: the slider-crank with connecting rods of several lengths.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <rheon/core/error.hpp>
#include <rheon/io/mechanism.hpp>
#include <rheon/sim/run.hpp>

int main() try {
  rheon::Mechanism m("Slider-crank");
  m.plane("xy").gravity({0, -9.81});
  m.parameter("r", 0.2, "m").parameter("l", 0.5, "m").parameter("speed", 10, "rad/s");
  m.ground("O", {0, 0}).point("A", {"r", 0}).point("B", {"r + l", 0});
  m.body("crank").rod({"O", "A"}).mass({1, "kg"});
  m.body("rod").rod({"A", "B"}).density({1.6, "kg/m"});
  m.body("piston").point("B").mass({1.5, "kg"});
  m.joint("guide").on_line("B").along("x");
  m.driver("motor").angle("crank").equals("speed*t");
  m.simulate().formulation("ali3p").step("1 ms").duration("0.7 s").samples(700);

  std::printf("  l/m   acceleration at t = 0   r w^2 (1 + r/l)   largest side force/N   largest torque/Nm\n");
  for (const double l : {0.25, 0.3, 0.4, 0.5, 0.7, 1.0, 1.5}) {
    m.parameter("l", l, "m");
    const rheon::Results results = rheon::run(rheon::System(m.model()), {});
    if (results.summary.ending != rheon::Ending::completed) throw rheon::Error(results.summary.message);
    const auto largest = [&](const char* channel) {
      double found = 0.0;
      for (const double value : results.column(channel)) found = std::max(found, std::abs(value));
      return found;
    };
    const double outermost = -results.column("B.x''").front();  // piston at its outermost place
    std::printf("%5.2f %23.4f %17.4f %22.2f %19.2f\n", l, outermost, 0.2 * 100 * (1 + 0.2 / l), largest("guide.fy"),
                largest("motor.torque"));
  }
} catch (const rheon::Error& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
