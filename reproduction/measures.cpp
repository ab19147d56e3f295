#include "reproduction/measures.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "rheon/sim/initial.hpp"
#include "rheon/sim/stepper.hpp"

namespace rheon::reproduction {

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

Pairs same(std::initializer_list<const char*> names) {
  Pairs pairs;
  for (const char* name : names) pairs.push_back({name, name});
  return pairs;
}

Pairs operator+(Pairs a, const Pairs& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

double largest(const Numbers& x) {
  double worst = 0.0;
  for (const double value : x) worst = std::isfinite(value) ? std::max(worst, std::abs(value)) : inf;
  return worst;
}

Numbers minus(const Numbers& a, const Numbers& b) { return plus(a, times(-1.0, b)); }

Numbers plus(const Numbers& a, const Numbers& b) {
  Numbers c(std::min(a.size(), b.size()));
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = a[i] + b[i];
  return c;
}

Numbers times(double factor, Numbers x) {
  for (double& value : x) value *= factor;
  return x;
}

double error_against(Lab& lab, const std::string& reference, const RunSpec& spec, const Pairs& pairs) {
  const Results& results = lab.run_on(reference, spec);
  if (results.summary.ending != Ending::completed) return inf;
  const Table& exact = lab.reference(reference);
  double worst = 0.0;
  for (const Pair& p : pairs) worst = std::max(worst, largest(minus(results.column(p.channel), exact[p.column])));
  return worst;
}

double observed_order(Lab& lab, const std::string& reference, const RunSpec& spec, const Pairs& pairs, double h,
                      double floor) {
  const double coarse = error_against(lab, reference, spec.with_step(h), pairs);
  const double fine = error_against(lab, reference, spec.with_step(h / 2), pairs);
  if (!(fine > floor) || !std::isfinite(coarse) || !std::isfinite(fine)) return std::nan("");
  return std::log2(coarse / fine);
}

double difference(Lab& lab, const RunSpec& a, const RunSpec& b, const std::string& channel) {
  const Results &one = lab.run(a), &two = lab.run(b);
  if (one.summary.ending != Ending::completed || two.summary.ending != Ending::completed) return inf;
  return largest(minus(one.column(channel), two.column(channel)));
}

Numbers energy_change(const Results& results) {
  Numbers energy = plus(results.column("energy.kinetic"), results.column("energy.potential"));
  const double start = energy.empty() ? 0.0 : energy.front();
  for (double& e : energy) e -= start;
  return energy;
}

double violation_integral(const Numbers& t, const Numbers& x) {
  double sum = 0.0;
  for (std::size_t i = 1; i < t.size(); ++i) sum += (t[i] - t[i - 1]) * (x[i] * x[i] + x[i - 1] * x[i - 1]) / 2;
  return std::sqrt(sum) / t.back();
}

PerturbedRun run_perturbed(Lab& lab, const RunSpec& spec, const std::vector<Shift>& shifts) {
  const System& system = lab.system(spec.model, spec.set);
  const FormulationKind& form = find_formulation(spec.formulation);
  const IntegratorKind& integrator =
      find_integrator(spec.integrator.empty() ? std::string(form.default_integrator) : spec.integrator);
  const auto specs = stepper_options(form, integrator);
  Problems problems;
  const OptionValues values = OptionValues::resolve(specs, spec.request().options, problems);
  if (!problems.empty()) throw UsageError(to_text(problems.list().front()));
  const auto stepper = make_stepper(system, form, integrator, values);

  State now = find_initial_state(system).state;
  for (const Shift& shift : shifts)
    for (Index i = 0; i < now.v.size(); ++i)
      if (system.velocity_name(static_cast<int>(i)) == shift.velocity) {
        now.q[i] += shift.position;
        now.v[i] += shift.rate;
      }
  PerturbedRun run;
  run.phi.resize(at(system.layout().nphi));
  run.phi_dot = run.phi;
  run.psi.resize(at(system.layout().npsi));
  Terms terms = system.make_terms();
  const auto record = [&](const State& s) {
    const Status ok = system.evaluate(s, Want::position | Want::jacobian, terms);
    if (!ok) return ok;
    run.t.push_back(s.t);
    for (Index i = 0; i < terms.phi.size(); ++i) run.phi[at(i)].push_back(terms.phi[i]);
    for (Index i = 0; i < terms.phi_dot.size(); ++i) run.phi_dot[at(i)].push_back(terms.phi_dot[i]);
    for (Index i = 0; i < terms.psi.size(); ++i) run.psi[at(i)].push_back(terms.psi[i]);
    return ok;
  };
  Status ok = stepper->start(now);
  if (ok) ok = record(now);
  State next = now;
  const auto steps = static_cast<long long>(std::llround(spec.duration / spec.step));
  for (long long n = 0; ok && n < steps; ++n) {
    ok = stepper->step(now, spec.step, next).status;
    if (!ok) break;
    next.t = static_cast<double>(n + 1) * spec.step;
    next.n = now.n + 1;
    std::swap(now, next);
    ok = record(now);
  }
  if (!ok) run.failure = system.describe(ok);
  return run;
}

ParabolaPoint parabola_at(double t, double g) {
  const double k = std::sqrt(0.8), scale = std::sqrt(5.0 / (2.0 * g));
  // psi grows by pi in each half period: what is left of t lies in the first half
  const double half = 2.0 * scale * std::comp_ellint_2(k);
  const double halves = std::floor(t / half);
  const double rest = t - halves * half;
  double psi = std::numbers::pi * rest / half;
  for (int i = 0; i < 50; ++i) {
    const double s = std::sin(psi);
    const double change = (rest - scale * std::ellint_2(k, psi)) / (scale * std::sqrt(1.0 - 0.8 * s * s));
    psi += change;
    if (std::abs(change) < 1e-15) break;
  }
  const double s = std::sin(psi), sign = std::fmod(halves, 2.0) == 0.0 ? 1.0 : -1.0;
  return {sign * std::cos(psi), s * s};
}

}  // namespace rheon::reproduction
