// The modes for spreadsheets: numbers in full, empty where there is none.
#include <fmt/format.h>

#include <cmath>

#include "cli/linearise_output.hpp"

namespace rheon::cli {

namespace {

std::string number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

std::string components(const Eigen::VectorXcd& shape) {
  std::string out;
  for (const std::complex<double> z : shape) out += "," + number(z.real()) + "," + number(z.imag());
  return out;
}

}  // namespace

std::string modes_csv(const Linearisation& l) {
  std::string out = "mode,real,imaginary,frequency,natural_frequency,damping_ratio,time_constant,uncertainty";
  for (const auto* names : {&l.coordinates, &l.velocities})
    for (const std::string& name : *names) out += fmt::format(",{0}.real,{0}.imaginary", name);
  out += "\n";
  for (std::size_t k = 0; k < l.modes.size(); ++k) {
    const Mode& m = l.modes[k];
    out += fmt::format("{}", k + 1);
    for (const double value : {m.eigenvalue.real(), m.eigenvalue.imag(), m.frequency(), m.natural_frequency(),
                               m.damping_ratio(), m.time_constant(), m.uncertainty})
      out += "," + number(value);
    out += components(m.q) + components(m.v) + "\n";
  }
  for (const ZeroMode& z : l.zero_modes)
    out += "zero,0,0,0,0,,," + components(z.q.cast<std::complex<double>>()) +
           components(z.v.cast<std::complex<double>>()) + "\n";
  return out;
}

}  // namespace rheon::cli
