#include "rheon/analysis/linearise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "analysis/integral_states.hpp"
#include "analysis/linear_flow.hpp"
#include "analysis/moving_frame.hpp"
#include "analysis/steadiness.hpp"
#include "core/index.hpp"
#include "core/number_text.hpp"
#include "la/spectrum.hpp"
#include "rheon/sim/initial.hpp"

namespace rheon {

namespace {

/// Rates below this are rounding of a state at rest. In SI units, since a state at rest has no rate to compare with: for coordinates
/// and forces of about size one. A motion that is slower, a turn in 200 000 years, is taken for rest.
constexpr double at_rest_below = 1e-12;
/// Forces that balance up to this part of their size (and velocities that go along a generator): given positions are rarely
/// better. A choice; larger, and slow motions are taken for equilibria.
constexpr double balance_within = 1e-8;
/// Coefficients that differ by less are the same: far above what assembly leaves (1e-12), far below what a motion that is
/// not steady shows after going one unit.
constexpr double same_coefficients = 1e-7;
/// Violations above this, in the units of the rows, are worth a word: eigenvalues change by about as much. A choice.
constexpr double noticeable_violation = 1e-9;
/// Eigenvalues known to less than this, relative, are reported: half the digits, as of double ones. A choice.
constexpr double doubtful = 1e-8;
/// Parts of a shape below this, relative to its largest, are rounding: some ten thousand of them.
constexpr double negligible = 1e-11;
/// Numbers that differ by less, relative, are the same where a choice between them, or an order, must not depend on rounding; and
/// parts below it are zero in a text with three digits.
constexpr double rounding_of_choice = 1e-9;

std::string three_digits(double x) { return brief_text(x, 3); }

bool depends_on_time(const Model& m) {
  const auto in_time = [&](expr::Node n) {
    return m.graph.depends_on(n, expr::time_input) || m.graph.depends_on(n, expr::side_input);
  };
  bool any = in_time(m.potential) || (m.kinetic && in_time(*m.kinetic));
  for (const auto& row : m.mass) any = any || std::any_of(row.begin(), row.end(), in_time);
  for (const auto& f : m.forces) any = any || in_time(f.value);
  for (const auto& c : m.constraints) any = any || in_time(c.residual);
  return any || std::any_of(m.rate.begin(), m.rate.end(), in_time);
}

void check_linearise_request(const System& system, const LineariseOptions& options) {
  const Layout& n = system.layout();
  if (!system.model().nonideal.empty())
    throw UsageError(
        "linearise: constraints of this model do work (section nonideal), which has no linearisation yet\n"
        "  write the work as forces, or leave the section out");
  const auto check = [](const std::optional<Eigen::MatrixXd>& G, Index size, const char* name) {
    if (G && (G->rows() != size || G->cols() != size))
      throw UsageError("linearise: the " + std::string(name) + " is " + std::to_string(G->rows()) + " x " +
                       std::to_string(G->cols()) + ", but " + std::to_string(size) + " x " + std::to_string(size) +
                       " is needed");
  };
  check(options.generator, n.nq, "generator");
  check(options.speed_generator, n.nv, "speed generator");
  if (options.generator && system.model().general_speeds != options.speed_generator.has_value())
    throw UsageError(
        "linearise: a speed generator is needed in addition to a generator if the model has generalised speeds, "
        "and only then");
}

/// By how much v' and G v differ, and the size of both.
std::pair<double, double> off_generator(const Eigen::MatrixXd& G, const State& state, const LinearFlow& flow) {
  const Eigen::VectorXd along = G * state.v, a = flow.a.cast<double>();
  return {(a - along).norm(), std::max(a.norm() + along.norm(), flow.q_dot.cast<double>().norm())};
}

/// The state must move along the generator: v' = G v.
void check_generator(const LineariseOptions& options, const State& state, const LinearFlow& flow) {
  if (!options.generator) return;
  const auto [off, size] =
      off_generator(options.speed_generator ? *options.speed_generator : *options.generator, state, flow);
  if (off > balance_within * size)
    throw UsageError("linearise: the state does not move along the generator: v' and G v differ by " +
                     three_digits(off) + " of " + three_digits(size));
}

std::string turning_text(const Eigen::Vector3d& w) {
  const auto part = [&](int k) {
    return three_digits(std::abs(w[k]) < rounding_of_choice * w.norm() ? 0.0 : w[k] / w.norm());
  };
  return three_digits(w.norm()) + " rad/s about (" + part(0) + ", " + part(1) + ", " + part(2) + ")";
}

/// A mechanism in steady motion is seen from the frame that goes along with it; why not, if there is none.
struct Seen {
  std::optional<Linearisation> steady;
  bool looked = false, all = true;
};
Seen along_the_motion(const System& system, const State& state, const LinearFlow& instant) {
  Seen seen;
  const Model& m = system.model();
  seen.looked = !m.triads.empty();
  if (instant.q_dot.size() == 0 || instant.q_dot.cwiseAbs().maxCoeff() <= at_rest_below) return seen;
  const MovingFrames frames = moving_frames(system, state, instant);
  seen.all = frames.all;
  for (const MovingFrame& frame : frames.candidates) {
    LineariseOptions options;
    options.generator = frame.generator;
    const auto [off, size] = off_generator(frame.generator, state, instant);
    if (!frame.generator.allFinite() || !(off <= balance_within * size)) continue;
    Linearisation out = linearise(system, state, options);
    if (out.reference == Reference::frozen) continue;
    out.notes.push_back(frame.turning.isZero(0.0)
                            ? "bodies turn steadily: seen from axes that turn with them, the coefficients are constant"
                            : "seen from a frame that turns with " + turning_text(frame.turning) +
                                  ", the coefficients are constant: frequencies are those in it");
    seen.steady = std::move(out);
    return seen;
  }
  return seen;
}

/// Largest entry first found, so that shapes do not depend on rounding.
template <class Vector>
Eigen::Index leading(const Vector& x) {
  const double most = x.cwiseAbs().maxCoeff();
  Eigen::Index i = 0;
  while (std::abs(x[i]) < (1.0 - rounding_of_choice) * most) ++i;
  return i;
}

Mode mode_of(const LinearFlow& flow, const Spectrum& s, std::size_t k, Index nq) {
  Mode mode;
  mode.eigenvalue = {static_cast<double>(s.values[k].real()), static_cast<double>(s.values[k].imag())};
  mode.pair = mode.eigenvalue.imag() != 0.0;
  mode.uncertainty = static_cast<double>(s.uncertainty[k]);
  const ComplexMatrix x = flow.X.cast<std::complex<Real>>() * s.vectors.col(static_cast<Eigen::Index>(k));
  Eigen::VectorXcd shape = x.col(0).cast<std::complex<double>>();
  const bool moves = shape.head(nq).cwiseAbs().maxCoeff() > negligible * shape.cwiseAbs().maxCoeff();
  const auto part = moves ? Eigen::VectorXcd(shape.head(nq)) : shape;
  shape /= std::complex<double>(part[leading(part)]);
  const double size_q = shape.head(nq).cwiseAbs().maxCoeff(),
               size_v = shape.tail(shape.size() - nq).cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < shape.size(); ++i) {
    const double floor = negligible * (i < nq ? size_q : size_v);
    shape[i] = {std::abs(shape[i].real()) < floor ? 0.0 : shape[i].real(),
                std::abs(shape[i].imag()) < floor ? 0.0 : shape[i].imag()};
  }
  mode.q = shape.head(nq);
  mode.v = shape.tail(shape.size() - nq);
  return mode;
}

/// A basis with as many zeros as pivoting gives: coordinates that nothing holds come out one by one.
Eigen::MatrixXd echelon(Eigen::MatrixXd B) {
  std::vector<bool> used(at(static_cast<int>(B.rows())), false);
  for (Eigen::Index k = 0; k < B.cols(); ++k) {
    Eigen::Index row = 0, col = k;
    double most = -1.0;
    for (Eigen::Index i = 0; i < B.rows(); ++i)
      for (Eigen::Index j = k; j < B.cols(); ++j)
        if (!used[static_cast<std::size_t>(i)] && std::abs(B(i, j)) > most * (1.0 + rounding_of_choice))
          most = std::abs(B(i, j)), row = i, col = j;
    if (!(most > 0.0)) break;
    used[static_cast<std::size_t>(row)] = true;
    B.col(k).swap(B.col(col));
    B.col(k) /= double{B(row, k)};
    for (Eigen::Index j = 0; j < B.cols(); ++j)
      if (j != k) B.col(j) -= double{B(row, j)} * B.col(k).eval();
  }
  return (B.cwiseAbs().array() < negligible).select(0.0, B);
}

void add_modes(Linearisation& out, const LinearFlow& flow, const std::vector<int>& integrals) {
  if (flow.J.rows() == 0) return;
  const auto nq = static_cast<Index>(out.coordinates.size());
  const Spectrum s = spectrum(flow.J, flow.noise, flow.zero_noise);
  for (std::size_t k = 0; k < s.values.size(); ++k) {
    if (s.values[k].imag() < 0) continue;
    out.modes.push_back(mode_of(flow, s, k, nq));
    if (!integrals.empty())
      out.modes.back().integral_share =
          share_of_rows(flow, s.values[k], s.vectors.col(static_cast<Eigen::Index>(k)), integrals);
  }
  std::stable_sort(out.modes.begin(), out.modes.end(), [](const Mode& a, const Mode& b) {
    const double x = std::abs(a.eigenvalue), y = std::abs(b.eigenvalue);
    if (std::abs(x - y) > rounding_of_choice * (x + y)) return x < y;
    return a.eigenvalue.real() < b.eigenvalue.real();
  });
  out.zeros = s.zeros;
  const Eigen::MatrixXd null = echelon((flow.X * s.null).cast<double>());
  for (Eigen::Index k = 0; k < null.cols(); ++k)
    out.zero_modes.push_back({null.col(k).head(nq), null.col(k).tail(null.rows() - nq)});
}

/// Why no frame makes a frozen motion steady.
std::string unseen(const Seen& seen, bool given) {
  if (given) return "";
  if (!seen.looked)
    return "\n  if the motion is steady in a frame that goes along with it (a top, a wheel in a circle), it was not "
           "looked "
           "for: that is done for bodies of a mechanism";
  return "\n  no frame that turns along, with bodies spinning in it about axes of their own, makes it steady" +
         std::string(seen.all ? "" : " (the first ones were tried, not all)");
}

void add_notes(Linearisation& out, bool in_time, bool in_frame, double ahead, double change, const std::string& why) {
  if (in_time && !in_frame)
    out.notes.push_back("the model depends on time, which is held at t = " + brief_text(out.time) + " s");
  if (out.reference == Reference::frozen)
    out.notes.push_back("the coefficients change along the motion, by " + three_digits(change) +
                        " of their size within " + three_digits(ahead) +
                        " s: the eigenvalues are those of this instant, and say nothing certain about growth" + why);
  if (std::max(out.position_violation, out.velocity_violation) > noticeable_violation)
    out.notes.push_back("the state misses the constraints by " + three_digits(out.position_violation) +
                        " at position level, by " + three_digits(out.velocity_violation) +
                        " at velocity level; the eigenvalues are off by about as much");
  for (std::size_t k = 0; k < out.modes.size(); ++k)
    if (const Mode& m = out.modes[k]; m.uncertainty > doubtful * std::abs(m.eigenvalue))
      out.notes.push_back("the eigenvalue of mode " + std::to_string(k + 1) +
                          (std::isfinite(m.uncertainty)
                               ? " is known to about " + three_digits(m.uncertainty) + " 1/s only: it is "
                               : " is known to few digits only: it is ") +
                          "nearly a double one, or small against what cancels in it");
}

void name_largest(const RealVector& x, const std::vector<std::string>& names, double& value, std::string& name) {
  if (x.size() == 0) return;
  const Eigen::Index i = leading(Eigen::VectorXd(x.cast<double>()));
  value = std::abs(static_cast<double>(x[i]));
  name = names[static_cast<std::size_t>(i)];
}

/// Names of the states and of what moves most. The rate of an integral's coordinate is the integral, and no motion.
void name_states(Linearisation& out, const Model& m, const std::vector<int>& integrals, const LinearFlow& flow) {
  RealVector rates = flow.q_dot;
  std::vector<std::string> coordinates;
  for (int i = 0; i < static_cast<int>(m.coordinates.size()); ++i) {
    coordinates.push_back(m.coordinates[at(i)].name);
    if (!std::binary_search(integrals.begin(), integrals.end(), i)) out.coordinates.push_back(coordinates.back());
  }
  for (const auto& s : m.speeds) out.velocities.push_back(s.name);
  for (const int i : integrals) {
    rates[i] = 0;
    out.integrals.push_back(out.velocities[at(i)] = integral_name(m, i));
  }
  name_largest(rates, coordinates, out.largest_rate, out.rate_of);
  name_largest(flow.a, out.velocities, out.largest_acceleration, out.acceleration_of);
}

}  // namespace

