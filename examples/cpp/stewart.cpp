// A Stewart platform built in a loop: the forces of its legs, at rest and while it tilts.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <rheon/core/error.hpp>
#include <rheon/io/mechanism.hpp>
#include <rheon/sim/run.hpp>
#include <string>

constexpr double R = 1.0, r = 0.6, h = 1.2, mass = 80.0;  // radii of the base and the platform, height, mass in SI

double radians(double degrees) { return degrees * std::numbers::pi / 180.0; }

/// The legs are driven: leg k has the length l0 + amplitude*sin(2*t + k*pi/3).
rheon::Mechanism platform(double amplitude) {
  // neighbours on the base are 20 degrees apart, on the platform 100 degrees
  const double length = std::sqrt(R * R + r * r - 2 * R * r * std::cos(radians(40)) + h * h);
  rheon::Mechanism m("Stewart platform");
  m.gravity({0, 0, -9.81}).parameter("l0", length, "m").parameter("amplitude", amplitude, "m");
  m.point("C", {0, 0, h});
  std::vector<std::string> tops;
  for (int k = 0; k < 6; ++k) {
    const double middle = 120.0 * (k / 2), side = k % 2 == 0 ? -1.0 : 1.0;
    const double below = radians(middle + 10 * side), above = radians(middle + 50 * side);
    const std::string number = std::to_string(k + 1);
    m.ground("A" + number, {R * std::cos(below), R * std::sin(below), 0});
    m.point("B" + number, {r * std::cos(above), r * std::sin(above), h});
    m.driver("leg" + number)
        .distance({"A" + number, "B" + number})
        .equals("l0 + amplitude*sin(2*t + " + std::to_string(k) + "*pi/3)");
    tops.push_back("B" + number);
  }
  m.body("platform").disc(r).thickness("50 mm").at("C").axis("z").mass(mass).points(tops);
  m.simulate().formulation("ali3p").step("1 ms").duration("3.15 s").samples(315);
  return m;
}

int main() try {
  const rheon::Results rest = rheon::run(rheon::System(platform(0.0).model()), {});
  const rheon::Results motion = rheon::run(rheon::System(platform(0.05).model()), {});
  for (const rheon::Results* run : {&rest, &motion})
    if (run->summary.ending != rheon::Ending::completed) throw rheon::Error(run->summary.message);

  std::printf("   leg   at rest/N   smallest/N   largest/N\n");
  for (int k = 1; k <= 6; ++k) {
    const std::string channel = "leg" + std::to_string(k) + ".force";
    const std::vector<double> force = motion.column(channel);
    const auto [smallest, largest] = std::minmax_element(force.begin(), force.end());
    std::printf("%6d %11.3f %12.2f %11.2f\n", k, rest.column(channel).back(), *smallest, *largest);
  }
  // By symmetry every leg carries a sixth of the weight, along its own direction.
  const double length = std::sqrt(R * R + r * r - 2 * R * r * std::cos(radians(40)) + h * h);
  std::printf("m g l0/(6 h) = %.3f N\n", mass * 9.81 * length / (6 * h));
} catch (const rheon::Error& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
