// What `rheon linearise` prints, at most about 120 columns wide.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "cli/linearise_output.hpp"

namespace rheon::cli {

namespace {

/// Components that a line of the table shows.
constexpr std::size_t components_shown = 4;
/// A mode of which integrals have this share is marked: more than half.
constexpr double mostly = 0.5;

std::string brief(double x) { return fmt::format("{:.4g}", x == 0.0 ? 0.0 : x); }  // no -0

std::string counted(int n, const char* one, const char* many) { return fmt::format("{} {}", n, n == 1 ? one : many); }

/// `0.5`, `-0.5`, or `0.5 (90°)` where neither sign gives the phase.
std::string component(std::complex<double> z) {
  const double degrees = std::arg(z) * 180.0 / std::numbers::pi;
  if (std::abs(z) == 0.0 || std::abs(degrees) < 0.05) return brief(std::abs(z));
  if (std::abs(degrees) > 179.95) return brief(-std::abs(z));
  return fmt::format("{} ({:.1f}°)", brief(std::abs(z)), degrees);
}

/// The largest components by name; the first is 1.
std::string shape_line(const std::vector<std::string>& names, const Eigen::VectorXcd& shape) {
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto size = [&](std::size_t i) { return std::abs(shape[static_cast<Eigen::Index>(i)]); };
  std::erase_if(order, [&](std::size_t i) { return size(i) < 1e-6; });
  // equal ones stay in the model's order, whatever rounding says
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return size(i) > size(j) * (1.0 + 1e-9); });
  std::string out;
  for (std::size_t k = 0; k < std::min(order.size(), components_shown); ++k)
    out += fmt::format("{}{} {}", k == 0 ? "" : ", ", names[order[k]],
                       component(shape[static_cast<Eigen::Index>(order[k])]));
  if (order.size() > components_shown) out += fmt::format(", {} more", order.size() - components_shown);
  return out;
}

/// A real part that rounding explains is none.
double growth(const Mode& m) { return std::abs(m.eigenvalue.real()) <= m.uncertainty ? 0.0 : m.eigenvalue.real(); }

std::string eigenvalue(const Mode& m) {
  const auto digits = [](double x) { return fmt::format("{:.9g}", x); };
  return digits(m.pair ? growth(m) : m.eigenvalue.real()) + (m.pair ? " ± " + digits(m.eigenvalue.imag()) + " i" : "");
}

std::string time_constant(const Mode& m) {
  if (growth(m) == 0.0) return "-";
  return brief(m.time_constant()) + (m.eigenvalue.real() > 0.0 ? " grows" : "");
}

/// Modes that the integrals of controllers make, rather than the mechanism.
std::string integral_text(const Linearisation& l, const Mode& m) {
  if (m.integral_share < mostly) return "";
  std::size_t largest = 0;
  const auto size = [&](const std::string& name) {
    const auto place = std::find(l.velocities.begin(), l.velocities.end(), name) - l.velocities.begin();
    return std::abs(m.v[place]);
  };
  for (std::size_t k = 1; k < l.integrals.size(); ++k)
    if (size(l.integrals[k]) > size(l.integrals[largest])) largest = k;
  return fmt::format(" ({:.0f} % {})", 100.0 * m.integral_share, l.integrals[largest]);
}

/// fmt counts the width of `±` and `°` as one column each.
std::string table(const Linearisation& l) {
  if (l.modes.empty()) return "";
  std::string out = fmt::format("\n  {:>4}  {:<30}  {:>12}  {:>9}  {:>15}  {}\n", "mode", "eigenvalue [1/s]",
                                "freq. [Hz]", "damping", "time const. [s]", "shape");
  for (std::size_t k = 0; k < l.modes.size(); ++k) {
    const Mode& m = l.modes[k];
    out += fmt::format("  {:>4}  {:<30}  {:>12}  {:>9}  {:>15}  {}\n", k + 1, eigenvalue(m),
                       m.pair ? fmt::format("{:.6g}", m.frequency()) : "-",
                       m.pair ? brief(growth(m) == 0.0 ? 0.0 : m.damping_ratio()) : "-", time_constant(m),
                       shape_line(l.coordinates, m.q) + integral_text(l, m));
  }
  return out;
}