double Mode::frequency() const { return std::abs(eigenvalue.imag()) / (2 * std::numbers::pi); }
double Mode::natural_frequency() const { return std::abs(eigenvalue) / (2 * std::numbers::pi); }
double Mode::damping_ratio() const { return -eigenvalue.real() / std::abs(eigenvalue); }
double Mode::time_constant() const {
  return eigenvalue.real() == 0.0 ? std::numeric_limits<double>::infinity() : 1.0 / std::abs(eigenvalue.real());
}

Linearisation linearise(const System& system, const State& state, const LineariseOptions& options) {
  check_linearise_request(system, options);
  const Model& m = system.model();
  const bool in_time = depends_on_time(m);
  LinearFlow flow = linear_flow(system, state, options);
  Seen seen;
  if (!options.generator) seen = along_the_motion(system, state, flow);
  if (seen.steady) return *std::move(seen.steady);
  check_generator(options, state, flow);
  const std::vector<int> integrals = integral_coordinates(m);
  Linearisation out;
  out.model = m.name;
  out.file = m.file;
  out.time = state.t;
  name_states(out, m, integrals, flow);
  out.position_violation = flow.position_violation;
  out.velocity_violation = flow.velocity_violation;
  out.rank = flow.rank;
  const bool resting = out.largest_rate <= at_rest_below,
             balanced = flow.acceleration <= balance_within * flow.force_scale;
  const double ahead = time_ahead(flow, options);
  const double change =
      resting && balanced && !in_time ? 0.0 : change_of_coefficients(system, state, options, flow, ahead);
  out.reference = change > same_coefficients ? Reference::frozen
                  : resting && balanced      ? Reference::equilibrium
                                             : Reference::steady;
  drop_coordinates(flow, integrals);
  out.position_freedoms = flow.position_freedoms;
  out.velocity_freedoms = flow.velocity_freedoms;
  out.matrix = flow.J.cast<double>();
  out.basis = flow.X.cast<double>();
  std::vector<int> rows;  // of the basis
  for (const int i : integrals) rows.push_back(static_cast<int>(out.coordinates.size()) + i);
  add_modes(out, flow, rows);
  // along a generator time goes on: that the coefficients stay has been seen at a later time
  const bool in_frame = options.generator && out.reference == Reference::steady;
  add_notes(out, in_time, in_frame, ahead, change, unseen(seen, options.generator.has_value()));
  return out;
}

Linearisation linearise(const System& system, const LineariseOptions& options) {
  InitialResult initial = find_initial_state(system);
  if (!initial.problems.empty()) throw ModelError(std::move(initial.problems));
  Linearisation out = linearise(system, initial.state, options);
  out.notes.insert(out.notes.begin(), initial.notes.begin(), initial.notes.end());
  return out;
}

}  // namespace rheon
