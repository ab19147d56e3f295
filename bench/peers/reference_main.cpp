// Writes the centres of all bodies at the time that a problem is judged: race_reference PROBLEM N [COARSER].
// COARSER multiplies the steps of the computation.
#include <cstdio>
#include <exception>
#include <string>

#include "peers/problems.hpp"
#include "peers/references.hpp"

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) {
    std::fputs("usage: race_reference PROBLEM N [COARSER]\n", stderr);
    return 2;
  }
  try {
    const peers::Mechanism m = peers::make_mechanism(argv[1], std::stoi(argv[2]));
    const double coarser = argc == 4 ? std::stod(argv[3]) : 1.0;
    for (const peers::Vec3& c : peers::reference_centres(m, m.judged, coarser))
      std::printf("%.17g %.17g %.17g\n", c.x(), c.y(), c.z());
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "race_reference: %s\n", e.what());
    return 1;
  }
}
