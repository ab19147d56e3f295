// Uses the installed headers and library; what it prints is checked by ../test_install_full.py.
#include <cstdio>
#include <rheon/core/units.hpp>

int main() {
  const auto unit = rheon::parse_unit("km/s");
  if (!unit) return 1;
  std::printf("km/s = %g %s\n", unit->factor, rheon::to_text(unit->dimension).c_str());
  return 0;
}
