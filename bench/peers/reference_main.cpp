// Writes the centres of all bodies at the time that a problem is judged: race_reference PROBLEM N.
#include <cstdio>
#include <exception>
#include <string>

#include "peers/problems.hpp"
#include "peers/references.hpp"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: race_reference PROBLEM N\n", stderr);
    return 2;
  }
  try {
    const peers::Mechanism m = peers::make_mechanism(argv[1], std::stoi(argv[2]));
    for (const peers::Vec3& c : peers::reference_centres(m, m.judged))
      std::printf("%.17g %.17g %.17g\n", c.x(), c.y(), c.z());
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "race_reference: %s\n", e.what());
    return 1;
  }
}