/// Nothing else moves with it: the controller acts on nothing here, as one that is cut off.
std::string only_integrals(const Linearisation& l, const ZeroMode& z) {
  if (l.integrals.empty() || (z.q.size() > 0 && z.q.cwiseAbs().maxCoeff() > 0.0)) return "";
  for (std::size_t i = 0; i < l.velocities.size(); ++i)
    if (z.v[static_cast<Eigen::Index>(i)] != 0.0 &&
        std::find(l.integrals.begin(), l.integrals.end(), l.velocities[i]) == l.integrals.end())
      return "";
  return " (integral of a controller, no motion)";
}

std::string zeros(const Linearisation& l) {
  if (l.zeros == 0) return "";
  std::string out = fmt::format("\n{}: motions that nothing drives back (rigid or ignorable)\n",
                                counted(l.zeros, "eigenvalue is zero", "eigenvalues are zero"));
  for (const ZeroMode& z : l.zero_modes) {
    out += "  " + shape_line(l.coordinates, z.q.cast<std::complex<double>>());
    const std::string rates = shape_line(l.velocities, z.v.cast<std::complex<double>>());
    out += (rates.empty() ? "" : (out.ends_with("  ") ? "" : "; ") + rates) + only_integrals(l, z) + "\n";
  }
  const int chained = l.zeros - static_cast<int>(l.zero_modes.size());
  if (chained > 0)
    out += fmt::format("  and {} for motions like these that go on by themselves, with constant speed or faster\n",
                       chained);
  return out;
}

std::string all_shapes(const Linearisation& l) {
  std::string out;
  for (std::size_t k = 0; k < l.modes.size(); ++k) {
    const Mode& m = l.modes[k];
    out += fmt::format("\nmode {}   {} 1/s\n  {:<16}  {:>13}  {:>13}  {:>13}  {:>8}\n", k + 1, eigenvalue(m), "",
                       "real", "imaginary", "size", "phase");
    const auto part = [&](const std::vector<std::string>& names, const Eigen::VectorXcd& shape) {
      for (std::size_t i = 0; i < names.size(); ++i) {
        const std::complex<double> z = shape[static_cast<Eigen::Index>(i)];
        out += fmt::format("  {:<16}  {:>13.6g}  {:>13.6g}  {:>13.6g}  {:>7.1f}°\n", names[i], z.real(), z.imag(),
                           std::abs(z), std::arg(z) * 180.0 / std::numbers::pi);
      }
    };
    part(l.coordinates, m.q);
    part(l.velocities, m.v);
  }
  return out;
}

std::string header(const Linearisation& l) {
  const char* what = l.reference == Reference::equilibrium ? "an equilibrium"
                     : l.reference == Reference::steady    ? "a steady motion"
                                                           : "neither an equilibrium nor a steady motion";
  std::string out = fmt::format("{}   at t = {:.6g} s, {}\n", l.model.empty() ? l.file : l.model, l.time, what);
  const int integrals = static_cast<int>(l.integrals.size());
  out += fmt::format("  size           {}, rank of the constraints {}; {} of freedom{}, {}\n",
                     counted(static_cast<int>(l.coordinates.size()), "coordinate", "coordinates"), l.rank,
                     counted(l.velocity_freedoms - integrals, "degree", "degrees"),
                     integrals == 0 ? "" : ", " + counted(integrals, "integral", "integrals") + " of controllers",
                     counted(l.position_freedoms + l.velocity_freedoms, "eigenvalue", "eigenvalues"));
  const auto of = [](double value, const std::string& name, const char* rate) {
    return value == 0.0 ? std::string("0") : fmt::format("{:.3g} ({}{})", value, name, rate);
  };
  return out + fmt::format("  state          largest rate {}, largest acceleration {}\n",
                           of(l.largest_rate, l.rate_of, "'"), of(l.largest_acceleration, l.acceleration_of, "'"));
}

}  // namespace

const char* to_text(Reference reference) {
  switch (reference) {
    case Reference::equilibrium: return "equilibrium";
    case Reference::steady: return "steady";
    case Reference::frozen: return "frozen";
  }
  return "";
}

std::string to_text(const Linearisation& l, bool shapes) {
  std::string out = header(l) + table(l) + zeros(l);
  if (shapes) out += all_shapes(l);
  if (!l.notes.empty()) out += "\n";
  for (const std::string& note : l.notes) out += fmt::format("note: {}\n", note);
  return out;
}

}  // namespace rheon::cli
